/** The rows of a log as they lie in the database. */
import { eventRange } from '../store/database.ts'
import type { Database, SessionRecord } from '../store/database.ts'

/** Rows that are read at once: each has a turn's events at most. */
const ROWS = 50

/** Each as a list, up to the event that the log's row says is its last. `id` is the log's name (`logName`). */
export async function* logRows(
  database: Database,
  { id, lastSeq }: Pick<SessionRecord, 'id' | 'lastSeq'>,
): AsyncGenerator<unknown[][]> {
  for (let from = 0; ;) {
    const range = eventRange(id, from)
    const [keys, rows] = await Promise.all([
      database.getAllKeys('events', range, ROWS),
      database.getAll('events', range, ROWS),
    ])
    // Rows may have come between the two readings: only those count that both have.
    const count = keys.findIndex(([, last], index) => last > lastSeq || rows[index] === undefined)
    const known = rows.slice(0, count === -1 ? keys.length : count)
    yield known.map((row) => (Array.isArray(row) ? row : [row]))
    const last = keys.at(-1)
    if (last === undefined || count !== -1 || keys.length < ROWS) return
    from = last[1] + 1
  }
}
