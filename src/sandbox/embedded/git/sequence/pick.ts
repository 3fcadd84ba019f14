/** One commit's change applied to what is checked out: the heart of cherry-pick, revert and rebase. */
import { applyMerge } from '../merge/apply-merge.ts'
import { mergeTrees, type MergeRequest } from '../merge/merge-trees.ts'
import { indexPairs } from '../diff/sources.ts'
import { GitFailure } from '../failure.ts'
import { subjectOf } from '../make-commit.ts'
import type { Repository } from '../repository.ts'
import { ShortNames } from '../revision/short-name.ts'
import { EMPTY_TREE } from '../store/objects.ts'
import { Pathspec } from '../worktree/pathspec.ts'
import { overwriteFailure } from '../worktree/update.ts'

export interface PickRequest {
  readonly commit: string
  /** Take the change back instead. */
  readonly revert: boolean
  /** Parent of a merge against which the change counts, from 1 on. */
  readonly mainline: number | undefined
  readonly favor?: MergeRequest['favor']
  /** As the command calls itself, for failures. */
  readonly name: string
}

export interface Picked {
  readonly conflicts: readonly string[]
  readonly messages: string
}

/** Index and worktree have the change afterwards, conflicts included. Nothing is committed. */
export function applyCommit(repository: Repository, request: PickRequest): Picked {
  const { objects, head } = repository
  const commit = objects.commit(request.commit)
  const parent = parentTree(repository, request)
  const ours = head === undefined ? EMPTY_TREE : objects.commit(head).tree
  const label = `${new ShortNames(repository).of(request.commit)} (${subjectOf(commit.message)})`
  const [base, theirs] = request.revert ? [commit.tree, parent] : [parent, commit.tree]
  const labels = request.revert
    ? { ours: 'HEAD', theirs: `parent of ${label}`, base: label }
    : { ours: 'HEAD', theirs: label, base: `parent of ${label}` }
  const result = mergeTrees(repository, { base, ours, theirs, labels, favor: request.favor })
  const overwritten = applyMerge(repository, ours, result)
  if (overwritten !== undefined) {
    const { message } = overwriteFailure(overwritten, 'merge', 'merge')
    throw new GitFailure(`${message}\nfatal: ${request.name} failed`, { prefix: '', exitCode: 128 })
  }
  repository.saveIndex()
  return { conflicts: [...result.conflicts.keys()], messages: result.messages.join('') }
}

function parentTree(repository: Repository, { commit, mainline, name }: PickRequest): string {
  const { objects } = repository
  const { parents } = objects.commit(commit)
  if (parents.length > 1 && mainline === undefined)
    throw new GitFailure(`commit ${commit} is a merge but no -m option was given.\nfatal: ${name} failed`, {
      prefix: 'error: ',
    })
  if (mainline !== undefined && parents[mainline - 1] === undefined)
    throw new GitFailure(`commit ${commit} does not have parent ${mainline}\nfatal: ${name} failed`, {
      prefix: 'error: ',
    })
  const parent = parents[(mainline ?? 1) - 1]
  return parent === undefined ? EMPTY_TREE : objects.commit(parent).tree
}

/** Such a command begins from an index that is as HEAD. */
export function refuseDirtyIndex(repository: Repository, name: string): void {
  const { objects, head, index } = repository
  if (index.conflicts.size > 0)
    throw new GitFailure(
      `${name === 'revert' ? 'Reverting' : 'Cherry-picking'} is not possible because you have unmerged files.
hint: Fix them up in the work tree, and then use 'git add/rm <file>'
hint: as appropriate to mark resolution and make a commit.
fatal: ${name} failed`,
      { prefix: 'error: ' },
    )
  const tree = head === undefined ? undefined : objects.commit(head).tree
  if (indexPairs(repository, tree, new Pathspec([])).length > 0)
    throw new GitFailure(
      `your local changes would be overwritten by ${name}.\nhint: commit your changes or stash them to proceed.\nfatal: ${name} failed`,
      { prefix: 'error: ' },
    )
}
