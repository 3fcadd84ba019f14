/**
 * Tracks the use of stored content by all tabs of this browser. A sandbox believes stored whatever it has
 * once stored or read, and does not ask again. So each tab records the hashes that passed through its store;
 * a collector first stops the stores of all tabs and gets their hashes. It waits only a moment for a tab that
 * does not answer: then nothing is removed.
 *
 * Each tab holds a lock of its own name as long as it lives, and a collector holds one during the collection:
 * the end of a tab or a collection, however sudden, ends its locks.
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { COLLECTION_ANSWER_MS } from '../../limits.ts'

type Message =
  | { readonly type: 'stop'; readonly collection: string }
  | {
      readonly type: 'stopped'
      readonly collection: string
      readonly tab: string
      readonly used: readonly string[]
    }

export interface ContentUseOptions {
  readonly locks: LockManager
  /** The database's name, shared by its tabs. */
  readonly name: string
  readonly newId: () => string
}

export class ContentUse {
  readonly #options: ContentUseOptions
  readonly #tab: string
  readonly #channel: BroadcastChannel
  /** Hashes of what a sandbox of this tab may believe stored. */
  readonly #used = new Set<string>()
  /** Settles when the store may be used; replaced by each stop. */
  #open: Promise<void>
  #working = 0
  /** Callers that wait until nothing is under way. */
  readonly #waiting: (() => void)[] = []
  #release: (() => void) | undefined
  #closed = false
  /** Called when nothing of this tab is under way and a collection begins: it lets go of files. */
  onStopped: () => void = () => undefined
  /** Called when a collection of any tab has ended: object positions may have changed. */
  onCollected: () => void = () => undefined

  constructor(options: ContentUseOptions) {
    this.#options = options
    this.#tab = options.newId()
    // It listens before its lock can be seen: another tab may ask at once.
    this.#channel = new BroadcastChannel(`${options.name}-content`)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.type === 'stop') void this.#answer(data.collection)
    })
    this.#open = this.#live().then(() => this.#collectionEnded())
    this.#open.catch(() => undefined) // users of the store get the error
  }

  /** Hashes that passed through this tab's store. */
  get used(): ReadonlySet<string> {
    return this.#used
  }

  /** Uses the store, once nobody collects. One use must not begin another. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    for (let open = this.#open; ; open = this.#open) {
      await open
      if (open === this.#open) break
    }
    this.#working += 1
    try {
      return await work()
    } finally {
      this.#working -= 1
      if (this.#working === 0) for (const told of this.#waiting.splice(0)) told()
    }
  }

  /** These have passed: a sandbox may take them to be stored from now on. */
  note(hashes: Iterable<string>): void {
    for (const hash of hashes) this.#used.add(hash)
  }

  /**
   * Runs `work` while no tab stores or reads content. It is told what must stay whatever the logs say. Fails when another
   * tab collects, or does not answer; then `work` has not begun.
   */
  async collect<T>(work: (used: ReadonlySet<string>) => Promise<T>): Promise<Result<T>> {
    const { locks, newId } = this.#options
    let began = false
    const waiting = { signal: AbortSignal.timeout(COLLECTION_ANSWER_MS) }
    const collected = locks.request(this.#collectorName, waiting, async () => {
      began = true
      const { promise: reopened, resolve: reopen } = Promise.withResolvers<void>()
      this.#open = reopened
      try {
        const used = await this.#stopOthers(newId())
        if (!used) {
          return fail(
            'not_permitted',
            'Another tab of Vivarium does not answer, so what it needs is not known; nothing was removed.',
            { hint: 'Close the other tabs, or wait until they have finished storing, and try again.' },
          )
        }
        await this.#settled()
        this.onStopped()
        for (const hash of this.#used) used.add(hash)
        return ok(await work(used))
      } finally {
        this.onCollected()
        reopen()
      }
    })
    try {
      return await collected
    } catch (error) {
      if (began) throw error
      return fail('not_permitted', 'Another tab is cleaning up already; nothing was done here.', {
        hint: 'Look again in a moment.',
      })
    }
  }

  close(): void {
    this.#closed = true
    this.#channel.close()
    this.#release?.()
  }

  get #prefix(): string {
    return `${this.#options.name}-content-tab-`
  }

  get #collectorName(): string {
    return `${this.#options.name}-content-collector`
  }

  /** Resolves when others can see this tab. */
  #live(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#options.locks
        .request(this.#prefix + this.#tab, () => {
          resolve()
          if (this.#closed) return undefined
          return new Promise<void>((release) => {
            this.#release = release
          })
        })
        .catch(reject)
    })
  }

  async #collectionEnded(): Promise<void> {
    await this.#options.locks.request(this.#collectorName, { mode: 'shared' }, () => undefined)
  }

  /** Another tab collects: nothing more is begun here; once nothing is under way, it is told what was used. */
  async #answer(collection: string): Promise<void> {
    const stopped = this.#settled()
    this.#open = stopped
      .then(() => {
        this.onStopped()
        const used = [...this.#used]
        this.#channel.postMessage({ type: 'stopped', collection, tab: this.#tab, used } satisfies Message)
        return this.#collectionEnded()
      })
      .then(() => this.onCollected())
    await this.#open
  }

  /** Resolves when no use is under way. */
  async #settled(): Promise<void> {
    while (this.#working > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Hashes that all other tabs have used; undefined if a live tab does not answer. */
  async #stopOthers(collection: string): Promise<Set<string> | undefined> {
    const used = new Set<string>()
    const answered = new Set<string>()
    const channel = new BroadcastChannel(`${this.#options.name}-content`)
    try {
      let heard: () => void = () => undefined
      channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data.type !== 'stopped' || data.collection !== collection) return
        answered.add(data.tab)
        for (const hash of data.used) used.add(hash)
        heard()
      })
      // Not by the channel that asks for answers: a channel does not hear itself, and this tab is stopped already.
      this.#channel.postMessage({ type: 'stop', collection } satisfies Message)
      const deadline = Date.now() + COLLECTION_ANSWER_MS
      for (;;) {
        // Tabs that have ended meanwhile need nothing any more.
        const lacking = (await this.#others()).filter((tab) => !answered.has(tab))
        if (lacking.length === 0) return used
        const left = deadline - Date.now()
        if (left <= 0) return undefined
        await new Promise<void>((resolve) => {
          heard = resolve
          setTimeout(resolve, Math.min(left, 100))
        })
      }
    } finally {
      channel.close()
    }
  }

  async #others(): Promise<string[]> {
    const { held = [], pending = [] } = await this.#options.locks.query()
    const tabs = [...held, ...pending].flatMap(({ name }) =>
      name?.startsWith(this.#prefix) === true ? [name.slice(this.#prefix.length)] : [],
    )
    return tabs.filter((tab) => tab !== this.#tab)
  }
}
