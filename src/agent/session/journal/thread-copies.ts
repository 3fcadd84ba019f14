/**
 * Second copies of the logs of child agents: a file a thread, beside the journal of its session. A thread goes to the database alone
 * until its agent ends; then it is copied whole.
 */
import type { AgentEvent } from '../../protocol/events.ts'
import type { CopyVerdict } from '../../protocol/calls/storage.ts'
import { hashIn } from '../log/log-chain.ts'
import { eventsOfRow } from '../log/stored-events.ts'
import { complete, enqueue, eventRange, logName, threadRange } from '../store/database.ts'
import type { Database, ThreadRecord } from '../store/database.ts'
import { StorageError } from '../store/storage-error.ts'
import { usageByDay, withUsage } from '../store/usage-days.ts'
import type { JournalFolder, JournalPlace } from './contract.ts'
import type { Entry } from './segment.ts'
import {
  lastSeqIn,
  readThreadFile,
  THREAD_HEAD_BYTES,
  threadFile,
  threadFileName,
  threadsIn,
} from './thread-file.ts'
import type { ThreadFileProblem, ThreadLog } from './thread-file.ts'
import { countedUpTo } from './usage-copy.ts'

export interface ThreadCopiesOptions {
  /** A folder for each session, by its id. */
  readonly sessions: JournalPlace
  readonly database: Database
  /** The app's origin. */
  readonly origin: string
  /** Told of a failure that costs the second copy alone. */
  readonly onProblem: (what: string, error: unknown) => void
}

type ThreadPlace = Pick<ThreadRecord, 'session' | 'id'>
type ThreadFault = Extract<CopyVerdict, { state: 'damaged' | 'newer' | 'unread' }>

/** Ends the name of a file that did not belong to the thread's log, and is kept. */
const SET_ASIDE = '.other'

export class ThreadCopies {
  readonly #options: ThreadCopiesOptions
  /** One after the other: two would write the same file. */
  #keeping: Promise<void> = Promise.resolve()

  constructor(options: ThreadCopiesOptions) {
    this.#options = options
  }

  /** Copies the whole thread as it is now. Never rejects: the next lead, or the next start, tries again. */
  keep(session: string, id: string): Promise<void> {
    this.#keeping = this.#keeping.then(() =>
      this.#tried({ session, id }, 'was not copied', () => this.#keep({ session, id })),
    )
    return this.#keeping
  }

  /** Ids of threads that have events which their files lack. Never rejects. */
  async behind(session: string): Promise<readonly string[]> {
    try {
      const records = await this.#records(session)
      return records.filter(({ kept = 0, lastSeq }) => kept < lastSeq).map(({ id }) => id)
    } catch (error) {
      this.#options.onProblem(`The threads of session ${session} were not compared`, error)
      return []
    }
  }

  /**
   * Puts into the database what its threads lack and their files have, where nobody writes them. Resolves to whether there was
   * something. Never rejects.
   */
  async bringBack(session: string): Promise<boolean> {
    const ids: string[] = []
    const folder = this.#options.sessions.folder(session)
    try {
      ids.push(...threadsIn(await folder.names()))
    } catch (error) {
      this.#options.onProblem(`The threads of session ${session} were not compared`, error)
    }
    let isBack = false
    for (const id of ids)
      await this.#tried({ session, id }, 'did not come back', async () => {
        if (await this.#bringBack({ session, id })) isBack = true
      })
    return isBack
  }

  /** Brings back what the database lacks, and copies what the files lack. As `bringBack`. */
  async evenOut(session: string): Promise<boolean> {
    const isBack = await this.bringBack(session)
    for (const id of await this.behind(session)) await this.keep(session, id)
    return isBack
  }

  /**
   * Looks at the files of all threads that have been copied; the first that is not whole, or undefined. `mend` runs work where nobody
   * leads the session, and tells whether it could.
   */
  async verify(
    session: string,
    mend: (work: () => Promise<void>) => Promise<boolean>,
  ): Promise<ThreadFault | undefined> {
    const faults: ThreadFault[] = []
    for (const record of await this.#records(session)) {
      if (record.kept !== record.lastSeq) continue
      const fault = await this.#fault(record)
      if (fault) faults.push(fault.state === 'damaged' ? await this.#mended(fault, record, mend) : fault)
    }
    return faults[0]
  }

  async #mended(
    fault: Extract<ThreadFault, { state: 'damaged' }>,
    record: ThreadRecord,
    mend: (work: () => Promise<void>) => Promise<boolean>,
  ): Promise<ThreadFault> {
    if (!(await mend(() => this.keep(record.session, record.id)))) return { ...fault, mended: 'later' }
    return (await this.#fault(record)) ? fault : { ...fault, mended: 'now' }
  }

  async #fault(record: ThreadRecord): Promise<ThreadFault | undefined> {
    try {
      const read = await this.#read(record)
      if (read === 'newer') return { state: 'newer' }
      const isWhole = typeof read === 'object' && hashAt(read, record.lastSeq) === record.chain?.hash
      const { id, role, lastSeq: events } = record
      return isWhole ? undefined : { state: 'damaged', seq: 0, events, mended: 'not', thread: { id, role } }
    } catch (error) {
      if (error instanceof StorageError) return { state: 'unread', message: error.message }
      throw error
    }
  }

  async #keep(place: ThreadPlace): Promise<void> {
    const { database, origin } = this.#options
    const log = await storedThread(database, place)
    if (!log || log.record.lastSeq === 0) return
    const had = await this.#lastSeq(place)
    if (had === 'newer') throw newerFile()
    const bytes = await threadFile(origin, log)
    if (!bytes) throw new StorageError('broken', 'Its log in the database is not as it was written.')
    if (typeof had === 'number' && had > log.record.lastSeq && !(await this.#setAside(log.record))) return
    await this.#folder(place).replace(threadFileName(place.id), bytes)
    await this.#note(log.record, log.record.lastSeq)
  }

  /** Keeps a longer file that does not belong to the thread's log. False where it does: the log is to be filled up from it. */
  async #setAside(record: ThreadRecord): Promise<boolean> {
    const read = await this.#read(record)
    if (typeof read === 'object' && hashAt(read, record.lastSeq) === record.chain?.hash) return false
    const folder = this.#folder(record)
    const name = threadFileName(record.id)
    const bytes = await folder.read(name)
    if (bytes) await folder.replace(`${name}${SET_ASIDE}`, bytes)
    return true
  }

  async #bringBack(place: ThreadPlace): Promise<boolean> {
    const { database } = this.#options
    const own = await database.get('threads', [place.session, place.id])
    const had = await this.#lastSeq(place)
    if (typeof had === 'number' && had <= (own?.lastSeq ?? 0)) return false
    const read = await this.#read(place)
    // It was removed meanwhile.
    if (read === undefined) return false
    if (read === 'newer') throw newerFile()
    const isOurs = typeof read === 'object' && (!own || hashAt(read, own.lastSeq) === own.chain?.hash)
    if (isOurs) return this.#fill(read, own)
    // Written anew, where the database has the thread whole.
    if (own) await this.#note(own, undefined)
    throw new StorageError('broken', 'The file is damaged, or of another log.')
  }

  /** In one transaction, unless something has changed meanwhile. */
  async #fill({ record, rows }: ThreadLog, own: ThreadRecord | undefined): Promise<boolean> {
    const { database } = this.#options
    const { session, id, lastSeq } = record
    const name = logName(session, id)
    const after = own?.lastSeq ?? 0
    const counted = Math.max(after, await countedUpTo(database, { ...record, id: name }))
    const used = usageByDay(
      rows.flatMap(({ seq, row }) => eventsOfRow(row, seq)).filter(({ seq }) => seq > counted),
    )
    const stores = ['sessions', 'threads', 'events', 'usageDays'] as const
    const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' })
    return complete(transaction, async () => {
      const [isThere, stored] = await Promise.all([
        transaction.objectStore('sessions').getKey(session),
        transaction.objectStore('threads').get([session, id]),
      ])
      if (isThere === undefined || stored?.lastSeq !== own?.lastSeq) return false
      const events = transaction.objectStore('events')
      for (const { seq, row } of rows.flatMap((entry) => restOf(entry, after)))
        // As it was written: see `even-out`.
        enqueue(events.put(row as readonly AgentEvent[], [name, seq]))
      const days = transaction.objectStore('usageDays')
      for (const { day, totals } of used) enqueue(days.put(withUsage(await days.get(day), day, totals)))
      enqueue(transaction.objectStore('threads').put({ ...record, kept: lastSeq }))
      transaction.commit()
      return true
    })
  }

  /** Up to which event there is a file, where the thread has not gone on meanwhile. */
  async #note({ session, id, lastSeq, chain }: ThreadRecord, kept: number | undefined): Promise<void> {
    const transaction = this.#options.database.transaction('threads', 'readwrite', { durability: 'relaxed' })
    await complete(transaction, async () => {
      const stored = await transaction.store.get([session, id])
      if (stored?.lastSeq !== lastSeq || stored.chain?.hash !== chain?.hash) return
      const { kept: _, ...record } = stored
      enqueue(transaction.store.put({ ...record, ...(kept === undefined ? {} : { kept }) }))
    })
  }

  #records(session: string): Promise<ThreadRecord[]> {
    return this.#options.database.getAll('threads', threadRange(session))
  }

  #folder({ session }: ThreadPlace): JournalFolder {
    return this.#options.sessions.folder(session)
  }

  async #lastSeq(place: ThreadPlace): Promise<number | ThreadFileProblem | undefined> {
    const bytes = await this.#folder(place).read(threadFileName(place.id), 0, THREAD_HEAD_BYTES)
    return bytes && lastSeqIn(bytes)
  }

  async #read(place: ThreadPlace): Promise<ThreadLog | ThreadFileProblem | undefined> {
    const bytes = await this.#folder(place).read(threadFileName(place.id))
    return bytes && readThreadFile(bytes, this.#options.origin, place)
  }

  async #tried({ session, id }: ThreadPlace, how: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.onProblem(`Thread ${id} of session ${session} ${how}`, error)
    }
  }
}

function newerFile(): StorageError {
  return new StorageError('broken', 'A later version of Vivarium has written the second copy of this thread.')
}

/** As it is at one moment. */
async function storedThread(
  database: Database,
  { session, id }: ThreadPlace,
): Promise<ThreadLog | undefined> {
  const transaction = database.transaction(['threads', 'events'])
  const range = eventRange(logName(session, id))
  const events = transaction.objectStore('events')
  const [record, keys, rows] = await Promise.all([
    transaction.objectStore('threads').get([session, id]),
    events.getAllKeys(range),
    events.getAll(range),
  ])
  return record && { record, rows: rows.map((row, at) => ({ seq: keys[at]?.[1] ?? 0, row })) }
}

function eventsIn(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [row]
}

/** Hash of an event; undefined where the log does not have it. */
function hashAt({ rows }: ThreadLog, seq: number): string | undefined {
  const entry = rows.find((row) => row.seq >= seq)
  return entry && hashIn(eventsIn(entry.row).at(seq - entry.seq - 1))
}

/** The part of a row behind an event. */
function restOf({ seq, row }: Entry, after: number): Entry[] {
  const events = eventsIn(row)
  const rest = seq > after ? events.slice(Math.max(0, events.length - (seq - after))) : []
  return rest.length > 0 ? [{ seq, row: rest }] : []
}
