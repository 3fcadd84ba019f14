import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import { absolute, openRepository, type Repository } from '../../repository.ts'
import { resolveCommit, tryResolve } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { subjectOf } from '../../make-commit.ts'
import { Session } from '../../session.ts'
import { collectStatus } from '../../status/collect.ts'
import { fromText } from '../../text.ts'
import { checkedOutElsewhere, worktreesOf, type LinkedWorktree } from '../../worktree/linked.ts'
import { Pathspec } from '../../worktree/pathspec.ts'
import { forceWorktree } from '../../worktree/update.ts'
import { makeBranch } from './branch.ts'

export async function worktreeCommand(session: Session, args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'add':
      return add(session, rest)
    case 'list':
      return list(session, rest)
    case 'remove':
      return remove(session, rest)
    case 'prune':
      return prune(session)
    default:
      throw new GitFailure(
        `'git worktree ${command ?? ''}' is not supported in this sandbox: add, list, remove and prune are`,
        { exitCode: 129, prefix: 'error: ' },
      )
  }
}

function add(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, [
    'b=',
    'B=',
    'd,detach',
    'f,force',
    'checkout',
    'no-checkout',
    'q,quiet',
    'lock',
    'track',
    'no-track',
    'guess-remote',
    'orphan',
  ])
  const { repository } = session
  const [given, commitish] = options.operands
  if (given === undefined)
    throw new GitFailure('usage: git worktree add [<options>] <path> [<commit-ish>]', {
      exitCode: 129,
      prefix: '',
    })
  const path = absolute(given, session.cwd)
  if (session.files.entries(path).length > 0 || session.files.lstat(path)?.kind === 'file')
    throw new GitFailure(`'${given}' already exists`)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const created =
    options.value('b') ??
    options.value('B') ??
    (commitish === undefined && !options.has('detach') && !repository.refs.exists(`refs/heads/${name}`)
      ? name
      : undefined)
  const start = commitish ?? (created === undefined && !options.has('detach') ? name : 'HEAD')
  if (tryResolve(repository, start) === undefined) throw new GitFailure(`invalid reference: ${start}`)
  const oid = resolveCommit(repository, start)
  const branch =
    created ?? (!options.has('detach') && repository.refs.exists(`refs/heads/${start}`) ? start : undefined)
  if (created === undefined && branch !== undefined && !options.has('force')) {
    const elsewhere = repository.branch === branch ? repository.root : checkedOutElsewhere(repository, branch)
    if (elsewhere !== undefined) throw new GitFailure(`'${branch}' is already checked out at '${elsewhere}'`)
  }
  if (created !== undefined)
    makeBranch(session, { name: created, start, force: options.has('B'), track: 'no' })
  if (!options.has('quiet'))
    session.err(
      `Preparing worktree (${created !== undefined ? `new branch '${created}'` : branch === undefined ? `detached HEAD ${new ShortNames(repository).of(oid)}` : `checking out '${branch}'`})\n`,
    )
  link(session, {
    path,
    id: freeId(repository, name),
    head: branch === undefined ? oid : `ref: refs/heads/${branch}`,
  })
  const linked = openRepository(new Session(session.io, path, { command: [] }))
  if (linked === undefined) throw new GitFailure(`could not open the new worktree ${path}`)
  if (!options.has('no-checkout')) {
    forceWorktree(linked, linked.objects.commit(oid).tree)
    linked.saveIndex()
  }
  if (!options.has('quiet'))
    session.out(
      `HEAD is now at ${new ShortNames(repository).of(oid)} ${subjectOf(repository.objects.commit(oid).message)}\n`,
    )
  return 0
}

function freeId(repository: Repository, name: string): string {
  let id = name
  for (
    let number = 1;
    repository.files.lstat(`${repository.commonDir}/worktrees/${id}`) !== undefined;
    number += 1
  )
    id = `${name}${number}`
  return id
}

function link(session: Session, { path, id, head }: { path: string; id: string; head: string }): void {
  const { repository, files } = session
  const gitDir = `${repository.commonDir}/worktrees/${id}`
  files.makeDirectory(path)
  files.write(`${gitDir}/gitdir`, fromText(`${path}/.git\n`))
  files.write(`${gitDir}/commondir`, fromText('../..\n'))
  files.write(`${gitDir}/HEAD`, fromText(`${head}\n`))
  files.write(`${path}/.git`, fromText(`gitdir: ${gitDir}\n`))
}

function headOf(
  repository: Repository,
  { gitDir }: LinkedWorktree,
): { oid: string; branch: string | undefined } {
  const text = repository.files.readText(`${gitDir}/HEAD`)?.trim() ?? ''
  const ref = /^ref: (.*)$/.exec(text)?.[1]
  return { oid: ref === undefined ? text : (repository.refs.resolve(ref) ?? '0'.repeat(40)), branch: ref }
}

function list(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, ['porcelain', 'v,verbose', 'z'])
  const { repository } = session
  const all = worktreesOf(repository)
  const width = Math.max(...all.map((worktree) => worktree.path.length))
  const short = new ShortNames(repository)
  for (const worktree of all) {
    const { oid, branch } = headOf(repository, worktree)
    const isBare = worktree.id === undefined && repository.config.boolean('core.bare', false)
    const gone = worktree.id !== undefined && !session.files.isDirectory(worktree.path)
    if (options.has('porcelain')) {
      const place = isBare
        ? 'bare\n'
        : `HEAD ${oid}\n${branch === undefined ? 'detached' : `branch ${branch}`}\n`
      session.out(
        `worktree ${worktree.path}\n${place}${gone ? 'prunable gitdir file points to non-existent location\n' : ''}\n`,
      )
      continue
    }
    const where = isBare
      ? '(bare)'
      : `${short.of(oid)} ${branch === undefined ? '(detached HEAD)' : `[${branch.replace('refs/heads/', '')}]`}`
    session.out(`${worktree.path.padEnd(width)}  ${where}${gone ? ' prunable' : ''}\n`)
  }
  return 0
}

function remove(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, ['f,force'])
  const { repository, files } = session
  const [given = ''] = options.operands
  const path = absolute(given, session.cwd)
  const found = worktreesOf(repository).find(
    (worktree) =>
      worktree.path === path || (worktree.id !== undefined && worktree.path.endsWith(`/${given}`)),
  )
  if (found === undefined) throw new GitFailure(`'${given}' is not a working tree`)
  if (found.id === undefined) throw new GitFailure(`'${given}' is a main working tree`)
  if (!options.has('force') && files.isDirectory(found.path)) {
    const linked = openRepository(new Session(session.io, found.path, { command: [] }))
    const status =
      linked && collectStatus(linked, { pathspec: new Pathspec([]), untracked: 'normal', ignored: 'no' })
    if (status !== undefined && (status.entries.length > 0 || status.untracked.length > 0))
      throw new GitFailure(`'${given}' contains modified or untracked files, use --force to delete it`)
  }
  files.removeTree(found.path)
  files.removeTree(found.gitDir)
  return 0
}

function prune(session: Session): number {
  for (const worktree of worktreesOf(session.repository))
    if (worktree.id !== undefined && !session.files.isDirectory(worktree.path))
      session.files.removeTree(worktree.gitDir)
  return 0
}
