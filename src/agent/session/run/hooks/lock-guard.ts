/**
 * Undoes changes of locked files that no permission decision can foresee: by a program, an archive or a
 * checkout. Before the workspace of a call is stored, locked files are put back as the log has them. The
 * user's own changes are in the log by then, and stay.
 */
import type { BlobStore, Sandbox, TreeChange } from '../../../../sandbox/contract/contract.ts'
import { isWithin, resolve } from '../../../../sandbox/contract/path.ts'
import { lockedText } from '../../../permission/locks.ts'
import type { Hook } from '../../../extend/hooks/hook.ts'
import { ownHook } from '../../../extend/hooks/own-hook.ts'

export interface LockGuardOptions {
  readonly blobs: Pick<BlobStore, 'get'>
  /** Absolute. */
  readonly locks: () => readonly string[]
  /** The workspace as it was stored last. */
  readonly root: () => string | undefined
}

export class LockGuard {
  readonly #options: LockGuardOptions
  readonly #undone = new Set<string>()

  constructor(options: LockGuardOptions) {
    this.#options = options
  }

  get isNeeded(): boolean {
    return this.#options.locks().length > 0
  }

  /** Checkpoints that have no change of a locked file in them. */
  readonly layer = (sandbox: Sandbox): Pick<Sandbox, 'checkpoint'> => {
    return {
      checkpoint: async () => {
        const stored = await sandbox.checkpoint()
        if (!stored.ok || !stored.value.changed || !this.isNeeded) return stored
        const changes = await this.#lockedChanges(sandbox, stored.value.root)
        if (changes.length === 0) return stored
        for (const change of changes) await this.#undo(sandbox, change)
        return sandbox.checkpoint()
      },
    }
  }

  /** Sentences about the changes undone since the last call. */
  take(): readonly string[] {
    const told = [...this.#undone].map((path) => `${lockedText(path)} What was done to it was undone.`)
    this.#undone.clear()
    return told
  }

  async #lockedChanges(sandbox: Sandbox, root: string): Promise<readonly TreeChange[]> {
    const before = this.#options.root()
    const found = before === undefined ? undefined : await sandbox.diff(before, root)
    if (found?.ok !== true) return []
    const locks = this.#options.locks()
    return found.value.filter(({ path }) => locks.some((lock) => isWithin(resolve(path), lock)))
  }

  async #undo(sandbox: Sandbox, { path, before }: TreeChange): Promise<void> {
    const at = resolve(path)
    this.#undone.add(at)
    // The path may now be a folder, a link or nothing.
    await sandbox.remove(at, { recursive: true })
    if (before === undefined) return
    const [data] = await this.#options.blobs.get([before.hash])
    if (data === undefined) return
    if (before.kind === 'symlink') await sandbox.symlink(new TextDecoder().decode(data), at)
    else await sandbox.writeFile({ path: at, data: data.slice(), mode: before.mode })
  }
}

/** Reports each undone change with the result of the call that made it. */
export function lockHook(guard: LockGuard, sandbox: Pick<Sandbox, 'checkpoint'>): Hook {
  return ownHook({
    name: 'locks',
    events: ['PostToolUse', 'PostToolUseFailure'],
    run: async () => {
      if (guard.isNeeded) await sandbox.checkpoint()
      return { context: guard.take() }
    },
  })
}
