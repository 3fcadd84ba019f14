/** The threads of a session beside its own log, as its leader opens and writes them. */
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { mergeUsage } from '../../protocol/usage.ts'
import type { UsageTotals } from '../../protocol/usage.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { logName } from '../store/database.ts'
import type { Database, ThreadRecord } from '../store/database.ts'
import { StorageError } from '../store/storage-error.ts'
import { LogRedaction } from './log-redaction.ts'
import type { SessionLog } from './log.ts'
import { endLostAgents } from './lost-agents.ts'
import { SessionState } from './session-state.ts'
import { readStoredEvents } from './stored-events.ts'
import { ChildThread } from './thread.ts'

export interface SessionThreadsOptions {
  readonly database: Database
  readonly session: string
  readonly redactor?: Redactor | undefined
  readonly now: () => number
  /** Undefined while another tab leads. */
  readonly log: () => SessionLog | undefined
  readonly admit: () => Promise<void> | undefined
  /** Copies a thread that has ended to its second place. Never rejects. */
  readonly keep: (thread: string) => Promise<void>
}

export type ThreadStart = Extract<EventBody, { type: 'thread_started' }>

export class SessionThreads {
  readonly #options: SessionThreadsOptions
  /** Threads whose agents work. */
  readonly #open = new Map<string, ChildThread>()

  constructor(options: SessionThreadsOptions) {
    this.#options = options
  }

  /** Usage of the agents that work: that of the others is in the logs of their parents. */
  get usage(): UsageTotals {
    return [...this.#open.values()].reduce<UsageTotals>(
      (totals, { facts }) => mergeUsage(totals, facts.usage),
      [],
    )
  }

  /** Begins a thread. Rejects with `StorageError`. */
  async start(started: ThreadStart): Promise<ChildThread> {
    const { session, now } = this.#options
    const { thread: id, parent, role } = started
    const at = now()
    const thread = this.#threadOf(
      {
        session,
        id,
        role,
        ...(parent === undefined ? {} : { parent }),
        createdAt: at,
        updatedAt: at,
        lastSeq: 0,
      },
      [],
    )
    await thread.append(started)
    this.#open.set(id, thread)
    return thread
  }

  /** Its agent has ended: the thread is whole, and copied when this resolves. Never rejects. */
  async ended(id: string): Promise<void> {
    await this.#options.keep(id)
    this.#open.delete(id)
  }

  /** Completes the threads of agents that are open in a log; resolves to the events that it lacks. */
  endLost(events: readonly AgentEvent[]): Promise<readonly EventBody[]> {
    return endLostAgents(events, {
      open: (agent) => this.#stored(agent),
      onEnded: (agent) => void this.ended(agent),
    })
  }

  async #stored(id: string): Promise<ChildThread | undefined> {
    const { database, session } = this.#options
    const record = await database.get('threads', [session, id])
    return record && this.#threadOf(record, await readStoredEvents(database, logName(session, id), 1))
  }

  #threadOf(record: ThreadRecord, events: readonly AgentEvent[]): ChildThread {
    const { database, session, redactor, log, admit } = this.#options
    const writer = log()
    if (!writer) throw new StorageError('not_leader', 'Another tab leads this session; nothing was stored.')
    const state = new SessionState(events)
    return new ChildThread({
      id: record.id,
      state,
      admit,
      hurry: () => writer.hurry(),
      events: (fromSeq) => readStoredEvents(database, logName(session, record.id), fromSeq),
      log: writer.thread(record, {
        ...(redactor === undefined ? {} : { redaction: new LogRedaction(redactor) }),
        onAccepted: (accepted) => state.apply(accepted),
        onCommitted: () => undefined,
      }),
    })
  }
}
