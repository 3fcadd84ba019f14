/** `git status` for programs and in short: `--short`, `--porcelain`, `--porcelain=v2`. */
import type { Palette, StatusPart } from '../colors.ts'
import { quotePath } from '../diff/quote-path.ts'
import type { Repository } from '../repository.ts'
import { modeText, NULL_OID } from '../store/objects.ts'
import { statusLetters, type Status, type StatusEntry } from './collect.ts'
import { relativePath } from './relative-path.ts'
import { shortRef, trackingOf } from './tracking.ts'

export interface ShortOptions {
  readonly branch: boolean
  readonly nul: boolean
  /** Names as seen from the current directory. */
  readonly relative: boolean
  readonly colors?: Palette<StatusPart> | undefined
}

export function shortStatus(repository: Repository, status: Status, options: ShortOptions): string {
  const show = nameShower(repository, options)
  const end = options.nul ? '\0' : '\n'
  const paint = (part: StatusPart, line: string): string => options.colors?.paint(part, line) ?? line
  let text = options.branch ? `${branchLine(repository, paint)}${end}` : ''
  for (const entry of status.entries) text += shortLine(entry, { show, nul: options.nul, paint })
  for (const path of status.untracked) text += `${paint('untracked', '??')} ${show(path)}${end}`
  for (const path of status.ignored) text += `${paint('untracked', '!!')} ${show(path)}${end}`
  return text
}

type Paint = (part: StatusPart, text: string) => string

function shortLine(
  entry: StatusEntry,
  { show, nul, paint }: { show: (path: string) => string; nul: boolean; paint: Paint },
): string {
  const plain = statusLetters(entry)
  const letter = (part: StatusPart, text: string): string => (text === ' ' ? text : paint(part, text))
  const letters =
    entry.stages === 0
      ? letter('added', plain.charAt(0)) + letter('changed', plain.charAt(1))
      : paint('unmerged', plain)
  const from = movedFrom(entry)
  if (nul) return `${letters} ${entry.path}\0${from === undefined ? '' : `${from}\0`}`
  return `${letters} ${from === undefined ? '' : `${show(from)} -> `}${show(entry.path)}\n`
}

function movedFrom({ staged }: StatusEntry): string | undefined {
  return staged?.status === 'R' || staged?.status === 'C' ? staged.before?.path : undefined
}

/** Names with blanks are quoted too: the arrow of a rename has blanks around it. */
function nameShower(repository: Repository, { nul, relative }: ShortOptions): (path: string) => string {
  if (nul) return (path) => path
  const quoteHigh = repository.config.boolean('core.quotepath', true)
  return (path) => {
    const name = relative ? relativePath(path, repository.prefix) : path
    const quoted = quotePath(name, quoteHigh)
    return quoted === name && name.includes(' ') ? `"${name}"` : quoted
  }
}

function branchLine(repository: Repository, paint: Paint): string {
  const { branch } = repository
  if (branch === undefined) return `## ${paint('nobranch', 'HEAD (no branch)')}`
  const shown = paint('localBranch', branch)
  const start = repository.head === undefined ? `## No commits yet on ${shown}` : `## ${shown}`
  const tracking = trackingOf(repository, branch)
  if (tracking === undefined) return start
  const name = `${start}...${paint('remoteBranch', shortRef(tracking.upstream))}`
  if (tracking.gone) return `${name} [gone]`
  const parts = [
    ...(tracking.ahead > 0 ? [`ahead ${paint('localBranch', String(tracking.ahead))}`] : []),
    ...(tracking.behind > 0 ? [`behind ${paint('remoteBranch', String(tracking.behind))}`] : []),
  ]
  return parts.length === 0 ? name : `${name} [${parts.join(', ')}]`
}

export function porcelainV2(repository: Repository, status: Status, options: ShortOptions): string {
  const show = (path: string): string => {
    if (options.nul) return path
    return quotePath(path, repository.config.boolean('core.quotepath', true))
  }
  const end = options.nul ? '\0' : '\n'
  let text = options.branch ? branchHeaders(repository, end) : ''
  const conflicts = status.entries.filter((entry) => entry.stages !== 0)
  for (const entry of status.entries)
    if (entry.stages === 0) text += v2Line(repository, entry, { show, nul: options.nul })
  for (const entry of conflicts) text += v2Conflict(repository, entry, show) + end
  for (const path of status.untracked) text += `? ${show(path)}${end}`
  for (const path of status.ignored) text += `! ${show(path)}${end}`
  return text
}

function branchHeaders(repository: Repository, end: string): string {
  const { branch, head } = repository
  const lines = [`# branch.oid ${head ?? '(initial)'}`, `# branch.head ${branch ?? '(detached)'}`]
  const tracking = branch === undefined ? undefined : trackingOf(repository, branch)
  if (tracking !== undefined) {
    lines.push(`# branch.upstream ${shortRef(tracking.upstream)}`)
    if (!tracking.gone) lines.push(`# branch.ab +${tracking.ahead} -${tracking.behind}`)
  }
  return lines.map((line) => line + end).join('')
}

function v2Line(
  repository: Repository,
  entry: StatusEntry,
  { show, nul }: { show: (path: string) => string; nul: boolean },
): string {
  const letters = statusLetters(entry).replaceAll(' ', '.')
  const inIndex = repository.index.get(entry.path)
  const isAdded = inIndex === undefined || inIndex.intentToAdd
  const head = entry.staged === undefined ? inIndex : entry.staged.before
  const before = entry.staged === undefined && isAdded ? undefined : head
  const modes = [
    before?.mode ?? 0,
    isAdded ? 0 : inIndex.mode,
    entry.unstaged === undefined && !isAdded ? inIndex.mode : entry.worktreeMode,
  ]
  const oids = [before?.oid ?? NULL_OID, isAdded ? NULL_OID : inIndex.oid]
  const from = movedFrom(entry)
  const middle = `N... ${modes.map(modeText).join(' ')} ${oids.join(' ')}`
  const end = nul ? '\0' : '\n'
  if (from === undefined) return `1 ${letters} ${middle} ${show(entry.path)}${end}`
  const score = `${entry.staged?.status ?? 'R'}${entry.staged?.similarity ?? 100}`
  return `2 ${letters} ${middle} ${score} ${show(entry.path)}${nul ? '\0' : '\t'}${show(from)}${end}`
}

function v2Conflict(repository: Repository, entry: StatusEntry, show: (path: string) => string): string {
  const stages = repository.index.conflict(entry.path) ?? []
  const of = (stage: number) => stages.find((candidate) => candidate.stage === stage)
  const modes = [1, 2, 3].map((stage) => modeText(of(stage)?.mode ?? 0))
  const oids = [1, 2, 3].map((stage) => of(stage)?.oid ?? NULL_OID)
  return `u ${statusLetters(entry)} N... ${modes.join(' ')} ${modeText(entry.worktreeMode)} ${oids.join(' ')} ${show(entry.path)}`
}
