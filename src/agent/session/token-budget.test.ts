/** Runs that go on until the person's token budget is used (`token_budget_continuation`). */
import { describe, expect, it } from 'vitest'
import { runInTest, TestInbox } from '../loop/test-support.ts'
import type { TestRun, TestRunOptions } from '../loop/test-support.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import type { EventBody } from '../protocol/events.ts'
import { EMPTY_SCREEN } from '../protocol/view/screen-state.ts'
import { applyEvents } from '../protocol/view/view.ts'
import { ModelConversation } from './log/model-conversation.ts'
import { budgetOf, promptEvents } from './run/run-opening.ts'
import type { Session } from './log/session.ts'

const PROMPT: EventBody = {
  type: 'user_message',
  messageId: 'p',
  content: [{ type: 'text', text: 'Please' }],
  origin: 'human',
}

function run(responses: readonly ScriptedResponse[], deps: TestRunOptions['deps']): Promise<TestRun> {
  const conversation = new ModelConversation()
  conversation.apply(PROMPT)
  return runInTest({ responses, conversation, deps })
}

const transitions = ({ events }: TestRun) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.reason] : []))
const budgets = ({ events }: TestRun) =>
  events.flatMap((event) => (event.type === 'token_budget' ? [`${event.state} ${event.used}`] : []))
const answers = (...tokens: number[]) => tokens.map((outputTokens) => ({ text: 'More.', outputTokens }))

describe('a run with a token budget', () => {
  it('goes on until nine tenths of it are used, with a reminder each time', async () => {
    const done = await run(answers(4_000, 3_000, 2_500, 9), { tokenBudget: 10_000 })
    expect(transitions(done)).toEqual(['token_budget_continuation', 'token_budget_continuation'])
    expect(budgets(done)).toEqual(['set 0', 'continued 4000', 'continued 7000', 'ended 9500'])
    expect(done.end).toEqual({ terminal: 'completed', turns: 3 })
    expect(JSON.stringify(done.requests[1]?.messages.at(-1))).toContain(
      '10k tokens of output; 4k (40 %) are used',
    )
  })

  it('ends where too little comes, and says so', async () => {
    const done = await run(answers(2_000, 2_000, 2_000, 400, 400, 9_000), { tokenBudget: 100_000 })
    expect(done.requests).toHaveLength(5)
    expect(done.events.filter((event) => event.type === 'token_budget').at(-1)).toEqual({
      type: 'token_budget',
      state: 'ended',
      tokens: 100_000,
      used: 6_800,
      diminishing: true,
    })
  })

  it('counts the tokens of rounds with calls, too, and asks only where the model would end', async () => {
    const done = await run([{ calls: ['a'], outputTokens: 5_000 }, ...answers(4_500)], {
      tokenBudget: 10_000,
    })
    expect(transitions(done)).toEqual(['next_turn'])
    expect(budgets(done)).toEqual(['set 0', 'ended 9500'])
  })

  it('goes no further than its turns, and asks stop hooks only at its end', async () => {
    let stops = 0
    const onStop = async () => {
      stops++
      return { type: 'continue' } as const
    }
    const limited = await run(answers(100, 600, 600), { tokenBudget: 10_000, maxTurns: 2, hooks: { onStop } })
    expect(limited.end).toEqual({ terminal: 'max_turns', turns: 2 })
    expect(stops).toBe(0)
    await run(answers(600, 9_000), { tokenBudget: 10_000, hooks: { onStop } })
    expect(stops).toBe(1)
  })

  it('takes a budget from a message that comes while it runs, from there on', async () => {
    const inbox = new TestInbox()
    inbox.add('Go on with the tests +2k')
    const done = await run(answers(5_000, 1_000, 1_000), { inbox })
    expect(transitions(done)).toEqual(['follow_up_injected', 'token_budget_continuation'])
    expect(budgets(done)).toEqual(['set 0', 'continued 1000', 'ended 2000'])
  })

  it('has none without a word of the person', async () => {
    const done = await run(answers(10), { tokenBudget: undefined })
    expect(budgets(done)).toEqual([])
    expect(done.requests).toHaveLength(1)
  })
})

it('reads the budget from what the person has said, the last word counts', () => {
  // Only the facts are looked at.
  const session = { facts: { titledBy: 'person' } } as Session
  const said = (text: string) => promptEvents(session, { messageId: text, text })
  expect(budgetOf([...said('First +5k'), ...said('no, +20k')])).toBe(20_000)
  expect(
    budgetOf([{ ...PROMPT, content: [{ type: 'text', text: '+5k' }], origin: 'program' }]),
  ).toBeUndefined()
})

it('shows how much of it is used, response by response, and why it has ended', () => {
  const turn = { turnId: 't', model: 'm', stopReason: 'end_turn', costUsd: null }
  const usage = { inputTokens: 9, outputTokens: 700, cacheReadTokens: 0, cacheWriteTokens: 0 }
  const bodies: EventBody[] = [
    { type: 'run_started', runId: 'r', model: 'm', mode: 'default' },
    { type: 'token_budget', state: 'set', tokens: 20_000, used: 0 },
    { type: 'response_ended', ...turn, usage },
    { type: 'response_ended', ...turn, usage },
    { type: 'token_budget', state: 'ended', tokens: 20_000, used: 1_400, diminishing: true },
  ]
  const events = bodies.map((body, index) => ({ ...body, seq: index + 1, at: 0 }))
  expect(applyEvents(EMPTY_SCREEN, events.slice(0, 4)).run).toMatchObject({
    budget: { tokens: 20_000, used: 1_400 },
  })
  const ended = applyEvents(EMPTY_SCREEN, events)
  expect(ended.run).toMatchObject({ budget: undefined })
  expect(ended.items.at(-1)).toMatchObject({
    kind: 'notice',
    text: '1.4k of 20k tokens of output were used. The last rounds added hardly anything, so it ends here.',
  })
})
