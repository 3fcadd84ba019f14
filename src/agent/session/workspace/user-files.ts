/**
 * Direct changes to the workspace by the user (or a script on the page). Each change ends with a checkpoint
 * in the log, as a tool call's does, so that nothing is lost with the tab.
 */
import type {
  BlobStore,
  DiffOptions,
  ExecResult,
  ImportProgress,
  ImportSummary,
  Sandbox,
  TreeChange,
} from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result, SandboxError } from '../../../sandbox/contract/errors.ts'
import type { ImportOrigin } from '../../protocol/events/session-events.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { ShownChanges } from '../../protocol/opened-session.ts'
import { CHANGES_SHOWN, STORING_WAIT_MS } from '../../limits.ts'
import { basename } from '../../../sandbox/contract/path.ts'
import { isTitleFree } from '../log/facts.ts'
import type { Session } from '../log/session.ts'
import { StorageError, storageHint } from '../store/storage-error.ts'
import type { Workspace } from './workspace.ts'

export interface UserFilesOptions {
  readonly workspace: Workspace
  readonly blobs: BlobStore
  /** The open session; undefined before the first one is opened. */
  readonly session: () => Session | undefined
  /** True while a run is under way: the workspace is not replaced under it. */
  readonly busy: () => boolean
  readonly newId: () => string
  readonly onImportProgress: (progress: ImportProgress) => void
  /** The workspace was replaced, and the log has it. */
  readonly onImported?: () => void
}

export interface ExecOptions {
  readonly cwd?: string
  readonly stdin?: string
  readonly env?: Record<string, string>
  readonly timeoutMs?: number
}

export class UserFiles {
  readonly #options: UserFilesOptions
  #importId: string | undefined
  /** Changes that are still being stored though their line has ended. */
  readonly #late = new Set<Promise<unknown>>()

  constructor(options: UserFilesOptions) {
    this.#options = options
  }

  /** Looks without changing anything. */
  async read<T>(look: (sandbox: Sandbox) => Promise<Result<T>>): Promise<Result<T>> {
    const sandbox = await this.#options.workspace.sandbox()
    return sandbox.ok ? look(sandbox.value) : sandbox
  }

  /** Changes something and stores the workspace as it then is. A failed change is stored too: it may have done half. */
  async change<T>(act: (sandbox: Sandbox) => Promise<Result<T>>): Promise<Result<T>> {
    const session = this.#leading()
    if (!session.ok) return session
    const sandbox = await this.#options.workspace.sandbox()
    if (!sandbox.ok) return sandbox
    const outcome = await act(sandbox.value)
    const stored = await this.#checkpoint(sandbox.value, session.value)
    if (!outcome.ok) return outcome
    return stored.ok ? outcome : stored
  }

  /**
   * As `change`, but where storing takes long, as of very large files, it goes on beside; `onLateFailure` is told when
   * that fails.
   */
  async changeAndGoOn<T>(
    act: (sandbox: Sandbox) => Promise<Result<T>>,
    onLateFailure: (error: SandboxError) => void,
  ): Promise<Result<T>> {
    const done = Promise.withResolvers<Result<T>>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let late: Result<T> | undefined
    const whole = this.change(async (sandbox) => {
      const outcome = await act(sandbox)
      timer = setTimeout(() => {
        late = outcome
        this.#late.add(whole)
        done.resolve(outcome)
      }, STORING_WAIT_MS)
      return outcome
    }).finally(() => {
      clearTimeout(timer)
      this.#late.delete(whole)
    })
    whole.then((result) => {
      if (late?.ok && !result.ok) onLateFailure(result.error)
      done.resolve(result)
    }, done.reject)
    return done.promise
  }

  /** Resolves when what is stored beside is stored, or has failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#late)
  }

  exec(command: string, options: ExecOptions): Promise<Result<ExecResult>> {
    const { stdin, ...rest } = options
    const bytes = stdin === undefined ? {} : { stdin: new TextEncoder().encode(stdin) }
    return this.change((sandbox) => sandbox.exec({ id: this.#options.newId(), command, ...rest, ...bytes }))
  }

  async checkpoint(): Promise<Result<string>> {
    const session = this.#leading()
    if (!session.ok) return session
    const sandbox = await this.#options.workspace.sandbox()
    return sandbox.ok ? this.#checkpoint(sandbox.value, session.value) : sandbox
  }

  async restore(root: string): Promise<Result<void>> {
    const idle = this.#idle('restore')
    if (!idle.ok) return idle
    const sandbox = await this.#options.workspace.sandbox()
    if (!sandbox.ok) return sandbox
    // The present state becomes a step of its own first: a restore destroys nothing.
    const before = await this.#checkpoint(sandbox.value, idle.value)
    if (!before.ok) return before
    const restored = await sandbox.value.restore(root)
    if (!restored.ok) return restored
    return this.#log(idle.value, { type: 'checkpoint', root, cause: 'restore' }, root)
  }

  /** The workspace as it is now moves into `next`; on a failure it stays where it is. */
  async moveTo(next: Sandbox): Promise<Result<void>> {
    const { workspace, session, busy } = this.#options
    if (busy()) {
      return fail('not_permitted', 'The workspace was not moved: the agent is working on its files.', {
        hint: 'Choose the sandbox again when it is done.',
      })
    }
    // A tab that only watches has nothing of its own to store: it shows what the leading one did.
    if (session()?.role === 'leader') {
      const stored = await this.checkpoint()
      if (!stored.ok) return stored
    }
    return workspace.moveTo(next)
  }

  async importArchive(
    fileName: string,
    data: Uint8Array,
    origin?: ImportOrigin,
  ): Promise<Result<ImportSummary>> {
    const idle = this.#idle('import')
    if (!idle.ok) return idle
    const sandbox = await this.#options.workspace.sandbox()
    if (!sandbox.ok) return sandbox
    const id = this.#options.newId()
    this.#importId = id
    const imported = await sandbox.value.importArchive({ id, data }, this.#options.onImportProgress)
    this.#importId = undefined
    if (!imported.ok) return imported
    const { root, files, bytes, name: folder } = imported.value
    const name = folder ?? basename(fileName).replace(/\.zip$/i, '')
    const titled: EventBody[] = isTitleFree(idle.value.facts)
      ? [{ type: 'session_titled', title: name, by: 'import' }]
      : []
    const logged = await this.#log(
      idle.value,
      [{ type: 'workspace_imported', name, folder, files, bytes, root, origin }, ...titled],
      root,
    )
    if (logged.ok) this.#options.onImported?.()
    if (logged.ok) this.#options.onImported?.()
    return logged.ok ? ok({ ...imported.value, name }) : logged
  }

  async cancelImport(): Promise<void> {
    const sandbox = await this.#options.workspace.sandbox()
    if (sandbox.ok && this.#importId !== undefined) await sandbox.value.cancel(this.#importId)
  }

  /** All files as they are; `folder` is the one that they were packed into. */
  async exportArchive(): Promise<Result<{ name: string; data: Uint8Array; folder: string | undefined }>> {
    const { workspace = 'workspace', folder } = this.#options.session()?.facts ?? {}
    const prefix = folder === undefined ? {} : { prefix: folder }
    const archive = await this.read((sandbox) =>
      sandbox.exportArchive({ id: this.#options.newId(), ...prefix }),
    )
    return archive.ok ? ok({ name: `${workspace}.zip`, data: archive.value, folder }) : archive
  }

  /** Since a root ('' is the empty workspace), else since the import; without what git would not show. */
  async changes(since?: string): Promise<Result<ShownChanges>> {
    const found = await this.#diff({ withoutIgnored: true, enough: CHANGES_SHOWN + 1 }, since)
    if (!found.ok) return found
    return ok({ changes: found.value.slice(0, CHANGES_SHOWN), areAll: found.value.length <= CHANGES_SHOWN })
  }

  #diff(options: DiffOptions, since?: string): Promise<Result<readonly TreeChange[]>> {
    return this.read(async (sandbox) => {
      const { session, workspace } = this.#options
      const known = since === undefined ? session()?.facts.importRoot : since
      const base = known || workspace.emptyRoot
      const current = await sandbox.checkpoint()
      if (!current.ok) return current
      return base === undefined ? ok([]) : sandbox.diff(base, current.value.root, options)
    })
  }

  #leading(): Result<Session> {
    const session = this.#options.session()
    if (session?.role === 'leader') return ok(session)
    return fail(
      'not_permitted',
      'This session is led by another tab; the workspace can be changed only there.',
      {
        hint: 'Take the session over in this tab first.',
      },
    )
  }

  #idle(what: string): Result<Session> {
    if (!this.#options.busy()) return this.#leading()
    return fail('not_permitted', `The ${what} was refused: the agent is working on these files.`, {
      hint: 'Stop the agent first, then try again.',
    })
  }

  async #checkpoint(sandbox: Sandbox, session: Session): Promise<Result<string>> {
    const stored = await sandbox.checkpoint()
    if (!stored.ok) return stored
    const { root, changed } = stored.value
    if (!changed) return ok(root)
    const logged = await this.#log(session, { type: 'checkpoint', root, cause: 'user' }, root)
    return logged.ok ? ok(root) : logged
  }

  async #log(
    session: Session,
    events: EventBody | readonly EventBody[],
    root: string,
  ): Promise<Result<void>> {
    try {
      if (!this.#options.busy()) await session.mend()
      await session.append(...[events].flat())
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      const kind = error.kind === 'quota' ? 'quota' : 'internal'
      return fail(kind, error.message, { hint: storageHint(error.kind) })
    }
    this.#options.workspace.moved(root)
    return ok(undefined)
  }
}
