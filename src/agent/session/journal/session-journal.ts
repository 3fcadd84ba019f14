/**
 * The journal of one session, written by its leader: appended events are on the disk when `append` returns. A
 * segment that is long enough is followed by another, and then compressed.
 */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import type { JournalMark, SessionRecord } from '../store/database.ts'
import { StorageError } from '../store/storage-error.ts'
import type { JournalFile, JournalFolder } from './contract.ts'
import { JOURNAL_PACK_BYTES, JOURNAL_SEGMENT_BYTES } from './limits.ts'
import {
  chainOf,
  PACKED,
  packed,
  PACKED_SIZE_BYTES,
  packedSize,
  plain,
  segmentBytes,
  segmentName,
  segmentNames,
} from './read-journal.ts'
import { completeBytes, ENTRY_HEAD_BYTES, entryBytes, readSegment, segmentStart } from './segment.ts'
import type { Entry, Link, Segment } from './segment.ts'

export interface SessionJournalOptions {
  readonly folder: JournalFolder
  /** The app's origin. */
  readonly origin: string
  readonly session: string
  /** Bytes after which a segment is followed by the next. */
  readonly segmentBytes?: number
  /** Told of a failure that nothing is lost by, and of what it was. */
  readonly onProblem: (what: string, error: unknown) => void
}

/** The last event that the journal has. */
export interface JournalEnd {
  /** 0 for none. */
  readonly seq: number
  readonly chain: string | undefined
}

/** An end of which the database knows; `mark` is where it lies. */
export interface KnownEnd {
  readonly end: JournalEnd
  readonly mark: JournalMark
}

/** The current writing position. */
interface Place {
  readonly number: number
  readonly file: JournalFile
  /** Undefined until the segment's start is written, with its first entry. */
  readonly link: Link | undefined
  readonly size: number
}

export class SessionJournal {
  readonly #options: SessionJournalOptions
  #place: Place
  #end: JournalEnd
  /** As it was before the last `append`. */
  #before: { readonly place: Place; readonly end: JournalEnd } | undefined
  #next: Place | undefined
  #preparing: Promise<void> | undefined
  /** Settles when nothing is being compressed. */
  #packing: Promise<void> = Promise.resolve()

  private constructor(options: SessionJournalOptions, place: Place, end: JournalEnd) {
    this.#options = options
    this.#place = place
    this.#end = end
  }

  /**
   * Goes on where the last entry ends that is whole; where it ends as is `known`, without reading it. Rejects with `StorageError`
   * (`broken`) where a later version has written the journal: nothing is changed then.
   */
  static async open(options: SessionJournalOptions, known?: KnownEnd): Promise<SessionJournal> {
    const { folder } = options
    const names = await segmentNames(folder)
    const place = known && (await openKnown(folder, names, known.mark))
    if (place) return new SessionJournal(options, place, known.end)
    const last = Number(plain(names.at(-1) ?? '0'))
    for (const name of names.toReversed()) {
      const found = await openSegment(options, name)
      if (found === undefined) continue
      const end = endOf(found.segment)
      if (found.place) return new SessionJournal(options, found.place, end)
      return new SessionJournal(options, await openNew(folder, last + 1), end)
    }
    return new SessionJournal(options, await openNew(folder, last + 1), { seq: 0, chain: undefined })
  }

  get end(): JournalEnd {
    return this.#end
  }

  /** Undefined until something is written. */
  get mark(): JournalMark | undefined {
    const { number, size, link } = this.#place
    return link && { segment: number, size, link }
  }

  /**
   * Writes entries that follow the last one; `before` is the session's row without them. Throws `StorageError`, and then nothing
   * of them is there. Entries that are not `lasting` may be lost with the power, until others are written.
   */
  append(entries: readonly Entry[], before: SessionRecord, isLasting: boolean = true): void {
    const last = entries.at(-1)
    if (!last) return
    if (before.lastSeq !== this.#end.seq)
      throw new StorageError(
        'broken',
        `The second copy ends with event ${this.#end.seq}, not with ${before.lastSeq}.`,
      )
    const left = this.#place
    const place = this.#goOn()
    const parts: Uint8Array[] = []
    let { link } = place
    if (!link) {
      const { origin, session } = this.#options
      const { chain } = this.#end
      const { journal: _, ...record } = before
      const header = {
        origin,
        session,
        after: before.lastSeq,
        ...(chain === undefined ? {} : { chain }),
        record,
      }
      const start = segmentStart(header)
      parts.push(start.bytes)
      link = start.link
    }
    for (const entry of entries) {
      const made = entryBytes(entry, link)
      parts.push(made.bytes)
      link = made.link
    }
    const bytes = concatenate(parts)
    if (isLasting) place.file.append(bytes)
    else place.file.write(bytes)
    this.#before = { place, end: this.#end }
    this.#place = { ...place, link, size: place.size + bytes.length }
    this.#end = { seq: last.seq, chain: chainOf(last) }
    if (left.file !== place.file) this.#finish(left)
    if (this.#place.size >= this.#segmentBytes / 2) this.#prepare()
  }

  /** Leaves out events that the database lacks, too: the next entry follows on this end. */
  skipTo(end: JournalEnd): void {
    this.#end = end
    this.#before = undefined
  }

  /** Takes the last `append` back: its transaction failed. */
  undo(): void {
    if (!this.#before) return
    const { place, end } = this.#before
    place.file.truncate(place.size)
    this.#place = place
    this.#end = end
    this.#before = undefined
  }

  /** Releases its files; `isOver`: they may be compressed now. */
  async close(isOver: boolean): Promise<void> {
    await this.#preparing
    const next = this.#next
    this.#next = undefined
    if (next) await this.#giveUp(next)
    if (this.#place.size === 0) await this.#giveUp(this.#place)
    else if (isOver && this.#place.size >= JOURNAL_PACK_BYTES) this.#finish(this.#place)
    else this.#place.file.close()
    await this.#packing
  }

  get #segmentBytes(): number {
    return this.#options.segmentBytes ?? JOURNAL_SEGMENT_BYTES
  }

  /** The place of the next entry: another segment when this one is long enough and the next is open. */
  #goOn(): Place {
    const next = this.#next
    if (!next || this.#place.size < this.#segmentBytes) return this.#place
    this.#next = undefined
    return next
  }

  /** Opens the next segment, so that it is there when it is needed. */
  #prepare(): void {
    if (this.#next) return
    this.#preparing ??= openNew(this.#options.folder, this.#place.number + 1)
      .then((place) => {
        this.#next = place
      })
      .catch((error: unknown) => this.#options.onProblem('The next segment was not made', error))
      .finally(() => {
        this.#preparing = undefined
      })
  }

  async #giveUp({ number, file }: Place): Promise<void> {
    file.close()
    await this.#options.folder.remove(segmentName(number))
  }

  /** Nothing is added to it any more. */
  #finish({ number, file }: Place): void {
    const { folder } = this.#options
    const name = segmentName(number)
    const work = async () => {
      const bytes = file.read()
      file.close()
      await folder.replace(`${name}${PACKED}`, await packed(await completed(bytes), bytes.length))
      await folder.remove(name)
    }
    this.#packing = Promise.all([this.#packing, work()]).then(
      () => undefined,
      // It stays as it is, which is as good but for its size.
      (error: unknown) => this.#options.onProblem(`Segment ${name} was not compressed`, error),
    )
  }
}

/** A segment in its shorter form; as it is where that cannot tell all of it. */
async function completed(bytes: Uint8Array): Promise<Uint8Array> {
  const segment = readSegment(bytes)
  const isWhole = typeof segment !== 'string' && segment.wholeBytes === bytes.length
  return (isWhole && (await completeBytes(segment))) || bytes
}

/** The place behind the end that is known; undefined where the files have another. */
async function openKnown(
  folder: JournalFolder,
  names: readonly string[],
  { segment, size, link }: JournalMark,
): Promise<Place | undefined> {
  const last = segmentName(segment)
  const at = names.findIndex((name) => plain(name) === last)
  const name = names[at]
  const [begun, ...others] = names.slice(at + 1)
  if (name === undefined || others.length > 0) return undefined
  // Opened by a leader that ended before it wrote anything.
  const next = begun === undefined ? undefined : await openEmpty(folder, begun)
  if (begun !== undefined && next === undefined) return undefined
  if (name.endsWith(PACKED)) {
    const packed = await folder.read(name, 0, PACKED_SIZE_BYTES)
    if (packed && packedSize(packed) === size) return next ?? openNew(folder, segment + 1)
    next?.file.close()
    return undefined
  }
  next?.file.close()
  const file = await folder.open(name)
  if (file === 'taken') return undefined
  if (file.size() === size) return { number: segment, file, link, size }
  file.close()
  return undefined
}

/** Undefined where there is something in it, or another tab has it open. */
async function openEmpty(folder: JournalFolder, name: string): Promise<Place | undefined> {
  const file = await folder.open(name)
  if (file === 'taken') return undefined
  if (file.size() === 0) return { number: Number(plain(name)), file, link: undefined, size: 0 }
  file.close()
  return undefined
}

function endOf({ entries, header }: Segment): JournalEnd {
  const last = entries.at(-1)
  return last ? { seq: last.seq, chain: chainOf(last) } : { seq: header.after, chain: header.chain }
}

/** A file that is not there yet, or has nothing in it. One that another tab has just made is passed over. */
async function openNew(folder: JournalFolder, number: number): Promise<Place> {
  for (let at = number; ; at += 1) {
    const file = await folder.open(segmentName(at))
    if (file === 'taken') continue
    if (file.size() === 0) return { number: at, file, link: undefined, size: 0 }
    file.close()
  }
}

/** A segment with what it has, and opened where it can be gone on with; undefined where it has nothing that counts. */
async function openSegment(
  { folder, origin, session }: SessionJournalOptions,
  name: string,
): Promise<{ readonly segment: Segment; readonly place: Place | undefined } | undefined> {
  const file = name.endsWith(PACKED) ? 'taken' : await folder.open(name)
  const bytes = file === 'taken' ? await segmentBytes(folder, name) : file.read()
  const segment = readSegment(bytes ?? new Uint8Array())
  if (segment === 'newer') {
    if (file !== 'taken') file.close()
    throw new StorageError(
      'broken',
      'A later version of Vivarium has written the second copy of this session.',
    )
  }
  const isOurs =
    typeof segment !== 'string' && segment.header.origin === origin && segment.header.session === session
  if (!isOurs) {
    if (file !== 'taken') file.close()
    // Its start was being written when that ended.
    if (segment === 'torn' && file !== 'taken') await folder.remove(name)
    return undefined
  }
  if (file === 'taken') return { segment, place: undefined }
  if (segment.isComplete) {
    file.close()
    return { segment, place: undefined }
  }
  if (bytes && segment.wholeBytes < bytes.length) {
    await keepDamaged(folder, name, bytes, segment.wholeBytes)
    file.truncate(segment.wholeBytes)
  }
  const number = Number(name)
  return { segment, place: { number, file, link: segment.link, size: segment.wholeBytes } }
}

/** More than one entry behind the last whole one is no write that was cut off: it is kept, to be looked at. */
async function keepDamaged(
  folder: JournalFolder,
  name: string,
  bytes: Uint8Array,
  wholeBytes: number,
): Promise<void> {
  const rest = bytes.subarray(wholeBytes)
  const length = rest.length < 4 ? 0 : new DataView(rest.buffer, rest.byteOffset).getUint32(0, true)
  if (rest.length > length + ENTRY_HEAD_BYTES && rest.some((byte) => byte !== 0))
    await folder.replace(`${name}.damaged`, bytes)
}
