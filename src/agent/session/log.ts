/**
 * A session's append-only log. `append` resolves when the event is on disk; only then do listeners see it.
 * What arrives while a write is under way goes into the next transaction together, so the rate of small events
 * is not bound to the disk, and adjacent deltas of one block become one event.
 */
import type { AgentEvent, EventBody } from '../protocol/events.ts'
import { LOG_BATCH_EVENTS } from '../limits.ts'
import { complete, enqueue, eventRange } from './database.ts'
import type { Database, SessionRecord } from './database.ts'
import { StorageError, toStorageError } from './storage-error.ts'

export type LogListener = (events: readonly AgentEvent[]) => void

/** Events that go to disk together, and who waits for them. A later delta may join the last group. */
interface Group {
  readonly bodies: readonly EventBody[]
  readonly waiting: { resolve: (events: readonly AgentEvent[]) => void; reject: (error: unknown) => void }[]
}

export interface LogOptions {
  readonly database: Database
  readonly session: SessionRecord
  readonly now: () => number
  /** Called with what was just stored, in order, before any `append` promise resolves. */
  readonly onCommitted: LogListener
}

export class SessionLog {
  readonly #options: LogOptions
  #record: SessionRecord
  #pending: Group[] = []
  #writing: Promise<void> | undefined
  #failure: StorageError | undefined

  constructor(options: LogOptions) {
    this.#options = options
    this.#record = options.session
  }

  get record(): SessionRecord {
    return this.#record
  }

  /** Rejects with `StorageError`; nothing of a rejected event is on disk. Resolves to the stored event(s). */
  append(body: EventBody): Promise<readonly AgentEvent[]> {
    return this.appendAll([body])
  }

  /** Several events in one transaction: all on disk, or none. */
  appendAll(bodies: readonly EventBody[]): Promise<readonly AgentEvent[]> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (bodies.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const group = joinDeltas(this.#pending.at(-1), bodies)
      if (group) this.#pending.pop()
      const { waiting, ...rest } = group ?? { bodies, waiting: [] }
      this.#pending.push({ ...rest, waiting: [...waiting, { resolve, reject }] })
      this.#writing ??= this.#drain()
    })
  }

  /** Resolves when nothing is waiting to be written, also after a failure. */
  async flushed(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  /** Reads stored events; `fromSeq` counts from 1. */
  read(fromSeq: number = 1): Promise<AgentEvent[]> {
    return this.#options.database.getAll('events', eventRange(this.#record.id, fromSeq))
  }

  /** After this every append fails with `reason`; what was accepted before is still written. */
  async close(reason: StorageError = new StorageError('closed', 'The session is closed.')): Promise<void> {
    await this.flushed()
    this.#failure ??= reason
  }

  /** Tries again after a failure that the user has dealt with (space was freed). */
  reopen(): void {
    if (this.#failure?.kind === 'quota' || this.#failure?.kind === 'broken') this.#failure = undefined
  }

  async #drain(): Promise<void> {
    // One turn of the microtask queue: what is appended in the same breath shares the transaction.
    await Promise.resolve()
    while (this.#pending.length > 0) await this.#write(takeBatch(this.#pending))
    this.#writing = undefined
  }

  async #write(groups: readonly Group[]): Promise<void> {
    const at = this.#options.now()
    const stamped = stamp(groups, this.#record.lastSeq, at)
    const events = stamped.flat()
    try {
      this.#record = await this.#commit(events, advance(this.#record, events, at))
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
    const transaction = this.#options.database.transaction(['sessions', 'events'], 'readwrite', {
      durability: 'strict',
    })
    const sessions = transaction.objectStore('sessions')
    const store = transaction.objectStore('events')
    return complete(transaction, async () => {
      const stored = await sessions.get(next.id)
      if (!stored || stored.epoch !== this.#record.epoch || stored.lastSeq !== this.#record.lastSeq) {
        throw new StorageError(
          'not_leader',
          'Another tab writes this session now; this event was not stored.',
        )
      }
      // A rename meanwhile is kept, unless these events give a title of their own.
      const record = { ...next, title: titleOf(events) ?? stored.title }
      for (const event of events) enqueue(store.add(event, [next.id, event.seq]))
      enqueue(sessions.put(record))
      return record
    })
  }
}

function titleOf(events: readonly AgentEvent[]): string | undefined {
  return events.findLast((event) => event.type === 'session_titled')?.title
}

/** The session's row after `events`. */
function advance(record: SessionRecord, events: readonly AgentEvent[], at: number): SessionRecord {
  const imported = events.findLast((event) => event.type === 'workspace_imported')
  const messages = events.filter(
    (event) => event.type === 'turn_committed' || (event.type === 'user_message' && event.origin === 'human'),
  ).length
  return {
    ...record,
    lastSeq: record.lastSeq + events.length,
    updatedAt: at,
    workspace: imported?.name ?? record.workspace,
    messages: record.messages + messages,
  }
}

/** Whole groups from the front of `pending`, as many as fit a transaction, at least one. */
function takeBatch(pending: Group[]): Group[] {
  let events = 0
  const count = pending.findIndex((group) => (events += group.bodies.length) > LOG_BATCH_EVENTS)
  return pending.splice(0, count === -1 ? pending.length : Math.max(count, 1))
}

/** Numbers the events, group by group, after `base`. */
function stamp(groups: readonly Group[], base: number, at: number): AgentEvent[][] {
  let seq = base
  // An EventBody with seq and at is an AgentEvent by definition; the spread of a union loses that.
  return groups.map(({ bodies }) => bodies.map((body) => ({ ...body, seq: ++seq, at }) as AgentEvent))
}

/** `last` with the delta in `bodies` joined to its own, when both are single deltas of the same block. */
function joinDeltas(last: Group | undefined, bodies: readonly EventBody[]): Group | undefined {
  const [before, ...others] = last?.bodies ?? []
  const [next] = bodies
  if (!last || !before || !next || others.length > 0 || bodies.length > 1) return undefined
  const merged = mergeDeltas(before, next)
  return merged && { bodies: [merged], waiting: last.waiting }
}

/** Two adjacent deltas of the same block as one; undefined when they are not. */
function mergeDeltas(last: EventBody, next: EventBody): EventBody | undefined {
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
