import { describe, expect, it } from 'vitest'
import type { UserAnswer } from '../../protocol/questions.ts'
import { askUserQuestionTool } from './ask-user-question.ts'
import { exitPlanModeTool } from './exit-plan-mode.ts'
import { bench, call, resultText, resultsOf, run, textOf } from '../testing/test-bench.ts'

const option = (label: string) => ({ label, description: '' })
const QUESTIONS = [
  { question: 'Which database?', header: 'Database', options: [option('SQLite'), option('Postgres')] },
  {
    question: 'Which parts?',
    header: 'Parts',
    multiSelect: true,
    options: [option('API'), option('CLI'), option('Docs')],
  },
]

function asks(says: UserAnswer | 'never', change: Partial<Parameters<typeof bench>[0]> = {}) {
  return bench({ tools: [askUserQuestionTool, exitPlanModeTool], says, ...change })
}

describe('AskUserQuestion', () => {
  it('asks in the transcript and gives the answers, own words apart', async () => {
    const { context, asked } = asks(
      {
        kind: 'choices',
        answers: [
          { selected: ['SQLite'], other: '' },
          { selected: ['API', 'CLI'], other: ' and a man page ' },
        ],
      },
      { permission: { mode: 'default' } },
    )
    const events = await run([call('AskUserQuestion', { questions: QUESTIONS })], context)
    expect(events.map(({ type }) => type)).toEqual([
      'permission_decided',
      'tool_started',
      'question_asked',
      'question_answered',
      'tool_result',
    ])
    expect(events[1]).toMatchObject({ title: 'Database, Parts' })
    expect(events[2]).toMatchObject({
      turnId: 't1',
      toolUseId: 'u1',
      question: { kind: 'choices', questions: [{ multiSelect: false }, { multiSelect: true }] },
    })
    expect(textOf(resultsOf(events)[0])).toBe(
      'The user has answered:\n- Which database? SQLite\n- Which parts? API, CLI, in own words: and a man page',
    )
    expect(asked).toEqual([])
  })

  it('goes on with an assumption when the user skips it', async () => {
    const [result] = resultsOf(
      await run([call('AskUserQuestion', { questions: QUESTIONS })], asks({ kind: 'skipped' }).context),
    )
    expect([result?.outcome, textOf(result)]).toEqual([
      'failed',
      'The user did not want to answer. Go on with the most sensible assumption, and say which one you made.',
    ])
  })

  it('ends with the run, whenever that is stopped', async () => {
    const stop = new AbortController()
    const all = run(
      [call('AskUserQuestion', { questions: QUESTIONS })],
      asks('never', { signal: stop.signal }).context,
    )
    setTimeout(() => stop.abort('stop'))
    expect(resultsOf(await all)[0]?.outcome).toBe('cancelled')
  })

  it('says what is wrong with a question', async () => {
    const text = (questions: unknown) =>
      resultText(call('AskUserQuestion', { questions }), asks({ kind: 'skipped' }).context)
    const double = { ...QUESTIONS[0], options: [option('A'), option('A')] }
    expect(await text([double])).toBe(
      'ValidationError: questions[0] has two options with the same label. Make them differ.',
    )
    expect(await text('Which database?')).toMatch(/^InputValidationError.*\n- `questions`: .*expected array/)
    expect(await text([{ ...QUESTIONS[0], options: [option('A')] }])).toMatch(
      /\n- `questions.0.options`: Too small/,
    )
  })

  it('is not run where nobody can answer', async () => {
    const { context } = asks('never', { permission: { canAsk: false } })
    expect(await resultText(call('AskUserQuestion', { questions: QUESTIONS }), context)).toMatch(
      /^Error: AskUserQuestion needs an answer from a person/,
    )
  })
})

describe('ExitPlanMode', () => {
  const plan = (decision: 'approve' | 'approve_edits' | 'keep_planning', comment = '') =>
    ({ kind: 'plan', decision, comment }) as const
  const PLAN = { plan: '# Faster parser\n\n1. Measure' }

  it.each([
    [
      'approve',
      '',
      ['mode default'],
      'The user has approved the plan, and plan mode is left. Carry it out now.',
    ],
    [
      'approve_edits',
      'mind the docs',
      ['mode acceptEdits'],
      'The user has approved the plan, and plan mode is left. The user said: "mind the docs". Carry it out now.',
    ],
    [
      'keep_planning',
      'too much',
      [],
      'The user wants you to go on planning; nothing may be changed yet. The user said: "too much". Improve the plan, then show it again.',
    ],
  ] as const)('does what the user decides: %s', async (...[decision, comment, modes, text]) => {
    const { context, granted } = asks(plan(decision, comment), { permission: { mode: 'plan' } })
    const events = await run([call('ExitPlanMode', PLAN)], context)
    expect(textOf(resultsOf(events)[0])).toBe(text)
    expect(granted).toEqual(modes)
    expect(events).toContainEqual({
      type: 'question_asked',
      turnId: 't1',
      toolUseId: 'u1',
      question: { kind: 'plan', plan: PLAN.plan },
    })
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool_started', title: 'Faster parser' }))
  })

  it.each([
    [
      'approve',
      'The user has approved the plan, and plan mode is left. Carry it out now.',
      'Approved with changes',
    ],
    [
      'keep_planning',
      'The user wants you to go on planning; nothing may be changed yet. Improve the plan, then show it again.',
      'Keep planning',
    ],
  ] as const)('tells of a plan that the user has rewritten: %s', async (decision, said, summary) => {
    const edited = '# Faster parser\n\n1. Measure\n2. Stop there\n'
    const { context } = asks({ ...plan(decision), edited }, { permission: { mode: 'plan' } })
    const events = await run([call('ExitPlanMode', PLAN)], context)
    expect(textOf(resultsOf(events)[0])).toBe(
      `${said}\n\nThe user has rewritten the plan. This is the one that counts:\n\n${edited.trim()}`,
    )
    expect(resultsOf(events)[0]?.display).toEqual({ kind: 'summary', text: summary })
  })

  it('says nothing of a plan that was opened for changes and left as it was', async () => {
    const answer = { ...plan('approve'), edited: PLAN.plan }
    const { context } = asks(answer, { permission: { mode: 'plan' } })
    const events = await run([call('ExitPlanMode', PLAN)], context)
    expect(textOf(resultsOf(events)[0])).not.toContain('rewritten')
  })

  it('is refused outside plan mode', async () => {
    const { context } = asks(plan('approve'), { permission: { mode: 'default' } })
    expect(await resultText(call('ExitPlanMode', PLAN), context)).toBe(
      'ValidationError: The mode is "default", not "plan": there is nothing to leave. Go on with the work itself.',
    )
  })
})
