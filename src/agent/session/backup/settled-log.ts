/**
 * A restored log without messages that wait: in the browser that the backup is of they are sent, or were.
 * Opening a session sends what waits in it, and nothing that is restored may begin by itself.
 */
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { chained } from '../log/log-chain.ts'
import type { RawRow } from './log-check.ts'
import type { LogRows } from './read-backup.ts'
import type { SessionRow } from './shapes.ts'

/** Messages of which the notice has the text, and characters of each. */
const TOLD = 5
const TOLD_CHARS = 500

export interface SettledLog {
  readonly row: SessionRow
  readonly rows: readonly RawRow[]
}

/** With a last row that takes back what waits and says so; as it is where nothing waits. */
export function settledLog(row: SessionRow, { rows, waiting }: LogRows, now: number): SettledLog {
  if (waiting.size === 0) return { row, rows }
  const ids = [...waiting.keys()]
  const texts = [...waiting.values()].slice(0, TOLD).map((text) => `“${text.slice(0, TOLD_CHARS)}”`)
  const bodies: EventBody[] = [
    ...ids.map((messageId) => ({ type: 'message_unqueued' as const, messageId })),
    {
      type: 'notice',
      level: 'info',
      text: `Waited to be sent when the backup was made, and not sent here: ${texts.join(', ')}.`,
    },
  ]
  const events = bodies.map((body, index): AgentEvent => ({ ...body, seq: row.lastSeq + index + 1, at: now }))
  const last = chained(events, row.chain)
  return {
    row: { ...row, lastSeq: row.lastSeq + events.length, updatedAt: now, chain: last.head },
    rows: [...rows, last.row.map((event) => ({ ...event }))],
  }
}
