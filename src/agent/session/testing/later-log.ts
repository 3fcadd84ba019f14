/** A log that a later version has written: unknown events between those of a turn, and unknown fields in known ones. */
import { complete, enqueue, eventRange } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { chained } from '../log/log-chain.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { said } from './database.ts'

const CALL = { turnId: 't1', toolUseId: 'c1', tool: 'Bash' }
const RESULT = { type: 'tool_result', tool_use_id: 'c1', is_error: false }

export const LATER_BODIES: readonly object[] = [
  said('Look'),
  { type: 'run_started', runId: 'r1', threadId: 'main', model: 'm', mode: 'default' },
  { type: 'request_started', turnId: 't1', requestId: 'q', attempt: 1 },
  { type: 'helper_started', threadId: 'x', turnId: 't1', rank: [1, { a: null }] },
  {
    type: 'assistant_block',
    turnId: 't1',
    block: 0,
    content: { later: true, type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } },
  },
  { type: 'helper_told', threadId: 'x', text: 'Only a later version shows this.' },
  { type: 'tool_started', ...CALL, input: { command: 'ls' }, title: 'ls' },
  {
    type: 'tool_result',
    ...CALL,
    outcome: 'done',
    content: { ...RESULT, content: [{ cites: ['x'], type: 'text', text: 'a' }] },
    durationMs: 1,
    synthetic: false,
    spans: [{ name: 'hook', ms: 2 }],
  },
  { type: 'helper_ended', threadId: 'x' },
  { type: 'turn_committed', turnId: 't1', extra: [] },
  { type: 'run_ended', runId: 'r1', terminal: 'completed', turns: 1 },
  { type: 'mode_changed', mode: 'of a later version' },
  said('Go on'),
]

/** Stores a session with these events, chained as the later version would have chained them. */
export async function storeLaterLog(
  database: Database,
  id: string,
  bodies: readonly object[] = LATER_BODIES,
): Promise<void> {
  const events = bodies.map((body, index) => ({ ...body, at: 1000 + index, seq: index + 1 }))
  // Stored as they are: whoever reads them checks them.
  const { row, head } = chained(events as object[] as AgentEvent[], undefined)
  const transaction = database.transaction(['sessions', 'events'], 'readwrite')
  await complete(transaction, async () => {
    const record = {
      ...createSessionRecord(id, 1000),
      title: 'Later',
      messages: 3,
      lastSeq: events.length,
      chain: head,
    }
    enqueue(transaction.objectStore('sessions').put(record))
    enqueue(transaction.objectStore('events').put(row, [id, events.length]))
    transaction.commit()
  })
}

/** The bodies of a log's events as they lie on the disk, each as its bytes. */
export async function storedBodies(database: Database, id: string): Promise<string[]> {
  const rows: unknown[] = await database.getAll('events', eventRange(id))
  return rows.flat().map((event) => {
    const { seq: _, at: __, chain: ___, ...body } = event as Record<string, unknown>
    return JSON.stringify(body)
  })
}
