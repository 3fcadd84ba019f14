import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { encode, decode } from '../text-codec.ts'

const SECRET = 0
const secrets = new WeakMap<object, Uint8Array>()

/** A secret as bytes, whether given as such or as a key object's handle. */
export function keyBytes(key: unknown): Uint8Array {
  const holder = typeof key === 'object' && key !== null && 'handle' in key ? key.handle : key
  const known = typeof holder === 'object' && holder !== null ? secrets.get(holder) : undefined
  return known ?? (typeof key === 'string' ? encode(key, 'utf8') : bytesOf(key as Uint8Array))
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  return difference === 0
}

/** Secret keys only; asymmetric ones say that they are not available. */
export function createKeyClasses(context: NodeContext) {
  class KeyObjectHandle {
    init(type: number, data: unknown): void {
      if (type !== SECRET) throw new UnavailableError('An asymmetric key of node:crypto')
      secrets.set(this, bytesOf(data as Uint8Array).slice())
    }

    getSymmetricKeySize(): number {
      return keyBytes(this).length
    }

    export(): Uint8Array {
      return toNodeBuffer(context, keyBytes(this).slice())
    }

    exportJwk(target: object): object {
      return Object.assign(target, { kty: 'oct', k: decode(keyBytes(this), 'base64url') })
    }

    initJwk(jwk: { kty?: string; k?: string }): number {
      if (jwk.kty !== 'oct') throw new UnavailableError('An asymmetric key of node:crypto')
      secrets.set(this, encode(jwk.k ?? '', 'base64url'))
      return SECRET
    }

    equals(other: KeyObjectHandle): boolean {
      return equalBytes(keyBytes(this), keyBytes(other))
    }
  }
  class NativeKeyObject {
    readonly handle: KeyObjectHandle

    constructor(handle: KeyObjectHandle) {
      this.handle = handle
      Object.defineProperty(this, 'handle', { enumerable: false })
    }
  }
  return {
    KeyObjectHandle,
    createNativeKeyObjectClass: (extend: (base: typeof NativeKeyObject) => unknown) =>
      extend(NativeKeyObject),
  }
}
