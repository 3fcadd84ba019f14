/** The operation in progress: a merge, a cherry-pick, a revert, a rebase or an am that has stopped. */
import { isApplying, readAmFile } from '../sequence/am-state.ts'
import type { Repository } from '../repository.ts'

export type Operation =
  | { readonly kind: 'none' }
  | { readonly kind: 'merge'; readonly heads: readonly string[] }
  | { readonly kind: 'cherry-pick' | 'revert'; readonly commit: string }
  | { readonly kind: 'am'; readonly isEmpty: boolean }
  | { readonly kind: 'rebase'; readonly branch: string | undefined; readonly onto: string }

export function currentOperation(repository: Repository): Operation {
  const read = (name: string): string | undefined =>
    repository.files.readText(repository.gitPath(name))?.trim()
  const onto = read('rebase-merge/onto')
  if (onto !== undefined) {
    const branch = read('rebase-merge/head-name')?.replace(/^refs\/heads\//, '')
    return { kind: 'rebase', branch: branch === 'detached HEAD' ? undefined : branch, onto }
  }
  if (isApplying(repository)) return { kind: 'am', isEmpty: readAmFile(repository, 'patch') === '' }
  const merge = read('MERGE_HEAD')
  if (merge !== undefined) return { kind: 'merge', heads: merge.split('\n') }
  const pick = read('CHERRY_PICK_HEAD')
  if (pick !== undefined) return { kind: 'cherry-pick', commit: pick }
  const revert = read('REVERT_HEAD')
  return revert === undefined ? { kind: 'none' } : { kind: 'revert', commit: revert }
}

const STATE_FILES = [
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'AUTO_MERGE',
  'SQUASH_MSG',
]

/** After the commit, or when it is given up. */
export function clearOperation(repository: Repository): void {
  for (const name of STATE_FILES) repository.files.remove(repository.gitPath(name))
}
