/** Events as they come from the disk: another version may have written them, or a damaged profile. */
import type { AgentEvent } from '../../protocol/events.ts'
import { eventRange } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { OPENING_PIECE_EVENTS } from '../../limits.ts'
import { readEvent } from '../shapes/lift-event.ts'

/**
 * A session's stored events from `fromSeq` on; with a `limit` at most so many, and at least one where there is one. One
 * that cannot be read is replaced by a notice that says so, under its own number: the rest of the session stays usable,
 * and nothing on the disk is changed.
 */
export async function readStoredEvents(
  database: Database,
  session: string,
  fromSeq: number,
  limit?: number,
): Promise<AgentEvent[]> {
  const events = await readRows(database, eventRange(session, fromSeq, limit), fromSeq)
  if (limit === undefined || events.length > 0) return events
  // One row has more than that.
  return (await readRows(database, eventRange(session, fromSeq), fromSeq, 1)).slice(0, limit)
}

/** The same, piece by piece, without a `limit`: each is read while whoever asked works on the one before. */
export async function* storedPieces(
  database: Database,
  session: string,
  fromSeq: number,
): AsyncGenerator<readonly AgentEvent[]> {
  const read = (from: number, rows: number) => {
    const reading = rowsFrom(database, session, from, rows)
    // The consumer awaits `reading` and gets its error; until then the rejection has no handler.
    reading.catch(() => undefined)
    return reading
  }
  let rows = FIRST_ROWS
  let from = fromSeq
  let reading = read(from, rows)
  for (;;) {
    const piece = await reading
    const last = piece.keys.at(-1)
    if (last === undefined) return
    const isLast = piece.keys.length < rows
    // How much a row holds depends on who wrote it.
    rows = Math.max(1, Math.round((OPENING_PIECE_EVENTS * piece.keys.length) / (last - from + 1)))
    if (!isLast) reading = read(last + 1, rows)
    yield piece.values
      .flatMap((row, index) => eventsOfRow(row, piece.keys[index] ?? from))
      .filter(({ seq }) => seq >= from)
    if (isLast) return
    from = last + 1
  }
}

/** Few: it is not known yet how much a row holds. */
const FIRST_ROWS = 8

/** Rows, with the numbers of their last events. */
async function rowsFrom(
  database: Database,
  session: string,
  from: number,
  count: number,
): Promise<{ readonly keys: readonly number[]; readonly values: readonly unknown[] }> {
  const range = eventRange(session, from)
  const [keys, values] = await Promise.all([
    database.getAllKeys('events', range, count),
    database.getAll('events', range, count),
  ])
  return { keys: keys.map(([, last], index) => last ?? from + index), values }
}

async function readRows(
  database: Database,
  range: IDBKeyRange,
  fromSeq: number,
  count?: number,
): Promise<AgentEvent[]> {
  const [keys, values] = await Promise.all([
    database.getAllKeys('events', range, count),
    database.getAll('events', range, count),
  ])
  return values
    .flatMap((row, index) => eventsOfRow(row, keys[index]?.[1] ?? fromSeq + index))
    .filter(({ seq }) => seq >= fromSeq)
}

/** A row's events, each checked; `last` is the number of its last. */
export function eventsOfRow(row: unknown, last: number): AgentEvent[] {
  const events: readonly unknown[] = Array.isArray(row) ? row : [row]
  return events.map((event, index) => readEvent(event, last - events.length + 1 + index))
}
