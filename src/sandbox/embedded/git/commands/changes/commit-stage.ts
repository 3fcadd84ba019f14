/** Stages files for `git commit -a` and `git commit <paths>` before the commit. */
import { fileLookup } from '../../diff/sources.ts'
import { GitFailure } from '../../failure.ts'
import { errorFailure } from '../../failure.ts'
import type { Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import type { Session } from '../../session.ts'
import { currentOperation } from '../../status/operation.ts'
import { makeEntry } from '../../store/index-entry.ts'
import { parsePathspec, Pathspec } from '../../worktree/pathspec.ts'
import { treeFiles } from '../../worktree/tree-files.ts'
import { addFile, compareFile } from '../../worktree/worktree-files.ts'

/** The index is as it is to be committed; call what comes back after the commit. */
export function stageFor(session: Session, options: Options): () => void {
  const { repository } = session
  const paths = options.operands
  if (options.has('all')) {
    if (paths.length > 0) throw new GitFailure(`paths '${paths[0] ?? ''} ...' with -a does not make sense`)
    stageTracked(repository, new Pathspec([]))
    return () => undefined
  }
  if (paths.length === 0) return () => undefined
  const pathspec = parsePathspec(repository, paths)
  const [missing] = pathspec.unmatched(repository.index.paths)
  if (missing !== undefined)
    throw errorFailure(`pathspec '${missing}' did not match any file(s) known to git`)
  if (options.has('include')) {
    stageTracked(repository, pathspec)
    return () => undefined
  }
  if (currentOperation(repository).kind === 'merge')
    throw new GitFailure('cannot do a partial commit during a merge.')
  return stageOnly(repository, pathspec)
}

function stageTracked(repository: Repository, pathspec: Pathspec): void {
  const look = fileLookup(repository)
  for (const path of repository.index.paths) {
    if (!pathspec.matches(path)) continue
    const stats = look(path)
    const entry = repository.index.get(path)
    if (entry === undefined) {
      // A conflict is settled by what lies there.
      if (stats === undefined) repository.index.remove(path)
      else repository.index.set(addFile(repository, path, stats))
      continue
    }
    const state = compareFile(repository, entry, stats)
    if (state === 'deleted') repository.index.remove(path)
    else if (state !== 'same' && stats !== undefined) repository.index.set(addFile(repository, path, stats))
  }
}

/** The commit gets HEAD and these paths; what else was added stays added. */
function stageOnly(repository: Repository, pathspec: Pathspec): () => void {
  stageTracked(repository, pathspec)
  const { index, objects, head } = repository
  const tree = head === undefined ? undefined : objects.commit(head).tree
  const old = treeFiles(objects, tree)
  const others = index.entries.filter((entry) => !pathspec.matches(entry.path))
  const removed = [...old.values()].filter((file) => !pathspec.matches(file.path) && !index.has(file.path))
  for (const entry of others) {
    const file = old.get(entry.path)
    if (file === undefined) index.remove(entry.path)
    else if (file.oid !== entry.oid || file.mode !== entry.mode) index.set(makeEntry(file))
  }
  for (const file of removed) index.set(makeEntry(file))
  return () => {
    for (const entry of others) if (index.get(entry.path) !== entry) index.set(entry)
    for (const file of removed) index.remove(file.path)
    repository.saveIndex()
  }
}
