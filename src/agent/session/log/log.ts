/**
 * A session's append-only log, and those of its threads, written by one writer. `append` resolves when the event is on disk; only then
 * do listeners see it. Events that arrive during a write go into the next transaction together, whichever log they are of, so the rate
 * of small events is not bound to the disk, and adjacent deltas of one block become one event. An event that is to be written `soon`
 * waits a moment for more, so that a turn with a quick tool costs one transaction instead of five.
 */
import type { AcceptedEvent, AgentEvent, EventBody } from '../../protocol/events.ts'
import { LARGE_WRITE_BYTES, LOG_GATHER_MS } from '../../limits.ts'
import type { Database, SessionRecord, ThreadRecord } from '../store/database.ts'
import type { SessionCopy } from '../journal/session-copy.ts'
import { enter, stamp, takeBatch } from './batch.ts'
import type { Group } from './batch.ts'
import { chained } from './log-chain.ts'
import type { LogRedaction } from './log-redaction.ts'
import { isProvisional } from './provisional.ts'
import { withReserve } from '../reserve/reserve.ts'
import type { Reserve } from '../reserve/reserve.ts'
import { requireRoom, roughSize } from '../store/room.ts'
import { advance } from './session-record.ts'
import { storeBatch } from './store-batch.ts'
import type { Portion } from './store-batch.ts'
import { StorageError, toStorageError } from '../store/storage-error.ts'

export type LogListener = (events: readonly AgentEvent[]) => void
/** `soon` waits a moment for what follows. */
export type When = 'now' | 'soon'

interface LogListeners {
  /** Text that it holds back is stored with a later event. */
  readonly redaction?: LogRedaction
  /** Called with what was taken, in order and at once: it will be on disk unless the write fails. */
  readonly onAccepted?: (events: readonly AcceptedEvent[]) => void
  /** Called with what was just stored, in order, before any `append` promise resolves. */
  readonly onCommitted: LogListener
}

export interface LogOptions extends LogListeners {
  readonly database: Database
  readonly session: SessionRecord
  readonly now: () => number
  /** Has each batch of the session's own log before the database does. */
  readonly copy?: SessionCopy | undefined
  /** Given up for a batch that has no room. */
  readonly reserve?: Pick<Reserve, 'giveUp'> | undefined
}

/** The log of a thread, which the session's writer writes. */
export interface ThreadLog {
  /** As `SessionLog.appendAll`. */
  appendAll(given: readonly EventBody[], when: When): Promise<readonly AgentEvent[]>
}

/** One of the logs that are written. */
interface Written extends LogListeners {
  /** Undefined: the session's own. */
  thread: ThreadRecord | undefined
}

export class SessionLog {
  readonly #options: LogOptions
  readonly #main: Written
  #record: SessionRecord
  #pending: Group<Written>[] = []
  #writing: Promise<void> | undefined
  #failure: StorageError | undefined
  /** Ends the wait for more, while there is one. */
  #hurry: (() => void) | undefined

  constructor(options: LogOptions) {
    this.#options = options
    this.#main = { ...options, thread: undefined }
    this.#record = options.session
    options.copy?.follow(() => this.#record)
  }

  get record(): SessionRecord {
    return this.#record
  }

  /** Rejects with `StorageError`; nothing of a rejected event is on disk. Resolves to the stored event(s). */
  append(body: EventBody, when: When = 'now'): Promise<readonly AgentEvent[]> {
    return this.appendAll([body], when)
  }

  /** Several events in one transaction: all on disk, or none. */
  appendAll(given: readonly EventBody[], when: When = 'now'): Promise<readonly AgentEvent[]> {
    return this.#append(this.#main, given, when)
  }

  /** A thread of the session, of which `record` says where it ends. Its row is stored with the first events. */
  thread(record: ThreadRecord, listeners: LogListeners): ThreadLog {
    const written: Written = { ...listeners, thread: record }
    return { appendAll: (given, when) => this.#append(written, given, when) }
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

  #append(log: Written, given: readonly EventBody[], when: When): Promise<readonly AgentEvent[]> {
    if (this.#failure) return Promise.reject(this.#failure)
    const bodies = log.redaction?.clean(given) ?? given
    if (bodies.length === 0) return Promise.resolve([])
    const at = this.#options.now()
    const events = bodies.map((body) => ({ ...body, at }))
    log.onAccepted?.(events)
    return new Promise((resolve, reject) => {
      enter(this.#pending, { log, events, soon: when === 'soon', waiting: [{ resolve, reject }] })
      if (when === 'now') this.#hurry?.()
      this.#writing ??= this.#drain()
    })
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

  async #write(groups: readonly Group<Written>[]): Promise<void> {
    const logs = [...Map.groupBy(groups, ({ log }) => log)].map(([log, own]) => {
      const stamped = stamp(own, (log.thread ?? this.#record).lastSeq)
      return { log, own, stamped, events: stamped.flat() }
    })
    const count = logs.reduce((sum, { events }) => sum + events.length, 0)
    try {
      await this.#commit(logs, `writing ${count} events`)
    } catch (cause) {
      this.#fail(groups, toStorageError(cause, `writing ${count} events`))
      return
    }
    for (const { log, own, stamped, events } of logs) {
      log.onCommitted(events)
      for (const [index, { waiting }] of own.entries())
        for (const { resolve } of waiting) resolve(stamped[index] ?? [])
    }
  }

  #fail(groups: readonly Group<Written>[], failure: StorageError): void {
    this.#failure = failure
    for (const { waiting } of [...groups, ...this.#pending.splice(0)])
      for (const { reject } of waiting) reject(failure)
  }

  async #commit(logs: readonly Stamped[], what: string): Promise<void> {
    const size = logs.reduce((sum, { events }) => sum + roughSize(events), 0)
    const main = logs.find(({ log }) => log === this.#main)
    const portion = main && portionOf(advance(this.#record, main.events), main.events)
    const threads = logs.flatMap(({ log, events }) =>
      log.thread ? [{ log, portion: portionOf(advanceThread(log.thread, events), events) }] : [],
    )
    const { reserve, copy } = this.#options
    this.#record = await withReserve(reserve, size, async () => {
      if (size >= LARGE_WRITE_BYTES) await requireRoom(size, what)
      return this.#store(
        portion,
        threads.map((thread) => thread.portion),
      )
    })
    for (const thread of threads) thread.log.thread = thread.portion.next
    // One that went to the database alone is copied now.
    copy?.follow(() => this.#record)
  }

  /** The session's own events go to their second copy first; a thread's have none until it ends. */
  async #store(
    main: Portion<SessionRecord> | undefined,
    threads: readonly Portion<ThreadRecord>[],
  ): Promise<SessionRecord> {
    const { copy, database } = this.#options
    const isLasting = main !== undefined && !main.events.every(isProvisional)
    const journal = main && copy?.append({ seq: main.next.lastSeq, row: main.row }, this.#record, isLasting)
    try {
      return await storeBatch(database, { before: this.#record, main, journal, threads, isLasting })
    } catch (cause) {
      if (journal) copy?.undo()
      throw cause
    }
  }
}

interface Stamped {
  readonly log: Written
  readonly events: readonly AgentEvent[]
}

/** `next` with the head of the chain over these events, which follow those that it had. */
function portionOf<R extends SessionRecord | ThreadRecord>(
  next: R,
  events: readonly AgentEvent[],
): Portion<R> {
  const { row, head } = chained(events, next.chain)
  return { events, row, next: { ...next, chain: head } }
}

/** A thread's row after `events`. */
function advanceThread(record: ThreadRecord, events: readonly AgentEvent[]): ThreadRecord {
  return {
    ...record,
    lastSeq: record.lastSeq + events.length,
    updatedAt: events.at(-1)?.at ?? record.updatedAt,
  }
}
