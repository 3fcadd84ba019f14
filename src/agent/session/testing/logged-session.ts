/** A session's log in memory with its reductions, and a model that counts tokens: for tests of what becomes of a conversation. */
import type { ModelClient } from '../../model/contract.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { SessionState } from '../log/session-state.ts'

/** As the parts of a run see a session. */
export class LoggedSession {
  readonly log: AgentEvent[] = []
  state = new SessionState()
  /** Milliseconds since the epoch. */
  clock = 0

  append(body: EventBody): void {
    const event = { ...body, seq: this.log.length + 1, at: this.clock }
    this.log.push(event)
    this.state.apply([event])
  }

  get conversation() {
    return this.state.conversation
  }

  get facts() {
    return this.state.facts
  }

  events() {
    return Promise.resolve(this.log)
  }

  reload(): void {
    this.state = new SessionState(this.log)
  }
}

/** Counts as a provider does, roughly. */
export function counting(client: ModelClient): ModelClient {
  return {
    async *stream(request, signal) {
      const inputTokens = Math.ceil(JSON.stringify(request.messages).length / 4)
      for await (const event of client.stream(request, signal)) {
        yield event.type === 'ended' ? { ...event, usage: { ...event.usage, inputTokens } } : event
      }
    },
  }
}
