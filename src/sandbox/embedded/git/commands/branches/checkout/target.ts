/** Resolves a word of the command line to a branch, a commit, or a branch that only a remote has. */
import type { Repository } from '../../../repository.ts'
import { peel, previousBranch, tryResolve } from '../../../revision/resolve.ts'

export interface Target {
  readonly branch: string | undefined
  readonly oid: string
  readonly name: string
}

export function resolveTarget(repository: Repository, text: string): Target | undefined {
  const back = text === '-' ? 1 : Number(/^@\{-(\d+)\}$/.exec(text)?.[1] ?? 0)
  const name = back > 0 ? (previousBranch(repository, back) ?? text) : text
  const branchOid = repository.refs.resolve(`refs/heads/${name}`)
  if (branchOid !== undefined) return { branch: name, oid: branchOid, name }
  const oid = tryResolve(repository, name)
  const commit = oid === undefined ? undefined : peel(repository, oid, 'commit')
  if (commit === undefined) return oid === undefined ? undefined : { branch: undefined, oid, name }
  return { branch: undefined, oid: commit, name }
}

/** The one remote branch of that name. */
export function guessRemote(repository: Repository, name: string): string | undefined {
  const found = repository.refs
    .list('refs/remotes/')
    .filter((ref) => ref.name.replace(/^refs\/remotes\/[^/]+\//, '') === name)
  return found.length === 1 ? found[0]?.name.slice('refs/remotes/'.length) : undefined
}
