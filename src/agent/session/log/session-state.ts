/** The program's state of a session: its log, reduced event by event. */
import type { AcceptedEvent } from '../../protocol/events.ts'
import { ModelConversation } from './model-conversation.ts'
import { applyFact, NO_FACTS } from './facts.ts'
import type { SessionFacts } from './facts.ts'

export class SessionState {
  readonly conversation = new ModelConversation()
  #facts: SessionFacts = NO_FACTS

  constructor(events: readonly AcceptedEvent[] = []) {
    this.apply(events)
  }

  get facts(): SessionFacts {
    return this.#facts
  }

  apply(events: readonly AcceptedEvent[]): void {
    for (const event of events) {
      this.#facts = applyFact(this.#facts, event)
      this.conversation.apply(event)
    }
  }
}
