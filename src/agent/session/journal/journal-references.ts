/**
 * Content that only a second copy names: its events come back when the session is opened, or after a start. Until then the database
 * lacks them, as when it was lost, or when a tab ended between the two writes of a batch.
 */
import type { ContentHolder } from '../storage/content-holder.ts'
import { noteHashes } from '../storage/note-hashes.ts'
import type { Database, JournalMark, SessionRecord, ThreadRecord } from '../store/database.ts'
import { StorageError } from '../store/storage-error.ts'
import type { JournalFolder, JournalPlace } from './contract.ts'
import { JOURNALS_AT_ONCE } from './limits.ts'
import {
  PACKED,
  PACKED_SIZE_BYTES,
  packedSize,
  plain,
  readJournal,
  segmentName,
  segmentNames,
  segmentsIn,
} from './read-journal.ts'
import type { JournalFault } from './read-journal.ts'
import { lastSeqIn, readThreadFile, THREAD_HEAD_BYTES, threadFileName, threadsIn } from './thread-file.ts'

export interface JournalReferencesOptions {
  /** A folder for each session, by its id. */
  readonly sessions: JournalPlace
  readonly database: Database
  /** The app's origin. */
  readonly origin: string
}

/** Times that a journal is read whose files change meanwhile: its leader begins a segment, or compresses one. */
const READS_MAX = 4

export class JournalReferences implements ContentHolder<'second_copies'> {
  readonly name = 'second_copies'
  readonly #options: JournalReferencesOptions

  constructor(options: JournalReferencesOptions) {
    this.#options = options
  }

  /** Does not read a journal whose end the database knows. Rejects with `StorageError`. */
  async hashes(): Promise<Iterable<string>> {
    const hashes = new Set<string>()
    const ids = await this.#options.sessions.folders()
    for (let at = 0; at < ids.length; at += JOURNALS_AT_ONCE) {
      const some = ids.slice(at, at + JOURNALS_AT_ONCE)
      await Promise.all(some.map((id) => this.#noteSession(id, hashes)))
    }
    return hashes
  }

  async #noteSession(id: string, hashes: Set<string>): Promise<void> {
    const { database, sessions } = this.#options
    const folder = sessions.folder(id)
    const record = await database.get('sessions', id)
    const names = await folder.names()
    for (const thread of threadsIn(names)) await this.#noteThread({ session: id, id: thread }, record, hashes)
    if (record?.journal && (await endsAt(folder, segmentsIn(names), record.journal))) return
    for (let reads = 0; reads < READS_MAX; reads += 1) {
      const before = await segmentNames(folder)
      await this.#noteEvents(id, record, hashes)
      const after = await segmentNames(folder)
      if (String(before) === String(after)) return
    }
    throw new StorageError('broken', `The second copy of ${titleOf(id, record)} changes all the time.`)
  }

  /** The same of the file of a thread: only its head is read where the database has all of it. */
  async #noteThread(
    thread: Pick<ThreadRecord, 'session' | 'id'>,
    record: SessionRecord | undefined,
    hashes: Set<string>,
  ): Promise<void> {
    const { database, sessions, origin } = this.#options
    const folder = sessions.folder(thread.session)
    const name = threadFileName(thread.id)
    const { lastSeq = 0 } = (await database.get('threads', [thread.session, thread.id])) ?? {}
    const had = lastSeqIn((await folder.read(name, 0, THREAD_HEAD_BYTES)) ?? new Uint8Array())
    if (typeof had === 'number' && had <= lastSeq) return
    const read = await readThreadFile((await folder.read(name)) ?? new Uint8Array(), origin, thread)
    if (read === 'newer') throw newer(titleOf(thread.session, record))
    if (typeof read === 'object')
      for (const { seq, row } of read.rows) if (seq > lastSeq) noteHashes(row, hashes)
  }

  /** Events behind the last one of the database. */
  async #noteEvents(id: string, record: SessionRecord | undefined, hashes: Set<string>): Promise<void> {
    const { sessions, origin } = this.#options
    const { lastSeq = 0 } = record ?? {}
    let isNewer = false
    const reading = {
      folder: sessions.folder(id),
      origin,
      session: id,
      ...(lastSeq > 0 ? { from: lastSeq } : {}),
      onFault: ({ kind }: JournalFault) => void (isNewer ||= kind === 'newer'),
    }
    for await (const { entries } of readJournal(reading))
      for (const { seq, row } of entries) if (seq > lastSeq) noteHashes(row, hashes)
    if (isNewer) throw newer(titleOf(id, record))
  }
}

/** Whether nothing was written since the database had this end. */
async function endsAt(
  folder: JournalFolder,
  names: readonly string[],
  { segment, size }: JournalMark,
): Promise<boolean> {
  const at = names.findIndex((name) => plain(name) === segmentName(segment))
  const name = names[at]
  if (name === undefined) return false
  // A segment that was opened, and to which nothing was written yet.
  for (const later of names.slice(at + 1)) if ((await folder.size(later)) !== 0) return false
  if (!name.endsWith(PACKED)) return (await folder.size(name)) === size
  const head = await folder.read(name, 0, PACKED_SIZE_BYTES)
  return head !== undefined && packedSize(head) === size
}

function newer(title: string): StorageError {
  return new StorageError('broken', `A later version of Vivarium has written the second copy of ${title}.`)
}

function titleOf(id: string, record: SessionRecord | undefined): string {
  return record ? `“${record.title}”` : `session ${id}, which the database has lost`
}
