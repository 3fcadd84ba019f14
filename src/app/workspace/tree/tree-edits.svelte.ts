/** The user's changes to the tree: making, renaming, moving, deleting, uploading;
/** each one step that can be undone. */
import type { EditedFiles, FileEdit } from '../../../agent/protocol/calls/files.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { unexpected, type Problem } from '../../problem.ts'
import { parentPath } from '../file-tree.ts'
import { nameProblem } from './file-name.ts'
import { shownName } from '../../shown-text.ts'
import { files as t } from '../../language/en/files.ts'

/** A name is asked for. */
export type NamePrompt =
  | { readonly kind: 'file' | 'folder'; readonly folder: string }
  | { readonly kind: 'rename'; readonly path: string }

/** The last change. */
export interface TreeNotice {
  readonly text: string
  readonly undo: EditedFiles | undefined
}

/** Files that wait for the person's word, since others have their names. */
export interface PendingUpload {
  readonly folder: string
  readonly files: readonly UploadedFile[]
  readonly message: string
}

export interface UploadedFile {
  /** Within the folder that it was dropped on. */
  readonly path: string
  readonly data: Uint8Array
}

export interface TreeEditsOptions {
  readonly agent: AgentApi
  /** An open file or folder has another name. */
  readonly onMoved: (from: string, to: string) => void
  readonly onRemoved: (path: string) => void
  readonly onCreated: (path: string, kind: 'file' | 'folder') => void
}

export class TreeEditsModel {
  prompt = $state.raw<NamePrompt>()
  notice = $state.raw<TreeNotice>()
  problem = $state.raw<Problem>()
  upload = $state.raw<PendingUpload>()
  busy = $state(false)

  readonly #options: TreeEditsOptions

  constructor(options: TreeEditsOptions) {
    this.#options = options
  }

  reset(): void {
    this.prompt = undefined
    this.notice = undefined
    this.problem = undefined
    this.upload = undefined
  }

  /** The answer to the prompt; it stays open while the name cannot be. */
  async name(name: string): Promise<void> {
    const { prompt } = this
    if (!prompt) return
    this.problem = nameProblem(name, { path: prompt.kind !== 'rename' })
    if (this.problem) return
    const path = join(prompt.kind === 'rename' ? parentPath(prompt.path) : prompt.folder, name)
    if (prompt.kind === 'rename') {
      if (path !== prompt.path && !(await this.move([prompt.path], path))) return
    } else {
      const edit: FileEdit =
        prompt.kind === 'file' ? { kind: 'file', path, data: new Uint8Array() } : { kind: 'folder', path }
      if (!(await this.#edit([edit], t.created(shownName(name))))) return
      this.#options.onCreated(path, prompt.kind)
    }
    this.prompt = undefined
  }

  /** Renames one to `target`, or moves all into the folder `target` when it ends with a slash ('/' is the root). */
  async move(paths: readonly string[], target: string): Promise<boolean> {
    const isFolder = target.endsWith('/')
    const folder = target.replace(/^\/?$|\/$/, '')
    const moves = outermost(paths)
      .map((from) => ({ from, to: isFolder ? join(folder, baseName(from)) : target }))
      .filter(({ from, to }) => from !== to)
    if (moves.length === 0) return true
    const [first] = moves
    const text =
      moves.length === 1 && first
        ? (isFolder ? t.moved : t.renamed)(shownName(baseName(first.from)))
        : t.movedItems(moves.length)
    const done = await this.#edit(
      moves.map((move) => ({ kind: 'move', ...move })),
      text,
    )
    if (done) for (const { from, to } of moves) this.#options.onMoved(from, to)
    return done
  }

  async remove(paths: readonly string[]): Promise<void> {
    const removed = outermost(paths)
    const [first = ''] = removed
    const what = removed.length === 1 ? shownName(baseName(first)) : t.items(removed.length)
    const edits = removed.map((path): FileEdit => ({ kind: 'remove', path }))
    if (removed.length === 0 || !(await this.#edit(edits, t.deletedWhat(what)))) return
    for (const path of removed) this.#options.onRemoved(path)
  }

  /** Puts files into a folder; those whose names are taken only when `replace` says so. */
  async put(folder: string, files: readonly UploadedFile[], { replace = false } = {}): Promise<void> {
    this.upload = undefined
    if (files.length === 0) return
    const edits = files.map(({ path, data }): FileEdit => ({
      kind: 'file',
      path: join(folder, path),
      data,
      ...(replace && { over: 'anything' }),
    }))
    const result = await this.#attempt(t.puttingIn, () => this.#options.agent.files.edit(edits))
    if (!result) return
    if (result.ok) {
      this.notice = { text: t.added(files.length), undo: result.value }
    } else if (result.error.kind === 'exists' && !replace) {
      this.upload = { folder, files, message: result.error.message }
    } else this.#fail(result.error)
  }

  async undo(): Promise<void> {
    const { notice } = this
    if (!notice?.undo) return
    const { undo } = notice
    const result = await this.#attempt(t.undoing, () => this.#options.agent.files.undoEdit(undo))
    if (!result) return
    this.notice = result.ok ? { text: t.undone, undo: undefined } : undefined
    if (!result.ok) this.#fail(result.error)
  }

  async #edit(edits: readonly FileEdit[], text: string): Promise<boolean> {
    const result = await this.#attempt(t.changingFiles, () => this.#options.agent.files.edit(edits))
    if (!result) return false
    if (result.ok) this.notice = { text, undo: result.value }
    else this.#fail(result.error)
    return result.ok
  }

  async #attempt<T>(what: string, call: () => Promise<Result<T>>): Promise<Result<T> | undefined> {
    this.problem = undefined
    this.notice = undefined
    this.busy = true
    try {
      return await call()
    } catch (error) {
      this.problem = unexpected(what, error)
      return undefined
    } finally {
      this.busy = false
    }
  }

  #fail({ message, hint }: { readonly message: string; readonly hint?: string }): void {
    this.problem = { message, hint }
  }
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Without those that lie in others of them. */
function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
}
