/** Edits of the file tree by the person: looked at before any is done, and one step of the session each. */
import type { FileOperations, Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { basename, isWithin, relativeTo, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { GIT_FILES_SHOWN, GIT_STATUS_MS } from '../../limits.ts'
import type { EditedFiles, FileEdit, GitFile, RejectedChange } from '../../protocol/calls/files.ts'
import type { Session } from '../log/session.ts'
import { storageFailure } from '../store/storage-error.ts'
import type { UserFiles } from './user-files.ts'

export interface UserEditsOptions {
  readonly files: UserFiles
  /** The open one. */
  readonly session: () => Session | undefined
  readonly newId: () => string
  /** After each edit that was done. */
  readonly onEdited?: (edits: readonly FileEdit[], edited: EditedFiles) => Promise<void>
}

export class UserEdits {
  readonly #files: UserFiles
  readonly #session: UserEditsOptions['session']
  readonly #newId: () => string
  readonly #onEdited: UserEditsOptions['onEdited']

  constructor({ files, session, newId, onEdited }: UserEditsOptions) {
    this.#files = files
    this.#session = session
    this.#newId = newId
    this.#onEdited = onEdited
  }

  /** An edit that takes changes of the agent back: it is told of them when it next begins to work. */
  async reject(
    edits: readonly FileEdit[],
    rejected: readonly RejectedChange[],
  ): Promise<Result<EditedFiles>> {
    const done = await this.edit(edits)
    if (!done.ok) return done
    try {
      const files = rejected.map(({ path, what }) => ({ path, what }))
      await this.#session()?.append({ type: 'changes_rejected', root: done.value.before, files })
    } catch (error) {
      // The files are put back, and that is stored; only the agent will not be told.
      return storageFailure(error)
    }
    return done
  }

  async edit(edits: readonly FileEdit[]): Promise<Result<EditedFiles>> {
    const before = await this.#files.checkpoint()
    if (!before.ok) return before
    const done = await this.#files.change(async (sandbox) => {
      const possible = await checkAll(sandbox, edits)
      return possible.ok ? applyAll(sandbox, edits) : possible
    })
    if (!done.ok) return done
    const after = await this.#files.checkpoint()
    if (!after.ok) return after
    const edited = { before: before.value, after: after.value }
    await this.#onEdited?.(edits, edited)
    return ok(edited)
  }

  async undo({ before, after }: EditedFiles): Promise<Result<void>> {
    const now = await this.#files.checkpoint()
    if (!now.ok) return now
    if (now.value !== after) {
      return fail('not_permitted', 'It was not undone: other files have changed since.', {
        hint: 'The timeline has every step; there, single files can be looked at and all of them restored.',
      })
    }
    return this.#files.restore(before)
  }

  /** Beside the log: looking at it makes no step. */
  gitStatus(): Promise<Result<readonly GitFile[]>> {
    return this.#files.read(async (sandbox) => {
      const repository = await sandbox.stat('.git')
      if (!repository.ok) return repository.error.kind === 'not_found' ? ok([]) : repository
      const run = await sandbox.exec({
        id: this.#newId(),
        command: 'git --no-optional-locks status --porcelain=v1 -z',
        timeoutMs: GIT_STATUS_MS,
      })
      if (!run.ok) return run
      const { exitCode, stdout } = run.value
      if (exitCode === 0) return ok(parseStatus(new TextDecoder().decode(stdout)))
      return fail('internal', `git status ended with ${exitCode}.`)
    })
  }
}

/** NUL after each; a rename has its old name after it. */
function parseStatus(output: string): GitFile[] {
  const found: GitFile[] = []
  const fields = output.split('\0')
  for (let index = 0; index < fields.length && found.length < GIT_FILES_SHOWN; index += 1) {
    const entry = /^(?<status>[ MADRCUT?!]{2}) (?<path>[^]+)$/.exec(fields[index] ?? '')?.groups
    if (!entry) continue // the rest of what was cut out of a long output
    const { status = '', path = '' } = entry
    found.push({ path, status })
    if (/[RC]/.test(status)) index += 1
  }
  return found
}

async function checkAll(sandbox: Sandbox, edits: readonly FileEdit[]): Promise<Result<void>> {
  const targets = new Set<string>()
  for (const edit of edits) {
    const possible = await check(sandbox, edit)
    if (!possible.ok) return possible
    if (edit.kind === 'remove') continue
    const target = resolve(edit.kind === 'move' ? edit.to : edit.path)
    if (targets.has(target)) return inTheWay(target, 'Two of these would have the same name')
    targets.add(target)
  }
  return ok(undefined)
}

async function check(sandbox: Sandbox, edit: FileEdit): Promise<Result<void>> {
  const paths = edit.kind === 'move' ? [edit.from, edit.to] : [edit.path]
  const outside = paths.find((path) => !isInside(path))
  if (outside !== undefined) {
    return fail('not_permitted', `"${outside}" is not in the workspace; nothing was changed.`, {
      path: outside,
    })
  }
  switch (edit.kind) {
    case 'remove':
      return edit.over ? isStill(sandbox, edit.path, edit.over.content) : isThere(sandbox, edit.path)
    case 'folder':
      return isFree(sandbox, edit.path)
    case 'move': {
      if (isWithin(resolve(edit.to), resolve(edit.from)) && resolve(edit.to) !== resolve(edit.from))
        return fail('invalid', `"${relativeTo(edit.from)}" cannot be moved into itself.`, { path: edit.to })
      const there = await isThere(sandbox, edit.from)
      return there.ok ? isFree(sandbox, edit.to) : there
    }
    case 'file':
      return checkFile(sandbox, edit)
    default:
      return edit satisfies never
  }
}

async function checkFile(
  sandbox: Sandbox,
  { path, over }: Extract<FileEdit, { kind: 'file' }>,
): Promise<Result<void>> {
  if (over === undefined) return isFree(sandbox, path)
  return over === 'anything' ? ok(undefined) : isStill(sandbox, path, over.content)
}

async function isStill(sandbox: FileOperations, path: string, content: Uint8Array): Promise<Result<void>> {
  const now = await sandbox.readFile(path)
  if (!now.ok) return now
  if (content.length === now.value.length && content.every((byte, at) => byte === now.value[at]))
    return ok(undefined)
  return fail('not_permitted', `"${relativeTo(resolve(path))}" has changed meanwhile; nothing was changed.`, {
    path,
    hint: 'Look again, then repeat it.',
  })
}

/** The workspace itself is neither made, moved nor removed. */
function isInside(path: string): boolean {
  const whole = resolve(path)
  return isWithin(whole, WORKSPACE_ROOT) && whole !== WORKSPACE_ROOT
}

async function isThere(sandbox: FileOperations, path: string): Promise<Result<void>> {
  const found = await sandbox.stat(path, { noFollow: true })
  return found.ok ? ok(undefined) : found
}

async function isFree(sandbox: FileOperations, path: string): Promise<Result<void>> {
  const found = await sandbox.stat(path, { noFollow: true })
  if (found.ok) return inTheWay(path, 'Nothing was changed')
  return found.error.kind === 'not_found' ? ok(undefined) : found
}

function inTheWay(path: string, what: string): Result<void> {
  return fail('exists', `${what}: there is already a "${basename(resolve(path))}".`, {
    path: resolve(path),
    hint: 'Choose another name, or move that one away first.',
  })
}

async function applyAll(sandbox: FileOperations, edits: readonly FileEdit[]): Promise<Result<void>> {
  const files = edits.filter((edit) => edit.kind === 'file')
  for (const edit of edits) {
    const done = edit.kind === 'file' ? ok(undefined) : await apply(sandbox, edit)
    if (!done.ok) return done
  }
  if (files.length === 0) return ok(undefined)
  const written = await sandbox.writeFiles(files.map(({ path, data }) => ({ path, data })))
  if (!written.ok) return written
  for (const { path, mode } of files) {
    const set = mode === undefined ? ok(undefined) : await sandbox.setMode(path, mode)
    if (!set.ok) return set
  }
  return ok(undefined)
}

function apply(sandbox: FileOperations, edit: Exclude<FileEdit, { kind: 'file' }>): Promise<Result<void>> {
  switch (edit.kind) {
    case 'folder':
      return sandbox.makeDirectory(edit.path)
    case 'move':
      return sandbox.rename(edit.from, edit.to)
    case 'remove':
      return sandbox.remove(edit.path, { recursive: true })
    default:
      return edit satisfies never
  }
}
