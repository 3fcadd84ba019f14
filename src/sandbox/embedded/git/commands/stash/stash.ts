import { readDiffStyle } from '../../diff/diff-options.ts'
import { preparePairs, showDiff } from '../../diff/show-diff.ts'
import { fileLookup, indexPairs, treePairs, worktreePairs } from '../../diff/sources.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import { LOG_OPTIONS } from '../../log/log-options.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { resolveCommit } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { parsePathspec, Pathspec } from '../../worktree/pathspec.ts'
import { treeFiles } from '../../worktree/tree-files.ts'
import { applyChanges, forceWorktree } from '../../worktree/update.ts'
import { WorktreeWriter } from '../../worktree/checkout-entry.ts'
import { compareFile } from '../../worktree/worktree-files.ts'
import { logCommand } from '../history/log.ts'
import { applyStash } from './stash-apply.ts'
import { moveStash, saveStash, STASH_REF, untrackedFor, wordsFor } from './stash-save.ts'
import { statusCommand } from '../changes/status.ts'
import { switchCommand } from '../branches/switch.ts'

const PUSH = [
  'm,message=',
  'u,include-untracked',
  'no-include-untracked',
  'a,all',
  'k,keep-index',
  'no-keep-index',
  'q,quiet',
  'p,patch',
  'S,staged',
  'pathspec-from-file=',
]
const APPLY = ['index', 'q,quiet']

export async function stashCommand(session: Session, args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  switch (first) {
    case undefined:
    case 'push':
      return push(session, first === undefined ? [] : rest)
    case 'save':
      return push(session, saveWords(rest))
    case 'list':
      return session.repository.refs.exists(STASH_REF)
        ? logCommand(session, [
            '--format=%gd: %gs',
            '-g',
            '--first-parent',
            ...rest,
            STASH_REF.replace('refs/', ''),
          ])
        : 0
    case 'show':
      return show(session, rest)
    case 'apply':
    case 'pop':
      return apply(session, rest, first === 'pop')
    case 'drop':
      return dropCommand(session, rest)
    case 'clear':
      session.repository.refs.delete(STASH_REF)
      return 0
    case 'create':
      return create(session, rest)
    case 'store':
      return store(session, rest)
    case 'branch':
      return branch(session, rest)
    default:
      if (first.startsWith('-')) return push(session, args)
      throw new GitFailure(`'git stash ${first}' is not a command of this sandbox's git`, {
        exitCode: 129,
        prefix: 'error: ',
      })
  }
}

function saveWords(words: readonly string[]): string[] {
  const options = words.filter((word) => word.startsWith('-'))
  const text = words.filter((word) => !word.startsWith('-')).join(' ')
  return text === '' ? options : [...options, '-m', text]
}

function push(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, PUSH)
  for (const name of ['patch', 'staged', 'pathspec-from-file'])
    if (options.has(name)) throw new GitFailure(`stash push --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const { head, objects, index } = repository
  if (head === undefined)
    throw new GitFailure('You do not have the initial commit yet', { exitCode: 1, prefix: '' })
  if (index.conflicts.size > 0)
    throw errorFailure(
      `could not write index: there are unmerged files: ${[...index.conflicts.keys()].join(', ')}`,
    )
  const pathspec = parsePathspec(repository, options.operands)
  const { tree } = objects.commit(head)
  const untracked = untrackedFor(repository, options, pathspec)
  const changed = [...indexPairs(repository, tree, pathspec), ...worktreePairs(repository, pathspec)]
  const [missing] = pathspec.unmatched([...index.paths, ...untracked])
  if (missing !== undefined)
    throw errorFailure(
      `pathspec ':(prefix:0)${missing}' did not match any file(s) known to git\nDid you forget to 'git add'?`,
    )
  if (changed.length === 0 && untracked.length === 0) {
    if (!options.has('quiet')) session.out('No local changes to save\n')
    return 0
  }
  const { summary, message } = wordsFor(repository, head, options.value('message'))
  const stash = saveStash(session, { head, summary, message, pathspec, untracked })
  moveStash(session, stash, message)
  cleanUp(repository, { options, tree, pathspec, untracked, stash })
  repository.saveIndex()
  if (!options.has('quiet')) session.out(`Saved working directory and index state ${message}\n`)
  return 0
}

/** Prints the commit that a stash would be, and leaves everything as it is; nothing where nothing has changed. */
function create(session: Session, words: readonly string[]): number {
  const { repository } = session
  const { head, objects } = repository
  if (head === undefined)
    throw new GitFailure('You do not have the initial commit yet', { exitCode: 1, prefix: '' })
  const pathspec = new Pathspec([])
  const { tree } = objects.commit(head)
  if (indexPairs(repository, tree, pathspec).length + worktreePairs(repository, pathspec).length === 0)
    return 0
  const given = words.length === 0 ? undefined : words.join(' ')
  const { summary, message } = wordsFor(repository, head, given)
  session.out(`${saveStash(session, { head, summary, message, pathspec, untracked: [] })}\n`)
  return 0
}

function store(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, ['m,message=', 'q,quiet'])
  const [text, ...more] = options.operands
  if (text === undefined || more.length > 0)
    throw new GitFailure('"git stash store" requires one <commit> argument', { exitCode: 1, prefix: '' })
  const oid = resolveCommit(session.repository, text)
  if (session.repository.objects.commit(oid).parents.length < 2)
    throw errorFailure(`'${text}' is not a stash-like commit`)
  moveStash(session, oid, options.value('message') ?? 'Created via "git stash store".')
  return 0
}

function cleanUp(
  repository: Repository,
  what: { options: Options; tree: string; pathspec: Pathspec; untracked: readonly string[]; stash: string },
): void {
  const { index, objects } = repository
  const writer = new WorktreeWriter(repository)
  for (const path of what.untracked) writer.remove(path)
  const [, indexCommit = ''] = objects.commit(what.stash).parents
  const target = what.options.has('keep-index') ? objects.commit(indexCommit).tree : what.tree
  if (what.pathspec.isAll) return forceWorktree(repository, target)
  const wanted = treeFiles(objects, target)
  const look = fileLookup(repository)
  const paths = [...new Set([...index.paths, ...wanted.keys()])].filter((path) => what.pathspec.matches(path))
  const changes = paths.flatMap((path) => {
    const [entry, after] = [index.get(path), wanted.get(path)]
    const agrees = entry !== undefined && entry.oid === after?.oid && entry.mode === after.mode
    return agrees && compareFile(repository, entry, look(path)) === 'same'
      ? []
      : [{ path, before: undefined, after }]
  })
  applyChanges(repository, changes)
}

interface StashEntry {
  readonly number: number
  readonly oid: string
  readonly name: string
}

function findStash(repository: Repository, given: string | undefined): StashEntry {
  const log = repository.refs.readLog(STASH_REF)
  if (given === undefined && log.length === 0)
    throw new GitFailure('No stash entries found.', { exitCode: 1, prefix: '' })
  const digits = /^(?:stash@\{)?(\d+)\}?$/.exec(given ?? '0')?.[1]
  if (digits === undefined) {
    const oid = resolveCommit(repository, given ?? '')
    return { number: -1, oid, name: given ?? '' }
  }
  const entry = log.at(-1 - Number(digits))
  if (entry === undefined && log.length === 0)
    throw errorFailure(`refs/stash@{${digits}} is not a valid reference`)
  if (entry === undefined) throw new GitFailure(`log for 'stash' only has ${log.length} entries`)
  return { number: Number(digits), oid: entry.to, name: `refs/stash@{${digits}}` }
}

function show(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, [...LOG_OPTIONS, 'include-untracked', 'only-untracked'])
  const { repository } = session
  const { oid } = findStash(repository, options.operands[0])
  const { objects } = repository
  const { tree, parents } = objects.commit(oid)
  const style = readDiffStyle(repository, options, 'stat')
  const before = objects.commit(parents[0] ?? oid).tree
  session.out(
    showDiff(preparePairs(treePairs(repository, { before, after: tree }, new Pathspec([])), style), style),
  )
  return 0
}

async function apply(session: Session, args: readonly string[], drop: boolean): Promise<number> {
  const options = parseOptions(args, APPLY)
  const { repository } = session
  const stash = findStash(repository, options.operands[0])
  const conflicts = applyStash(session, stash, {
    quiet: options.has('quiet'),
    withIndex: options.has('index'),
  })
  if (!options.has('quiet')) await statusCommand(session, [])
  if (conflicts) {
    if (drop) session.out('The stash entry is kept in case you need it again.\n')
    return 1
  }
  if (drop) dropStash(session, stash, options.has('quiet'))
  return 0
}

function dropCommand(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, ['q,quiet'])
  dropStash(session, findStash(session.repository, options.operands[0]), options.has('quiet'))
  return 0
}

function dropStash(session: Session, stash: StashEntry, quiet: boolean): void {
  const { refs } = session.repository
  if (stash.number < 0) throw errorFailure(`'${stash.name}' is not a stash reference`)
  const log = refs.readLog(STASH_REF)
  log.splice(log.length - 1 - stash.number, 1)
  const last = log.at(-1)
  if (last === undefined) refs.delete(STASH_REF)
  else {
    refs.write(STASH_REF, last.to)
    refs.writeLog(
      STASH_REF,
      log.map((entry, at) => ({ ...entry, from: log[at - 1]?.to ?? '0'.repeat(40) })),
    )
  }
  if (!quiet) session.out(`Dropped ${stash.name} (${stash.oid})\n`)
}

async function branch(session: Session, [name, given]: readonly string[]): Promise<number> {
  if (name === undefined) throw new GitFailure('No branch name specified', { exitCode: 1, prefix: '' })
  const stash = findStash(session.repository, given)
  const [base = ''] = session.repository.objects.commit(stash.oid).parents
  const code = await switchCommand(session, ['-c', name, base])
  if (code !== 0) return code
  return apply(session, ['--index', ...(given === undefined ? [] : [given])], true)
}
