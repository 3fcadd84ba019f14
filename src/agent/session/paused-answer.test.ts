/** Answers that the service pauses in the middle: the run goes on with them, and the API accepts the history. */
import { describe, expect, it } from 'vitest'
import { MAX_PAUSES } from '../limits.ts'
import { INTERRUPTED_TEXT } from '../loop/missing-results.ts'
import { apiComplaints, runInTest, TestInbox } from '../loop/test-support.ts'
import type { TestRunOptions } from '../loop/test-support.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import type { AgentEvent, EventBody } from '../protocol/events.ts'
import type { Message } from '../protocol/messages.ts'
import { EMPTY_SCREEN } from '../protocol/view/screen-state.ts'
import { applyEvents } from '../protocol/view/view.ts'
import { ModelConversation, conversationOf } from './log/model-conversation.ts'
import { repair } from './log/repair.ts'

const said = (text: string): EventBody => ({
  type: 'user_message',
  messageId: text,
  content: [{ type: 'text', text }],
  origin: 'human',
})
const PROMPT = said('Please')

const PAUSED: ScriptedResponse = { text: 'I ask.', asksAdvice: 's1', stopReason: 'pause_turn' }
const REST: ScriptedResponse = { advised: 's1', text: 'So be it.' }

const ASK = { type: 'server_tool_use', id: 's1', name: 'advisor', input: {} }
const ADVICE = {
  type: 'advisor_tool_result',
  tool_use_id: 's1',
  content: { type: 'advisor_result', text: 'Take B.' },
}
const text = (words: string) => ({ type: 'text', text: words })
const user = (...content: object[]) => ({ role: 'user', content })
const assistant = (...content: object[]) => ({ role: 'assistant', content })

function run(responses: readonly ScriptedResponse[], options: Partial<TestRunOptions> = {}) {
  const conversation = new ModelConversation()
  conversation.apply(PROMPT)
  return runInTest({ responses, conversation, ...options })
}

const transitions = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.reason] : []))

const numbered = (bodies: readonly EventBody[], from = 0): AgentEvent[] =>
  bodies.map((body, index) => ({ ...body, seq: from + index + 1, at: 1 }))

describe('a paused answer', () => {
  it('is sent back as it is, as the end of the conversation, and goes on', async () => {
    const { end, events, requests, messages } = await run([PAUSED, REST])
    expect(end).toEqual({ terminal: 'completed', turns: 1 })
    expect(transitions(events)).toEqual(['pause_turn'])
    expect(requests[1]?.messages).toEqual([user(text('Please')), assistant(text('I ask.'), ASK)])
    // The messages of before are the same objects: nothing of them is serialised anew.
    expect(requests[1]?.messages[0]).toBe(requests[0]?.messages[0])
    expect(messages).toEqual([
      user(text('Please')),
      assistant(text('I ask.'), ASK, ADVICE, text('So be it.')),
    ])
    expect(apiComplaints(messages)).toEqual([])
  })

  it('may be nothing but the call, and may be paused again', async () => {
    const { requests, messages } = await run([
      { asksAdvice: 's1', stopReason: 'pause_turn' },
      { advised: 's1', asksAdvice: 's2', stopReason: 'pause_turn' },
      { advised: 's2', text: 'Done.' },
    ])
    expect(requests.map((request) => request.messages.at(-1)?.content.length)).toEqual([1, 1, 3])
    for (const request of requests) expect(apiComplaints(request.messages)).toEqual([])
    expect(messages.at(-1)?.content.map(({ type }) => type)).toEqual([
      'server_tool_use',
      'advisor_tool_result',
      'server_tool_use',
      'advisor_tool_result',
      'text',
    ])
  })

  it('goes on before hooks and queued messages have a word, and costs no turn', async () => {
    const inbox = new TestInbox()
    inbox.add('By the way')
    let asked = 0
    const afterResponse = async () => [`note ${++asked}`]
    const { end, events, requests } = await run([PAUSED, REST, { text: 'Yes.' }], {
      deps: { inbox, hooks: { afterResponse }, maxTurns: 2 },
    })
    expect(end.terminal).toBe('completed')
    expect(transitions(events)).toEqual(['pause_turn', 'follow_up_injected'])
    expect(requests[1]?.messages.at(-1)).toEqual(assistant(text('I ask.'), ASK))
    expect(requests[2]?.messages.at(-1)).toEqual(user(text('note 1'), text('By the way')))
    expect(apiComplaints(requests[2]?.messages ?? [])).toEqual([])
  })

  it('is given up after so many pauses in a row, with words for it', async () => {
    const paused = Array.from({ length: MAX_PAUSES + 5 }, () => PAUSED)
    const { end, events, requests } = await run(paused)
    expect(end).toEqual({ terminal: 'model_error', turns: 1 })
    expect(requests).toHaveLength(MAX_PAUSES + 1)
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      kind: 'paused_answer',
      message: 'The service paused its answer 9 times in a row without an end.',
    })
    const next = conversationOf([PROMPT, ...events, said('Go on')])
    expect(apiComplaints(next)).toEqual([])
  })

  it('counts only pauses in a row, and truncated answers between them end, too', async () => {
    const paused = Array.from({ length: MAX_PAUSES }, () => PAUSED)
    const { end } = await run([...paused, { calls: ['a'] }, ...paused, { text: 'Done.' }])
    expect(end.terminal).toBe('completed')
    const cut: ScriptedResponse = { text: 'part', stopReason: 'max_tokens' }
    const mixed = Array.from({ length: 30 }, () => [PAUSED, cut]).flat()
    const broken = await run(mixed)
    expect(broken.end.terminal).toBe('model_error')
    expect(broken.requests.length).toBeLessThan(2 * MAX_PAUSES)
  })

  it('runs calls of ours as always, and the service goes on from their results alone', async () => {
    for (const stopReason of ['tool_use', 'pause_turn']) {
      const mixed: ScriptedResponse = { calls: ['Read'], asksAdvice: 's1', stopReason }
      const { events, requests, messages } = await run([mixed, REST])
      expect(transitions(events)).toEqual(['next_turn'])
      const [, asked, results] = requests[1]?.messages ?? []
      expect(asked?.content.map(({ type }) => type)).toEqual(['tool_use', 'server_tool_use'])
      expect(results?.content.map(({ type }) => type)).toEqual(['tool_result'])
      expect(messages.at(-1)).toEqual(assistant(ADVICE, text('So be it.')))
      expect(apiComplaints(messages)).toEqual([])
      // A later round sees the pair in two messages.
      const next = conversationOf([PROMPT, ...events, said('And?')])
      expect(next.slice(0, -1)).toEqual(messages)
      expect(apiComplaints(next)).toEqual([])
    }
  })

  it('loses the question where a text of the user or of a hook follows the results', async () => {
    const mixed: ScriptedResponse = { calls: ['Read'], asksAdvice: 's1' }
    const { requests } = await run([mixed, { text: 'So be it.' }], {
      deps: { hooks: { afterResponse: async () => ['A note.'] } },
    })
    expect(requests[1]?.messages[1]?.content.map(({ type }) => type)).toEqual(['tool_use'])
    expect(apiComplaints(requests[1]?.messages ?? [])).toEqual([])
  })
})

describe('a paused answer that does not go on', () => {
  it('loses its open question when the run is stopped, at whatever moment', async () => {
    const whole = await run([PAUSED, REST])
    for (let abortAfter = 1; abortAfter < whole.events.length; abortAfter++) {
      const { end, messages, events } = await run([PAUSED, REST], { abortAfter })
      if (end.terminal === 'completed') continue
      expect(apiComplaints(messages), `after ${abortAfter}`).toEqual([])
      expect(messages.at(-1)?.content.at(-1), `after ${abortAfter}`).toEqual(text(INTERRUPTED_TEXT))
      expect(apiComplaints(conversationOf([PROMPT, ...events, said('Go on')]))).toEqual([])
    }
  })

  it('gives way to a message that is to be read at once', async () => {
    const inbox = new TestInbox()
    const conversation = new ModelConversation()
    conversation.apply(PROMPT)
    const { end, requests } = await run([PAUSED, { text: 'Then so.' }], {
      deps: { inbox },
      conversation: {
        get messages() {
          return conversation.messages
        },
        apply: (event) => {
          conversation.apply(event)
          if (event.type === 'response_ended' && event.stopReason === 'pause_turn')
            inbox.add('Stop that', true)
        },
      },
    })
    expect(end.terminal).toBe('completed')
    expect(requests[1]?.messages).toEqual([
      user(text('Please')),
      assistant(text('I ask.')),
      user(text('Stop that')),
    ])
  })

  it('is whole again after a reload, wherever the log ends', async () => {
    const { events } = await run([PAUSED, { calls: ['Read'], advised: 's1', asksAdvice: 's2' }, REST])
    const log = numbered([
      PROMPT,
      { type: 'run_started', runId: 'r', model: 'm', mode: 'default' },
      ...events,
    ])
    for (let end = 2; end <= log.length; end++) {
      const cut = log.slice(0, end)
      const mended = [...cut, ...numbered(repair(cut), end)]
      expect(repair(mended), `cut at ${end}`).toEqual([])
      expect(apiComplaints(conversationOf(mended)), `cut at ${end}`).toEqual([])
      expect(apiComplaints(conversationOf([...mended, said('Go on')])), `cut at ${end}`).toEqual([])
    }
  })

  it('leaves nothing where the open question was all of it', async () => {
    const alone: ScriptedResponse = { thinking: 'Hm.', asksAdvice: 's1', stopReason: 'pause_turn' }
    const { events } = await run([alone, { error: 'invalid_request' }])
    expect(conversationOf([PROMPT, ...events])).toHaveLength(2)
    expect(conversationOf([PROMPT, ...events, said('Go on')])).toEqual([user(text('Please'), text('Go on'))])
  })

  it('is known to be unfinished until something follows it', async () => {
    const { events } = await run([PAUSED, { error: 'invalid_request' }])
    const conversation = new ModelConversation()
    for (const event of [PROMPT, ...events]) conversation.apply(event)
    expect(conversation.isPaused).toBe(true)
    conversation.apply(said('Go on'))
    expect(conversation.isPaused).toBe(false)
    const whole = new ModelConversation()
    for (const event of [PROMPT, ...(await run([PAUSED, REST])).events]) whole.apply(event)
    expect(whole.isPaused).toBe(false)
  })
})

describe('advice in a conversation that is made shorter', () => {
  const compacted = (messages: number): EventBody => ({
    type: 'conversation_compacted',
    trigger: 'auto',
    summary: 'All of it.',
    notes: [],
    messages,
    tokensBefore: 2,
    tokensAfter: 1,
    model: 'm',
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costUsd: null,
  })

  it('goes where its question does', async () => {
    const { events } = await run([{ calls: ['Read'], asksAdvice: 's1' }, REST])
    const shorter = conversationOf([PROMPT, ...events, said('And?'), compacted(3)])
    expect(shorter.at(-2)).toEqual(assistant(text('So be it.')))
    expect(apiComplaints(shorter)).toEqual([])
  })

  it('is still asked for by a paused answer that is left', async () => {
    const { events } = await run([{ calls: ['Read'] }, PAUSED, { error: 'invalid_request' }])
    const shorter = conversationOf([PROMPT, ...events, compacted(3)])
    expect(shorter.at(-1)).toEqual(assistant(text('I ask.'), ASK))
    expect(apiComplaints(shorter)).toEqual([])
  })
})

it('shows the advice with its question, in the turn that asked, and a lost question as cancelled', async () => {
  const calls = (events: readonly EventBody[], end: EventBody[] = []) => {
    const start: EventBody = { type: 'run_started', runId: 'r', model: 'm', mode: 'default' }
    const screen = applyEvents(EMPTY_SCREEN, numbered([PROMPT, start, ...events, ...end]))
    return screen.items.flatMap((item) =>
      item.kind === 'assistant'
        ? [item.blocks.flatMap((block) => (block.kind === 'tool' ? [`${block.tool} ${block.state}`] : []))]
        : [],
    )
  }
  const ended = (terminal: 'model_error'): EventBody => ({
    type: 'run_ended',
    runId: 'r',
    terminal,
    turns: 1,
  })
  expect(calls((await run([PAUSED, REST])).events)).toEqual([['Advisor done'], []])
  const failed = await run([PAUSED, { error: 'invalid_request' }])
  expect(calls(failed.events)).toEqual([['Advisor running'], []])
  expect(calls(failed.events, [ended('model_error')])).toEqual([['Advisor cancelled'], []])
  const lost = await run([PAUSED, { text: 'Never mind.' }])
  expect(calls(lost.events)).toEqual([['Advisor cancelled'], []])
  const kept: readonly Message[] = lost.messages
  expect(kept.at(-1)).toEqual(assistant(text('I ask.'), text('Never mind.')))
})
