/** Redaction of text that comes in pieces: a secret that is split between two never leaves in halves. */
import { NAME_SAID } from './formats.ts'
import type { Redactor } from './redactor.ts'

export class RedactedStream {
  readonly #redactor: Redactor
  /** The end of what is gone: a name that a secret may stand behind. */
  #said = ''
  #held = ''

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /** What may be shown by now; '' when all of it is held back. */
  push(text: string): string {
    const all = this.#said + this.#held + text
    return this.#release(all, Math.max(this.#redactor.safeEnd(all), this.#said.length))
  }

  /** The rest: nothing more comes. */
  end(): string {
    const all = this.#said + this.#held
    return this.#release(all, all.length)
  }

  #release(all: string, end: number): string {
    const ready = all.slice(0, end)
    const clean = this.#redactor.redact(ready)
    // What is gone already is not said twice, also where it turns out to be the beginning of a secret.
    let same = 0
    while (same < this.#said.length && clean[same] === this.#said[same]) same += 1
    this.#said = NAME_SAID.exec(clean)?.[0] ?? ''
    this.#held = all.slice(end)
    return clean.slice(same)
  }
}
