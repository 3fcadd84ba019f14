/**
 * Content that the logs refer to. Any text that could be a hash counts, in any field of any event: a reader
 * that does not know a later version's field must not lose the content that it names.
 */
import { eventRange, logName } from '../store/database.ts'
import type { Database, SessionRecord, ThreadRecord } from '../store/database.ts'
import type { ContentHolder } from './content-holder.ts'
import { noteHashes } from './note-hashes.ts'

/** Rows read at once: a row has a turn's events at most. */
const ROWS = 50

export interface SessionReferences {
  readonly record: SessionRecord
  /** Named in any of its threads. */
  readonly hashes: ReadonlySet<string>
  /** Characters of the logs of all its threads, roughly their bytes. */
  readonly logBytes: number
}

/** Log of one thread, as far as it was read. */
interface Reading {
  readonly session: string
  readonly hashes: Set<string>
  logBytes: number
  /** Number of the first event that was not read. */
  next: number
}

/** Sessions and threads at one moment. */
interface Listed {
  readonly sessions: readonly SessionRecord[]
  readonly threads: readonly ThreadRecord[]
}

export class LogReferences implements ContentHolder {
  readonly name = 'logs'
  readonly #database: Database
  #sessions: readonly SessionRecord[] = []
  /** By the name of the log. */
  readonly #logs = new Map<string, Reading>()

  constructor(database: Database) {
    this.#database = database
  }

  get sessions(): readonly SessionReferences[] {
    const logs = Map.groupBy(this.#logs.values(), ({ session }) => session)
    return this.#sessions.map((record) => {
      const own = logs.get(record.id) ?? []
      return {
        record,
        hashes: new Set(own.flatMap(({ hashes }) => [...hashes])),
        logBytes: own.reduce((sum, { logBytes }) => sum + logBytes, 0),
      }
    })
  }

  async hashes(): Promise<Iterable<string>> {
    await this.read()
    return new Set(this.sessions.flatMap(({ hashes }) => [...hashes]))
  }

  /**
   * Reads what was not read before. When it resolves, every log is known as it was at one moment of the call: a session
   * that begins as a copy of another meanwhile is read again, for the other may be gone before it was.
   */
  async read(): Promise<void> {
    for (;;) {
      const before = logsOf(await this.#list())
      for (const [name, session] of before) await this.#readOne(name, session)
      const listed = await this.#list()
      const after = logsOf(listed)
      if (before.size === after.size && [...after.keys()].every((name) => before.has(name))) {
        this.#sessions = listed.sessions
        for (const name of this.#logs.keys()) if (!after.has(name)) this.#logs.delete(name)
        return
      }
    }
  }

  async #list(): Promise<Listed> {
    const transaction = this.#database.transaction(['sessions', 'threads'])
    const [sessions, threads] = await Promise.all([
      transaction.objectStore('sessions').getAll(),
      transaction.objectStore('threads').getAll(),
    ])
    return { sessions, threads }
  }

  async #readOne(name: string, session: string): Promise<void> {
    const reading = this.#logs.get(name) ?? { session, hashes: new Set(), logBytes: 0, next: 0 }
    this.#logs.set(name, reading)
    for (;;) {
      const range = eventRange(name, reading.next)
      const [keys, rows] = await Promise.all([
        this.#database.getAllKeys('events', range, ROWS),
        this.#database.getAll('events', range, ROWS),
      ])
      // Rows may have come between the two readings: only those count that both have.
      const count = Math.min(keys.length, rows.length)
      for (const row of rows.slice(0, count)) reading.logBytes += noteHashes(row, reading.hashes)
      const last = keys[count - 1]
      if (last === undefined) return
      reading.next = last[1] + 1
    }
  }
}

/** The session of each log, by the log's name. */
function logsOf({ sessions, threads }: Listed): ReadonlyMap<string, string> {
  return new Map([
    ...sessions.map(({ id }) => [id, id] as const),
    ...threads.map(({ session, id }) => [logName(session, id), session] as const),
  ])
}
