/**
 * The workspace as the page knows it. History and search read trees without waiting, and the container is asked
 * with messages: so they read this copy, which is brought up to date before each of their operations.
 */
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import type { RestoreTarget } from '../history/restore.ts'
import { CONTAINER_SYNC_BYTES } from '../contract/limits.ts'
import { WORKSPACE_ROOT } from '../contract/path.ts'
import { archiveSources } from '../tree/memory-archive.ts'
import { find } from '../tree/memory-lookup.ts'
import { MemoryFile, type MemoryDirectory, type MemoryNode } from '../tree/memory-node.ts'
import { restoreInto } from '../tree/memory-restore.ts'
import { MemoryTree } from '../tree/memory-tree.ts'
import { failureOf } from './container-paths.ts'
import type { HelperClient } from './helper-client.ts'
import type { Answer } from './helper-messages.ts'

type Change = Answer<'sync'>['changed'][number]

type Step =
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'directory' | 'mode' | 'file'; readonly path: string; readonly mode: number }
  | { readonly type: 'symlink'; readonly path: string; readonly target: string }

export class WorkspaceMirror {
  readonly #helper: HelperClient
  readonly #onChanged: (paths: readonly string[]) => void
  readonly #tree = new MemoryTree(Date.now)
  /** Operations on the copy come one after the other: each sees the container's files as the one before left them. */
  #queue: Promise<unknown> = Promise.resolve()
  #steps: Step[] = []
  #blobs: Uint8Array[] = []

  constructor(helper: HelperClient, onChanged: (paths: readonly string[]) => void) {
    this.#helper = helper
    this.#onChanged = onChanged
  }

  workspace(): MemoryDirectory {
    return this.#tree.workspace()
  }

  /** Returns the node at an absolute contract path, following symlinks. */
  find(path: string): MemoryNode | undefined {
    const found = find(this.#tree.root, path, { doing: 'search' })
    return found.ok ? found.value.node : undefined
  }

  usage(): { files: number; bytes: number } {
    return this.#tree.usage()
  }

  /** Runs `work` on the copy as the container's files are now. */
  inStep<T>(work: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
    return this.#next(async () => {
      const synced = await this.#sync()
      return synced.ok ? work() : synced
    })
  }

  /** Brings the copy up to date, when nothing else is to be done with it. */
  sync(): Promise<Result<void>> {
    return this.#next(() => this.#sync())
  }

  /** Target of a restore: writes to the copy at once, and to the container on `flush`. */
  restoreTarget(): RestoreTarget {
    const copy = restoreInto(this.#tree)
    const step = (next: Step) => void this.#steps.push(next)
    return {
      makeDirectory: (path, mode) => {
        copy.makeDirectory(path, mode)
        step({ type: 'directory', path, mode })
      },
      writeFile: (path, data, mode) => {
        copy.writeFile(path, data, mode)
        this.#blobs.push(data)
        step({ type: 'file', path, mode })
      },
      symlink: (path, target) => {
        copy.symlink(path, target)
        step({ type: 'symlink', path, target })
      },
      setMode: (path, mode) => {
        copy.setMode(path, mode)
        step({ type: 'mode', path, mode })
      },
      remove: (path) => {
        copy.remove(path)
        step({ type: 'remove', path })
      },
    }
  }

  /** Does in the container what a restore has done to the copy. Only within `inStep`. */
  async flush(): Promise<Result<void>> {
    const [steps, blobs] = [this.#steps, this.#blobs]
    this.#steps = []
    this.#blobs = []
    if (steps.length === 0) return ok(undefined)
    const applied = await this.#helper.call('apply', { steps }, blobs)
    this.#onChanged(steps.map(({ path }) => `${WORKSPACE_ROOT}/${path}`))
    if (applied.ok) return ok(undefined)
    return fail(
      'internal',
      `The container could not take all of the restored files: ${applied.error.message}.`,
      {
        hint: 'Restore again; what the checkpoint has is kept.',
      },
    )
  }

  /** The workspace becomes `tree`, in the container and here. Only within `inStep`. */
  async replace(workspace: MemoryDirectory): Promise<Result<void>> {
    const sources = archiveSources(workspace)
    const entries = sources.map(({ kind, path, ...rest }) => ({
      kind,
      path,
      ...('mode' in rest ? { mode: rest.mode } : {}),
      ...('target' in rest ? { target: rest.target } : {}),
    }))
    const blobs = sources.flatMap((source) => (source.kind === 'file' ? [source.data] : []))
    const replaced = await this.#helper.call('replace', { entries }, blobs)
    if (!replaced.ok) return failureOf(replaced.error, 'import into', WORKSPACE_ROOT)
    this.#tree.replaceWorkspace(workspace)
    this.#onChanged([WORKSPACE_ROOT])
    return ok(undefined)
  }

  #next<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }

  async #sync(): Promise<Result<void>> {
    for (;;) {
      const called = await this.#helper.call('sync', { maxBytes: CONTAINER_SYNC_BYTES })
      if (!called.ok) return failureOf(called.error, 'look through', WORKSPACE_ROOT)
      const { removed, changed, more } = called.value
      const blobs = [...called.blobs]
      for (const name of removed) this.#remove(name)
      for (const each of changed) this.#take(each, each.hasData ? blobs.shift() : undefined)
      const paths = [...removed, ...changed.map(({ name }) => name)]
      if (paths.length > 0) this.#onChanged([...new Set(paths)].map((name) => `${WORKSPACE_ROOT}/${name}`))
      if (!more) return ok(undefined)
    }
  }

  #remove(name: string): void {
    const path = `${WORKSPACE_ROOT}/${name}`
    if (this.#tree.stat(path, true).ok) this.#tree.remove(path, true)
  }

  /** Parents come before what is in them, and what had another kind was removed before. */
  #take({ name, kind, mode, mtimeMs, target }: Change, data: Uint8Array | undefined): void {
    const path = `${WORKSPACE_ROOT}/${name}`
    if (kind === 'directory') this.#tree.makeDirectory(path)
    else if (kind === 'symlink') {
      this.#remove(name)
      this.#tree.symlink(target ?? '', path)
      return
    } else if (data !== undefined && !this.#has(path, data)) this.#tree.writeFile({ path, data, mode })
    const stat = this.#tree.stat(path, true)
    if (stat.ok && stat.value.mode !== mode) this.#tree.setMode(path, mode)
    const node = this.find(path)
    if (node instanceof MemoryFile && mtimeMs !== undefined) node.mtimeMs = mtimeMs
  }

  #has(path: string, data: Uint8Array): boolean {
    const node = this.find(path)
    if (!(node instanceof MemoryFile) || node.size !== data.length) return false
    const content = node.content()
    return data.every((byte, index) => byte === content[index])
  }
}
