/** Contents of small files that a process has got, for when it asks for one of them: the latest, by their bytes. */

/** Files of one answer: its bytes stay as long as one of them does. */
interface Batch {
  readonly paths: readonly string[]
  readonly bytes: number
}

/** Bytes that a file counts for besides its own: a name, a view, places in two tables. */
const ENTRY_BYTES = 256

export class KeptContents {
  readonly #maxBytes: number
  readonly #files = new Map<string, { readonly data: Uint8Array; readonly batch: Batch }>()
  /** The oldest first. */
  #batches: Batch[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Not to be written to. */
  get(path: string): Uint8Array | undefined {
    return this.#files.get(path)?.data
  }

  /** Stores files that came together: views of one buffer of this size, which nobody writes to. */
  keep(files: ReadonlyMap<string, Uint8Array>, ownBytes: number): void {
    const bytes = ownBytes + files.size * ENTRY_BYTES
    if (bytes > this.#maxBytes) return
    const batch = { paths: [...files.keys()], bytes }
    for (const [path, data] of files) this.#files.set(path, { data, batch })
    this.#batches.push(batch)
    this.#bytes += bytes
    while (this.#bytes > this.#maxBytes) this.#dropOldest()
  }

  clear(): void {
    if (this.#bytes === 0) return
    this.#files.clear()
    this.#batches = []
    this.#bytes = 0
  }

  #dropOldest(): void {
    const batch = this.#batches.shift()
    if (batch === undefined) return
    this.#bytes -= batch.bytes
    for (const path of batch.paths) if (this.#files.get(path)?.batch === batch) this.#files.delete(path)
  }
}
