/** The log of a child agent in memory, for tests: a row a text. */
import type { AgentEvent } from '../../../protocol/events.ts'
import { chained } from '../../log/log-chain.ts'
import type { ChainHead } from '../../store/database.ts'
import type { Entry } from '../segment.ts'
import type { ThreadLog } from '../thread-file.ts'

export const THREAD = { session: 's', id: '0a0b0c0d-0001' }

/** Each text is an event; texts of one list are a row. */
export function threadLog(texts: readonly (readonly string[])[]): ThreadLog {
  let chain: ChainHead | undefined
  let seq = 0
  const rows = texts.map((row): Entry => {
    const events = row.map((text): AgentEvent => ({
      type: 'notice',
      level: 'info',
      text,
      seq: ++seq,
      at: seq,
    }))
    const made = chained(events, chain)
    chain = made.head
    return { seq, row: made.row }
  })
  const record = { ...THREAD, role: 'reader', createdAt: 1, updatedAt: 2, lastSeq: seq }
  return { record: chain ? { ...record, chain } : record, rows }
}
