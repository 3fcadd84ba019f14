/**
 * The bytes of a journal's segment: a start, then entries, each appended when the one before it is on disk. An entry holds one row
 * of the session's log. Its link is a hash of itself and of the link before it, so that an entry that was cut off, changed, taken
 * out or put in shows, and all before it is known to be whole.
 *
 *     start: "VIVJRNL" and the version (8 bytes), length of the header (4), header (JSON), link (16)
 *     entry: length of the row (4), number of its last event (4), link (16), row (JSON)
 *
 * Numbers are little-endian. The first link is of the start itself. Version 1 grows. Version 2 is complete, and its rows lack the
 * hashes of their events (`short-rows`), which no compression makes smaller: a link of it is made of these instead of the row.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { z } from 'zod'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { JOURNAL_ROW_BYTES } from './limits.ts'
import { lengthened, shortened } from './short-rows.ts'
import type { RowAndProof } from './short-rows.ts'

const MAGIC = 'VIVJRNL'
const GROWS = 1
const COMPLETE = 2
/** The latest that can be read. */
export const JOURNAL_VERSION = COMPLETE
type Version = typeof GROWS | typeof COMPLETE
const VERSION_AT = MAGIC.length
const HEADER_AT = 12
const LINK_BYTES = 16
/** Bytes of rows that are made shorter at a stretch: some milliseconds. */
const PAUSE_BYTES = 64 * 1024
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
  /** Nothing may be added to it. */
  readonly isComplete: boolean
  /** Whole ones only. */
  readonly entries: readonly Entry[]
  /** Bytes of the start and these entries: later bytes are no entry. */
  readonly wholeBytes: number
  /** After the last of them. */
  readonly link: Link
}

/** `newer` was written by a later version, `foreign` is no segment, `torn` ends within its start. */
export type SegmentProblem = 'newer' | 'foreign' | 'torn'

const ENCODER = new TextEncoder()

/** The bytes that a segment begins with, and the link after them. */
export function segmentStart(given: SegmentHeader): Linked {
  return startOf(given, GROWS)
}

/** The bytes of an entry behind one with the link `before`, and its own link. */
export function entryBytes({ seq, row }: Entry, before: Link): Linked {
  const text = ENCODER.encode(JSON.stringify(row))
  return entryOf({ seq, text, proof: text }, before)
}

/**
 * The bytes of a segment that is complete, with what `segment` has; undefined where hashes cannot be left out of it. Other work goes on
 * between the entries.
 */
export async function completeBytes({ header, entries }: Segment): Promise<Uint8Array | undefined> {
  const start = startOf(header, COMPLETE)
  const parts = [start.bytes]
  let { link } = start
  let chain = header.chain ?? ''
  let busy = 0
  for (const { seq, row } of entries) {
    const short = shortened(row, chain)
    if (!short) return undefined
    const text = ENCODER.encode(JSON.stringify(short.row))
    const made = entryOf({ seq, text, proof: proofOf(short) }, link)
    parts.push(made.bytes)
    link = made.link
    chain = short.chain
    busy += text.length
    if (busy < PAUSE_BYTES) continue
    busy = 0
    await new Promise((resolve) => setTimeout(resolve))
  }
  return concatenate(parts)
}

interface Linked {
  readonly bytes: Uint8Array
  readonly link: Link
}

function startOf(given: SegmentHeader, version: Version): Linked {
  const text = ENCODER.encode(JSON.stringify(given))
  const head = new Uint8Array(HEADER_AT)
  head.set(ENCODER.encode(MAGIC))
  head[VERSION_AT] = version
  viewOf(head).setUint32(8, text.length, true)
  const link = linkOf([head, text])
  return { bytes: concatenate([head, text, link]), link }
}

interface Content {
  readonly seq: number
  /** The row. */
  readonly text: Uint8Array
  /** Its link is made of this. */
  readonly proof: Uint8Array
}

function entryOf({ seq, text, proof }: Content, before: Link): Linked {
  const numbers = new Uint8Array(8)
  const view = viewOf(numbers)
  view.setUint32(0, text.length, true)
  view.setUint32(4, seq, true)
  const link = linkOf([before, numbers, proof])
  return { bytes: concatenate([numbers, link, text]), link }
}

function proofOf({ proof }: RowAndProof): Uint8Array {
  return ENCODER.encode(JSON.stringify(proof))
}

/** Reads as far as everything is whole. */
export function readSegment(bytes: Uint8Array): Segment | SegmentProblem {
  const start = readStart(bytes)
  if (typeof start === 'string') return start
  const { header, version } = start
  const entries: Entry[] = []
  let { link, at } = start
  let chain = header.chain ?? ''
  for (;;) {
    const entry = readEntry(bytes, at, { link, chain, version })
    if (!entry) break
    entries.push(entry.entry)
    link = entry.link
    chain = entry.chain
    at += entry.size
  }
  return { header, isComplete: version === COMPLETE, entries, wholeBytes: at, link }
}

interface Start {
  readonly header: SegmentHeader
  readonly version: Version
  readonly link: Link
  readonly at: number
}

function readStart(bytes: Uint8Array): Start | SegmentProblem {
  const magic = ENCODER.encode(MAGIC)
  const isCutInMagic = bytes.length <= VERSION_AT
  if (!magic.every((byte, at) => bytes[at] === byte || (isCutInMagic && at >= bytes.length))) return 'foreign'
  if (isCutInMagic) return 'torn'
  const version = bytes[VERSION_AT]
  if (version !== GROWS && version !== COMPLETE) return 'newer'
  if (bytes.length < HEADER_AT) return 'torn'
  const length = viewOf(bytes).getUint32(8, true)
  const at = HEADER_AT + length
  if (bytes.length < at + LINK_BYTES) return 'torn'
  const text = bytes.subarray(HEADER_AT, at)
  const link = linkOf([bytes.subarray(0, HEADER_AT), text])
  if (!isSame(link, bytes.subarray(at, at + LINK_BYTES))) return 'torn'
  const parsed = header.safeParse(JSON.parse(new TextDecoder().decode(text)))
  return parsed.success ? { header: parsed.data, version, link, at: at + LINK_BYTES } : 'foreign'
}

/** State before an entry: its link, and the hash of the last event. */
interface Before {
  readonly link: Link
  readonly chain: string
  readonly version: Version
}

interface Found {
  readonly entry: Entry
  readonly link: Link
  readonly chain: string
  readonly size: number
}

/** The entry at a place; undefined when none that is whole begins there. */
function readEntry(bytes: Uint8Array, at: number, before: Before): Found | undefined {
  if (bytes.length < at + ENTRY_HEAD_BYTES) return undefined
  const view = viewOf(bytes)
  const length = view.getUint32(at, true)
  const from = at + ENTRY_HEAD_BYTES
  if (length > JOURNAL_ROW_BYTES || bytes.length < from + length) return undefined
  const text = bytes.subarray(from, from + length)
  const isWhole = (proof: Uint8Array) =>
    isSame(linkOf([before.link, bytes.subarray(at, at + 8), proof]), link)
  const link = bytes.slice(at + 8, from)
  const seq = view.getUint32(at + 4, true)
  const size = ENTRY_HEAD_BYTES + length
  if (before.version === GROWS) {
    if (!isWhole(text)) return undefined
    return { entry: { seq, row: parsedRow(text) }, link, chain: before.chain, size }
  }
  const long = longRow(text, before.chain)
  if (!long || !isWhole(proofOf(long))) return undefined
  return { entry: { seq, row: long.row }, link, chain: long.chain, size }
}

/** Undefined for bytes that are no row. */
function longRow(text: Uint8Array, chain: string): RowAndProof | undefined {
  try {
    return lengthened(parsedRow(text), chain)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function parsedRow(text: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(text))
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
