/** `git status` in sentences. */
import type { Palette, StatusPart } from '../colors.ts'
import { quotePath } from '../diff/quote-path.ts'
import type { FilePair } from '../diff/file-pair.ts'
import type { Repository } from '../repository.ts'
import { ShortNames } from '../revision/short-name.ts'
import { UNMERGED, type Status, type StatusEntry } from './collect.ts'
import { detachedText } from './detached.ts'
import { currentOperation, type Operation } from './operation.ts'
import { operationText } from './operation-text.ts'
import { relativePath } from './relative-path.ts'
import { trackingOf, trackingText } from './tracking.ts'

export type StatusColors = Palette<StatusPart> | undefined

export interface LongOptions {
  readonly status: Status
  readonly untracked: 'no' | 'normal' | 'all'
  readonly hints: boolean
  /** In front of each line, as in a commit message's template. */
  readonly hasStaged: boolean
  readonly colors?: StatusColors
  /** For `git commit`, which tells what it would have done. */
  readonly forCommit?: boolean
  /** For `git commit --amend`, which would leave nothing of the commit. */
  readonly forAmend?: boolean
}

export function longStatus(repository: Repository, options: LongOptions): string {
  const { status } = options
  const operation = currentOperation(repository)
  const conflicts = status.entries.filter((entry) => entry.stages !== 0)
  const isInitial = repository.head === undefined
  const paint = (part: StatusPart, line: string): string => options.colors?.paint(part, line) ?? line
  let text = headText(repository, operation, paint)
  const hint = (line: string): string => (options.hints ? line : '')
  text += operationText({
    repository,
    operation,
    hasConflicts: conflicts.length > 0,
    isDirty: status.entries.some((entry) => entry.unstaged !== undefined),
    hints: options.hints,
  })
  if (isInitial) text += options.forCommit ? '\nInitial commit\n\n' : '\nNo commits yet\n\n'
  const unstage = hint(unstageHint(operation, isInitial))
  const show = (path: string): string => shownName(repository, path)
  const staged = status.entries.filter((entry) => entry.staged !== undefined)
  if (staged.length > 0) {
    text += `Changes to be committed:\n${unstage}`
    for (const entry of staged)
      if (entry.staged) text += `\t${paint('added', stagedLine(entry.staged, show))}\n`
    text += '\n'
  }
  if (conflicts.length > 0) {
    text += `Unmerged paths:\n${unstage}${hint(conflictHint(conflicts))}`
    for (const entry of conflicts)
      text += `\t${paint('unmerged', (UNMERGED[entry.stages]?.words ?? '').padEnd(17) + show(entry.path))}\n`
    text += '\n'
  }
  text += unstagedText(status, hint, (line) => paint('changed', line), show)
  text += listed('Untracked files', status.untracked, {
    hint: hint('  (use "git add <file>..." to include in what will be committed)\n'),
    show: (path) => paint('untracked', show(path)),
  })
  text += listed('Ignored files', status.ignored, {
    hint: hint('  (use "git add -f <file>..." to include in what will be committed)\n'),
    show: (path) => paint('untracked', show(path)),
  })
  if (options.untracked === 'no')
    text += `Untracked files not listed${options.hints ? ' (use -u option to show untracked files)' : ''}\n`
  return text + ending(options, { isInitial, conflicts: conflicts.length, operation })
}

function headText(
  repository: Repository,
  operation: Operation,
  paint: (part: StatusPart, text: string) => string,
): string {
  if (operation.kind === 'rebase') {
    const short = new ShortNames(repository).of(operation.onto)
    return `${paint('nobranch', 'interactive rebase in progress; onto ')}${paint('branch', short)}\n`
  }
  const { branch } = repository
  if (branch === undefined) {
    const [, start = '', name = ''] = /^(HEAD detached \S+ |.*)(.*)$/.exec(detachedText(repository)) ?? []
    return `${paint('nobranch', start)}${paint('branch', name)}\n`
  }
  const tracking = trackingText(trackingOf(repository, branch))
  return `On branch ${paint('branch', branch)}\n${tracking === '' ? '' : `${tracking}\n`}`
}

function unstageHint(operation: Operation, isInitial: boolean): string {
  if (operation.kind === 'merge' || operation.kind === 'cherry-pick') return ''
  if (isInitial) return '  (use "git rm --cached <file>..." to unstage)\n'
  return '  (use "git restore --staged <file>..." to unstage)\n'
}

function conflictHint(conflicts: readonly StatusEntry[]): string {
  const has = (...stages: number[]): boolean => conflicts.some((entry) => stages.includes(entry.stages))
  const hasBothDeleted = has(1)
  const hasOneDeleted = has(3, 5)
  const hasOther = has(2, 4, 6, 7)
  if (!hasBothDeleted && !hasOneDeleted) return '  (use "git add <file>..." to mark resolution)\n'
  if (hasBothDeleted && !hasOneDeleted && !hasOther) return '  (use "git rm <file>..." to mark resolution)\n'
  return '  (use "git add/rm <file>..." as appropriate to mark resolution)\n'
}

const STAGED_WORDS: Readonly<Record<FilePair['status'], string>> = {
  A: 'new file:',
  M: 'modified:',
  D: 'deleted:',
  R: 'renamed:',
  C: 'copied:',
  T: 'typechange:',
  U: 'unmerged:',
}
const UNSTAGED_WORDS = { A: 'new file:', M: 'modified:', D: 'deleted:', T: 'typechange:' } as const
const WORD_WIDTH = 12

function stagedLine(pair: FilePair, show: (path: string) => string): string {
  const word = STAGED_WORDS[pair.status].padEnd(WORD_WIDTH)
  const [from, to] = [pair.before?.path ?? '', pair.after?.path ?? '']
  if (pair.status === 'R' || pair.status === 'C') return `${word}${show(from)} -> ${show(to)}`
  return word + show(to === '' ? from : to)
}

function unstagedText(
  status: Status,
  hint: (line: string) => string,
  paint: (line: string) => string,
  show: (path: string) => string,
): string {
  const changed = status.entries.filter((entry) => entry.unstaged !== undefined)
  if (changed.length === 0) return ''
  const add = changed.some((entry) => entry.unstaged === 'D') ? 'git add/rm' : 'git add'
  let text = 'Changes not staged for commit:\n'
  text += hint(`  (use "${add} <file>..." to update what will be committed)\n`)
  text += hint('  (use "git restore <file>..." to discard changes in working directory)\n')
  for (const { path, unstaged } of changed)
    if (unstaged !== undefined)
      text += `\t${paint(UNSTAGED_WORDS[unstaged].padEnd(WORD_WIDTH) + show(path))}\n`
  return `${text}\n`
}

function listed(
  title: string,
  paths: readonly string[],
  { hint, show }: { hint: string; show: (path: string) => string },
): string {
  if (paths.length === 0) return ''
  return `${title}:\n${hint}${paths.map((path) => `\t${show(path)}\n`).join('')}\n`
}

function ending(
  options: LongOptions,
  found: { isInitial: boolean; conflicts: number; operation: Operation },
): string {
  const { status, hints } = options
  if (options.hasStaged) return ''
  const hint = (text: string): string => (hints ? text : '')
  const isDirty = found.conflicts > 0 || status.entries.some((entry) => entry.unstaged !== undefined)
  if (isDirty) return `no changes added to commit${hint(' (use "git add" and/or "git commit -a")')}\n`
  if (options.forAmend) return 'No changes\n'
  if (found.operation.kind === 'merge') return ''
  if (status.untracked.length > 0)
    return `nothing added to commit but untracked files present${hint(' (use "git add" to track)')}\n`
  if (found.isInitial) return `nothing to commit${hint(' (create/copy files and use "git add" to track)')}\n`
  if (options.untracked === 'no') return `nothing to commit${hint(' (use -u to show untracked files)')}\n`
  return 'nothing to commit, working tree clean\n'
}

function shownName(repository: Repository, path: string): string {
  const relative = repository.config.boolean('status.relativepaths', true)
    ? relativePath(path, repository.prefix)
    : path
  return quotePath(relative, repository.config.boolean('core.quotepath', true))
}
