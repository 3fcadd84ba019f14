/**
 * The page's end of the event port: batches what comes until the next frame, then hands it on whole and grants
 * new credits. Text is on the screen in the frame after it came, however fast it comes.
 */
import type { SessionRole } from '../../agent/protocol/opened-session.ts'
import type { AgentEvent } from '../../agent/protocol/events.ts'
import {
  EVENT_CREDITS,
  type EventPortCredit,
  type EventPortMessage,
} from '../../agent/protocol/event-port.ts'
import { type TabNotice } from '../../agent/protocol/tab-notice.ts'
import { HIDDEN_FLUSH_MS, OPENING_EVENTS } from '../limits.ts'

export interface EventListener {
  /** Another session is on the screen now, or the same one from its start; `latest` is the number of its last event. */
  reset(sessionId: string, role: SessionRole, latest: number): void
  /** In order; once per frame at most. Stored events come as one batch, unless they are very many. */
  events(events: readonly AgentEvent[]): void
  /** Events of a session that is being opened, to reduce early; `events` repeats them once it is open. */
  ahead(sessionId: string, events: readonly AgentEvent[]): void
  /** The end of a long session that is being opened, to be shown until it is; none when it cannot be opened. */
  tail(sessionId: string, title: string, events: readonly AgentEvent[]): void
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
  let waiting: Handed[] = []
  const opening = new Opening()
  const grant = (count: number) => port.postMessage({ type: 'credit', count } satisfies EventPortCredit)
  const flush = () => {
    const messages = waiting
    waiting = []
    deliver(messages, listener)
    const batches = messages.filter((message) => message.type === 'events' && message.isFree !== true).length
    if (batches > 0) grant(batches)
  }
  const hear = (data: EventPortMessage) => {
    if (data.type === 'notice') return listener.notice(data.notice)
    if (data.type === 'tail') return listener.tail(data.sessionId, data.title, data.events)
    if (data.type === 'ahead') {
      opening.ahead(data)
      return listener.ahead(data.sessionId, data.events)
    }
    const messages = opening.take(data)
    // Held messages cost no frame: request the next.
    if (messages.length === 0) return grant(1)
    if (waiting.length === 0) schedule(flush)
    waiting.push(...messages)
  }
  /** Not heard yet: what follows the end of a long session would keep that from the screen. */
  const queue: MessageEvent<EventPortMessage>[] = []
  let isTurnDue = false
  const turn = () => {
    isTurnDue = false
    const message = queue.shift()
    if (!message) return
    hear(message.data)
    isTurnDue = message.data.type === 'tail' || queue.length > 0
    // The task after the frame: by then it is painted.
    if (message.data.type === 'tail') schedule(() => setTimeout(turn))
    else if (isTurnDue) setTimeout(turn)
  }
  port.addEventListener('message', (message: MessageEvent<EventPortMessage>) => {
    queue.push(message)
    if (!isTurnDue) turn()
  })
  port.start()
  grant(EVENT_CREDITS)
}

type Ahead = Extract<EventPortMessage, { type: 'ahead' }>
type Handed =
  | Extract<EventPortMessage, { type: 'reset' }>
  /** One that is free was sent ahead, and has cost no credit. */
  | (Extract<EventPortMessage, { type: 'events' }> & { readonly isFree?: true })

/** Hands on a session's stored events as one batch: drawing each part would take longest. */
class Opening {
  #session = ''
  /** Number of the last event that it had. */
  #latest = 0
  #held: AgentEvent[] = []
  /** Events of a session that is not open yet. */
  #ahead: { session: string; events: AgentEvent[] } = { session: '', events: [] }

  ahead({ sessionId, events }: Ahead): void {
    if (events[0]?.seq === 1) this.#ahead = { session: sessionId, events: [] }
    if (sessionId !== this.#ahead.session) return
    for (const event of events) this.#ahead.events.push(event)
  }

  /** Messages to hand on now; empty while events are held for a later one. */
  take(message: Extract<EventPortMessage, { type: 'reset' | 'events' }>): readonly Handed[] {
    if (message.type === 'reset') {
      const { sessionId, latest, ahead = 0 } = message
      const { session, events } = this.#ahead
      this.#session = sessionId
      this.#latest = latest
      this.#held = ahead > 0 && session === sessionId ? events : []
      this.#ahead = { session: '', events: [] }
      if (this.#held.length === 0 || ahead < latest) return [message]
      return [message, { type: 'events', sessionId, events: this.#held.splice(0), isFree: true }]
    }
    const { sessionId, events } = message
    const isWhole = (events.at(-1)?.seq ?? 0) >= this.#latest
    if (sessionId !== this.#session || (isWhole && this.#held.length === 0)) return [message]
    for (const event of events) this.#held.push(event)
    if (!isWhole && this.#held.length < OPENING_EVENTS) return []
    return [{ ...message, events: this.#held.splice(0) }]
  }
}

function deliver(messages: readonly Handed[], listener: EventListener): void {
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
      listener.reset(message.sessionId, message.role, message.latest)
    }
    if (message.type === 'events' && (session === undefined || session === message.sessionId)) {
      events = events.concat(message.events)
    }
  }
  hand()
}
