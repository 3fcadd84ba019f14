/** Pending requests and timers of a program, as `process.getActiveResourcesInfo` lists them. */
export interface TimerCounts {
  readonly timeouts: () => number
  readonly immediates: () => number
}

export class ActiveResources {
  readonly #requests = new Set<object>()
  #timers: TimerCounts | undefined

  watchTimers(timers: TimerCounts): void {
    this.#timers = timers
  }

  /** Call what it gives when the request has been answered. */
  request(request: object): () => void {
    this.#requests.add(request)
    return () => void this.#requests.delete(request)
  }

  get requests(): object[] {
    return [...this.#requests]
  }

  /** Names of pending requests, timers and immediates, an entry each. */
  get names(): string[] {
    const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name)
    return [
      ...this.requests.map(({ constructor }) => constructor.name),
      ...times(this.#timers?.timeouts() ?? 0, 'Timeout'),
      ...times(this.#timers?.immediates() ?? 0, 'Immediate'),
    ]
  }
}
