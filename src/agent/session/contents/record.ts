/**
 * The bytes of a content file: a start, then a record for each pack, appended when the one before it is on the disk. A record says by
 * itself what is in it, so that the database's index can be made anew of the records' heads alone.
 *
 *     start:  "VIVCONT" and the version (8 bytes), salt (16)
 *     record: head, index, data
 *     head:   mark (4 bytes), objects (4), differences (4), bytes of the data (4), sum of the data (4), bytes of the same
 *             append before this record (4), time (8), check (16)
 *     index:  hashes (32 an object), ends (4 an object), positions of the differences (4 each), their bases (32 each)
 *
 * Numbers are little-endian. The check is a hash of the salt, of the head before it and of the index: files of a workspace lie in the
 * data as they are, and none of them can pass for a record, since no program of a sandbox knows the salt.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import type { PackIndex } from '../store/database.ts'
import type { JournalFile } from '../journal/contract.ts'
import type { EncodedPack } from './pack-objects.ts'

const MAGIC = new TextEncoder().encode('VIVCONT')
/** Raised with each change of the format. */
export const CONTENT_VERSION = 1
export const START_BYTES = 24
export const SALT_BYTES = 16
const MARK = 0x4b_43_41_50
const CHECK_AT = 32
const CHECK_BYTES = 16
const HEAD_BYTES = CHECK_AT + CHECK_BYTES
const HASH_BYTES = 32
const NUMBER_BYTES = 4

/** A record as it was found, all of it within its file. */
export interface PackRecord {
  /** As the database's index has them. */
  readonly objects: Omit<PackIndex, 'id' | 'place'>
  readonly start: number
  /** Offset of its data. */
  readonly at: number
  readonly end: number
  readonly sum: number
  /** Bytes of the same append before it. */
  readonly before: number
  /** Milliseconds since the epoch, when it was written. */
  readonly time: number
}

/** `newer` was written by a later version, `foreign` is no content file, `empty` has less than a start. */
export type FileStart = { readonly salt: Uint8Array } | 'newer' | 'foreign' | 'empty'

export function fileStart(salt: Uint8Array): Uint8Array {
  return concatenate([MAGIC, Uint8Array.of(CONTENT_VERSION), salt])
}

export function readStart(file: JournalFile): FileStart {
  const bytes = file.read(0, START_BYTES)
  const known = Math.min(bytes.length, MAGIC.length)
  if (!MAGIC.subarray(0, known).every((byte, at) => bytes[at] === byte)) return 'foreign'
  if (bytes.length > MAGIC.length && bytes[MAGIC.length] !== CONTENT_VERSION) return 'newer'
  if (bytes.length < START_BYTES) return 'empty'
  return { salt: bytes.subarray(MAGIC.length + 1) }
}

export interface RecordOptions {
  readonly salt: Uint8Array
  readonly before: number
  readonly time: number
}

/** The bytes of a record before its data. */
export function recordHead(
  { data, hashes, ends, differences, bases }: EncodedPack,
  { salt, before, time }: RecordOptions,
): Uint8Array {
  const head = new Uint8Array(CHECK_AT)
  const view = viewOf(head)
  const numbers = [MARK, ends.length, differences?.length ?? 0, data.length, sumOf(data), before]
  for (const [at, number] of numbers.entries()) view.setUint32(at * NUMBER_BYTES, number, true)
  view.setFloat64(numbers.length * NUMBER_BYTES, time, true)
  const index = concatenate([
    hashes,
    bytesOf(ends),
    bytesOf(differences ?? new Uint32Array()),
    bases ?? new Uint8Array(),
  ])
  return concatenate([head, checkOf(salt, head, index), index])
}

/** The record that begins at an offset; undefined where none that is whole does. Its data is not looked at. */
export function readRecord(file: JournalFile, salt: Uint8Array, start: number): PackRecord | undefined {
  const head = file.read(start, start + HEAD_BYTES)
  if (head.length < HEAD_BYTES) return undefined
  const view = viewOf(head)
  const numberAt = (at: number) => view.getUint32(at * NUMBER_BYTES, true)
  if (numberAt(0) !== MARK) return undefined
  const [count, different, dataBytes] = [numberAt(1), numberAt(2), numberAt(3)]
  const size = (count + different) * (HASH_BYTES + NUMBER_BYTES)
  const at = start + HEAD_BYTES + size
  const end = at + dataBytes
  if (end > file.size()) return undefined
  const index = file.read(start + HEAD_BYTES, at)
  if (!isSame(checkOf(salt, head.subarray(0, CHECK_AT), index), head.subarray(CHECK_AT))) return undefined
  const parts = partsOf(index, [
    count * HASH_BYTES,
    count * NUMBER_BYTES,
    different * NUMBER_BYTES,
    different * HASH_BYTES,
  ])
  const [hashes = NONE, ends = NONE, differences = NONE, bases = NONE] = parts
  const objects = {
    hashes,
    ends: numbersOf(ends),
    ...(different === 0 ? {} : { differences: numbersOf(differences), bases }),
  }
  return {
    objects,
    start,
    at,
    end,
    sum: numberAt(4),
    before: numberAt(5),
    time: view.getFloat64(6 * NUMBER_BYTES, true),
  }
}

/** Whether the data of a record is what was written. */
export function hasItsData(file: JournalFile, { at, end, sum }: PackRecord): boolean {
  return sumOf(file.read(at, end)) === sum
}

/** Offset behind `from` at which a record may begin; undefined for none. */
export function nextMark(bytes: Uint8Array, from: number): number | undefined {
  const first = MARK & 0xff
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (at + NUMBER_BYTES <= bytes.length && viewOf(bytes).getUint32(at, true) === MARK) return at
  }
  return undefined
}

const NONE = new Uint8Array()
const PRIME = 0x0100_0193

/** Shows data that was cut off or never written. Each object's own hash says whether it was changed. */
function sumOf(bytes: Uint8Array): number {
  // A view of words needs an offset that is a multiple of four.
  const aligned = bytes.byteOffset % NUMBER_BYTES === 0 ? bytes : bytes.slice()
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, Math.floor(bytes.length / NUMBER_BYTES))
  // Four sums beside each other, since each step of one waits for the step before.
  const quads = words.length - (words.length % 4)
  let [a, b, c, d] = [1, 2, 3, 4]
  for (let at = 0; at < quads; at += 4) {
    a = Math.imul(a ^ (words[at] ?? 0), PRIME) + 1
    b = Math.imul(b ^ (words[at + 1] ?? 0), PRIME) + 1
    c = Math.imul(c ^ (words[at + 2] ?? 0), PRIME) + 1
    d = Math.imul(d ^ (words[at + 3] ?? 0), PRIME) + 1
  }
  let sum = bytes.length
  for (const part of [a, b, c, d, ...bytes.subarray(quads * NUMBER_BYTES)])
    sum = Math.imul(sum ^ part, PRIME) + 1
  return sum >>> 0
}

function checkOf(salt: Uint8Array, head: Uint8Array, index: Uint8Array): Uint8Array {
  return sha256.create().update(salt).update(head).update(index).digest().subarray(0, CHECK_BYTES)
}

function partsOf(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  let at = 0
  return sizes.map((size) => bytes.slice(at, (at += size)))
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(numbers.length * NUMBER_BYTES)
  const view = viewOf(bytes)
  for (const [at, number] of numbers.entries()) view.setUint32(at * NUMBER_BYTES, number, true)
  return bytes
}

function numbersOf(bytes: Uint8Array): Uint32Array {
  const view = viewOf(bytes)
  return Uint32Array.from({ length: bytes.length / NUMBER_BYTES }, (_, at) =>
    view.getUint32(at * NUMBER_BYTES, true),
  )
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
