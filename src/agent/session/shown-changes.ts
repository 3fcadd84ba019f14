/** What a person is shown of the changes: the project's files, not a repository's own bookkeeping. */
import type { TreeChange } from '../../sandbox/contract.ts'

export function shownChanges(changes: readonly TreeChange[]): readonly TreeChange[] {
  return changes.filter(({ path }) => !path.split('/').includes('.git'))
}
