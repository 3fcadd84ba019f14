/**
 * Parts of Node's library that a waiting worker loads before a program asks for them. It imports them: of what is imported
 * the browser keeps the compiled form, and of what `importScripts` loads it does not. What has not come when a program
 * starts is loaded when it is wanted, as if nobody had begun.
 */
import { libraryScope } from '../library.ts'
import type { Chunk, LoadedChunk } from '../library.ts'

export class ChunksAhead {
  readonly #chunks = new Map<string, Chunk>()
  readonly #import: (url: string) => Promise<unknown>
  #isOver = false

  /** To be made before the browser's globals are taken away. */
  constructor() {
    // As text: see `node.worker.ts`.
    this.#import = globalThis.eval('(address) => import(address)') as (address: string) => Promise<unknown>
  }

  /** One after the other. Never rejects. */
  async begin(urls: readonly (string | undefined)[]): Promise<void> {
    if (this.#isOver) return
    libraryScope.registerNodeLibrary = (...chunk) => this.#chunks.set(chunk[0], chunk)
    for (const url of urls) {
      if (this.#isOver || url === undefined) return
      try {
        await this.#import(url)
      } catch {
        // It did not come, or not before the program. When it is wanted, it is loaded or fails where somebody is told.
        return
      }
    }
  }

  /** A program starts: from now on the global object is its own. */
  end(): void {
    this.#isOver = true
    delete libraryScope.registerNodeLibrary
  }

  take(name: LoadedChunk): Chunk | undefined {
    return this.#chunks.get(name)
  }
}
