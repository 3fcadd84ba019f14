/**
 * The page's end of the event port: batches what comes until the next frame, then hands it on whole and grants
 * new credits. Text is on the screen in the frame after it came, however fast it comes (SE-10, SE-14).
 */
import type { SessionRole } from '../agent/protocol/opened-session.ts'
import type { AgentEvent } from '../agent/protocol/events.ts'
import {
  EVENT_CREDITS,
  type EventPortCredit,
  type EventPortMessage,
  type TabNotice,
} from '../agent/protocol/rpc.ts'
import { HIDDEN_FLUSH_MS, OPENING_EVENTS } from './limits.ts'

export interface EventListener {
  /** Another session is on the screen now, or the same one from its start. */
  reset(sessionId: string, role: SessionRole): void
  /** In order; once per frame at most. What the session had before comes as one, unless it is very much. */
  events(events: readonly AgentEvent[]): void
  notice(notice: TabNotice): void
}

/** Calls `run` once, with the next frame, or soon when the tab is hidden and draws none. */
type Schedule = (run: () => void) => void

const nextFrame: Schedule = (run) => {
  let done = false
  const once = () => {
    if (done) return
    done = true
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    run()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, HIDDEN_FLUSH_MS)
}

export function listenToEvents(
  port: MessagePort,
  listener: EventListener,
  schedule: Schedule = nextFrame,
): void {
  let waiting: EventPortMessage[] = []
  const opening = new Opening()
  const grant = (count: number) => port.postMessage({ type: 'credit', count } satisfies EventPortCredit)
  const flush = () => {
    const messages = waiting
    waiting = []
    deliver(messages, listener)
    const batches = messages.filter((message) => message.type === 'events').length
    if (batches > 0) grant(batches)
  }
  port.addEventListener('message', ({ data }: MessageEvent<EventPortMessage>) => {
    if (data.type === 'notice') return listener.notice(data.notice)
    const message = opening.take(data)
    // What is only held costs no frame: the next may come.
    if (!message) return grant(1)
    if (waiting.push(message) === 1) schedule(flush)
  })
  port.start()
  grant(EVENT_CREDITS)
}

/** What a session had when it was opened comes as one: drawing each part of it would take longer than all the rest. */
class Opening {
  #session = ''
  /** Number of the last event that it had. */
  #latest = 0
  #held: AgentEvent[] = []

  /** What is to be handed on now; nothing when it is held, and comes with a later one. */
  take(message: Exclude<EventPortMessage, { type: 'notice' }>): EventPortMessage | undefined {
    if (message.type === 'reset') {
      this.#session = message.sessionId
      this.#latest = message.latest
      this.#held = []
      return message
    }
    const { sessionId, events } = message
    const isWhole = (events.at(-1)?.seq ?? 0) >= this.#latest
    if (sessionId !== this.#session || (isWhole && this.#held.length === 0)) return message
    for (const event of events) this.#held.push(event)
    if (!isWhole && this.#held.length < OPENING_EVENTS) return undefined
    return { ...message, events: this.#held.splice(0) }
  }
}

function deliver(messages: readonly EventPortMessage[], listener: EventListener): void {
  let session: string | undefined
  let events: AgentEvent[] = []
  const hand = () => {
    if (events.length > 0) listener.events(events)
    events = []
  }
  for (const message of messages) {
    if (message.type === 'reset') {
      hand()
      session = message.sessionId
      listener.reset(message.sessionId, message.role)
    }
    if (message.type === 'events' && (session === undefined || session === message.sessionId)) {
      events = events.concat(message.events)
    }
  }
  hand()
}
