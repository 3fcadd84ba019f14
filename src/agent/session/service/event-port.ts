/**
 * Events on their way to the page. `postMessage` has no back-pressure, so the page grants credits: a batch costs
 * one. A page that falls far behind makes no queue grow: what it misses is read from disk when it is ready again.
 */
import type { AgentEvent } from '../../protocol/events.ts'
import type { SessionRole } from '../../protocol/opened-session.ts'
import type { EventPortCredit, EventPortMessage } from '../../protocol/event-port.ts'
import type { TabNotice } from '../../protocol/tab-notice.ts'
import { PORT_AHEAD_EVENTS, PORT_BACKLOG_EVENTS, PORT_BATCH_EVENTS } from '../../limits.ts'

/** Stored events of a session from `fromSeq` on, at most `limit`. */
export type ReadEvents = (session: string, fromSeq: number, limit: number) => Promise<readonly AgentEvent[]>

export class EventPort {
  readonly #port: MessagePort
  readonly #read: ReadEvents
  #credits = 0
  #session = ''
  /** Sequence number of the last event handed to the page, and of the last one there is. */
  #sent = 0
  #latest = 0
  #backlog: AgentEvent[] = []
  /** Last event sent of a session that is being opened. */
  #ahead = { session: '', last: 0 }
  /** Counts resets: what was read before the last one belongs to another screen. */
  #generation = 0
  #pumping = false

  constructor(port: MessagePort, read: ReadEvents) {
    this.#port = port
    this.#read = read
    port.addEventListener('message', (event: MessageEvent<EventPortCredit>) => {
      this.#credits += event.data.count
      void this.#pump()
    })
    port.start()
  }

  /**
   * Sends events of a session that is being opened, in order from its first: the page processes them while
   * the others are read. Sends no more than the page holds; the rest follow the reset.
   */
  ahead(session: string, events: readonly AgentEvent[]): void {
    const [first] = events
    const last = events.at(-1)
    if (!first || !last) return
    if (first.seq === 1) this.#ahead = { session, last: 0 }
    const { session: known, last: before } = this.#ahead
    if (session !== known || first.seq !== before + 1 || last.seq > PORT_AHEAD_EVENTS) return
    this.#ahead = { session, last: last.seq }
    this.#post({ type: 'ahead', sessionId: session, events })
  }

  /** The last events of a long session that is being opened; none when that has failed. */
  tail(session: string, title: string, events: readonly AgentEvent[]): void {
    this.#post({ type: 'tail', sessionId: session, title, events })
  }

  /** The page starts over with this session; its events up to `latest` follow: those that are `read` already, others from disk. */
  reset(session: string, role: SessionRole, latest: number, read: readonly AgentEvent[] = []): void {
    this.#generation += 1
    this.#session = session
    const ahead = this.#ahead.session === session ? this.#ahead.last : 0
    this.#ahead = { session: '', last: 0 }
    this.#sent = ahead
    this.#latest = latest
    this.#backlog = read.filter(({ seq }) => seq > ahead)
    this.#post({ type: 'reset', sessionId: session, role, latest, ...(ahead > 0 ? { ahead } : {}) })
    void this.#pump()
  }

  /** Stored events, in order. Those of another session than the page's are ignored. */
  push(session: string, events: readonly AgentEvent[]): void {
    const last = events.at(-1)
    if (session !== this.#session || !last) return
    const follows = events[0]?.seq === (this.#backlog.at(-1)?.seq ?? this.#sent) + 1
    this.#latest = Math.max(this.#latest, last.seq)
    if (follows && this.#backlog.length + events.length <= PORT_BACKLOG_EVENTS) this.#backlog.push(...events)
    void this.#pump()
  }

  notice(notice: TabNotice): void {
    this.#post({ type: 'notice', notice })
  }

  close(): void {
    this.#port.close()
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    while (this.#credits > 0 && this.#sent < this.#latest) {
      const generation = this.#generation
      const events = await this.#next(generation)
      if (generation !== this.#generation) continue
      const last = events.at(-1)
      if (!last) break
      this.#credits -= 1
      this.#sent = last.seq
      this.#post({ type: 'events', sessionId: this.#session, events })
    }
    this.#pumping = false
  }

  async #next(generation: number): Promise<readonly AgentEvent[]> {
    if (this.#backlog[0]?.seq === this.#sent + 1) return this.#backlog.splice(0, PORT_BATCH_EVENTS)
    const events = await this.#read(this.#session, this.#sent + 1, PORT_BATCH_EVENTS)
    const last = events.at(-1)?.seq ?? 0
    if (generation === this.#generation) this.#backlog = this.#backlog.filter((event) => event.seq > last)
    return events
  }

  #post(message: EventPortMessage): void {
    this.#port.postMessage(message)
  }
}
