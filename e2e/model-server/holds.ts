/** Places where answers wait until the test lets them go on: an order of events instead of a time. */

interface Place {
  isReleased: boolean
  isReached: boolean
  /** Called once when the place is released, or reached. */
  readonly onRelease: Set<() => void>
  readonly onReach: Set<() => void>
}

export class Holds {
  readonly #places = new Map<string, Place>()

  /** Lets the answers that wait there go on, and those that come there later. */
  release(name: string): void {
    const place = this.#place(name)
    place.isReleased = true
    for (const goOn of place.onRelease) goOn()
  }

  /** Resolves when an answer has come to that place. */
  async reached(name: string): Promise<void> {
    const place = this.#place(name)
    if (!place.isReached) await new Promise<void>((resolve) => place.onReach.add(resolve))
  }

  /** Waits until the place is released or `signal` aborts. */
  async wait(name: string, signal: AbortSignal): Promise<void> {
    const place = this.#place(name)
    place.isReached = true
    for (const seen of place.onReach) seen()
    if (place.isReleased || signal.aborted) return
    await new Promise<void>((resolve) => {
      place.onRelease.add(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  #place(name: string): Place {
    const known = this.#places.get(name)
    if (known) return known
    const place = {
      isReleased: false,
      isReached: false,
      onRelease: new Set<() => void>(),
      onReach: new Set<() => void>(),
    }
    this.#places.set(name, place)
    return place
  }
}
