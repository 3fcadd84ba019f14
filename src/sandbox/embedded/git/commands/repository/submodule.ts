import { GitFailure } from '../../failure.ts'
import type { Session } from '../../session.ts'

const LOOKS = new Set(['status', 'init', 'update', 'sync', 'foreach', 'summary', 'deinit'])

/** `submodule`: where there are none there is nothing to do, as with git; others are not supported, and it says so. */
export async function submoduleCommand(session: Session, args: readonly string[]): Promise<number> {
  const { repository } = session
  const name = args.find((arg) => !arg.startsWith('-')) ?? 'status'
  if (LOOKS.has(name) && session.files.stat(repository.path('.gitmodules')) === undefined) return 0
  throw new GitFailure(
    `'git submodule ${name}' is not supported in this sandbox's git: submodules stay as they are, their commits are not fetched`,
  )
}
