/** The session's log on the screen. While another is being opened, what is read of it waits here, and its end may be seen already. */
import type { AgentEvent } from '../../agent/protocol/events.ts'
import { EMPTY_SCREEN } from '../../agent/protocol/view/screen-state.ts'
import type { ScreenState } from '../../agent/protocol/view/screen-state.ts'
import { applyEvents } from '../../agent/protocol/view/view.ts'
import { tailView } from '../../agent/protocol/view/tail.ts'
import { TAIL_ITEMS } from '../limits.ts'

export class LogView {
  view = $state.raw<ScreenState>(EMPTY_SCREEN)
  /** The end of a session that is still being read is on the screen: to be looked at, and nothing to be done with. */
  isTail = $state(false)
  /** The screen of a session that is being opened, as far as it was read. */
  #ahead: { readonly id: string; readonly view: ScreenState } | undefined
  /** The view that the next events are added to, if it is not the one on the screen. */
  #behind: ScreenState | undefined
  /** Its last event is on the screen with this one; until then, where there is a tail, the tail is. */
  #wholeAt = 0
  #tailOf = ''

  /** Reduces events of a session that is being opened, while the rest is read. */
  ahead(id: string, events: readonly AgentEvent[]): void {
    const known = this.#ahead?.id === id && events[0]?.seq !== 1 ? this.#ahead.view : EMPTY_SCREEN
    this.#ahead = { id, view: applyEvents(known, events) }
  }

  /** The end of one that is being opened; without events it is not opened after all. */
  tail(id: string, title: string, events: readonly AgentEvent[]): void {
    if (events.length === 0) return this.dropTail()
    const view = tailView(title, events, TAIL_ITEMS)
    if (!view) return
    // The session that it takes the place of goes on until then.
    this.#behind ??= this.view
    this.#wholeAt = Infinity
    this.#tailOf = id
    this.isTail = true
    this.view = view
  }

  /** Shows the session from before the tail again. */
  dropTail(): void {
    if (!this.isTail) return
    this.isTail = false
    this.view = this.#behind ?? EMPTY_SCREEN
    this.#behind = undefined
  }

  /** Starts over with a session that has events up to `latest`. */
  reset(id: string, latest: number): void {
    // It holds the beginning of what comes now; what it holds is skipped there.
    this.#behind = this.#ahead?.id === id ? this.#ahead.view : EMPTY_SCREEN
    this.#ahead = undefined
    this.#wholeAt = latest
    if (this.#tailOf !== id) this.isTail = false
    if (!this.isTail) this.view = EMPTY_SCREEN
  }

  add(events: readonly AgentEvent[]): void {
    const next = applyEvents(this.#behind ?? this.view, events)
    const isBehind = this.isTail && next.lastSeq < this.#wholeAt
    this.#behind = isBehind ? next : undefined
    if (isBehind) return
    this.view = next
    this.isTail = false
  }
}
