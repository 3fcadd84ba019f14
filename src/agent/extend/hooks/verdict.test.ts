/** One verdict of many answers: a veto counts, whoever answers first. */
import { describe, expect, it } from 'vitest'
import type { Rank } from '../../permission/rank.ts'
import type { HookOutput } from './output.ts'
import { merged } from './verdict.ts'
import type { Answered } from './verdict.ts'

interface By {
  readonly rank?: Rank
  readonly isProcess?: boolean
  readonly blocks?: string
  readonly context?: readonly string[]
}

function answer(output: HookOutput, { rank = 'project', isProcess = false, blocks, context = [] }: By = {}) {
  return (index: number): Answered => ({
    hook: { name: `h${index}`, source: 'project', rank, isProcess },
    index,
    output,
    blocks,
    context,
  })
}

const before = (permissionDecision: 'allow' | 'deny' | 'ask' | 'defer', by?: By, reason?: string) =>
  answer(
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision,
        ...(reason !== undefined && { permissionDecisionReason: reason }),
      },
    },
    by,
  )

const all = (...answers: readonly ((index: number) => Answered)[]) =>
  answers.map((make, index) => make(index))

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

describe('before a call', () => {
  it.each([
    [['allow', 'deny', 'ask', 'defer'], 'deny'],
    [['allow', 'ask'], 'ask'],
    [['allow', 'defer'], 'ask'],
    [['allow', 'allow'], 'allow'],
    [[], undefined],
  ] as const)('%j is %s', (said, expected) => {
    expect(merged('PreToolUse', all(...said.map((one) => before(one)))).decision?.behavior).toBe(expected)
  })

  it('the answer is the same whoever ends first', () => {
    const answers = all(
      before('allow', { rank: 'user' }),
      before('ask', { context: ['mind it'] }, 'first'),
      before('ask', { rank: 'user' }, 'second'),
      answer({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'and that' } }),
    )
    const verdicts = orders(answers).map((order) => merged('PreToolUse', order))
    expect(verdicts.length).toBe(24)
    for (const verdict of verdicts)
      expect(verdict).toMatchObject({
        decision: { behavior: 'ask', rank: 'user', reason: 'second' },
        context: ['mind it', 'and that'],
      })
  })

  it('what a process prints allows with the lowest rank; its deny and its ask have that of who configured it', () => {
    const ranks = (['allow', 'ask', 'deny'] as const).map(
      (said) => merged('PreToolUse', all(before(said, { rank: 'user', isProcess: true }))).decision?.rank,
    )
    expect(ranks).toEqual(['program', 'user', 'user'])
  })

  it.each([
    [{ decision: 'block', reason: 'Never.' }, 'deny', 'Never.'],
    [{ decision: 'block' }, 'deny', 'The hook “h0” blocks this.'],
    [{ decision: 'approve', reason: 'Fine.' }, 'allow', 'Fine.'],
  ] as const)('the older form %j means the same', (output, behavior, reason) => {
    expect(merged('PreToolUse', all(answer(output))).decision).toEqual({ behavior, rank: 'project', reason })
  })

  it('of several inputs the one that came last counts', () => {
    const input = (n: number) =>
      answer({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { n } } })
    expect(merged('PreToolUse', all(input(1), input(2)).toReversed()).input).toEqual({ n: 1 })
  })
})

it('the end of the run beats every other word, with the first reason in their order', () => {
  const answers = all(
    before('allow'),
    answer({ continue: false }),
    answer({ continue: false, stopReason: 'Enough.' }),
  ).toReversed()
  expect(merged('PreToolUse', answers).stop).toEqual({ reason: 'The hook “h1” has ended the run.' })
  expect(merged('PreToolUse', all(answer({ continue: true }))).stop).toBeUndefined()
})

it('a question to the person is answered only in its own form', () => {
  const decided = (decision: NonNullable<HookOutput['hookSpecificOutput']>['decision']) =>
    answer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
  const allow = decided({ behavior: 'allow' })
  const deny = decided({ behavior: 'deny', message: 'Not there.' })
  expect(merged('PermissionRequest', all(allow)).decision).toMatchObject({ behavior: 'allow' })
  expect(merged('PermissionRequest', all(allow, deny)).decision).toEqual({
    behavior: 'deny',
    rank: 'project',
    reason: 'Not there.',
  })
  // An exit with 2 has no meaning here.
  expect(merged('PermissionRequest', all(answer({}, { blocks: 'no' }))).decision).toBeUndefined()
  expect(merged('Stop', all(before('deny'))).decision).toBeUndefined()
})

it('all reasons to block are told, in their order', () => {
  const answers = all(
    answer({ decision: 'block', reason: 'Tests fail.' }),
    answer({}),
    answer({}, { blocks: 'No changelog.' }),
  )
  expect(merged('Stop', answers.toReversed()).blocks).toEqual(['Tests fail.', 'No changelog.'])
})
