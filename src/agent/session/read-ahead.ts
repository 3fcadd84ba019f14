/** A value that is read from the disk anew each time it is needed, a little before that where it can be foreseen. */
export class ReadAhead<T> {
  readonly #read: () => Promise<T>
  #begun: Promise<T> | undefined

  constructor(read: () => Promise<T>) {
    this.#read = read
  }

  /** It will be needed soon. A failure shows with `take`. */
  begin(): void {
    this.#begun = this.#read()
    this.#begun.catch(() => undefined)
  }

  /** What was begun, once; else it is read now. */
  take(): Promise<T> {
    const begun = this.#begun ?? this.#read()
    this.#begun = undefined
    return begun
  }
}
