/** Checkpoints of one tree in one store. Its operations run one after the other. */
import type { BlobStore, Checkpoint, DiffOptions, TreeChange } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import { fail, ok } from '../contract/errors.ts'
import { storeTree } from './checkpoint.ts'
import type { KnownObjects } from './checkpoint.ts'
import { RecentObjects } from './recent-objects.ts'
import { restoreTree } from './restore.ts'
import type { RestoreTarget } from './restore.ts'
import type { TreeSourceDirectory } from './tree-source.ts'

export interface HistoryOptions {
  readonly blobs: BlobStore
  /** The tree as it is now; asked anew for each operation, since an import replaces it. */
  readonly source: () => TreeSourceDirectory
  readonly target: RestoreTarget
}

export class History {
  readonly #options: HistoryOptions & { readonly blobs: RecentObjects }
  readonly #known: KnownObjects
  #last: string | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: HistoryOptions, source?: History) {
    const blobs = source ? source.#options.blobs : new RecentObjects(options.blobs)
    this.#options = { ...options, blobs }
    this.#known = source ? source.#known : { stored: new Set(), totals: new Map() }
    if (source) this.#last = source.#last
  }

  /**
   * History of a fork of this tree, in the same store. Hashes that came with the fork's nodes hold: nothing that was stored
   * here is entered or stored again. Its first checkpoint has `changed` by the last one here.
   */
  fork(options: Omit<HistoryOptions, 'blobs'>): History {
    return new History({ ...options, blobs: this.#options.blobs }, this)
  }

  /** Stores the tree as it is now. `changed` compares with the previous checkpoint or restore. */
  checkpoint(): Promise<Result<Checkpoint>> {
    return this.#next(async () => {
      const stored = await storeTree(this.#options.source(), this.#options.blobs, this.#known)
      if (!stored.ok) return stored
      const changed = stored.value.root !== this.#last
      this.#last = stored.value.root
      return ok({ ...stored.value, changed })
    })
  }

  /** Stores another tree, such as one that is about to take the place of this one; `changed` is not touched. */
  store(source: TreeSourceDirectory): Promise<Result<string>> {
    return this.#next(async () => {
      const stored = await storeTree(source, this.#options.blobs, this.#known)
      return stored.ok ? ok(stored.value.root) : stored
    })
  }

  /** On a failure nothing has been changed. */
  restore(root: string): Promise<Result<void>> {
    return this.#next(async () => {
      const { blobs, source, target } = this.#options
      const restored = await restoreTree({ root, source: source(), target, blobs, known: this.#known })
      if (restored.ok) this.#last = root
      return restored
    })
  }

  diff(from: string, to: string, options?: DiffOptions): Promise<Result<readonly TreeChange[]>> {
    return settled(async () => {
      // Loaded when it is first wanted: a sandbox starts without it.
      const { diffTrees } = await import('./diff.ts')
      return diffTrees(this.#options.blobs, { from, to }, options)
    })
  }

  #next<T>(operation: () => Promise<Result<T>>): Promise<Result<T>> {
    const result = this.#queue.then(() => settled(operation))
    this.#queue = result
    return result
  }
}

/** The store is another thread's and the browser's: that it breaks is a failure to report, not a bug to throw. */
async function settled<T>(operation: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await operation()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return fail('internal', `The history could not go on: ${reason}`, {
      hint: 'Reload the page; what the last checkpoint stored is kept.',
    })
  }
}
