/** Messages of the program that come before a request: once for each, in a place that the API takes, and safe from a reload. */
import { expect, it } from 'vitest'
import type { ScriptedResponse } from '../model/scripted.ts'
import type { AgentEvent, EventBody } from '../protocol/events.ts'
import { ModelConversation, conversationOf } from '../session/log/model-conversation.ts'
import { repair } from '../session/log/repair.ts'
import type { LoopDeps } from './deps.ts'
import { apiComplaints, runInTest } from './test-support.ts'
import { programMessage } from './turn-events.ts'

const PROMPT: EventBody = {
  type: 'user_message',
  messageId: 'p',
  content: [{ type: 'text', text: 'Please' }],
  origin: 'human',
}
const STARTED: EventBody = { type: 'run_started', runId: 'r', model: 'm', mode: 'default' }

/** A run in which each request is preceded by "news 1", "news 2" … */
function run(responses: readonly ScriptedResponse[], deps: Partial<LoopDeps> = {}) {
  const conversation = new ModelConversation()
  conversation.apply(PROMPT)
  let count = 0
  const hooks: LoopDeps['hooks'] = {
    async *beforeRequest() {
      count += 1
      yield programMessage({ newId: () => `news-${count}` }, `news ${count}`)
    },
    ...deps.hooks,
  }
  return runInTest({ responses, conversation, deps: { ...deps, hooks } })
}

const news = (messages: readonly unknown[]) => JSON.stringify(messages).match(/news \d/g) ?? []

it('comes once for each request, after the results, and again for no retry', async () => {
  const { requests, events, messages } = await run([
    { calls: ['a', 'b'] },
    { error: 'overloaded' },
    { calls: ['c'] },
    { text: 'Done.' },
  ])
  expect(requests.map((request) => news(request.messages))).toEqual([
    ['news 1'],
    ['news 1', 'news 2'],
    ['news 1', 'news 2'],
    ['news 1', 'news 2', 'news 3'],
  ])
  expect(requests[1]?.messages.at(-1)?.content.map(({ type }) => type)).toEqual([
    'tool_result',
    'tool_result',
    'text',
  ])
  const types = events.map(({ type }) => type)
  const at = types.indexOf('transition')
  expect(types.slice(at, at + 3)).toEqual(['transition', 'user_message', 'request_started'])
  expect(apiComplaints(messages)).toEqual([])
})

it('leaves a valid conversation wherever the tab ends, with each message as often as the log has it', async () => {
  const { events } = await run([
    { calls: ['a'] },
    { text: 'Half', stopReason: 'max_tokens' },
    { text: 'Done.' },
  ])
  const log = [PROMPT, STARTED, ...events].map((body, index): AgentEvent => ({
    ...body,
    seq: index + 1,
    at: 0,
  }))
  for (let end = 2; end <= log.length; end += 1) {
    const kept = log.slice(0, end)
    const messages = conversationOf([...kept, ...repair(kept)])
    expect(apiComplaints(messages)).toEqual([])
    const told = kept.filter((event) => event.type === 'user_message' && event.messageId.startsWith('news'))
    expect(news(messages)).toHaveLength(told.length)
  }
})

it('does not come where no request is made', async () => {
  const { requests, messages, end } = await run([{ calls: ['a'] }], {
    overBudget: (() => {
      let asked = 0
      return async () => ((asked += 1) > 1 ? 'The limit is reached.' : undefined)
    })(),
  })
  expect([end.terminal, requests.length, news(messages)]).toEqual(['budget_exceeded', 1, ['news 1']])
  const full = await run([], { hooks: { isDiskFull: () => true } })
  expect(news(full.messages)).toEqual([])
})

it('waits behind an answer that the service has paused, which it would end', async () => {
  const { requests, messages } = await run([
    { text: 'I ask.', asksAdvice: 's1', stopReason: 'pause_turn' },
    { advised: 's1', calls: ['a'] },
    { text: 'Done.' },
  ])
  expect(requests.map((request) => news(request.messages))).toEqual([
    ['news 1'],
    ['news 1'],
    ['news 1', 'news 2'],
  ])
  expect(apiComplaints(messages)).toEqual([])
})
