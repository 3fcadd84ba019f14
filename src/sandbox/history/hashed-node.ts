/** What the nodes of every file system remember for the history: see `tree-source.ts`. */
export abstract class HashedNode {
  #version = 0
  #hash: string | undefined

  get version(): number {
    return this.#version
  }

  get hash(): string | undefined {
    return this.#hash
  }

  rememberHash(hash: string, version: number): void {
    if (version === this.#version) this.#hash = hash
  }

  /** The node's own object changed. Those above it are the node's to tell. */
  protected forgetHash(): void {
    this.#version += 1
    this.#hash = undefined
  }
}
