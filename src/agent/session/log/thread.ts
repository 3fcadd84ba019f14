/** The log of one agent, as its runs see it. The main thread is the session itself; a child's is written by the session's writer. */
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { ModelConversation } from './model-conversation.ts'
import type { SessionFacts } from './facts.ts'
import type { ThreadLog, When } from './log.ts'
import type { SessionState } from './session-state.ts'

export interface Thread {
  /** The session's id for the main thread; for others unique within the session. */
  readonly id: string
  readonly facts: SessionFacts
  readonly conversation: ModelConversation
  /** Resolves when it is stored. Rejects with `StorageError`. */
  append(...bodies: readonly EventBody[]): Promise<readonly AgentEvent[]>
  /** As `append`; the write waits a moment for what follows. */
  appendSoon(body: EventBody): Promise<readonly AgentEvent[]>
  /** Writes events at once that were to be written soon. */
  hurry(): void
  /** Reads stored events, from one on. */
  events(fromSeq: number): Promise<AgentEvent[]>
}

export interface ChildThreadOptions {
  readonly id: string
  readonly state: SessionState
  readonly log: ThreadLog
  readonly hurry: () => void
  /** Resolves when something may be written; undefined: at once. Rejects where nothing may. */
  readonly admit: () => Promise<void> | undefined
  readonly events: (fromSeq: number) => Promise<AgentEvent[]>
}

export class ChildThread implements Thread {
  readonly id: string
  readonly #options: ChildThreadOptions

  constructor(options: ChildThreadOptions) {
    this.id = options.id
    this.#options = options
  }

  get facts(): SessionFacts {
    return this.#options.state.facts
  }

  get conversation(): ModelConversation {
    return this.#options.state.conversation
  }

  append(...bodies: readonly EventBody[]): Promise<readonly AgentEvent[]> {
    return this.#write(bodies, 'now')
  }

  appendSoon(body: EventBody): Promise<readonly AgentEvent[]> {
    return this.#write([body], 'soon')
  }

  hurry(): void {
    this.#options.hurry()
  }

  events(fromSeq: number): Promise<AgentEvent[]> {
    return this.#options.events(fromSeq)
  }

  async #write(bodies: readonly EventBody[], when: When): Promise<readonly AgentEvent[]> {
    // Writers wait in call order: the order stays.
    const admitted = this.#options.admit()
    if (admitted) await admitted
    return this.#options.log.appendAll(bodies, when)
  }
}
