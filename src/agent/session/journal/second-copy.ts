/**
 * The second copy of all sessions, beside the database: written by each session's leader, compared when a lead is taken, and read where
 * the database has lost them.
 */
import { z } from 'zod'
import type { CopyVerdict } from '../../protocol/calls/storage.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { outdated } from '../store/database-handle.ts'
import { isLed, tend } from '../log/lease.ts'
import { createSessionRecord } from '../store/sessions.ts'
import type { JournalFolder, JournalPlace } from './contract.ts'
import { checkJournal } from './check-journal.ts'
import { atFirst, compare, evenOut, openJournal, rewrite } from './even-out.ts'
import { asListed, keepListed, showListed } from './list-file.ts'
import { JournalReferences } from './journal-references.ts'
import { readJournal } from './read-journal.ts'
import type { SegmentHeader } from './segment.ts'
import { SessionCopy } from './session-copy.ts'
import type { SessionJournal } from './session-journal.ts'
import { ThreadCopies } from './thread-copies.ts'
import { bringBackUsage, keepUsage } from './usage-copy.ts'

export interface SecondCopyOptions {
  /** A folder for each session, by its id. */
  readonly sessions: JournalPlace
  readonly values: JournalPlace
  readonly database: Database
  readonly locks: LockManager
  /** The app's origin. */
  readonly origin: string
  /** Told of a failure that costs the second copy alone. */
  readonly onProblem: (what: string, error: unknown) => void
}

export interface Led {
  readonly copy: SessionCopy
  /** The session's row afterwards. */
  readonly record: SessionRecord
  /** Events that the database had lost and has again. */
  readonly broughtBack: number
}

/** Held while lost sessions are brought back: by one tab, the others wait. */
const REBUILDING = 'vivarium-rebuilding'

export class SecondCopy {
  readonly #options: SecondCopyOptions
  readonly #threads: ThreadCopies

  constructor(options: SecondCopyOptions) {
    this.#options = options
    this.#threads = new ThreadCopies(options)
  }

  /**
   * Opens a session's journal for `lead`, by a row that may not be the latest any more: files take a while in a browser that has just
   * begun. It may reject.
   */
  open(record: SessionRecord): Promise<SessionJournal> {
    const opening = openJournal(this.#evening(record))
    // Its failure is told by `lead`; until then nobody waits for it.
    opening.catch(() => undefined)
    return opening
  }

  /**
   * Compares both copies for a tab that takes the lead; afterwards the database has all that either has. Undefined where the second
   * copy cannot be used: the database alone counts then.
   */
  async lead(record: SessionRecord, opening?: Promise<SessionJournal>): Promise<Led | undefined> {
    const { database, onProblem } = this.#options
    try {
      const [compared, behind] = await Promise.all([
        compare(this.#evening(record), opening),
        this.#threads.behind(record.id),
      ])
      // Files are looked at where the database has lost something, or after the start (`tidy`).
      if (compared.done === 'filled the database') await this.#threads.bringBack(record.id)
      for (const thread of behind) void this.#threads.keep(record.id, thread)
      const copy = new SessionCopy({ journal: compared.journal, database, onProblem })
      return { copy, record: compared.record, broughtBack: compared.record.lastSeq - record.lastSeq }
    } catch (error) {
      onProblem(`The copies of session ${record.id} were not compared`, error)
      return undefined
    }
  }

  /** Copies a session that is in the database, where nobody leads it. Never rejects: its next leader tries again. */
  async keep(id: string): Promise<void> {
    await this.#complete(id)
  }

  /**
   * Copies the log of a child agent that has ended, for the leader of its session. Never rejects: the next leader, or the next start,
   * tries again.
   */
  async keepThread(session: string, thread: string): Promise<void> {
    await this.#threads.keep(session, thread)
  }

  /** Copies how a session is listed. Never rejects. */
  async listed(id: string): Promise<void> {
    const { sessions, database, locks, onProblem } = this.#options
    if (database.isOutdated) return
    try {
      // The last tab to change it writes the latest.
      await locks.request(`vivarium-list-${id}`, () => keepListed(sessions.folder(id), database, id))
    } catch (error) {
      onProblem(`How session ${id} is listed was not copied`, error)
    }
  }

  /** Removes a session's copy for good. Rejects with a `StorageError` while a tab writes it: it is there as before then. */
  async remove(id: string): Promise<void> {
    if (this.#options.database.isOutdated) throw outdated('The session was not removed')
    await this.keepUsage()
    await this.#options.sessions.removeFolder(id)
  }

  /** Copies what was used on each day. Never rejects. */
  async keepUsage(): Promise<void> {
    const { values, database, locks, onProblem } = this.#options
    if (database.isOutdated) return
    try {
      await locks.request('vivarium-usage-copy', () => keepUsage(values, database))
    } catch (error) {
      onProblem('The usage was not copied', error)
    }
  }

  /**
   * Brings back all sessions that a database has lost which was made just now; nothing where it was not. `onProgress` is told of bytes
   * of their journals. Resolves to the number of sessions. One that fails is left to `tidy`, so that it makes one start slow at most.
   */
  async bringBackAll(onProgress: (done: number, of: number) => void = () => undefined): Promise<number> {
    const { database, locks, sessions, values } = this.#options
    if (await database.get('marks', 'compared')) return 0
    return locks.request(REBUILDING, async () => {
      if (await database.get('marks', 'compared')) return 0
      await bringBackUsage(values, database)
      const ids = await sessions.folders()
      const sizes = await Promise.all(ids.map((id) => journalBytes(sessions.folder(id))))
      const all = sizes.reduce((sum, size) => sum + size, 0)
      let before = 0
      let count = 0
      for (const [at, id] of ids.entries()) {
        const size = sizes[at] ?? 0
        const isBack = await this.#complete(id, (share) => onProgress(before + share * size, all))
        if (isBack) count += 1
        before += size
        onProgress(before, all)
      }
      await database.put('marks', true, 'compared')
      return count
    })
  }

  /**
   * Compares all sessions that nobody leads: brings back those that the database has lost one by one, and copies those that have no
   * copy yet. Resolves to the number of which something came back.
   */
  async tidy(): Promise<number> {
    const { database, sessions } = this.#options
    const [ids, known] = await Promise.all([sessions.folders(), database.getAllKeys('sessions')])
    let count = 0
    for (const id of new Set([...ids, ...known])) if (await this.#complete(id)) count += 1
    await this.keepUsage()
    return count
  }

  /**
   * Says whether a session's copy is whole and has all that the database has; undefined where the session is gone. One that is damaged
   * is written anew, where `isLogWhole` and nobody leads the session.
   */
  async verify(id: string, isLogWhole: boolean): Promise<CopyVerdict | undefined> {
    const { database, sessions, origin, locks } = this.#options
    const verdict = await checkJournal({
      folder: sessions.folder(id),
      origin,
      session: id,
      latest: () => database.get('sessions', id),
      isLed: () => isLed(locks, id),
    })
    if (verdict?.state === 'whole') return (await this.#verifyThreads(id)) ?? verdict
    if (verdict?.state !== 'damaged' || !isLogWhole) return verdict
    let mended: 'now' | 'later' = 'later'
    await this.#alone(id, async () => {
      const record = await database.get('sessions', id)
      if (!record) return
      const { journal } = await rewrite(this.#evening(record))
      await journal.close(true)
      mended = 'now'
    })
    return { ...verdict, mended }
  }

  #verifyThreads(id: string): Promise<CopyVerdict | undefined> {
    return this.#threads.verify(id, async (work) => {
      let isDone = false
      await this.#alone(id, async () => {
        await work()
        isDone = true
      })
      return isDone
    })
  }

  /** Content that events need which the database lacks. */
  references(): JournalReferences {
    return new JournalReferences(this.#options)
  }

  /** Completes both copies where nobody leads the session. True when the database has events that it lacked. Never rejects. */
  async #complete(id: string, onProgress?: (share: number) => void): Promise<boolean> {
    let isBack = false
    await this.#alone(id, async () => {
      const { database, sessions } = this.#options
      const folder = sessions.folder(id)
      const known = await database.get('sessions', id)
      if (known?.lastSeq === 0 && (await folder.names()).length === 0) return
      const record = known ?? (await this.#first(id))
      if (!record) return
      if (!known) await database.add('sessions', record)
      const evened = await evenOut({ ...this.#evening(record), onProgress })
      await evened.journal.close(true)
      isBack = evened.done === 'filled the database'
      if (isBack) await showListed(folder, database, id)
      else if (record.journal === undefined) await keepListed(folder, database, id)
      if (await this.#threads.evenOut(id)) isBack = true
    })
    return isBack
  }

  /** A session's row before its first event, as its journal has it, and as it was listed; undefined where that has no event. */
  async #first(id: string): Promise<SessionRecord | undefined> {
    const folder = this.#options.sessions.folder(id)
    const { origin } = this.#options
    for await (const { header } of readJournal({ folder, origin, session: id, onFault: () => undefined })) {
      const record = await asListed(folder, recordIn(header))
      // After a gap the row is that of the first event that is left.
      return header.after === 0 ? atFirst(record) : record
    }
    return undefined
  }

  #evening(record: SessionRecord) {
    const { sessions, database, origin, onProblem } = this.#options
    return { database, record, folder: sessions.folder(record.id), origin, session: record.id, onProblem }
  }

  /** Runs `work` where nobody leads the session, nor can while it runs; not once a newer version has the database. */
  async #alone(id: string, work: () => Promise<void>): Promise<void> {
    const { database, locks, onProblem } = this.#options
    if (database.isOutdated) return
    try {
      await tend(locks, id, work)
    } catch (error) {
      onProblem(`The copies of session ${id} were not compared`, error)
    }
  }
}

const storedRecord = z.object({
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  messages: z.number(),
  epoch: z.number(),
  workspace: z.string().optional(),
  recording: z.string().optional(),
  parent: z.string().optional(),
  copied: z.number().optional(),
  chain: z.object({ hash: z.string(), from: z.number() }).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  deletedAt: z.number().optional(),
})

/** Bytes of all that a session's folder has, segments above all. */
async function journalBytes(folder: JournalFolder): Promise<number> {
  const names = await folder.names()
  const sizes = await Promise.all(names.map((name) => folder.size(name)))
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0)
}

/** A session's row as a segment begins with it; a new one where it cannot be read. */
function recordIn({ record, session, after }: SegmentHeader): SessionRecord {
  const read = storedRecord.safeParse(record)
  const fresh = { ...createSessionRecord(session, Date.now()), lastSeq: after }
  if (!read.success) return fresh
  const given = Object.entries(read.data).filter(([, value]) => value !== undefined)
  return { ...fresh, ...Object.fromEntries(given) }
}
