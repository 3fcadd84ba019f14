import { fromText, hexOf } from '../text.ts'
import type { ObjectType } from './objects.ts'
import { sha1 } from './sha1-hash.ts'

export function sha1Hex(data: Uint8Array): string {
  return hexOf(sha1(data))
}

export function sha1Bytes(data: Uint8Array): Uint8Array {
  return sha1(data)
}

/** The name of an object: the hash of its type, its size and its bytes. */
export function objectId(type: ObjectType, data: Uint8Array): string {
  return hexOf(sha1(objectHeader(type, data.length), data))
}

export function objectHeader(type: ObjectType, size: number): Uint8Array {
  return fromText(`${type} ${size}\0`)
}
