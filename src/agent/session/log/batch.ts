/** Events that wait to be written, in groups: what is written together, and what becomes one event on the way. */
import { LOG_BATCH_EVENTS } from '../../limits.ts'
import type { AcceptedEvent, AgentEvent } from '../../protocol/events.ts'

/** Events of one log that go to disk together, and who waits for them. A later delta may join the last group of its log. */
export interface Group<Log> {
  readonly log: Log
  readonly events: readonly AcceptedEvent[]
  /** Held back a moment, to go to disk together with what follows. */
  readonly soon: boolean
  readonly waiting: readonly Waiter[]
}

export interface Waiter {
  resolve(events: readonly AgentEvent[]): void
  reject(error: unknown): void
}

/** Adds events of a log to those that wait; adjacent deltas of one block become one event. */
export function enter<Log>(pending: Group<Log>[], { events, waiting, ...group }: Group<Log>): void {
  const last = pending.findLastIndex(({ log }) => log === group.log)
  const joined = joinDeltas(pending[last], events)
  if (joined) pending[last] = { ...joined, waiting: [...joined.waiting, ...waiting] }
  else pending.push({ ...group, events, waiting })
}

/** Whole groups from the front of `pending`, as many as fit a transaction, at least one. */
export function takeBatch<Log>(pending: Group<Log>[]): Group<Log>[] {
  let events = 0
  const count = pending.findIndex((group) => (events += group.events.length) > LOG_BATCH_EVENTS)
  return pending.splice(0, count === -1 ? pending.length : Math.max(count, 1))
}

/** Numbers the events, group by group, after `base`. */
export function stamp(groups: readonly Pick<Group<unknown>, 'events'>[], base: number): AgentEvent[][] {
  let seq = base
  return groups.map(({ events }) => events.map((event) => ({ ...event, seq: ++seq })))
}

/** `last` with the delta in `events` joined to its own, when both are single deltas of the same block. */
function joinDeltas<Log>(
  last: Group<Log> | undefined,
  events: readonly AcceptedEvent[],
): Group<Log> | undefined {
  const [before, ...others] = last?.events ?? []
  const [next] = events
  if (!last || !before || !next || others.length > 0 || events.length > 1) return undefined
  const merged = mergeDeltas(before, next)
  return merged && { ...last, events: [merged] }
}

/** Two adjacent deltas of the same block as one; undefined when they are not. */
function mergeDeltas(last: AcceptedEvent, next: AcceptedEvent): AcceptedEvent | undefined {
  if (last.type !== next.type) return undefined
  if (last.type === 'text_delta' || last.type === 'thinking_delta') {
    if (next.type !== last.type || next.turnId !== last.turnId || next.block !== last.block) return undefined
    return { ...last, text: last.text + next.text }
  }
  if (last.type === 'tool_output' && next.type === 'tool_output') {
    if (next.toolUseId !== last.toolUseId || next.stream !== last.stream) return undefined
    return { ...last, text: last.text + next.text }
  }
  return undefined
}
