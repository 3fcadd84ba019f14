/**
 * All that a session's journal has, in order. Its segments are numbered. Each says after which event it
 * begins: each new leader began one there, so that later entries of an earlier segment are of a leader that
 * had lost the lead, and do not count.
 */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { StorageError } from '../store/storage-error.ts'
import type { JournalFolder } from './contract.ts'
import { readSegment } from './segment.ts'
import type { Entry, Segment, SegmentHeader, SegmentProblem } from './segment.ts'

/** Ends the name of a segment that is complete and compressed. */
export const PACKED = '.z'
/** Bytes before those that are compressed. */
export const PACKED_SIZE_BYTES = 4
const NAME = /^(\d{6})(\.z)?$/

export interface JournalPiece {
  readonly header: SegmentHeader
  readonly entries: readonly Entry[]
}

export interface JournalFault {
  /** The file's name. */
  readonly name: string
  /** `torn` ends in the middle of an entry, `gap` begins behind the one before, `altered` does not follow from it. */
  readonly kind: SegmentProblem | 'elsewhere' | 'gap' | 'altered'
}

export interface JournalReading {
  readonly folder: JournalFolder
  /** Origin of the app that reads. */
  readonly origin: string
  readonly session: string
  /** Events up to this one are of no use, and are left out as far as that saves reading. */
  readonly from?: number
  /** Told of each that is found; nothing is changed. */
  readonly onFault: (fault: JournalFault) => void
}

/** Pieces, each as far as it counts. Entries behind a gap are kept: nothing else is left of that part. */
export async function* readJournal(reading: JournalReading): AsyncGenerator<JournalPiece> {
  const { onFault } = reading
  let held: { readonly name: string; readonly segment: Segment } | undefined
  let chain: string | undefined
  let seq = 0
  const names = await namesFrom(reading)
  const read = (at: number) => {
    const name = names[at]
    const segment = name === undefined ? undefined : segmentOf(reading, name)
    // A failure is told to whoever waits for it; until then it is nobody's.
    segment?.catch(() => undefined)
    return segment
  }
  let reads = read(0)
  for (const [at, name] of names.entries()) {
    const segment = await reads
    // While somebody works on this one.
    reads = read(at + 1)
    if (!segment) continue
    const { header } = segment
    if (held) {
      const entries = held.segment.entries.filter((entry) => entry.seq <= header.after)
      yield { header: held.segment.header, entries }
      seq = entries.at(-1)?.seq ?? seq
      chain = entries.length > 0 ? chainOf(entries.at(-1)) : chain
    }
    // Segments before the first may have been left out.
    const isFirst = held === undefined && reading.from !== undefined
    if (header.after > seq && !isFirst) onFault({ name, kind: 'gap' })
    else if (seq > 0 && header.chain !== chain) onFault({ name, kind: 'altered' })
    held = { name, segment }
    seq = header.after
    chain = header.chain
  }
  if (held) yield { header: held.segment.header, entries: held.segment.entries }
}

/** From the last segment on that begins with event `from` or before it. */
async function namesFrom(reading: JournalReading): Promise<readonly string[]> {
  const { folder, from } = reading
  const names = await segmentNames(folder)
  if (from === undefined) return names
  for (const [at, name] of [...names.entries()].toReversed()) {
    const segment = await segmentOf({ ...reading, onFault: () => undefined }, name)
    if (segment && segment.header.after <= from) return names.slice(at)
  }
  return names
}

/** Numbers of the segments, in order, each as the file that is to be read. */
export async function segmentNames(folder: JournalFolder): Promise<readonly string[]> {
  return segmentsIn(await folder.names())
}

/** The segments among a folder's files, in order. */
export function segmentsIn(names: readonly string[]): readonly string[] {
  return names.filter((name) => NAME.test(name) && !(name.endsWith(PACKED) && names.includes(plain(name))))
}

/** `000001` of `000001.z`. */
export function plain(name: string): string {
  return name.endsWith(PACKED) ? name.slice(0, -PACKED.length) : name
}

export function segmentName(number: number): string {
  return String(number).padStart(6, '0')
}

/** A segment compressed, behind the number of bytes that it had while it grew (4 bytes, little-endian). */
export async function packed(bytes: Uint8Array, grown: number): Promise<Uint8Array> {
  const size = new Uint8Array(PACKED_SIZE_BYTES)
  new DataView(size.buffer).setUint32(0, grown, true)
  return concatenate([size, await through(bytes, new CompressionStream('deflate-raw'))])
}

/** Bytes that a compressed segment had while it grew; undefined where these are too few to say. */
export function packedSize(bytes: Uint8Array): number | undefined {
  if (bytes.length < PACKED_SIZE_BYTES) return undefined
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

/** Hash of the last event of an entry's row, where it has one. */
export function chainOf(entry: Entry | undefined): string | undefined {
  const last: unknown = Array.isArray(entry?.row) ? entry.row.at(-1) : entry?.row
  return typeof last === 'object' && last !== null && 'chain' in last && typeof last.chain === 'string'
    ? last.chain
    : undefined
}

async function segmentOf(
  { folder, origin, session, onFault }: JournalReading,
  name: string,
): Promise<Segment | undefined> {
  const bytes = await segmentBytes(folder, name)
  // Opened, and nothing was written yet.
  if (bytes?.length === 0) return undefined
  const segment = bytes ? readSegment(bytes) : 'torn'
  if (typeof segment === 'string') {
    onFault({ name, kind: segment })
    return undefined
  }
  if (segment.header.origin !== origin || segment.header.session !== session) {
    onFault({ name, kind: 'elsewhere' })
    return undefined
  }
  if (segment.wholeBytes !== bytes?.length) onFault({ name, kind: 'torn' })
  return segment
}

/** A segment's bytes, whether it is compressed or not; undefined where that cannot be undone. */
export async function segmentBytes(folder: JournalFolder, name: string): Promise<Uint8Array | undefined> {
  const bytes = await folder.read(name)
  return bytes && name.endsWith(PACKED) ? unpacked(bytes) : bytes
}

/** Undoes `packed`; undefined where that cannot be done. */
export async function unpacked(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await through(bytes.subarray(PACKED_SIZE_BYTES), new DecompressionStream('deflate-raw'))
  } catch (error) {
    if (error instanceof StorageError) throw error
    return undefined
  }
}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  // Files and encoders give bytes that are no shared memory, the only ones that a Blob refuses.
  const read = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(read).arrayBuffer())
}
