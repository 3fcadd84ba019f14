/** Secrets of programs: the bytes behind the handles of key objects. */
import { bytesOf } from '../buffer.ts'
import { encode } from '../text-codec.ts'

export const secrets = new WeakMap<object, Uint8Array>()

/** A secret as bytes, whether given as such or as a key object's handle. */
export function keyBytes(key: unknown): Uint8Array {
  const holder = typeof key === 'object' && key !== null && 'handle' in key ? key.handle : key
  const known = typeof holder === 'object' && holder !== null ? secrets.get(holder) : undefined
  return known ?? (typeof key === 'string' ? encode(key, 'utf8') : bytesOf(key))
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  return difference === 0
}
