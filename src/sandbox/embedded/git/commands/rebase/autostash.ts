/** Changes that are put aside while something else is done, and come back at its end. */
import { GitFailure } from '../../failure.ts'
import type { Repository } from '../../repository.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { hasStaged, hasUnstaged } from '../../sequence/dirty.ts'
import { readRebaseFile, removeRebaseFile } from '../../sequence/rebase-state.ts'
import type { Session } from '../../session.ts'
import { Pathspec } from '../../worktree/pathspec.ts'
import { forceWorktree } from '../../worktree/update.ts'
import { applyStash } from '../stash/stash-apply.ts'
import { moveStash, saveStash, wordsFor } from '../stash/stash-save.ts'

/** The stash that no list has; undefined when there was nothing to put aside, or conflicts that cannot be. */
export function makeAutostash(session: Session): string | undefined {
  const { repository } = session
  const { head, objects, index } = repository
  if (head === undefined || index.conflicts.size > 0) return undefined
  if (!hasUnstaged(repository) && !hasStaged(repository)) return undefined
  const { summary, message } = wordsFor(repository, head, 'autostash')
  const oid = saveStash(session, {
    head,
    summary,
    message,
    pathspec: new Pathspec([]),
    untracked: [],
  })
  forceWorktree(repository, objects.commit(head).tree)
  repository.saveIndex()
  session.out(`Created autostash: ${new ShortNames(repository).of(oid)}\n`)
  return oid
}

const SAFE = `Your changes are safe in the stash.
You can run "git stash pop" or "git stash drop" at any time.
`

/** Applies the stash; on conflicts, adds it to the stash list instead. */
export function applyAutostash(session: Session, oid: string): void {
  if (isApplied(session, oid)) {
    session.err('Applied autostash.\n')
    return
  }
  moveStash(session, oid, 'autostash')
  session.err(`Applying autostash resulted in conflicts.\n${SAFE}`)
}

function isApplied(session: Session, oid: string): boolean {
  try {
    return !applyStash(session, { oid, name: oid }, { quiet: true, withIndex: false })
  } catch (error) {
    if (error instanceof GitFailure) return false
    throw error
  }
}

/** The one of a rebase under way. */
export function applyRebaseStash(session: Session): void {
  const oid = takeRebaseStash(session.repository)
  if (oid !== undefined) applyAutostash(session, oid)
}

export function keepRebaseStash(session: Session): void {
  const oid = takeRebaseStash(session.repository)
  if (oid === undefined) return
  moveStash(session, oid, 'autostash')
  session.err(`Autostash exists; creating a new stash entry.\n${SAFE}`)
}

function takeRebaseStash(repository: Repository): string | undefined {
  const oid = readRebaseFile(repository, 'autostash')?.trim()
  removeRebaseFile(repository, 'autostash')
  return oid
}
