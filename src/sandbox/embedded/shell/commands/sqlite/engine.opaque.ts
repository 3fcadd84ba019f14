/** In an opaque frame all that a shell may load comes with it, and SQLite would make that a third larger. */
import { CommandError } from '../../../../contract/command-error.ts'

/** Throws always. */
export function loadEngine(): Promise<never> {
  throw new CommandError(
    'sqlite3: not available here: the sandbox has no origin of its own, and so cannot load SQLite later. Use node with JSON files, or awk and jq.',
  )
}
