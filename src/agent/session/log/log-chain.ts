/**
 * The chain over a log: each stored event carries the hash of itself and of the hash before it, and the
 * session's row has the last one. So an event that was changed, taken out, put in or cut off shows, and which
 * one. It is no signature: a program that can write the database can also write a whole new chain. Logs of
 * older versions begin without one.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import type { AgentEvent } from '../../protocol/events.ts'
import type { LogVerdict } from '../../protocol/calls/storage.ts'
import { eventRange } from '../store/database.ts'
import type { ChainHead, Database, SessionRecord } from '../store/database.ts'

/** An event as it lies on the disk. */
export type ChainedEvent = AgentEvent & { readonly chain: string }

/** The events with their hashes, and the head after them. There is at least one. */
export function chained(
  events: readonly AgentEvent[],
  head: ChainHead | undefined,
): { readonly row: readonly ChainedEvent[]; readonly head: ChainHead } {
  let hash = head?.hash ?? ''
  const row = events.map((event) => ({ ...event, chain: (hash = linkAfter(hash, event)) }))
  return { row, head: { hash, from: head?.from ?? events[0]?.seq ?? 1 } }
}

/** Rows read at once. */
const ROWS = 100

/** The row of a log, as far as it tells its end. `id` is the log's name (`logName`). */
export type LogEnd = Pick<SessionRecord, 'id' | 'chain' | 'lastSeq'>

/** Names the first event that is not as it was written. */
export async function verifyLog(database: Database, { id, chain, lastSeq }: LogEnd): Promise<LogVerdict> {
  if (!chain) return { state: 'unchained', events: lastSeq }
  let hash = ''
  let expected = 1
  for (;;) {
    const range = eventRange(id, expected)
    const [keys, rows] = await Promise.all([
      database.getAllKeys('events', range, ROWS),
      database.getAll('events', range, ROWS),
    ])
    for (const [index, row] of rows.entries()) {
      const events: readonly unknown[] = Array.isArray(row) ? row : [row]
      const first = (keys[index]?.[1] ?? 0) - events.length + 1
      if (first > expected) return { state: 'altered', seq: expected, how: 'missing' }
      for (const [at, event] of events.entries()) {
        const seq = first + at
        if (seq > lastSeq) break // Written since the session's row was read.
        if (seq < chain.from) continue
        const told = hashIn(event)
        if (told === undefined || told !== linkAfter(hash, event))
          return { state: 'altered', seq, how: 'changed' }
        hash = told
      }
      expected = first + events.length
    }
    if (rows.length < ROWS) break
  }
  if (expected <= lastSeq) return { state: 'altered', seq: expected, how: 'missing' }
  if (hash !== chain.hash) return { state: 'altered', seq: lastSeq, how: 'changed' }
  return { state: 'intact', events: lastSeq, from: chain.from }
}

/**
 * The hash of an event, which stands behind the one with the hash `before`. A hash that the event has itself
 * does not count.
 */
export function linkAfter(before: string, event: unknown): string {
  const { chain: _, ...content } = event as { readonly chain?: unknown } // Checked by who calls: spreading takes anything.
  const bytes = sha256(ENCODER.encode(`${before}\n${JSON.stringify(content)}`))
  return btoa(String.fromCharCode(...bytes))
}

const ENCODER = new TextEncoder()

/** The hash that a stored event has. */
export function hashIn(event: unknown): string | undefined {
  return typeof event === 'object' && event !== null && 'chain' in event && typeof event.chain === 'string'
    ? event.chain
    : undefined
}
