/**
 * The bytes of a journal's segment: a start, then entries, each appended when the one before it is on disk. An entry holds one row
 * of the session's log. Its link is a hash of itself and of the link before it, so that an entry that was cut off, changed, taken
 * out or put in shows, and all before it is known to be whole.
 *
 *     start: "VIVJRNL" and the version (8 bytes), length of the header (4), header (JSON), link (16)
 *     entry: length of the row (4), number of its last event (4), link (16), row (JSON)
 *
 * Numbers are little-endian. The first link is of the start itself.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { z } from 'zod'
import { concatenate } from '../../../sandbox/bytes.ts'
import { JOURNAL_ROW_BYTES } from './limits.ts'

const MAGIC = 'VIVJRNL'
export const JOURNAL_VERSION = 1
const VERSION_AT = MAGIC.length
const HEADER_AT = 12
const LINK_BYTES = 16
/** Bytes of an entry before its row. */
export const ENTRY_HEAD_BYTES = 8 + LINK_BYTES

const header = z.object({
  /** Scheme, host and port of the app that wrote it. */
  origin: z.string(),
  session: z.string(),
  /** Number of the last event before its first entry. */
  after: z.number().int().nonnegative(),
  /** Hash of that event (`log-chain`); absent where it has none. */
  chain: z.string().optional(),
  /** The session's row as it was then (`SessionRecord`), checked by whoever rebuilds it. */
  record: z.unknown(),
})
export type SegmentHeader = z.infer<typeof header>

/** A hash of an entry and of all before it; the next one's is made of it. */
export type Link = Uint8Array

export interface Entry {
  /** Number of the row's last event. */
  readonly seq: number
  /** As it is stored in the database. */
  readonly row: unknown
}

export interface Segment {
  readonly header: SegmentHeader
  /** Whole ones only. */
  readonly entries: readonly Entry[]
  /** Bytes of the start and these entries: what comes after is no entry. */
  readonly wholeBytes: number
  /** After the last of them. */
  readonly link: Link
}

/** `newer` was written by a later version, `foreign` is no segment, `torn` ends within its start. */
export type SegmentProblem = 'newer' | 'foreign' | 'torn'

const ENCODER = new TextEncoder()

/** The bytes that a segment begins with, and the link after them. */
export function segmentStart(given: SegmentHeader): { readonly bytes: Uint8Array; readonly link: Link } {
  const text = ENCODER.encode(JSON.stringify(given))
  const head = new Uint8Array(HEADER_AT)
  head.set(ENCODER.encode(MAGIC))
  head[VERSION_AT] = JOURNAL_VERSION
  viewOf(head).setUint32(8, text.length, true)
  const link = linkOf([head, text])
  return { bytes: concatenate([head, text, link]), link }
}

/** The bytes of an entry behind one with the link `before`, and its own link. */
export function entryBytes(
  { seq, row }: Entry,
  before: Link,
): { readonly bytes: Uint8Array; readonly link: Link } {
  const text = ENCODER.encode(JSON.stringify(row))
  const numbers = new Uint8Array(8)
  const view = viewOf(numbers)
  view.setUint32(0, text.length, true)
  view.setUint32(4, seq, true)
  const link = linkOf([before, numbers, text])
  return { bytes: concatenate([numbers, link, text]), link }
}

/** Reads as far as everything is whole. */
export function readSegment(bytes: Uint8Array): Segment | SegmentProblem {
  const start = readStart(bytes)
  if (typeof start === 'string') return start
  const entries: Entry[] = []
  let { link, at } = start
  for (;;) {
    const entry = readEntry(bytes, at, link)
    if (!entry) break
    entries.push(entry.entry)
    link = entry.link
    at += entry.size
  }
  return { header: start.header, entries, wholeBytes: at, link }
}

function readStart(
  bytes: Uint8Array,
): { readonly header: SegmentHeader; readonly link: Link; readonly at: number } | SegmentProblem {
  const magic = ENCODER.encode(MAGIC)
  const isCutInMagic = bytes.length <= VERSION_AT
  if (!magic.every((byte, at) => bytes[at] === byte || (isCutInMagic && at >= bytes.length))) return 'foreign'
  if (isCutInMagic) return 'torn'
  if (bytes[VERSION_AT] !== JOURNAL_VERSION) return 'newer'
  if (bytes.length < HEADER_AT) return 'torn'
  const length = viewOf(bytes).getUint32(8, true)
  const at = HEADER_AT + length
  if (bytes.length < at + LINK_BYTES) return 'torn'
  const text = bytes.subarray(HEADER_AT, at)
  const link = linkOf([bytes.subarray(0, HEADER_AT), text])
  if (!isSame(link, bytes.subarray(at, at + LINK_BYTES))) return 'torn'
  const parsed = header.safeParse(JSON.parse(new TextDecoder().decode(text)))
  return parsed.success ? { header: parsed.data, link, at: at + LINK_BYTES } : 'foreign'
}

/** The entry at a place; undefined when none that is whole begins there. */
function readEntry(
  bytes: Uint8Array,
  at: number,
  before: Link,
): { readonly entry: Entry; readonly link: Link; readonly size: number } | undefined {
  if (bytes.length < at + ENTRY_HEAD_BYTES) return undefined
  const view = viewOf(bytes)
  const length = view.getUint32(at, true)
  const from = at + ENTRY_HEAD_BYTES
  if (length > JOURNAL_ROW_BYTES || bytes.length < from + length) return undefined
  const text = bytes.subarray(from, from + length)
  const link = linkOf([before, bytes.subarray(at, at + 8), text])
  if (!isSame(link, bytes.subarray(at + 8, from))) return undefined
  const row: unknown = JSON.parse(new TextDecoder().decode(text))
  return { entry: { seq: view.getUint32(at + 4, true), row }, link, size: ENTRY_HEAD_BYTES + length }
}

function linkOf(parts: readonly Uint8Array[]): Link {
  const hash = sha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest().slice(0, LINK_BYTES)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
