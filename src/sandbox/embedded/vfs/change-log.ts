import { CHANGE_LOG_MAX_ENTRIES } from '../../contract/limits.ts'
import { pathOf, type DirectoryNode, type Inode } from './inode.ts'

interface Follower {
  /** An empty log has got its first entry: the moment to plan a `take`. */
  first(): void
  /** As many entries as it keeps: without a `take` it is emptied. */
  full(): void
}

/** Collects which paths changed until somebody takes them. */
export class ChangeLog {
  readonly #root: DirectoryNode
  readonly #paths = new Set<string>()
  /** Nodes written to; their paths are looked up only when they are taken. */
  readonly #nodes = new Set<Inode>()
  #follower: Follower | undefined

  constructor(root: DirectoryNode) {
    this.#root = root
  }

  /** Without somebody who follows, what is more than the log keeps is forgotten. */
  follow(follower: Follower): void {
    this.#follower = follower
  }

  touched(node: Inode): void {
    this.#nodes.add(node)
    this.#noted()
  }

  /** For names that come or go: the node's own path may be another one when it is taken. */
  named(parent: DirectoryNode, name: string): void {
    const directory = pathOf(parent, this.#root)
    if (directory === undefined) return
    this.#paths.add(directory === '/' ? '/' + name : `${directory}/${name}`)
    this.#noted()
  }

  /** Sorted. */
  take(): readonly string[] {
    for (const node of this.#nodes) {
      const path = pathOf(node, this.#root)
      if (path !== undefined) this.#paths.add(path)
    }
    const all = [...this.#paths].sort()
    this.#paths.clear()
    this.#nodes.clear()
    return all
  }

  #noted(): void {
    const size = this.#paths.size + this.#nodes.size
    if (size === 1) this.#follower?.first()
    if (size < CHANGE_LOG_MAX_ENTRIES) return
    this.#follower?.full()
    this.#paths.clear()
    this.#nodes.clear()
  }
}
