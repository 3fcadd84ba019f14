/** Text that opens with thinking between tags, as local servers send it that do not know the model's template. */
const OPEN = '<think>'
const CLOSE = '</think>'

interface Split {
  readonly type: 'text' | 'thinking'
  readonly text: string
}

/** Only at the beginning of an answer: further on the tags are what the model writes about. */
export class ThinkTags {
  #state: 'start' | 'thinking' | 'after' | 'text' = 'start'
  /** Text that is still ambiguous: the beginning of a tag, or the line ends after one. */
  #held = ''

  push(piece: string): Split[] {
    if (this.#state === 'text') return [{ type: 'text', text: piece }]
    this.#held += piece
    const splits: Split[] = []
    if (this.#state === 'start') {
      const opening = this.#held.trimStart()
      if (OPEN.startsWith(opening.slice(0, OPEN.length)) && opening.length < OPEN.length) return []
      this.#state = opening.startsWith(OPEN) ? 'thinking' : 'text'
      if (this.#state === 'text') return this.flush()
      this.#held = opening.slice(OPEN.length)
    }
    if (this.#state === 'thinking') {
      const end = this.#held.indexOf(CLOSE)
      const kept = end === -1 ? heldBack(this.#held) : 0
      const upTo = end === -1 ? this.#held.length - kept : end
      splits.push({ type: 'thinking', text: this.#held.slice(0, upTo) })
      this.#held = end === -1 ? this.#held.slice(upTo) : this.#held.slice(end + CLOSE.length)
      if (end !== -1) this.#state = 'after'
    }
    if (this.#state === 'after') {
      this.#held = this.#held.trimStart()
      if (this.#held === '') return splits
      this.#state = 'text'
      splits.push(...this.flush())
    }
    return splits
  }

  /** The end: held text is content, not the start of a tag. */
  flush(): Split[] {
    const text = this.#held
    this.#held = ''
    if (text === '') return []
    return [{ type: this.#state === 'thinking' ? 'thinking' : 'text', text }]
  }
}

/** Characters at the end that may be the beginning of the closing tag. */
function heldBack(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(CLOSE.slice(0, length))) return length
  }
  return 0
}
