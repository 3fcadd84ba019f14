/**
 * Contents in a record: their number; of each its hash, what it is kept as the difference from, its length;
 * then their bytes.
 */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { fromHex, toHex } from '../store/content-hash.ts'
import { Damage } from './problem.ts'

const HASH_BYTES = 32
const ENTRY_BYTES = HASH_BYTES * 2 + 4

export interface BackedUpObject {
  readonly hash: string
  readonly data: Uint8Array
  /** The hash of what stood in its place before: a hint for a store that keeps differences. */
  readonly like: string | undefined
}

export function encodeContents(objects: readonly BackedUpObject[]): Uint8Array<ArrayBuffer> {
  const table = new Uint8Array(4 + objects.length * ENTRY_BYTES)
  const view = new DataView(table.buffer)
  view.setUint32(0, objects.length)
  for (const [index, { hash, like, data }] of objects.entries()) {
    const at = 4 + index * ENTRY_BYTES
    table.set(fromHex(hash), at)
    if (like !== undefined) table.set(fromHex(like), at + HASH_BYTES)
    view.setUint32(at + HASH_BYTES * 2, data.length)
  }
  return concatenate([table, ...objects.map(({ data }) => data)])
}

/** The objects; their bytes are views. Throws `Damage`. */
export function decodeContents(
  bytes: Uint8Array<ArrayBuffer>,
): (BackedUpObject & { readonly data: Uint8Array<ArrayBuffer> })[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = bytes.length < 4 ? 0 : view.getUint32(0)
  if (count === 0 || 4 + count * ENTRY_BYTES > bytes.length) throw new Damage('its table is too long')
  const objects: ReturnType<typeof decodeContents> = []
  let start = 4 + count * ENTRY_BYTES
  for (let index = 0; index < count; index++) {
    const at = 4 + index * ENTRY_BYTES
    const end = start + view.getUint32(at + HASH_BYTES * 2)
    if (end > bytes.length) throw new Damage('its contents end too early')
    const like = bytes.subarray(at + HASH_BYTES, at + HASH_BYTES * 2)
    objects.push({
      hash: toHex(bytes.subarray(at, at + HASH_BYTES)),
      like: like.some((byte) => byte !== 0) ? toHex(like) : undefined,
      data: bytes.subarray(start, end),
    })
    start = end
  }
  if (start !== bytes.length) throw new Damage('its contents end too late')
  return objects
}

export function encodeHashes(hashes: readonly string[]): Uint8Array<ArrayBuffer> {
  return concatenate(hashes.map(fromHex))
}

export function decodeHashes(bytes: Uint8Array): string[] {
  if (bytes.length % HASH_BYTES !== 0) throw new Damage('its hashes have another length')
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    toHex(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  )
}
