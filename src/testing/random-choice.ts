/** Choices for a generator of test cases, from a source of numbers in [0, 1). */
export class RandomChoice {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  oneOf<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('Nothing to choose from.')
    return item
  }
}
