/**
 * A session's append-only log. `append` resolves when the event is on disk; only then do listeners see it.
 * Events that arrive during a write go into the next transaction together, so the rate of small events is not
 * bound to the disk, and adjacent deltas of one block become one event. An event that is to be written `soon`
 * waits a moment for more, so that a turn with a quick tool costs one transaction instead of five.
 */
import type { AcceptedEvent, AgentEvent, EventBody } from '../../protocol/events.ts'
import { LARGE_WRITE_BYTES, LOG_BATCH_EVENTS, LOG_GATHER_MS } from '../../limits.ts'
import { complete, enqueue } from '../store/database.ts'
import type { Database, JournalMark, SessionRecord } from '../store/database.ts'
import type { SessionCopy } from '../journal/session-copy.ts'
import { chained } from './log-chain.ts'
import type { ChainedEvent } from './log-chain.ts'
import type { LogRedaction } from './log-redaction.ts'
import { withReserve } from '../reserve/reserve.ts'
import type { Reserve } from '../reserve/reserve.ts'
import { requireRoom, roughSize } from '../store/room.ts'
import { advance, titleOf, withList } from './session-record.ts'
import { StorageError, toStorageError } from '../store/storage-error.ts'
import { localDay, usageOf, withUsage } from '../store/usage-days.ts'

export type LogListener = (events: readonly AgentEvent[]) => void

/** Events that go to disk together, and who waits for them. A later delta may join the last group. */
interface Group {
  readonly events: readonly AcceptedEvent[]
  /** Held back a moment, to go to disk together with what follows. */
  readonly soon: boolean
  readonly waiting: { resolve: (events: readonly AgentEvent[]) => void; reject: (error: unknown) => void }[]
}

export interface LogOptions {
  readonly database: Database
  readonly session: SessionRecord
  readonly now: () => number
  /** Text that it holds back is stored with a later event. */
  readonly redaction?: LogRedaction
  /** Has each batch before the database does. */
  readonly copy?: SessionCopy | undefined
  /** Given up for a batch that has no room. */
  readonly reserve?: Pick<Reserve, 'giveUp'> | undefined
  /** Called with what was taken, in order and at once: it will be on disk unless the write fails. */
  readonly onAccepted?: (events: readonly AcceptedEvent[]) => void
  /** Called with what was just stored, in order, before any `append` promise resolves. */
  readonly onCommitted: LogListener
}

export class SessionLog {
  readonly #options: LogOptions
  #record: SessionRecord
  #pending: Group[] = []
  #writing: Promise<void> | undefined
  #failure: StorageError | undefined
  /** Ends the wait for more, while there is one. */
  #hurry: (() => void) | undefined

  constructor(options: LogOptions) {
    this.#options = options
    this.#record = options.session
    options.copy?.follow(() => this.#record)
  }

  get record(): SessionRecord {
    return this.#record
  }

  /** Rejects with `StorageError`; nothing of a rejected event is on disk. Resolves to the stored event(s). */
  append(body: EventBody, when: 'now' | 'soon' = 'now'): Promise<readonly AgentEvent[]> {
    return this.appendAll([body], when)
  }

  /** Several events in one transaction: all on disk, or none. */
  appendAll(given: readonly EventBody[], when: 'now' | 'soon' = 'now'): Promise<readonly AgentEvent[]> {
    if (this.#failure) return Promise.reject(this.#failure)
    const bodies = this.#options.redaction?.clean(given) ?? given
    if (bodies.length === 0) return Promise.resolve([])
    const at = this.#options.now()
    const events = bodies.map((body) => ({ ...body, at }))
    this.#options.onAccepted?.(events)
    return new Promise((resolve, reject) => {
      const group = joinDeltas(this.#pending.at(-1), events)
      if (group) this.#pending.pop()
      const { waiting, ...rest } = group ?? { events, soon: when === 'soon', waiting: [] }
      this.#pending.push({ ...rest, waiting: [...waiting, { resolve, reject }] })
      if (when === 'now') this.#hurry?.()
      this.#writing ??= this.#drain()
    })
  }

  /** Writes events at once that wait for more. */
  hurry(): void {
    this.#hurry?.()
  }

  /** Resolves when nothing is waiting to be written, also after a failure. */
  async flushed(): Promise<void> {
    this.hurry()
    while (this.#writing) await this.#writing
  }

  /** After this every append fails with `reason`; events accepted before are still written. */
  async close(reason: StorageError = new StorageError('closed', 'The session is closed.')): Promise<void> {
    await this.flushed()
    this.#failure ??= reason
  }

  /** Takes events again after a failure that may pass (space was freed); true when there was one. */
  reopen(): boolean {
    if (this.#failure?.kind !== 'quota' && this.#failure?.kind !== 'broken') return false
    this.#failure = undefined
    return true
  }

  async #drain(): Promise<void> {
    // One turn of the microtask queue: events appended in the same task share the transaction.
    await Promise.resolve()
    while (this.#pending.length > 0) {
      if (this.#pending.every(({ soon }) => soon)) await this.#gather()
      await this.#write(takeBatch(this.#pending))
    }
    this.#writing = undefined
  }

  /** Resolves when something is to be written now, or the time is up. */
  #gather(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#hurry = undefined
        resolve()
      }
      const timer = setTimeout(done, LOG_GATHER_MS)
      this.#hurry = done
    })
  }

  async #write(groups: readonly Group[]): Promise<void> {
    const stamped = stamp(groups, this.#record.lastSeq)
    const events = stamped.flat()
    try {
      const next = advance(this.#record, events)
      const { reserve } = this.#options
      this.#record = await withReserve(reserve, roughSize(events), () => this.#commit(events, next))
      // One that went to the database alone is copied now.
      this.#options.copy?.follow(() => this.#record)
    } catch (cause) {
      const failure = toStorageError(cause, `writing ${events.length} events`)
      this.#failure = failure
      for (const { waiting } of [...groups, ...this.#pending.splice(0)]) {
        for (const { reject } of waiting) reject(failure)
      }
      return
    }
    this.#options.onCommitted(events)
    groups.forEach(({ waiting }, index) => {
      for (const { resolve } of waiting) resolve(stamped[index] ?? [])
    })
  }

  async #commit(events: readonly AgentEvent[], next: SessionRecord): Promise<SessionRecord> {
    const size = roughSize(events)
    if (size >= LARGE_WRITE_BYTES) await requireRoom(size, `writing ${events.length} events`)
    const { row, head } = chained(events, next.chain)
    const isLasting = !events.every(isProvisional)
    const { copy } = this.#options
    const mark = copy?.append({ seq: next.lastSeq, row }, this.#record, isLasting)
    try {
      return await this.#store(events, row, { ...next, chain: head, journal: mark }, isLasting)
    } catch (cause) {
      if (mark) copy?.undo()
      throw cause
    }
  }

  async #store(
    events: readonly AgentEvent[],
    row: readonly ChainedEvent[],
    { journal, ...next }: SessionRecord & { readonly journal: JournalMark | undefined },
    isLasting: boolean,
  ): Promise<SessionRecord> {
    // Its second copy is on the disk already.
    const durability = isLasting && journal === undefined ? 'strict' : 'relaxed'
    const stores = ['sessions', 'events', 'usageDays'] as const
    const transaction = this.#options.database.transaction(stores, 'readwrite', { durability })
    const sessions = transaction.objectStore('sessions')
    const store = transaction.objectStore('events')
    const days = transaction.objectStore('usageDays')
    const used = usageOf(events)
    const day = localDay(next.updatedAt)
    return complete(transaction, async () => {
      const counted = used.length > 0 ? days.get(day) : undefined
      if (counted) enqueue(counted)
      const reading = sessions.get(next.id)
      enqueue(reading)
      // On their way while the session is read; all of it is undone when that is no longer ours.
      // As one row: each costs the thread more than its content does.
      enqueue(store.add(row, [next.id, next.lastSeq]))
      const stored = await reading
      if (!stored || stored.epoch !== this.#record.epoch || stored.lastSeq !== this.#record.lastSeq) {
        throw new StorageError(
          'not_leader',
          'Another tab writes this session now; this event was not stored.',
        )
      }
      // Changes made in the list meanwhile are kept, and so is a title unless these events set one.
      const { title, pinned, archived, deletedAt } = stored
      const record = withList(
        { ...next, ...(journal === undefined ? {} : { journal }) },
        { title: titleOf(events) ?? title, pinned, archived, deletedAt },
      )
      enqueue(sessions.put(record))
      if (counted) enqueue(days.put(withUsage(await counted, day, used)))
      transaction.commit()
      return record
    })
  }
}

/**
 * Part of a turn that is still open: it survives the tab and the browser, but power may fail before it is flushed to
 * the disk. The event that closes the turn is flushed, and with it all before it.
 */
const PROVISIONAL: ReadonlySet<AgentEvent['type']> = new Set([
  'text_delta',
  'thinking_delta',
  'tool_output',
  'tool_announced',
  'input_checked',
  'permission_decided',
  'call_classified',
  'tool_started',
  'request_started',
  'request_retry',
  'request_silent',
  'request_discarded',
  'assistant_block',
  'response_ended',
  'cache_broken',
  'response_cut',
  'limits_told',
  'transition',
] as const)

function isProvisional({ type }: AgentEvent): boolean {
  return PROVISIONAL.has(type)
}

/** Whole groups from the front of `pending`, as many as fit a transaction, at least one. */
function takeBatch(pending: Group[]): Group[] {
  let events = 0
  const count = pending.findIndex((group) => (events += group.events.length) > LOG_BATCH_EVENTS)
  return pending.splice(0, count === -1 ? pending.length : Math.max(count, 1))
}

/** Numbers the events, group by group, after `base`. */
function stamp(groups: readonly Group[], base: number): AgentEvent[][] {
  let seq = base
  return groups.map(({ events }) => events.map((event) => ({ ...event, seq: ++seq })))
}

/** `last` with the delta in `events` joined to its own, when both are single deltas of the same block. */
function joinDeltas(last: Group | undefined, events: readonly AcceptedEvent[]): Group | undefined {
  const [before, ...others] = last?.events ?? []
  const [next] = events
  if (!last || !before || !next || others.length > 0 || events.length > 1) return undefined
  const merged = mergeDeltas(before, next)
  return merged && { events: [merged], soon: last.soon, waiting: last.waiting }
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
