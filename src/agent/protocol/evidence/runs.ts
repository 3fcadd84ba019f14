/** Calls of Bash as runs of checks, and how each has ended. */
import type { CheckKind } from './check-programs.ts'
import { checksOf, commandKinds, exitTells, failureIsOf } from './commands.ts'
import type { Act } from './evidence.ts'
import { testCounts, type TestCounts } from './test-counts.ts'
import { commandOf, plainCommand } from './verdict.ts'

/** `hidden`: its exit code and its output do not say. `unfinished`: it goes on, was stopped, or was refused. */
type RunState = 'passed' | 'failed' | 'hidden' | 'unfinished'

export interface Run {
  readonly act: Act
  /** Place among the acts. */
  readonly index: number
  readonly command: string
  readonly state: RunState
  /** Only of tests. */
  readonly counts?: TestCounts | undefined
  /** Equal for runs of the same check, whatever is around it in the line. */
  readonly key: string
}

/** Runs of a kind of check, oldest first; without a kind, of any command. */
export function runsOf(acts: readonly Act[], kind?: CheckKind): readonly Run[] {
  return acts.flatMap((act, index): Run[] => {
    const command = commandOf(act)
    if (command === undefined || (kind !== undefined && !kindsOf(act, command).has(kind))) return []
    const counts = kind === 'tests' ? countsOf(act) : undefined
    const key = kind === undefined ? plainCommand(command) : checksOf(command, kind).join(' && ')
    return [{ act, index, command, counts, key, state: stateOf(act, command, { kind, counts }) }]
  })
}

/** Each statement of an answer looks through the same acts. */
const kindsOfActs = new WeakMap<Act, ReadonlySet<CheckKind>>()
const countsOfActs = new WeakMap<Act, TestCounts>()
const NO_COUNTS: TestCounts = {}

function kindsOf(act: Act, command: string): ReadonlySet<CheckKind> {
  const known = kindsOfActs.get(act) ?? commandKinds(command)
  kindsOfActs.set(act, known)
  return known
}

function countsOf(act: Act): TestCounts {
  const known = countsOfActs.get(act) ?? testCounts(act.result) ?? NO_COUNTS
  countsOfActs.set(act, known)
  return known
}

interface Asked {
  readonly kind: CheckKind | undefined
  readonly counts: TestCounts | undefined
}

function stateOf(act: Act, command: string, { kind, counts }: Asked): RunState {
  if (!hasEnded(act)) return 'unfinished'
  const isDone = act.outcome === 'done'
  if (act.exitCode === 0 && isDone && exitTells(command, kind))
    return counts?.passed === 0 ? 'hidden' : 'passed'
  if (act.exitCode !== 0 && (kind === undefined || failureIsOf(command, kind))) return 'failed'
  if ((counts?.failed ?? 0) > 0) return 'failed'
  return isDone && (counts?.passed ?? 0) > 0 ? 'passed' : 'hidden'
}

function hasEnded({ outcome, exitCode, timedOut }: Act): boolean {
  return (outcome === 'done' || outcome === 'failed') && exitCode !== undefined && !timedOut
}

/** It was neither refused nor put off. */
export function wasStarted({ outcome }: Act): boolean {
  return outcome !== 'denied' && outcome !== 'held'
}

/** The last run; one that was refused only where there is no other, as it changes nothing about those before. */
export function latest(runs: readonly Run[]): Run | undefined {
  return runs.findLast(({ act }) => wasStarted(act)) ?? runs.at(-1)
}
