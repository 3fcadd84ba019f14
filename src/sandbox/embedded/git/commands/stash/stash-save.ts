/** Makes a stash: a commit of the worktree, whose parents are HEAD, the index and the untracked files. */
import { fileLookup } from '../../diff/sources.ts'
import { storeCommit, subjectOf } from '../../make-commit.ts'
import type { Options } from '../../options.ts'
import { committerOrNobody } from '../../person.ts'
import type { Repository } from '../../repository.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { compareText } from '../../store/objects.ts'
import { IgnoreRules } from '../../worktree/ignore.ts'
import type { Pathspec } from '../../worktree/pathspec.ts'
import { scanWorktree } from '../../worktree/scan.ts'
import type { TreeFile } from '../../worktree/tree-files.ts'
import { addFile, compareFile } from '../../worktree/worktree-files.ts'
import { writeIndexTree, writeTreeOf } from '../../worktree/write-tree.ts'

export const STASH_REF = 'refs/stash'

export function untrackedFor(repository: Repository, options: Options, pathspec: Pathspec): string[] {
  if (!options.has('include-untracked') && !options.has('all')) return []
  const scan = scanWorktree(repository, {
    ignore: new IgnoreRules(repository),
    pathspec,
    untracked: 'all',
    ignored: options.has('all') ? 'all' : 'no',
  })
  return [...scan.untracked, ...(options.has('all') ? scan.ignored : [])].sort(compareText)
}

export function saveStash(
  session: Session,
  what: { head: string; summary: string; message: string; pathspec: Pathspec; untracked: readonly string[] },
): string {
  const { repository } = session
  const { index, objects } = repository
  const indexTree = writeIndexTree(repository)
  const indexCommit = storeCommit(session, {
    tree: indexTree,
    parents: [what.head],
    message: `index on ${what.summary}\n`,
  })
  const look = fileLookup(repository)
  const parents = [what.head, indexCommit]
  if (what.untracked.length > 0) {
    const files = what.untracked.flatMap((path): TreeFile[] => {
      const stats = look(path)
      return stats === undefined ? [] : [addFile(repository, path, stats)]
    })
    parents.push(
      storeCommit(session, {
        tree: writeTreeOf(objects, files),
        parents: [],
        message: `untracked files on ${what.summary}\n`,
      }),
    )
  }
  const files = index.entries.flatMap((entry): TreeFile[] => {
    if (!what.pathspec.matches(entry.path)) return [entry]
    const stats = look(entry.path)
    const state = compareFile(repository, entry, stats)
    if (state === 'deleted' || stats === undefined) return []
    return [state === 'same' ? entry : addFile(repository, entry.path, stats)]
  })
  return storeCommit(session, { tree: writeTreeOf(objects, files), parents, message: what.message })
}

/** The log of `refs/stash` is the list of stashes. */
export function moveStash(session: Session, oid: string, message: string): void {
  const { refs } = session.repository
  const from = refs.resolve(STASH_REF)
  if (refs.readLog(STASH_REF).length === 0) refs.writeLog(STASH_REF, [])
  refs.write(STASH_REF, oid)
  refs.log(STASH_REF, { from, to: oid, who: committerOrNobody(session), message })
}

/** Summary of the stashed state, and the stash's message. */
export function wordsFor(
  repository: Repository,
  head: string,
  given: string | undefined,
): { readonly summary: string; readonly message: string } {
  const place = repository.branch ?? '(no branch)'
  const name = new ShortNames(repository).of(head)
  const summary = `${place}: ${name} ${subjectOf(repository.objects.commit(head).message)}`
  return { summary, message: given === undefined ? `WIP on ${summary}` : `On ${place}: ${given}` }
}
