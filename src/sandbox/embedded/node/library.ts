/**
 * Node's own JavaScript library as loaded from the generated chunks. A chunk is a classic script that calls
 * `registerNodeLibrary`; the first one is part of the worker's program and brings the index of all, the others load on
 * first use, synchronously.
 */
export type LibraryFunction = (this: unknown, ...args: unknown[]) => unknown

/** Scripts in which the library comes, besides the program itself. */
export const LOADED_CHUNKS = ['common', 'rare', 'web', 'brotli', 'zstd'] as const
export type LoadedChunk = (typeof LOADED_CHUNKS)[number]
export type ChunkName = 'start' | LoadedChunk

interface LibraryIndex {
  readonly chunks: Readonly<Record<ChunkName, readonly string[]>>
  /** Ids that Node has and that are not shipped. */
  readonly refused: readonly string[]
}

export type Chunk = readonly [
  name: ChunkName,
  functions: Readonly<Record<string, LibraryFunction>>,
  /** `[id, line of the chunk where its source begins]`, ascending; the last one has no id, and is where they end. */
  starts: readonly (readonly [string, number])[],
  index?: LibraryIndex,
]

/** Fields of the global object by which the library's scripts and this program reach one another. */
interface LibraryScope {
  /** The first chunk, which stands before the program. */
  nodeLibraryStart?: Chunk
  /** A further chunk calls it as it runs. */
  registerNodeLibrary?: (...chunk: Chunk) => void
}

// No library of types knows fields that the build's own scripts put there.
export const libraryScope = globalThis as LibraryScope

export interface LibraryPlace {
  readonly id: string
  readonly line: number
}

export class Library {
  readonly #functions = new Map<string, LibraryFunction>()
  readonly #chunkOf = new Map<string, ChunkName>()
  readonly #starts = new Map<ChunkName, readonly (readonly [string, number])[]>()
  readonly #refused = new Set<string>()
  readonly #load: (chunk: LoadedChunk) => void

  /** `load` runs the chunk's script before it returns. */
  constructor(load: (chunk: LoadedChunk) => void) {
    this.#load = load
    const { nodeLibraryStart } = libraryScope
    if (!nodeLibraryStart) throw new Error("Node's library does not stand before its program.")
    this.#register(nodeLibraryStart)
    delete libraryScope.nodeLibraryStart
  }

  /** Every id that Node itself has, whether shipped or not. */
  get ids(): readonly string[] {
    return [...this.#chunkOf.keys(), ...this.#refused]
  }

  has(id: string): boolean {
    return this.#chunkOf.has(id)
  }

  isRefused(id: string): boolean {
    return this.#refused.has(id)
  }

  /** The function of that id, its chunk loaded if need be; undefined for an id that is not shipped. */
  find(id: string): LibraryFunction | undefined {
    const chunk = this.#chunkOf.get(id)
    if (chunk === undefined) return undefined
    if (chunk !== 'start' && !this.#starts.has(chunk)) this.#loadChunk(chunk)
    return this.#functions.get(id)
  }

  /** Which library source a position in a chunk's script is in. */
  locate(chunk: ChunkName, line: number): LibraryPlace | undefined {
    const starts = this.#starts.get(chunk) ?? []
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle]?.[1] ?? 0) <= line) low = middle + 1
      else high = middle
    }
    const start = starts[low - 1]
    return start && start[0] !== '' ? { id: start[0], line: line - start[1] + 1 } : undefined
  }

  #register([name, functions, starts, index]: Chunk): void {
    this.#starts.set(name, starts)
    for (const id of Object.keys(functions)) {
      const fn = functions[id]
      if (fn) this.#functions.set(id, fn)
    }
    if (index) this.#readIndex(index)
  }

  #loadChunk(chunk: LoadedChunk): void {
    libraryScope.registerNodeLibrary = (...registered) => this.#register(registered)
    this.#load(chunk)
    delete libraryScope.registerNodeLibrary
    if (!this.#starts.has(chunk))
      throw new Error(`The script of the library chunk "${chunk}" did not register it.`)
  }

  #readIndex(index: LibraryIndex): void {
    for (const chunk of ['start', ...LOADED_CHUNKS] as const) {
      for (const id of index.chunks[chunk]) this.#chunkOf.set(id, chunk)
    }
    for (const id of index.refused) this.#refused.add(id)
  }
}
