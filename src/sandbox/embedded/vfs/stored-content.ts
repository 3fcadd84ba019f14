/** The content of a file that is fetched from the store when it is first read. Nobody writes to it: its file is read-only. */
import { Errno } from '../syscalls.ts'
import { FileContent } from './file-content.ts'

/** Thrown where a content is read before it was fetched. No failure: whoever can wait fetches it, and reads again. */
export class NotFetched extends Error {
  readonly content: StoredContent

  constructor(content: StoredContent) {
    super('the content of a file was not fetched yet')
    this.content = content
  }
}

export class StoredContent extends FileContent {
  readonly #size: number
  readonly #load: () => Promise<Uint8Array | undefined>
  #bytes: Uint8Array | undefined
  #fetching: Promise<void> | undefined
  #failed = false

  /** `load` resolves with `size` bytes that nobody changes; undefined: they are not stored. */
  constructor(size: number, load: () => Promise<Uint8Array | undefined>) {
    super()
    this.#size = size
    this.#load = load
  }

  override get size(): number {
    return this.#size
  }

  override get isHere(): boolean {
    return this.#bytes !== undefined
  }

  /** Throws `NotFetched`, or EIO where the fetch has failed; it is tried anew with the next read. */
  override view(): Uint8Array {
    if (this.#bytes !== undefined) return this.#bytes
    if (!this.#failed) throw new NotFetched(this)
    this.#failed = false
    throw new Errno('EIO', 'read')
  }

  override read(position: number, length: number): Uint8Array {
    return this.view().slice(position, position + length)
  }

  /** A copy of its own, since it is written to. Throws as `view`. */
  override share(): FileContent {
    return new FileContent(this.view()).share()
  }

  /** Resolves when a read has something to say: the bytes, or the failure. Never rejects. */
  fetch(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined))
    return this.#fetching
  }

  async #fetch(): Promise<void> {
    if (this.#bytes !== undefined) return
    const bytes = await this.#load().catch(() => undefined)
    if (bytes?.length === this.#size) this.#bytes = bytes
    else this.#failed = true
  }
}

/** `action`, again and again until it needs no content that was not fetched. */
export async function whenFetched<T>(action: () => T): Promise<T> {
  for (;;) {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error
      await error.content.fetch()
    }
  }
}
