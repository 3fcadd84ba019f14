/** The header of an object in a pack, and the object types by their numbers there. */
import { GitFailure } from '../failure.ts'
import { hexOf } from '../text.ts'
import type { ObjectType } from './objects.ts'

const PACK_TYPES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 }
const NAMES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const OFFSET_DELTA = 6
const REFERENCE_DELTA = 7

export type PackEntry = { readonly size: number; readonly start: number } & (
  | { readonly kind: 'object'; readonly type: ObjectType }
  | { readonly kind: 'offset'; readonly base: number }
  | { readonly kind: 'reference'; readonly base: string }
)

/** `data` begins with the header of the entry at `offset` of the pack; `start` is where its stream begins in `data`. */
export function readEntryHeader(data: Uint8Array, offset: number): PackEntry {
  let byte = data[0] ?? 0
  const type = (byte >> 4) & 7
  let size = byte & 15
  let factor = 16
  let at = 1
  while (byte >= 0x80) {
    byte = data[at] ?? 0
    at += 1
    size += (byte & 0x7f) * factor
    factor *= 128
  }
  const name = NAMES[type]
  if (name !== undefined) return { kind: 'object', type: name, size, start: at }
  if (type === REFERENCE_DELTA)
    return { kind: 'reference', base: hexOf(data.subarray(at, at + 20)), size, start: at + 20 }
  if (type !== OFFSET_DELTA) throw new GitFailure(`unknown object type ${type} at offset ${offset} of a pack`)
  const back = readBackOffset(data, at)
  return { kind: 'offset', base: offset - back.distance, size, start: back.next }
}

/** Seven bits a byte, the highest first, each further byte adding one. */
function readBackOffset(data: Uint8Array, start: number): { distance: number; next: number } {
  let at = start
  let byte = data[at++] ?? 0
  let distance = byte & 0x7f
  while (byte >= 0x80) {
    byte = data[at++] ?? 0
    distance = (distance + 1) * 128 + (byte & 0x7f)
  }
  return { distance, next: at }
}

export function formatEntryHeader(type: ObjectType, size: number): Uint8Array {
  const bytes: number[] = []
  let rest = Math.floor(size / 16)
  let byte = (PACK_TYPES[type] << 4) | (size & 15)
  while (rest > 0) {
    bytes.push(byte | 0x80)
    byte = rest & 0x7f
    rest = Math.floor(rest / 128)
  }
  bytes.push(byte)
  return Uint8Array.from(bytes)
}
