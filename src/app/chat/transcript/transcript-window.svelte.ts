/** Which of a conversation's items are drawn: of a long one a part, that grows where the person goes. */
import type { SessionModel } from '../../session.svelte.ts'
import { TRANSCRIPT_ITEMS } from '../../limits.ts'

interface Part {
  readonly session: string
  /** Items above it are not drawn. */
  readonly first: number
  /** Nor from here on; undefined: all up to the last are, and what will come. */
  readonly last: number | undefined
}

export class TranscriptWindow {
  /** How far the person has gone up, and in which session: nothing goes from above that they may be reading. */
  #part = $state.raw<Part>({ session: '', first: 0, last: undefined })
  /** First item of the end: in steps, so that not every new message takes one away. */
  readonly #end = $derived.by(() =>
    this.#count <= TRANSCRIPT_ITEMS * 2
      ? 0
      : Math.floor(this.#count / TRANSCRIPT_ITEMS - 1) * TRANSCRIPT_ITEMS,
  )
  readonly first = $derived.by(() => {
    const { first, last } = this.#own
    return last === undefined ? Math.min(first, this.#end) : first
  })
  readonly last = $derived.by(() => Math.min(this.#own.last ?? Infinity, this.#count))
  readonly isAtEnd = $derived.by(() => this.last >= this.#count)

  readonly #session: SessionModel

  constructor(session: SessionModel) {
    this.#session = session
  }

  earlier(): void {
    this.#show(this.first - TRANSCRIPT_ITEMS, this.#own.last)
  }

  later(): void {
    this.#show(this.first, this.last + TRANSCRIPT_ITEMS)
  }

  toEnd(): void {
    if (this.#own.last !== undefined) this.#show(Infinity, undefined)
  }

  /** Has it drawn, with some around it. */
  reveal(index: number): void {
    const drawn = index >= this.first && index < this.last
    if (drawn) return
    const first = index - TRANSCRIPT_ITEMS / 2
    // Near to what is drawn already the two are one piece.
    if (index < this.first && first > this.first - 2 * TRANSCRIPT_ITEMS) this.#show(first, this.#own.last)
    else this.#show(first, index + TRANSCRIPT_ITEMS)
  }

  get #count(): number {
    return this.#session.view.items.length
  }

  get #own(): Omit<Part, 'session'> {
    // A session that is being opened shows its end.
    return this.#part.session === this.#session.id && !this.#session.isTail
      ? this.#part
      : { first: Infinity, last: undefined }
  }

  #show(first: number, last: number | undefined): void {
    const end = last === undefined || last >= this.#count ? undefined : last
    this.#part = { session: this.#session.id, first: Math.max(0, first), last: end }
  }
}
