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
import { HIDDEN_FLUSH_MS } from './limits.ts'

export interface EventListener {
  /** Another session is on the screen now, or the same one from its start. */
  reset(sessionId: string, role: SessionRole): void
  /** In order; once per frame at most. */
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
    if (waiting.push(data) === 1) schedule(flush)
  })
  port.start()
  grant(EVENT_CREDITS)
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
