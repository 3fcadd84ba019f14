/** Events as they come from the disk: checked, since an older version or a damaged profile may have written them. */
import { eventBody } from '../protocol/events.ts'
import type { AgentEvent } from '../protocol/events.ts'
import { eventRange } from './database.ts'
import type { Database } from './database.ts'

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
    .flatMap((row, index) => eventsOf(row, keys[index]?.[1] ?? fromSeq + index))
    .filter(({ seq }) => seq >= fromSeq)
}

/** `last` is the number of the row's last event. */
function eventsOf(row: unknown, last: number): AgentEvent[] {
  const events: readonly unknown[] = Array.isArray(row) ? row : [row]
  return events.map((event, index) => checked(event, last - events.length + 1 + index))
}

function checked(value: unknown, seq: number): AgentEvent {
  const { at, body } = split(value)
  const parsed = eventBody.safeParse(body)
  if (parsed.success) return { ...parsed.data, seq, at }
  return {
    type: 'notice',
    level: 'warning',
    text: `Step ${seq} of this session could not be read and is left out.`,
    seq,
    at,
  }
}

/** The stamp apart from what was stamped. */
function split(value: unknown): { at: number; body: unknown } {
  if (typeof value !== 'object' || value === null) return { at: 0, body: value }
  const { seq: _, chain: __, at, ...body } = value as { seq?: unknown; chain?: unknown; at?: unknown }
  return { at: typeof at === 'number' ? at : 0, body }
}
