/** The attempts of a request as the log tells of them. */
import { describe, expect, it } from 'vitest'
import { ModelConversation } from '../session/log/model-conversation.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import type { EventBody } from '../protocol/events.ts'
import type { LoopDeps } from './deps.ts'
import { runInTest } from './test-support.ts'

function run(responses: readonly ScriptedResponse[], deps: Partial<LoopDeps> = {}) {
  const conversation = new ModelConversation()
  conversation.apply({
    type: 'user_message',
    messageId: 'm',
    content: [{ type: 'text', text: 'Hello' }],
    origin: 'human',
  })
  return runInTest({ responses, conversation, deps })
}

const retries = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'request_retry' ? [event] : []))
const notices = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))

const transitions = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.reason] : []))
const replaced = (events: readonly EventBody[]) =>
  events.flatMap((event) => {
    if (event.type !== 'model_replaced') return []
    const { model, by, contextWindow } = event
    return [{ model, by, contextWindow }]
  })

const IDLE: LoopDeps['service'] = {
  admit: () => 0,
  overloaded: () => undefined,
  answered: () => undefined,
}

/** The model "m", and "other", which takes over from it and gives shorter answers. */
function twoModels() {
  const models = {
    name: 'm',
    buildRequest: (messages: ReturnType<LoopDeps['messages']>) => ({
      model: models.name,
      system: [],
      tools: [],
      messages,
      thinkingTokens: 0,
    }),
    fallBack() {
      if (models.name === 'other') return undefined
      models.name = 'other'
      return { by: 'other', contextWindow: 200_000 }
    },
    maxOutput: () => (models.name === 'm' ? 64_000 : 32_000),
  }
  return models
}

describe('the attempts of a request', () => {
  it('say which one failed, of how many, and why', async () => {
    const { events } = await run([{ error: 'server' }, { error: 'overloaded' }])
    expect(retries(events)).toMatchObject([
      { attempt: 1, of: 10, kind: 'server', reason: 'scripted server', delayMs: 500 },
      { attempt: 2, of: 10, kind: 'overloaded', delayMs: 1000 },
    ])
  })

  it('have the key read again after the first 401, whatever came before it', async () => {
    const refused: ScriptedResponse = { error: 'authentication', status: 401 }
    const busy: ScriptedResponse = { error: 'overloaded', status: 529 }
    const unreachable: ScriptedResponse = { error: 'unreachable' }
    for (const before of [busy, unreachable]) {
      const { end, events, requests } = await run([before, refused, { text: 'Whole' }])
      expect(end.terminal).toBe('completed')
      expect(requests).toHaveLength(3)
      expect(retries(events)).toMatchObject([
        { attempt: 1 },
        { attempt: 2, of: 3, kind: 'authentication', delayMs: 0 },
      ])
    }
  })

  it('end with the second 401 of a request, and count each request’s own', async () => {
    const refused: ScriptedResponse = { error: 'authentication', status: 401 }
    const busy: ScriptedResponse = { error: 'overloaded', status: 529 }
    for (const responses of [
      [refused, refused],
      [refused, busy, refused],
    ]) {
      const { end, events, requests } = await run([...responses, { text: 'never' }])
      expect(end.terminal).toBe('model_error')
      expect(requests).toHaveLength(responses.length)
      expect(events.at(-1)).toMatchObject({ type: 'error', kind: 'authentication' })
    }
    const { end, requests } = await run([refused, { calls: ['Read'] }, refused, { text: 'Whole' }])
    expect([end.terminal, requests.length]).toEqual(['completed', 4])
  })

  it('go to another model after three overloads, without what the first one had begun', async () => {
    const models = twoModels()
    const { events, end, requests, messages } = await run(
      [
        { calls: ['Read'] },
        { error: 'overloaded', after: 'half' },
        { error: 'overloaded' },
        { error: 'overloaded', after: 'half' },
        { calls: ['Echo'] },
        { text: 'Whole' },
      ],
      {
        ...models,
      },
    )
    expect(end.terminal).toBe('completed')
    expect(requests.map((request) => request.model)).toEqual(['m', 'm', 'm', 'm', 'other', 'other'])
    expect(requests[4]?.messages).toEqual(requests[3]?.messages)
    expect(JSON.stringify(messages)).not.toContain('half')
    expect(replaced(events)).toEqual([{ model: 'm', by: 'other', contextWindow: 200_000 }])
    // Its attempts are counted anew.
    expect(events.flatMap((event) => (event.type === 'request_started' ? [event.attempt] : []))).toEqual([
      1, 1, 2, 3, 1, 1,
    ])
  })

  it('make room for the other model before it is asked, and ask no longer answer than it gives', async () => {
    const models = twoModels()
    const rooms: string[] = []
    const { end, requests, events } = await run(
      [
        { text: 'half', stopReason: 'max_tokens' },
        { error: 'overloaded' },
        { error: 'overloaded' },
        { error: 'overloaded' },
        { text: 'again half', stopReason: 'max_tokens' },
        { text: 'Whole' },
      ],
      {
        ...models,
        hooks: {
          // It yields nothing.
          // oxlint-disable-next-line require-yield
          async *makeRoom() {
            rooms.push(models.name)
            return undefined
          },
        },
      },
    )
    expect(end.terminal).toBe('completed')
    expect(requests.map(({ model, maxTokens }) => [model, maxTokens])).toEqual([
      ['m', 8_192],
      ...Array.from({ length: 3 }, () => ['m', 64_000]),
      ['other', 32_000],
      ['other', 32_000],
    ])
    expect(rooms).toEqual(['m', 'm', 'other', 'other'])
    expect(transitions(events)).toEqual(['max_output_tokens_escalate', 'max_output_tokens_recovery'])
  })

  it('end where the other model has no room, without a request to it', async () => {
    const models = twoModels()
    const overloaded: ScriptedResponse = { error: 'overloaded' }
    const { end, requests, events } = await run([overloaded, overloaded, overloaded, { text: 'Whole' }], {
      ...models,
      hooks: {
        // It yields nothing.
        // oxlint-disable-next-line require-yield
        async *makeRoom() {
          return models.name === 'other' ? 'The window is full.' : undefined
        },
      },
    })
    expect([end.terminal, requests.map(({ model }) => model)]).toEqual(['blocking_limit', ['m', 'm', 'm']])
    expect(events.at(-1)).toMatchObject({ type: 'error', message: 'The window is full.' })
  })

  it('go to another model at once where the first is known to be overloaded', async () => {
    const models = twoModels()
    const { end, requests, events } = await run([{ text: 'Whole' }], {
      ...models,
      service: { ...IDLE, admit: () => (models.name === 'm' ? 10_000 : 0) },
    })
    expect([end.terminal, requests.map(({ model }) => model)]).toEqual(['completed', ['other']])
    expect([replaced(events).length, retries(events)]).toEqual([1, []])
  })

  it('ask for a whole answer, or a shorter one, where that is the way out', async () => {
    const message = 'input length and `max_tokens` exceed context limit: 190000 + 8192 > 196000'
    const { events, end, requests } = await run([
      { error: 'idle', after: 'half' },
      { error: 'prompt_too_long', message, status: 400 },
      { text: 'Whole' },
    ])
    expect(end.terminal).toBe('completed')
    expect(requests.map(({ streaming, maxTokens }) => [streaming, maxTokens])).toEqual([
      [undefined, 8_192],
      [false, 8_192],
      [false, 5_000],
    ])
    expect(notices(events)).toHaveLength(2)
  })

  it('tell of a long wait every half minute, and end it when the person stops', async () => {
    const retryDecision: LoopDeps['retryDecision'] = (_, { number }) =>
      number === 1 ? { retry: true, delayMs: 30 * 60_000, of: undefined } : { retry: false }
    const slept: number[] = []
    const sleep = (ms: number) => Promise.resolve(void slept.push(ms))
    const { events } = await run([{ error: 'overloaded' }, { text: 'Whole' }], { retryDecision, sleep })
    expect(retries(events)).toHaveLength(60)
    expect(retries(events).at(-1)).toMatchObject({ attempt: 1, delayMs: 30_000 })
    expect(slept.reduce((sum, ms) => sum + ms)).toBe(30 * 60_000)
  })

  it('wait for a service that other tabs have found overloaded, and say what became of theirs', async () => {
    const waits = [40_000, 0, 0]
    const told: string[] = []
    const service = {
      admit: () => waits.shift() ?? 0,
      overloaded: () => void told.push('overloaded'),
      answered: () => void told.push('answered'),
    }
    const { events, requests } = await run([{ error: 'overloaded' }, { text: 'Whole' }], { service })
    expect(retries(events).map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
      [1, 40_000],
      [1, 10_000],
      [1, 500],
    ])
    expect([requests.length, told]).toEqual([2, ['overloaded', 'answered']])
  })
})
