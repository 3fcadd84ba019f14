import { sha1 } from '@noble/hashes/legacy.js'
import { fromText, hexOf } from '../text.ts'
import type { ObjectType } from './objects.ts'

export function sha1Hex(data: Uint8Array): string {
  return hexOf(sha1(data))
}

export function sha1Bytes(data: Uint8Array): Uint8Array {
  return sha1(data)
}

/** The name of an object: the hash of its type, its size and its bytes. */
export function objectId(type: ObjectType, data: Uint8Array): string {
  return hexOf(sha1.create().update(objectHeader(type, data.length)).update(data).digest())
}

export function objectHeader(type: ObjectType, size: number): Uint8Array {
  return fromText(`${type} ${size}\0`)
}
