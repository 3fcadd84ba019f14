import { readDiffStyle } from '../diff/diff-options.ts'
import { preparePairs, showDiff } from '../diff/show-diff.ts'
import { fileLookup, indexPairs, treePairs, worktreePairs } from '../diff/sources.ts'
import { errorFailure, GitFailure } from '../failure.ts'
import { LOG_OPTIONS } from '../log/log-options.ts'
import { storeCommit, subjectOf } from '../make-commit.ts'
import { applyMerge } from '../merge/apply-merge.ts'
import { mergeTrees } from '../merge/merge-trees.ts'
import { parseOptions, type Options } from '../options.ts'
import { committerOrNobody } from '../person.ts'
import type { Repository } from '../repository.ts'
import { resolveCommit } from '../revision/resolve.ts'
import { ShortNames } from '../revision/short-name.ts'
import type { Session } from '../session.ts'
import { makeEntry } from '../store/index-entry.ts'
import { compareText, MODE } from '../store/objects.ts'
import { IgnoreRules } from '../worktree/ignore.ts'
import { parsePathspec, Pathspec } from '../worktree/pathspec.ts'
import { scanWorktree } from '../worktree/scan.ts'
import { treeFiles, type TreeFile } from '../worktree/tree-files.ts'
import { applyChanges, forceWorktree, overwriteFailure } from '../worktree/update.ts'
import { WorktreeWriter } from '../worktree/checkout-entry.ts'
import { addFile, compareFile } from '../worktree/worktree-files.ts'
import { writeIndexTree, writeTreeOf } from '../worktree/write-tree.ts'
import { logCommand } from './log.ts'
import { statusCommand } from './status.ts'
import { switchCommand } from './checkout.ts'

const REF = 'refs/stash'
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
      return session.repository.refs.exists(REF)
        ? logCommand(session, [
            '--format=%gd: %gs',
            '-g',
            '--first-parent',
            ...rest,
            REF.replace('refs/', ''),
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
      session.repository.refs.delete(REF)
      return 0
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
  const place = repository.branch ?? '(no branch)'
  const summary = `${place}: ${new ShortNames(repository).of(head)} ${subjectOf(objects.commit(head).message)}`
  const given = options.value('message')
  const message = given === undefined ? `WIP on ${summary}` : `On ${place}: ${given}`
  const stash = saveStash(session, { head, summary, message, pathspec, untracked })
  moveStash(session, stash, message)
  cleanUp(repository, { options, tree, pathspec, untracked, stash })
  repository.saveIndex()
  if (!options.has('quiet')) session.out(`Saved working directory and index state ${message}\n`)
  return 0
}

function untrackedFor(repository: Repository, options: Options, pathspec: Pathspec): string[] {
  if (!options.has('include-untracked') && !options.has('all')) return []
  const scan = scanWorktree(repository, {
    ignore: new IgnoreRules(repository),
    pathspec,
    untracked: 'all',
    ignored: options.has('all') ? 'all' : 'no',
  })
  return [...scan.untracked, ...(options.has('all') ? scan.ignored : [])].sort(compareText)
}

function saveStash(
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
function moveStash(session: Session, oid: string, message: string): void {
  const { refs } = session.repository
  const from = refs.resolve(REF)
  if (refs.readLog(REF).length === 0) refs.writeLog(REF, [])
  refs.write(REF, oid)
  refs.log(REF, { from, to: oid, who: committerOrNobody(session), message })
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
  const log = repository.refs.readLog(REF)
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
  const conflicts = applyStash(session, stash, options)
  if (!options.has('quiet')) await statusCommand(session, [])
  if (conflicts) {
    if (drop) session.out('The stash entry is kept in case you need it again.\n')
    return 1
  }
  if (drop) dropStash(session, stash, options.has('quiet'))
  return 0
}

/** True when there are conflicts. */
function applyStash(session: Session, stash: StashEntry, options: Options): boolean {
  const { repository } = session
  const { objects, index } = repository
  const { tree, parents } = objects.commit(stash.oid)
  const [base, indexCommit, untracked] = parents
  if (base === undefined || indexCommit === undefined)
    throw new GitFailure(`'${stash.name}' is not a stash-like commit`)
  if (index.conflicts.size > 0) throw errorFailure('could not write index: there are unmerged files')
  const ours = writeIndexTree(repository)
  const baseTree = objects.commit(base).tree
  const result = mergeTrees(repository, {
    base: baseTree,
    ours,
    theirs: tree,
    labels: { ours: 'Updated upstream', theirs: 'Stashed changes', base: 'Stash base' },
  })
  const overwritten = applyMerge(repository, ours, result)
  if (overwritten !== undefined) throw overwriteFailure(overwritten, 'merge', 'merge')
  if (!options.has('quiet')) session.out(result.messages.join(''))
  if (untracked !== undefined) restoreUntracked(repository, objects.commit(untracked).tree)
  if (result.conflicts.size === 0)
    resetIndex(repository, {
      ours,
      stashed: objects.commit(indexCommit).tree,
      base: baseTree,
      withIndex: options.has('index'),
    })
  repository.saveIndex()
  return result.conflicts.size > 0
}

/** What the stash brings is not added again, but new files are, as git does it. */
function resetIndex(
  repository: Repository,
  trees: { ours: string; stashed: string; base: string; withIndex: boolean },
): void {
  const { index, objects } = repository
  const before = treeFiles(objects, trees.ours)
  const added = trees.withIndex ? treeFiles(objects, trees.stashed) : undefined
  for (const entry of index.entries) {
    const old = added?.get(entry.path) ?? before.get(entry.path)
    if (old === undefined) continue
    if (old.oid !== entry.oid || old.mode !== entry.mode) index.set(makeEntry(old))
  }
  for (const [path, file] of added ?? before) {
    if (!index.has(path)) index.set(makeEntry(file))
  }
}

function restoreUntracked(repository: Repository, tree: string): void {
  const writer = new WorktreeWriter(repository)
  const files = [...treeFiles(repository.objects, tree).values()]
  const there = files.filter(
    (file) => file.mode !== MODE.tree && repository.files.lstat(repository.path(file.path)) !== undefined,
  )
  if (there.length > 0)
    throw new GitFailure(
      `${there.map((file) => `${file.path} already exists, no checkout\n`).join('')}error: could not restore untracked files from stash`,
      { exitCode: 1, prefix: '' },
    )
  for (const file of files) writer.write(file)
}

function dropCommand(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, ['q,quiet'])
  dropStash(session, findStash(session.repository, options.operands[0]), options.has('quiet'))
  return 0
}

function dropStash(session: Session, stash: StashEntry, quiet: boolean): void {
  const { refs } = session.repository
  if (stash.number < 0) throw errorFailure(`'${stash.name}' is not a stash reference`)
  const log = refs.readLog(REF)
  log.splice(log.length - 1 - stash.number, 1)
  const last = log.at(-1)
  if (last === undefined) refs.delete(REF)
  else {
    refs.write(REF, last.to)
    refs.writeLog(
      REF,
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
