/** Hashes that nodes of every file system remember for the history: see `tree-source.ts`. */
export abstract class HashedNode {
  #version = 0
  #hash: string | undefined
  #formerHash: string | undefined

  get version(): number {
    return this.#version
  }

  get hash(): string | undefined {
    return this.#hash
  }

  get formerHash(): string | undefined {
    return this.#formerHash
  }

  rememberHash(hash: string, version: number): void {
    if (version !== this.#version) return
    this.#hash = hash
    this.#formerHash = hash
  }

  /** For a copy: `node` has the same object. */
  protected takeHashes(node: HashedNode): void {
    this.#hash = node.hash
    this.#formerHash = node.formerHash
  }

  /** The node's own object changed. Those above it are the node's to tell. */
  protected forgetHash(): void {
    this.#version += 1
    this.#hash = undefined
  }
}
