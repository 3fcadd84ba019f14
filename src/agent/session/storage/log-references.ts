/**
 * Content that the logs refer to. Any text that could be a hash counts, in any field of any event: a reader
 * that does not know a later version's field must not lose the content that it names.
 */
import { eventRange } from '../store/database.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import type { ContentHolder } from './content-holder.ts'
import { noteHashes } from './note-hashes.ts'

/** Rows read at once: a row has a turn's events at most. */
const ROWS = 50

export interface SessionReferences {
  readonly record: SessionRecord
  readonly hashes: ReadonlySet<string>
  /** Characters of its log, roughly its bytes. */
  readonly logBytes: number
}

interface Reading {
  record: SessionRecord
  readonly hashes: Set<string>
  logBytes: number
  /** Number of the first event that was not read. */
  next: number
}

export class LogReferences implements ContentHolder {
  readonly name = 'logs'
  readonly #database: Database
  readonly #sessions = new Map<string, Reading>()

  constructor(database: Database) {
    this.#database = database
  }

  get sessions(): readonly SessionReferences[] {
    return [...this.#sessions.values()]
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
      const before = await this.#list()
      for (const record of before) await this.#readOne(record)
      const after = await this.#list()
      if (sameIds(before, after)) return this.#forgetOthers(after)
    }
  }

  #list(): Promise<SessionRecord[]> {
    return this.#database.getAll('sessions')
  }

  #forgetOthers(records: readonly SessionRecord[]): void {
    const known = new Set(records.map(({ id }) => id))
    for (const id of this.#sessions.keys()) if (!known.has(id)) this.#sessions.delete(id)
  }

  async #readOne(record: SessionRecord): Promise<void> {
    const reading = this.#sessions.get(record.id) ?? { record, hashes: new Set(), logBytes: 0, next: 0 }
    reading.record = record
    this.#sessions.set(record.id, reading)
    for (;;) {
      const range = eventRange(record.id, reading.next)
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

function sameIds(before: readonly SessionRecord[], after: readonly SessionRecord[]): boolean {
  const known = new Set(before.map(({ id }) => id))
  return before.length === after.length && after.every(({ id }) => known.has(id))
}
