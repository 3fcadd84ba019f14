/** A line at the end of a terminal's output that is written anew: how far a stage is, and how long the run takes so far. */

const CLEAR = '\r\u001b[2K'

export class StatusLine {
  #stream
  #text = ''
  #isShown = false
  /** Output may end in the middle of a line; the status waits for its end. */
  #isAtLineStart = true

  /** @param {{ write(text: string): unknown, columns?: number }} stream */
  constructor(stream) {
    this.#stream = stream
  }

  /** Output of a program, above the line. */
  write(chunk) {
    const text = String(chunk)
    if (text === '') return
    this.#hide()
    this.#stream.write(text)
    this.#isAtLineStart = text.endsWith('\n')
    this.#draw()
  }

  show(text) {
    this.#text = text
    this.#hide()
    this.#draw()
  }

  /** Takes the line away. */
  close() {
    this.show('')
  }

  #hide() {
    if (this.#isShown) this.#stream.write(CLEAR)
    this.#isShown = false
  }

  #draw() {
    if (this.#text === '' || !this.#isAtLineStart) return
    // A line that is broken could not be cleared. Some terminals say that they have no columns.
    this.#stream.write(this.#text.slice(0, (this.#stream.columns || 80) - 1))
    this.#isShown = true
  }
}

/**
 * `End-to-end tests: 12 of 85 tests, 3:07`. A total that still grows has a plus sign.
 * @param {{ title: string, done: number, total: number, isTotalKnown: boolean, ms: number }} progress
 */
export function progressText({ title, done, total, isTotalKnown, ms }) {
  return `${title}: ${done} of ${Math.max(done, total)}${isTotalKnown ? '' : '+'} tests, ${clockText(ms)}`
}

/** Minutes and seconds: `3:07`. */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
