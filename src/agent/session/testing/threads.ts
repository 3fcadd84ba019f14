/** Writes threads of child agents as the log does: for tests of whatever holds, copies, checks or searches sessions. */
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { chained } from '../log/log-chain.ts'
import { logName } from '../store/database.ts'
import type { Database, ThreadRecord } from '../store/database.ts'

/** Id of the thread that `addThread` writes where it is given no other. */
export const THREAD = '0a0b0c0d-0001'

/**
 * Writes `events` as one row, behind those that the thread has; a new thread begins with `thread_started`. Resolves to its row.
 * The time of an event is its number, unless it has one.
 */
export async function addThread(
  database: Database,
  session: string,
  events: readonly (EventBody & { readonly at?: number })[],
  record: Partial<ThreadRecord> = {},
): Promise<ThreadRecord> {
  const id = record.id ?? THREAD
  const transaction = database.transaction(['threads', 'events'], 'readwrite')
  const known = await transaction.objectStore('threads').get([session, id])
  const before = known ?? { session, id, role: 'reader', createdAt: 1, updatedAt: 1, lastSeq: 0, ...record }
  const bodies = known ? events : [begun(before), ...events]
  const stamped = bodies.map((body, at): AgentEvent => {
    const seq = before.lastSeq + at + 1
    return { at: seq, ...body, seq }
  })
  const { row, head } = chained(stamped, before.chain)
  const lastSeq = before.lastSeq + row.length
  const next = { ...before, ...record, lastSeq, updatedAt: stamped.at(-1)?.at ?? 1, chain: head }
  await transaction.objectStore('events').put(row, [logName(session, id), lastSeq])
  await transaction.objectStore('threads').put(next)
  await transaction.done
  return next
}

function begun({ id, parent, role }: ThreadRecord): EventBody {
  const agent = { thread: id, ...(parent === undefined ? {} : { parent }), role }
  return { type: 'thread_started', logVersion: 1, appVersion: 'test', ...agent, mode: 'default' }
}
