/** Redaction of text that comes in pieces: a secret that is split between two never leaves in halves. */
import { Begun } from './begun.ts'
import { nameSaid } from './formats.ts'
import type { Redactor } from './redactor.ts'

export class RedactedStream {
  readonly #redactor: Redactor
  readonly #begun: Begun
  /** The end of what is gone: a name that a secret may stand behind. */
  #said = ''
  #held = ''

  constructor(redactor: Redactor) {
    this.#redactor = redactor
    this.#begun = new Begun(redactor)
  }

  /** Returns the text that may be shown by now; '' if all of it is held back. */
  push(text: string): string {
    const end = this.#begun.push(text, this.#held)
    this.#held += text
    // The text that is held back is not looked at before some of it may be shown.
    return end === 0 ? '' : this.#release(end)
  }

  /** The rest: nothing more comes. */
  end(): string {
    return this.#release(this.#held.length)
  }

  #release(end: number): string {
    const clean = this.#redactor.redact(this.#said + this.#held.slice(0, end))
    // Never emits text again, even if it turns out to start a secret.
    let same = 0
    while (same < this.#said.length && clean[same] === this.#said[same]) same += 1
    this.#said = nameSaid(clean)
    this.#held = this.#held.slice(end)
    return clean.slice(same)
  }
}
