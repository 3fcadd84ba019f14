/**
 * Judges statements by the calls of a session. Trusts outcomes, exit codes and the mark of a change; of a call's text only
 * numbers of tests and passages of files.
 */
import type { CheckKind } from './check-programs.ts'
import type { Act, Evidence, Reason, Statement } from './evidence.ts'
import { judgeFile } from './judge-file.ts'
import { latest, runsOf, wasStarted, type Run } from './runs.ts'
import { shellParts } from './shell-parts.ts'
import { statementsIn } from './statements.ts'
import { evidence } from './verdict.ts'

/** The statements of an answer with their verdicts. `acts`: oldest first, all that had ended before the answer. */
export function evidenceIn(text: string, acts: readonly Act[]): readonly Evidence[] {
  return statementsIn(text).map((statement) => judge(statement, acts))
}

/** The verdict on a statement by these acts, oldest first. Never throws. */
export function judge(statement: Statement, acts: readonly Act[]): Evidence {
  switch (statement.kind) {
    case 'tests':
    case 'build':
    case 'lint':
    case 'types':
      return judgeCheck(statement, statement.kind, acts)
    case 'fixed':
      return judgeFixed(statement, acts)
    case 'ran':
      return judgeRan(statement, acts)
    case 'file':
      return judgeFile(statement, acts)
    default:
      return statement.kind satisfies never
  }
}

/** Index of the last act that changed files; −1 if none did. */
function lastChange(acts: readonly Act[]): number {
  return acts.findLastIndex(({ changed }) => changed)
}

function failed({ exitCode }: Act): Reason {
  return exitCode === undefined || exitCode === 0 ? { type: 'failed' } : { type: 'failed', exitCode }
}

function judgeCheck(statement: Statement, kind: CheckKind, acts: readonly Act[]): Evidence {
  const own = runsOf(acts, kind)
  // A compiler that only checks types tells whether code compiles, too.
  const isCompiled = kind === 'build' && own.length === 0 && /compil|kompilier/i.test(statement.text)
  const runs = isCompiled ? runsOf(acts, 'types') : own
  const run = latest(runs)
  if (run === undefined) return evidence(statement, 'unverified', { type: 'none' })
  if (run.state === 'unfinished') return evidence(statement, 'unverified', { type: 'unfinished' }, run.act)
  const changedAt = lastChange(acts)
  if (changedAt > run.index) return evidence(statement, 'unverified', { type: 'stale' }, run.act)
  if (run.state === 'failed') return evidence(statement, 'contradicted', failed(run.act), run.act)
  if (run.state === 'hidden') return judgeHidden(statement, run)
  const current = runs.filter(({ index }) => index >= changedAt)
  const left = speaksOfAll(statement) ? leftFailing(current) : undefined
  if (left !== undefined) return evidence(statement, 'contradicted', failed(left.act), left.act)
  return judgeCount(statement, run, current)
}

function judgeHidden(statement: Statement, { act, counts }: Run): Evidence {
  const { count = 0 } = statement
  if (count > 0 && counts?.passed === 0)
    return evidence(statement, 'contradicted', { type: 'differs', said: count, found: 0 }, act)
  return evidence(statement, 'unverified', { type: 'hidden' }, act)
}

function judgeCount(statement: Statement, run: Run, current: readonly Run[]): Evidence {
  const { count } = statement
  const found = run.counts?.passed
  const verified = ({ act }: Run) => evidence(statement, 'verified', { type: 'passed' }, act)
  if (count === undefined || found === undefined || found === count) return verified(run)
  const passed = current.filter(({ state }) => state === 'passed')
  const other = passed.findLast(({ counts }) => counts?.passed === count)
  if (other !== undefined) return verified(other)
  // Suites that were run one after the other.
  const byCheck = new Map(passed.map(({ key, counts }) => [key, counts?.passed ?? 0]))
  const all = [...byCheck.values()].reduce((sum, number) => sum + number, 0)
  if (all === count) return verified(run)
  return evidence(statement, 'contradicted', { type: 'differs', said: count, found }, run.act)
}

function speaksOfAll({ text, count }: Statement): boolean {
  return (
    count !== undefined ||
    /\b(?:all|every|everything|whole|entire|full|alle|sämtliche|gesamte|alles)\b/i.test(text)
  )
}

/** A run in which tests failed, and which was not repeated since: a smaller one that passes does not make up for it. */
function leftFailing(runs: readonly Run[]): Run | undefined {
  return runs.findLast(
    (run) =>
      run.state === 'failed' &&
      (run.counts?.failed ?? 0) > 0 &&
      !runs.some(
        ({ index, key, state }) => index > run.index && state === 'passed' && run.key.startsWith(key),
      ),
  )
}

const KINDS: readonly CheckKind[] = ['tests', 'build', 'types', 'lint']
/** Faults that a check of another kind than tests has found. */
const NAMED: readonly (readonly [RegExp, CheckKind])[] = [
  [/\b\w*lint\b/i, 'lint'],
  [/\btype(?:script)?[\s-]?(?:error|check)|\btypfehler/i, 'types'],
  [/\b(?:build|compil|kompilier)/i, 'build'],
]

function judgeFixed(statement: Statement, acts: readonly Act[]): Evidence {
  const changedAt = lastChange(acts)
  if (changedAt < 0) return evidence(statement, 'unverified', { type: 'none' })
  const check = checkSince(statement, acts, changedAt)
  const mended = mendedSince(acts, changedAt)
  const verified = (type: 'mended' | 'passed', { act }: Run) => evidence(statement, 'verified', { type }, act)
  if (check === undefined)
    return mended === undefined ? judgeUnrun(statement, acts) : verified('mended', mended)
  if (check.isMended) return verified('mended', check)
  // The last word counts where a check and the command that showed the fault disagree.
  if (mended !== undefined && (check.state === 'passed' || mended.index > check.index))
    return verified('mended', mended)
  if (check.state === 'passed') return verified('passed', check)
  if (check.state === 'failed') return evidence(statement, 'contradicted', failed(check.act), check.act)
  return evidence(statement, 'unverified', { type: check.state }, check.act)
}

/** No check has run since the last change. */
function judgeUnrun(statement: Statement, acts: readonly Act[]): Evidence {
  const checks = KINDS.flatMap((kind) => latest(runsOf(acts, kind)) ?? [])
  const others = runsOf(acts).filter(({ act, command }) => !act.changed && !onlyLooks(command))
  const [last] = (checks.length > 0 ? checks : others)
    .filter(({ act }) => wasStarted(act))
    .toSorted((one, other) => other.index - one.index)
  return evidence(statement, 'unverified', { type: last === undefined ? 'none' : 'stale' }, last?.act)
}

interface Check extends Run {
  /** The same check failed before the change, and has passed now. */
  readonly isMended: boolean
}

/** The last check since the change: of the kind that the statement names, else tests before others. */
function checkSince({ text }: Statement, acts: readonly Act[], changedAt: number): Check | undefined {
  const named = NAMED.flatMap(([pattern, kind]) => (pattern.test(text) ? [kind] : []))
  for (const kind of [...named, ...KINDS]) {
    const runs = runsOf(acts, kind)
    // The act that changed files may be the check itself: a snapshot, a report.
    const run = latest(runs.filter(({ index, act }) => index >= changedAt && wasStarted(act)))
    if (run !== undefined) return { ...run, isMended: isMended(run, runs, acts) }
  }
  return undefined
}

/** A command, check or not, that failed before the change and has passed since. */
function mendedSince(acts: readonly Act[], changedAt: number): Run | undefined {
  const runs = runsOf(acts)
  return runs.findLast((run) => run.index > changedAt && !onlyLooks(run.command) && isMended(run, runs, acts))
}

function isMended(run: Run, runs: readonly Run[], acts: readonly Act[]): boolean {
  if (run.state !== 'passed') return false
  const broken = runs.findLast(
    ({ index, key, state }) => index < run.index && key === run.key && state === 'failed',
  )
  return broken !== undefined && acts.slice(broken.index + 1, run.index).some(({ changed }) => changed)
}

const LOOKS = new Set(
  'ls cat head tail grep egrep rg find cd pwd echo test [ stat file wc which git mkdir rm mv cp touch diff du tree sed'.split(
    ' ',
  ),
)

/** Commands whose passing says nothing about a fault. */
function onlyLooks(command: string): boolean {
  return shellParts(command).every(({ words: [program = ''] }) => LOOKS.has(program))
}

function judgeRan(statement: Statement, acts: readonly Act[]): Evidence {
  const asked = linesOf(statement.command ?? '')
  const run = latest(runsOf(acts).filter(({ command }) => runsAll(command, asked)))
  if (run === undefined) return evidence(statement, 'unverified', { type: 'none' })
  const { outcome, exitCode } = run.act
  const wasRun = outcome === 'done' || (outcome === 'failed' && exitCode !== undefined)
  return wasRun
    ? evidence(statement, 'verified', { type: 'done' }, run.act)
    : evidence(statement, 'unverified', { type: 'unfinished' }, run.act)
}

/** The commands of a line, each between blanks. */
function linesOf(command: string): readonly string[] {
  return shellParts(command).map(({ words }) => ` ${words.join(' ')} `)
}

/** Whether the line runs all of these commands, perhaps with more arguments; to print or search one is not to run it. */
function runsAll(command: string, asked: readonly string[]): boolean {
  const lines = linesOf(command)
  const isRun = (one: string) =>
    lines.some(
      (line) => line.startsWith(one) || (line.includes(one) && !/^ (?:echo|printf|e?grep|rg) /.test(line)),
    )
  return asked.length > 0 && asked.every(isRun)
}
