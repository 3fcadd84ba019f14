/** Messages of before, called back into an empty composer with the arrow keys. */

export class PromptHistory {
  /** Index of the shown message, counted from the last; -1 for none. */
  #back = -1
  #shown = ''

  /**
   * The text that the key leads to; undefined when it leads nowhere, and is the cursor's. `messages` are the oldest first,
   * `draft` is what stands in the composer: what somebody has changed is no longer called back over.
   */
  move(direction: 'older' | 'newer', messages: readonly string[], draft: string): string | undefined {
    if (this.#back >= 0 && draft !== this.#shown) this.reset()
    if (this.#back < 0 && (direction === 'newer' || draft !== '')) return undefined
    const back = this.#back + (direction === 'older' ? 1 : -1)
    if (back >= messages.length) return undefined
    this.#back = back
    this.#shown = back < 0 ? '' : (messages.at(-1 - back) ?? '')
    return this.#shown
  }

  reset(): void {
    this.#back = -1
    this.#shown = ''
  }
}
