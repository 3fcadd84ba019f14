/** Finding in the conversation: what is looked for, where it stands, and at which of it the person is. */
import type { ScreenState } from '../../../agent/protocol/view/screen-state.ts'
import { FOUND_IN_CONVERSATION } from '../../limits.ts'
import { findInConversation } from './find-matches.ts'

export class FindModel {
  open = $state(false)
  /** Counts how often the person was brought to its field. */
  focused = $state(0)
  #text = $state('')
  #at = $state(0)

  readonly matches = $derived.by(() =>
    this.open ? findInConversation(this.#view().items, this.#text, FOUND_IN_CONVERSATION) : [],
  )
  readonly at = $derived.by(() => Math.min(this.#at, Math.max(0, this.matches.length - 1)))
  readonly current = $derived.by(() => this.matches[this.at])

  readonly #view: () => ScreenState

  constructor(view: () => ScreenState) {
    this.#view = view
  }

  get text(): string {
    return this.#text
  }
  /** Selects the last match first: it is the one that the user has read. */
  set text(text: string) {
    this.#text = text
    this.#at = Math.max(0, this.matches.length - 1)
  }

  show(text?: string): void {
    this.open = true
    this.focused += 1
    if (text !== undefined && text !== '') this.text = text
  }

  close(): void {
    this.open = false
  }

  /** From the first up to the last, and from there to the first. */
  move(by: 1 | -1): void {
    const { length } = this.matches
    if (length > 0) this.#at = (this.at + by + length) % length
  }
}
