import { CHANGE_EVENT_MAX_PATHS } from '../../limits.ts'
import { pathOf, type DirectoryNode, type Inode } from './inode.ts'

export interface ChangeBatch {
  readonly paths: readonly string[]
  /** More changed than `paths` names. */
  readonly overflow: boolean
}

/** Collects which paths changed until somebody takes the batch. */
export class ChangeLog {
  readonly #root: DirectoryNode
  readonly #paths = new Set<string>()
  /** Nodes written to; their paths are looked up only when the batch is taken. */
  readonly #nodes = new Set<Inode>()
  #overflow = false
  #onFirst: (() => void) | undefined

  constructor(root: DirectoryNode) {
    this.#root = root
  }

  /** `listener` is told when an empty log gets its first entry: the moment to plan a `take`. */
  onFirst(listener: () => void): void {
    this.#onFirst = listener
  }

  touched(node: Inode): void {
    this.#note(() => this.#nodes.add(node))
  }

  /** For names that come or go: the node's own path may be another one when the batch is taken. */
  named(parent: DirectoryNode, name: string): void {
    const directory = pathOf(parent, this.#root)
    if (directory === undefined) return
    this.#note(() => this.#paths.add(directory === '/' ? '/' + name : `${directory}/${name}`))
  }

  take(): ChangeBatch {
    for (const node of this.#nodes) {
      const path = pathOf(node, this.#root)
      if (path !== undefined) this.#paths.add(path)
    }
    const all = [...this.#paths].sort()
    const overflow = this.#overflow || all.length > CHANGE_EVENT_MAX_PATHS
    this.#paths.clear()
    this.#nodes.clear()
    this.#overflow = false
    return { paths: all.slice(0, CHANGE_EVENT_MAX_PATHS), overflow }
  }

  #note(add: () => void): void {
    const empty = this.#size() === 0 && !this.#overflow
    if (this.#size() <= CHANGE_EVENT_MAX_PATHS) add()
    else this.#overflow = true
    if (empty) this.#onFirst?.()
  }

  #size(): number {
    return this.#paths.size + this.#nodes.size
  }
}
