/** Milliseconds between two presses of a key that count as one gesture. */
const TWICE_MS = 600

/** A key that is pressed twice, with no other between. */
export class DoublePress {
  readonly #key: string
  #at = -Infinity

  constructor(key: string) {
    this.#key = key
  }

  /** Told of each key that is pressed; true for the second. `counts`: this one may be part of it. */
  isSecond({ key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>, counts: boolean): boolean {
    const isPart = counts && key === this.#key
    const isSecond = isPart && timeStamp - this.#at < TWICE_MS
    this.#at = isPart && !isSecond ? timeStamp : -Infinity
    return isSecond
  }
}
