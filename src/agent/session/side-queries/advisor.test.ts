/** A second model that is asked for advice. */
import { describe, expect, it } from 'vitest'
import { createScriptedModel, type ScriptedResponse } from '../../model/scripted.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../protocol/settings.ts'
import { EMPTY_SCREEN } from '../../protocol/view/screen-state.ts'
import { applyEvents } from '../../protocol/view/view.ts'
import { Gates } from '../../tools/gates.ts'
import { bench, call, resultsOf, run, textOf } from '../../tools/testing/test-bench.ts'
import { NO_FACTS, applyFact } from '../log/facts.ts'
import { RunAdvisor } from '../run/run-advisor.ts'
import { usageOf } from '../store/usage-days.ts'
import { createAdvisor } from './advisor.ts'
import { loggedQueries } from './test-support.ts'

const OTHER = { provider: 'openai', baseUrl: 'http://localhost:11434/v1' } as const

function advisorOf(settings: Partial<Settings>, responses: readonly ScriptedResponse[] = []) {
  const client = createScriptedModel(responses)
  const logged: EventBody[] = []
  const { ask: askAside } = loggedQueries({ client, costOf: () => 0.5 }, logged)
  const advisor = new RunAdvisor({
    settings: { ...DEFAULT_SETTINGS, advisorModel: 'big-1', ...settings },
    askAside,
  })
  return { client, advisor, logged }
}

const ASKED = { question: 'A or B?', situation: 'A failed with E.' }
const stamped = (bodies: readonly EventBody[]): AgentEvent[] =>
  bodies.map((body, index) => ({ ...body, seq: index + 1, at: 0 }))

async function ask(count: number, settings: Partial<Settings>, responses: readonly ScriptedResponse[]) {
  const { advisor, client, logged } = advisorOf(settings, responses)
  const gates = new Gates({ budgets: advisor.budgets })
  const { context } = bench({ tools: advisor.tools, context: { gates } })
  const calls = Array.from({ length: count }, (_, index) => call('Advisor', ASKED, `a${index}`))
  const events = await run(calls, context)
  return { client, events, logged, texts: resultsOf(events).map(textOf), results: resultsOf(events) }
}

describe('our own advisor', () => {
  it('is not there unless a model is named, and off by default', () => {
    expect(DEFAULT_SETTINGS.advisorModel).toBe('')
    expect(advisorOf({ advisorModel: '', ...OTHER }).advisor.tools).toEqual([])
    expect(advisorOf(OTHER).advisor.tools.map(({ name }) => name)).toEqual(['Advisor'])
  })

  it('is told when to ask and when not', () => {
    const [tool] = advisorOf(OTHER).advisor.tools
    for (const word of ['first fix has failed', 'designs', 'cannot be undone', 'do not know', 'routine'])
      expect(tool?.description).toContain(word)
  })

  it('sees only what is passed, has no tools, and is asked for little', async () => {
    const { client, texts } = await ask(1, OTHER, [{ text: 'Take B.' }])
    expect(client.requests).toHaveLength(1)
    expect(client.requests[0]).toMatchObject({
      model: 'big-1',
      tools: [],
      maxTokens: 2_048,
      cacheWrite: false,
    })
    expect(client.requests[0]?.messages).toEqual([
      {
        role: 'user',
        content: [{ type: 'text', text: '# Question\n\nA or B?\n\n# Situation\n\nA failed with E.' }],
      },
    ])
    expect(client.requests[0]?.system[0]?.text).toContain('400 to 700 tokens')
    expect(texts).toEqual(['Advice of big-1, which saw only what you passed:\n\nTake B.'])
  })

  it('refuses the fourth question at three', async () => {
    const { client, results, texts } = await ask(4, OTHER, [])
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'failed'])
    expect(texts[3]).toContain('called 3 times in this run')
    expect(client.requests).toHaveLength(3)
  })

  it('fails alone: the run is told to go on without it', async () => {
    const { results, texts, events, logged } = await ask(1, OTHER, [
      { error: 'not_found', message: 'no model big-1' },
    ])
    expect(results[0]?.outcome).toBe('failed')
    expect(texts[0]).toMatch(/could not be asked: no model big-1.*Go on without it/)
    expect(events.filter(({ type }) => type === 'advice_given')).toEqual([])
    expect(logged).toMatchObject([
      { type: 'side_query_started', source: 'advisor', turnId: 't1', toolUseId: 'a0' },
      { type: 'side_query_ended', outcome: 'failed', problem: 'no model big-1', costUsd: null },
    ])
  })

  it('logs each attempt as a pair, and bills those that the provider has counted', async () => {
    const logged: EventBody[] = []
    const client = createScriptedModel([
      { error: 'server', message: 'broken', counted: 7, after: 'Take' },
      { text: 'Take B.' },
    ])
    const { ask: askAside } = loggedQueries({ client, costOf: () => 0.5 }, logged)
    const advise = createAdvisor({ askAside, model: 'big-1', sleep: () => Promise.resolve() })
    const of = { turnId: 't', toolUseId: 'a0' }
    expect(await advise({ ...ASKED, of }, new AbortController().signal)).toMatchObject({
      used: { requestId: 'q2', costUsd: 0.5 },
      outcome: { ok: true, text: 'Take B.' },
    })
    expect(logged).toMatchObject([
      { type: 'side_query_started', requestId: 'q1' },
      {
        type: 'side_query_ended',
        requestId: 'q1',
        outcome: 'failed',
        usage: { inputTokens: 7 },
        costUsd: 0.5,
      },
      { type: 'side_query_started', requestId: 'q2' },
      { type: 'side_query_ended', requestId: 'q2', outcome: 'done', stopReason: 'end_turn', costUsd: 0.5 },
    ])
  })

  it('is billed on a line of its own, in the run, the session and the day', async () => {
    const usage = { inputTokens: 10, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
    const { events, logged } = await ask(1, OTHER, [{ text: 'Take B.' }])
    const advice = events.filter(({ type }) => type === 'advice_given')
    expect(advice).toMatchObject([{ toolUseId: 'a0', model: 'big-1', costUsd: 0.5, requestId: 'q1' }])
    const log = stamped([
      { type: 'run_started', runId: 'r', model: 'big-1', mode: 'default' },
      { type: 'response_ended', turnId: 't', model: 'big-1', stopReason: 'tool_use', usage, costUsd: 1 },
      ...logged,
      ...advice,
    ])
    const lines = ['big-1 1', 'big-1 (advisor) 0.5']
    const shown = (totals: readonly { model: string; costUsd: number }[]) =>
      totals.map(({ model, costUsd }) => `${model} ${costUsd}`)
    const { usage: screen } = applyEvents(EMPTY_SCREEN, log)
    expect(shown(screen.run)).toEqual(lines)
    expect(shown(screen.session)).toEqual(lines)
    expect(screen.requests.map(({ source }) => source)).toEqual(['main', 'advisor'])
    expect(screen.advice).toEqual([1])
    expect(shown(log.reduce(applyFact, NO_FACTS).usage)).toEqual(lines)
    expect(shown(usageOf(log))).toEqual(lines)
  })
})

describe('the service’s own advisor', () => {
  it('takes the place of ours at the service that has it, until it was asked often enough', () => {
    const { advisor } = advisorOf({ advisorUses: 2 })
    const result: EventBody = {
      type: 'assistant_block',
      turnId: 't',
      block: 0,
      content: { type: 'advisor_tool_result', tool_use_id: 's', content: { type: 'advisor_result' } },
    }
    expect(advisor.tools).toEqual([])
    expect(advisor.ofService).toEqual({ model: 'big-1' })
    advisor.note(result)
    expect(advisor.ofService).toEqual({ model: 'big-1' })
    advisor.note(result)
    expect(advisor.ofService).toBeUndefined()
    expect(advisorOf({ baseUrl: 'https://gateway.example.org' }).advisor.ofService).toBeUndefined()
    expect(advisorOf(OTHER).advisor.ofService).toBeUndefined()
  })

  it('is shown as a call, never as the agent’s words', () => {
    const block = (number: number, content: object): EventBody =>
      // The content is one of the assistant's blocks.
      ({ type: 'assistant_block', turnId: 't', block: number, content }) as EventBody
    const result = (content: object) => ({ type: 'advisor_tool_result', tool_use_id: 's', content })
    const use = { type: 'server_tool_use', id: 's', name: 'advisor', input: {} }
    const shown = (content: object) =>
      applyEvents(
        EMPTY_SCREEN,
        stamped([
          { type: 'request_started', turnId: 't', requestId: 'r', attempt: 1 },
          block(0, use),
          block(1, result(content)),
          block(2, { type: 'text', text: 'So be it.' }),
        ]),
      ).items[0]
    const view = shown({ type: 'advisor_result', text: 'Take B.' })
    expect(view).toMatchObject({
      blocks: [
        { kind: 'tool', tool: 'Advisor', state: 'done', result: 'Take B.', title: 'asks for advice' },
        { kind: 'text', text: 'So be it.' },
      ],
    })
    expect(shown({ type: 'advisor_redacted_result', encrypted_content: 'x' })).toMatchObject({
      blocks: [{ state: 'done', result: 'The advice is encrypted: only the model reads it.' }, {}],
    })
    expect(shown({ type: 'advisor_tool_result_error', error_code: 'overloaded' })).toMatchObject({
      blocks: [{ state: 'failed', result: 'No advice: overloaded.' }, {}],
    })
  })
})
