/**
 * The objects in packs. One is there whole, or as the difference from another: of an edit of ten lines, the
 * ten lines. The base of a difference was stored before it, and stays as long as it; the chain down to a
 * whole object is short.
 */
import { applyDelta, createDelta } from 'fossil-delta'
import { concatenate, inBatches } from '../../../sandbox/contract/bytes.ts'
import { DIFFERENCE_BYTES_MAX, DIFFERENCES_MAX, PACK_BYTES } from '../../limits.ts'
import { fromHex, toHex } from '../store/content-hash.ts'
import type { PackIndex } from '../store/database.ts'

/** Position of an object: bytes from `start` to `end` of a pack. */
export interface PackedObject {
  readonly hash: string
  readonly pack: number
  readonly start: number
  readonly end: number
  /** The hash of what these bytes are the difference from; undefined where they are the object. */
  readonly base: string | undefined
}

/** An object on its way into a pack: `data` is itself, or its difference from `base`. */
export interface PackInput {
  readonly hash: string
  readonly data: Uint8Array
  readonly base?: string | undefined
}

/** A pack with its data, and where its objects lie in that. */
export type EncodedPack = Omit<PackIndex, 'id' | 'place'> & { readonly data: Uint8Array }

/** The known objects of the store by hash, with their positions. */
export type PackedObjects = ReadonlyMap<string, PackedObject>

const HASH_BYTES = 32

/** In packs of the usual size; a larger object has one of its own. */
export function splitIntoPacks(objects: readonly PackInput[]): PackInput[][] {
  return inBatches(objects, PACK_BYTES, ({ data }) => data.length)
}

export function encodePack(objects: readonly PackInput[]): EncodedPack {
  const data = concatenate(objects.map((object) => object.data))
  const ends = new Uint32Array(objects.length)
  let end = 0
  for (const [position, object] of objects.entries()) ends[position] = end += object.data.length
  const hashes = concatenate(objects.map(({ hash }) => fromHex(hash)))
  const based = [...objects.entries()].flatMap(([position, { base }]) =>
    base === undefined ? [] : [{ position, base }],
  )
  if (based.length === 0) return { data, hashes, ends }
  const bases = concatenate(based.map(({ base }) => fromHex(base)))
  return { data, hashes, ends, differences: Uint32Array.from(based, ({ position }) => position), bases }
}

export function* objectsOf(index: PackIndex): Generator<PackedObject> {
  const { id: pack, hashes, ends, differences = [], bases = new Uint8Array() } = index
  const hashAt = (of: Uint8Array, at: number) => toHex(of.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
  const baseOf = new Map([...differences].map((position, at) => [position, hashAt(bases, at)]))
  let start = 0
  for (const [position, end] of ends.entries()) {
    yield { hash: hashAt(hashes, position), pack, start, end, base: baseOf.get(position) }
    start = end
  }
}

/** The object and what it differs from, down to a whole one; undefined where some of it is not stored. */
export function chainOf(objects: PackedObjects, hash: string): readonly PackedObject[] | undefined {
  const chain: PackedObject[] = []
  for (let next: string | undefined = hash; next !== undefined;) {
    const object = objects.get(next)
    // Longer than any that is written: only damage goes round in circles.
    if (!object || chain.length > DIFFERENCES_MAX) return undefined
    chain.push(object)
    next = object.base
  }
  return chain
}

/** The bytes that a chain stands for: not checked, whoever reads them knows their hash. Undefined where a pack is lacking. */
export function contentOf(
  chain: readonly PackedObject[],
  packs: ReadonlyMap<number, Uint8Array | undefined>,
): Uint8Array | undefined {
  let content: Uint8Array | undefined
  for (const { pack, start, end, base } of chain.toReversed()) {
    const stored = packs.get(pack)?.subarray(start, end)
    if (stored === undefined) return undefined
    if (base === undefined) content = stored
    else content = content && applied(content, stored)
  }
  return content
}

/**
 * Returns the difference to store for `data`, the successor of `base`, if that is worth it, else undefined.
 */
export function differenceFrom(base: Uint8Array, data: Uint8Array): Uint8Array | undefined {
  if (Math.max(base.length, data.length) > DIFFERENCE_BYTES_MAX) return undefined
  const difference = createDelta(base, data)
  if (difference.length > (data.length - HASH_BYTES) / 2) return undefined
  // The object itself is not kept: that it comes back is seen before it is let go.
  return isSame(applied(base, difference), data) ? difference : undefined
}

/** Undefined when these do not belong together, or are damaged. */
function applied(base: Uint8Array, difference: Uint8Array): Uint8Array | undefined {
  try {
    return applyDelta(base, difference)
  } catch {
    return undefined
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, at) => byte === other[at])
}
