import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import type { Session } from '../../session.ts'
import { pathInRepository } from '../../worktree/pathspec.ts'
import { WorktreeWriter } from '../../worktree/checkout-entry.ts'

const OPTIONS = ['v,verbose', 'n,dry-run', 'f,force', 'k', 'sparse']

interface Move {
  readonly from: string
  readonly to: string
}

export async function mvCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  const words = options.operands
  const target = words.at(-1)
  if (target === undefined || words.length < 2)
    throw new GitFailure('usage: git mv [<options>] <source>... <destination>', { exitCode: 129, prefix: '' })
  const to = pathInRepository(repository, target)
  const intoDirectory = to === '' || repository.files.isDirectory(repository.path(to))
  if (words.length > 2 && !intoDirectory) throw new GitFailure(`destination '${target}' is not a directory`)
  if (!intoDirectory && target.endsWith('/'))
    throw new GitFailure(
      `destination directory does not exist, source=${words[0] ?? ''}, destination=${target}`,
    )
  const moves = words.slice(0, -1).flatMap((source): Move[] => {
    const from = pathInRepository(repository, source)
    const name = from.slice(from.lastIndexOf('/') + 1)
    const destination = intoDirectory ? (to === '' ? name : `${to}/${name}`) : to
    const problem = refusal(repository, { from, to: destination }, options.has('force'))
    if (problem === undefined) return [{ from, to: destination }]
    if (options.has('k')) return []
    throw new GitFailure(`${problem}, source=${from}, destination=${destination}`)
  })
  for (const move of moves) {
    if (options.has('verbose') || options.has('dry-run')) session.out(`Renaming ${move.from} to ${move.to}\n`)
    if (!options.has('dry-run')) carryOut(repository, move)
  }
  repository.saveIndex()
  return 0
}

function refusal(repository: Repository, { from, to }: Move, force: boolean): string | undefined {
  const { files, index } = repository
  const stats = files.lstat(repository.path(from))
  if (stats === undefined) return 'bad source'
  if (to === from || to.startsWith(`${from}/`)) return 'can not move directory into itself'
  if (stats.kind === 'directory') {
    if (!index.hasBelow(from)) return 'source directory is empty'
  } else if (index.conflict(from) !== undefined) return 'conflicted'
  else if (index.get(from) === undefined) return 'not under version control'
  const there = files.lstat(repository.path(to))
  if (there !== undefined && !(force && there.kind !== 'directory')) return 'destination exists'
  const parent = to.slice(0, Math.max(0, to.lastIndexOf('/')))
  return parent !== '' && !files.isDirectory(repository.path(parent))
    ? 'destination directory does not exist'
    : undefined
}

function carryOut(repository: Repository, { from, to }: Move): void {
  const { files, index } = repository
  files.rename(repository.path(from), repository.path(to))
  const below = `${from}/`
  for (const entry of index.entries) {
    if (entry.path !== from && !entry.path.startsWith(below)) continue
    index.remove(entry.path)
    index.set({ ...entry, path: to + entry.path.slice(from.length) })
  }
  new WorktreeWriter(repository).removeEmptyParents(from)
}
