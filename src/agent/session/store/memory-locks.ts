/** Web Locks where the browser refuses them, as it does where it keeps nothing: among those who share this object. */

interface Held {
  readonly lock: Lock
  /** Rejects when another request has stolen it. */
  readonly lost: Promise<never>
  readonly lose: (reason: DOMException) => void
}

interface Waiting {
  readonly lock: Lock
  readonly grant: (held: Held) => void
}

export class MemoryLocks implements LockManager {
  readonly #held = new Set<Held>()
  readonly #waiting: Waiting[] = []

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>
  async request<T>(
    name: string,
    ...rest: [LockGrantedCallback<T>] | [LockOptions, LockGrantedCallback<T>]
  ): Promise<Awaited<T>> {
    const [options, callback] = rest.length === 1 ? [{}, rest[0]] : rest
    const { mode = 'exclusive', ifAvailable = false, steal = false, signal } = options
    signal?.throwIfAborted()
    const lock: Lock = { name, mode }
    if (steal) this.#take(name)
    const isFree = steal || this.#isFree(lock)
    if (!isFree && ifAvailable) return await callback(null)
    const held = isFree ? this.#hold(lock) : await this.#turnOf(lock, signal)
    try {
      return await Promise.race([callback(lock), held.lost])
    } finally {
      this.#held.delete(held)
      this.#grant(name)
    }
  }

  query(): Promise<LockManagerSnapshot> {
    const infoOf = ({ lock: { name, mode } }: { readonly lock: Lock }) => ({ name, mode, clientId: 'tab' })
    return Promise.resolve({
      held: [...this.#held].map(infoOf),
      pending: this.#waiting.map(infoOf),
    })
  }

  /** Earlier requests come first. */
  #isFree(lock: Lock): boolean {
    return this.#fits(lock) && !this.#waiting.some((other) => other.lock.name === lock.name)
  }

  #fits({ name, mode }: Lock): boolean {
    return ![...this.#held].some(
      ({ lock }) => lock.name === name && (mode === 'exclusive' || lock.mode === 'exclusive'),
    )
  }

  #hold(lock: Lock): Held {
    const { promise: lost, reject: lose } = Promise.withResolvers<never>()
    // The holder may have let go already.
    lost.catch(() => undefined)
    const held: Held = { lock, lost, lose }
    this.#held.add(held)
    return held
  }

  #take(name: string): void {
    for (const held of this.#held) {
      if (held.lock.name !== name) continue
      this.#held.delete(held)
      held.lose(new DOMException('The lock was taken by another request.', 'AbortError'))
    }
  }

  #turnOf(lock: Lock, signal: AbortSignal | undefined): Promise<Held> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        this.#grant(lock.name)
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        lock,
        grant: (held) => {
          signal?.removeEventListener('abort', leave)
          resolve(held)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  /** In the order of asking: those that share it together, others one by one. */
  #grant(name: string): void {
    for (;;) {
      const next = this.#waiting.findIndex(({ lock }) => lock.name === name)
      const waiting = this.#waiting[next]
      if (!waiting || !this.#fits(waiting.lock)) return
      this.#waiting.splice(next, 1)
      waiting.grant(this.#hold(waiting.lock))
    }
  }
}
