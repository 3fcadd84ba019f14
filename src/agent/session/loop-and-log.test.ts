/** The loop over the log's reductions: in every case the API accepts the next request. */
import { describe, expect, it } from 'vitest'
import { apiComplaints, resultOf, runInTest } from '../loop/test-support.ts'
import type { TestRunOptions } from '../loop/test-support.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import { initialState, nextState } from '../loop/state.ts'
import { INTERRUPTED_TEXT } from '../loop/missing-results.ts'
import type { AgentEvent, EventBody } from '../protocol/events.ts'
import type { Message } from '../protocol/messages.ts'
import { ModelConversation, conversationOf } from './log/model-conversation.ts'
import { repair, repairJobs } from './log/repair.ts'

const PROMPT: EventBody = {
  type: 'user_message',
  messageId: 'p',
  content: [{ type: 'text', text: 'Please' }],
  origin: 'human',
}

function run(responses: readonly ScriptedResponse[], options: Partial<TestRunOptions> = {}) {
  const conversation = new ModelConversation()
  conversation.apply(PROMPT)
  return runInTest({ responses, conversation, ...options })
}

const transitions = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.reason] : []))

const lastText = (messages: readonly Message[]) => {
  const block = messages.at(-1)?.content.at(-1)
  return block?.type === 'text' ? block.text : undefined
}

describe('loop', () => {
  it('ends with a text answer after one call of the model', async () => {
    const { end, requests, messages } = await run([{ text: 'Hello there' }])
    expect(end).toEqual({ terminal: 'completed', turns: 1 })
    expect(requests.length).toBe(1)
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Please' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello there' }] },
    ])
  })

  it('runs calls and goes on, whatever the stop reason says', async () => {
    const { requests, messages, events } = await run([
      { calls: ['a', 'b'], stopReason: 'end_turn' },
      { text: 'Done' },
    ])
    expect(requests.map((request) => request.messages.length)).toEqual([1, 3])
    expect(transitions(events)).toEqual(['next_turn'])
    expect(apiComplaints(messages)).toEqual([])
  })

  it('has the assistant’s message complete before its tools run, and commits both at once', async () => {
    const { events } = await run([{ text: 'I look.', calls: ['a'] }])
    const order = events.map((event) => event.type)
    expect(order.indexOf('assistant_block')).toBeLessThan(order.indexOf('tool_started'))
    for (let end = 0; end <= events.length; end++) {
      expect(
        apiComplaints(conversationOf([PROMPT, ...events.slice(0, end)])).filter((c) => !c.includes('empty')),
      ).toEqual([])
    }
  })

  it('gives results in call order however they come', async () => {
    const { messages } = await run([{ calls: ['a', 'b', 'c'] }], {
      async *executeCalls(calls, { turnId }) {
        for (const call of [...calls].reverse()) yield resultOf(call, turnId, call.name)
      },
    })
    expect(apiComplaints(messages)).toEqual([])
  })

  it('answers calls that the tools forgot, and takes only the first of two answers', async () => {
    const { messages, events } = await run([{ calls: ['a', 'b'] }], {
      async *executeCalls([call], { turnId }) {
        if (!call) return
        yield resultOf(call, turnId, 'first')
        yield resultOf(call, turnId, 'second')
      },
    })
    expect(apiComplaints(messages)).toEqual([])
    expect(events.filter((event) => event.type === 'tool_result').length).toBe(2)
    expect(JSON.stringify(messages)).not.toContain('second')
  })

  it('stops at the turn limit with every call answered, and says so', async () => {
    const responses = Array.from({ length: 10 }, () => ({ calls: ['a'] }))
    const { end, messages, events } = await run(responses, { deps: { maxTurns: 3 } })
    expect(end).toEqual({ terminal: 'max_turns', turns: 3 })
    expect(apiComplaints(messages)).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'error', kind: 'max_turns' })
  })

  it('makes no request beyond a limit of what may be spent, with history whole', async () => {
    let asked = 0
    const overBudget = async () => ((asked += 1) > 2 ? 'The limit is reached.' : undefined)
    const { end, events, messages, requests } = await run(
      [{ calls: ['a'] }, { calls: ['b'] }, { text: 'never' }],
      { deps: { overBudget } },
    )
    expect([end.terminal, requests.length]).toEqual(['budget_exceeded', 2])
    expect(events.at(-1)).toMatchObject({ type: 'error', kind: 'budget', message: 'The limit is reached.' })
    expect(apiComplaints(messages)).toEqual([])
  })

  it('asks nothing more when the storage is full, with history whole', async () => {
    let rounds = 0
    const { end, events, messages, requests } = await run([{ calls: ['a'] }, { text: 'never' }], {
      deps: { hooks: { isDiskFull: () => (rounds += 1) > 1 } },
    })
    expect([end.terminal, requests.length]).toEqual(['error', 1])
    expect(events.at(-1)).toMatchObject({ type: 'error', kind: 'storage_quota' })
    expect(apiComplaints(messages)).toEqual([])
  })

  it('needs no stack for many turns', async () => {
    const responses = Array.from({ length: 5000 }, () => ({ calls: ['a'] }))
    const { end } = await run([...responses, { text: 'Done' }], { deps: { maxTurns: 10_000 } })
    expect(end).toEqual({ terminal: 'completed', turns: 5001 })
  })

  it('asks again with more room, then continues three times, then says that it was cut off', async () => {
    const cut = { text: 'part', stopReason: 'max_tokens' }
    const { end, events, requests, messages } = await run([cut, cut, cut, cut, cut, cut])
    expect(transitions(events)).toEqual([
      'max_output_tokens_escalate',
      'max_output_tokens_recovery',
      'max_output_tokens_recovery',
      'max_output_tokens_recovery',
    ])
    expect(requests.map((request) => request.maxTokens)).toEqual([8192, 64000, 64000, 64000, 64000])
    expect(end.terminal).toBe('model_error')
    expect(apiComplaints(messages)).toEqual([])
  })

  it('counts only continuations in a row', async () => {
    const cut = { text: 'part', stopReason: 'max_tokens' }
    const { end } = await run([cut, cut, cut, cut, { calls: ['a'] }, cut, cut, cut, { text: 'Done' }])
    expect(end.terminal).toBe('completed')
  })

  it('retries what may pass, throwing away what came of it, and runs no tool of it', async () => {
    const { events, messages, end } = await run([
      { error: 'overloaded' },
      { error: 'stream_cut', after: 'half an ans' },
      { text: 'Whole answer' },
    ])
    expect(end.terminal).toBe('completed')
    expect(events.filter((event) => event.type === 'request_retry').length).toBe(2)
    expect(JSON.stringify(messages)).not.toContain('half')
  })

  it('ends on an error that does not pass, without asking stop hooks', async () => {
    const cases = [
      ['authentication', 'model_error'],
      ['prompt_too_long', 'prompt_too_long'],
      ['image', 'image_error'],
    ] as const
    for (const [error, terminal] of cases) {
      let failures = 0
      const { end, requests, events } = await run([{ error }], {
        deps: {
          hooks: {
            onStop: () => Promise.reject(new Error('asked')),
            onFailure: () => (failures += 1),
          },
        },
      })
      expect([end.terminal, requests.length, failures]).toEqual([terminal, 1, 1])
      expect(events.at(-1)).toMatchObject({ type: 'error', kind: error, hint: 'try' })
    }
  })

  it('compacts once when the conversation is too long, then says so', async () => {
    let compactions = 0
    async function* reactiveCompact(): AsyncGenerator<EventBody, boolean> {
      compactions += 1
      yield { type: 'notice', level: 'info', text: 'Made shorter.' }
      return true
    }
    const tooLong: ScriptedResponse = { error: 'prompt_too_long' }
    const { end, events } = await run([tooLong, tooLong], { deps: { hooks: { reactiveCompact } } })
    expect([end.terminal, compactions]).toEqual(['prompt_too_long', 1])
    expect(transitions(events)).toEqual(['reactive_compact_retry'])
    const helped = await run([tooLong, { text: 'Fine' }], { deps: { hooks: { reactiveCompact } } })
    expect(helped.end.terminal).toBe('completed')
  })

  it('gives all events of a turn its id, and a retried one keeps it', async () => {
    const { events } = await run([
      { error: 'overloaded' },
      { text: 'I look.', calls: ['a'] },
      { text: 'Done' },
    ])
    const turns = events.flatMap((event) => ('turnId' in event && event.turnId ? [event.turnId] : []))
    const inARow = turns.filter((turn, index) => turn !== turns[index - 1])
    expect(inARow.length).toBe(2)
    expect(new Set(inARow).size).toBe(2)
  })

  it('streams text that adds up to the stored block', async () => {
    const { events, messages } = await run([{ text: 'In several pieces, one after the other.' }])
    const streamed = events.map((event) => (event.type === 'text_delta' ? event.text : '')).join('')
    expect(streamed).toBe(lastText(messages))
  })

  it('keeps its state in one frozen value, replaced at each round', () => {
    const first = initialState()
    const next = nextState({ ...first, turnCount: 2 }, 'next_turn')
    expect([Object.isFrozen(first), Object.isFrozen(next), Object.isFrozen(next.transition)]).toEqual([
      true,
      true,
      true,
    ])
    expect([first.transition, next.transition?.reason]).toEqual([null, 'next_turn'])
  })

  it('lets a stop hook send it back to work, but not for ever', async () => {
    let asked = 0
    const block = { type: 'block' as const, messages: ['Not yet.'] }
    const { end, requests, events } = await run([], {
      deps: { hooks: { onStop: () => Promise.resolve((asked += 1) > 2 ? { type: 'continue' } : block) } },
    })
    expect([end, requests.length]).toEqual([{ terminal: 'completed', turns: 1 }, 3])
    expect(transitions(events)).toEqual(['stop_hook_blocking', 'stop_hook_blocking'])
    const endless = await run([], { deps: { hooks: { onStop: () => Promise.resolve(block) } } })
    expect([endless.end.terminal, endless.requests.length]).toEqual(['hook_stopped', 9])
    const prevented = await run([], {
      deps: { hooks: { onStop: () => Promise.resolve({ type: 'prevent' }) } },
    })
    expect(prevented.end.terminal).toBe('stop_hook_prevented')
  })

  it('puts what a hook says after a response into the next request, without touching this turn', async () => {
    const { requests } = await run([{ calls: ['a'] }], {
      deps: { hooks: { afterResponse: () => Promise.resolve(['Remember this.']) } },
    })
    expect(lastText(requests[1]?.messages ?? [])).toBe('Remember this.')
  })

  it('ends in an error that is told when a part that was handed in breaks', async () => {
    let closed = false
    const { end, events, messages } = await run([{ calls: ['a'] }], {
      async *executeCalls() {
        try {
          yield { type: 'notice', level: 'info', text: 'running' }
          throw new Error('a bug in a tool runner')
        } finally {
          closed = true
        }
      },
    })
    expect(end.terminal).toBe('error')
    expect(events.find((event) => event.type === 'error')?.message).toContain('a bug in a tool runner')
    expect(apiComplaints(messages)).toEqual([])
    expect(closed).toBe(true)
  })

  it('is ended by its consumer without leaving anything running', async () => {
    let signal: AbortSignal | undefined
    let closed = false
    const leaving = run([{ calls: ['a'] }], {
      conversation: {
        messages: [],
        apply: (event) => {
          if (event.type === 'notice') throw new Error('the disk is full')
        },
      },
      async *executeCalls(_, context) {
        signal = context.signal
        try {
          yield { type: 'notice', level: 'info', text: 'running' }
        } finally {
          closed = true
        }
      },
    })
    await expect(leaving).rejects.toThrow('the disk is full')
    expect([closed, signal?.aborted]).toEqual([true, true])
  })
})

const STORY: readonly ScriptedResponse[] = [
  { text: 'I look at it.', calls: ['read', 'grep'] },
  { error: 'overloaded', after: 'half' },
  { calls: ['edit'] },
  { text: 'A long closing answer, in many pieces.' },
]

describe('stopping', () => {
  it('at any moment leaves a conversation that the API takes', async () => {
    const whole = await run(STORY)
    for (let abortAfter = 1; abortAfter < whole.events.length; abortAfter++) {
      const { end, messages } = await run(STORY, { abortAfter })
      expect(apiComplaints(messages), `after ${abortAfter}`).toEqual([])
      if (end.terminal !== 'completed')
        expect(lastText(messages), `after ${abortAfter}`).toBe(INTERRUPTED_TEXT)
      const next = await run([{ text: 'ok' }], { conversation: withMore(messages) })
      expect(apiComplaints(next.messages), `next after ${abortAfter}`).toEqual([])
    }
  })

  it('in the middle of a text keeps what was seen, and makes up no results', async () => {
    const { end, messages, events } = await run([{ text: 'Some long text' }], { abortAfter: 3 })
    expect(end.terminal).toBe('aborted_streaming')
    expect(events.filter((event) => event.type === 'tool_result')).toEqual([])
    expect(messages[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Some lon' }] })
  })

  it('after the calls have come answers each of them without running any', async () => {
    const { end, events } = await run([{ calls: ['a', 'b', 'c'], hangs: true }], { abortAfter: 7 })
    const results = events.filter((event) => event.type === 'tool_result')
    expect(end.terminal).toBe('aborted_streaming')
    expect(results.map((event) => [event.outcome, event.synthetic])).toEqual([
      ['cancelled', true],
      ['cancelled', true],
      ['cancelled', true],
    ])
    expect(events.some((event) => event.type === 'tool_started')).toBe(false)
  })

  it('while calls run keeps the finished results and answers the others', async () => {
    const whole = await run([{ calls: ['a', 'b', 'c'] }])
    const firstResult = whole.events.findIndex((event) => event.type === 'tool_result') + 1
    const { end, events } = await run([{ calls: ['a', 'b', 'c'] }], { abortAfter: firstResult })
    const results = events.filter((event) => event.type === 'tool_result')
    expect(end.terminal).toBe('aborted_tools')
    expect(results.map((event) => event.synthetic)).toEqual([false, true, true])
  })

  it('for a new message leaves no marker', async () => {
    const { messages } = await run([{ text: 'Some long text' }], { abortAfter: 3, reason: 'message' })
    expect(JSON.stringify(messages)).not.toContain(INTERRUPTED_TEXT)
  })
})

describe('repair', () => {
  it('completes a log that was cut anywhere, once, and changes nothing of it', async () => {
    const { events } = await run(STORY)
    const log = numbered([
      PROMPT,
      { type: 'run_started', runId: 'r', model: 'm', mode: 'default' },
      ...events,
      { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 3 },
    ])
    for (let end = 1; end <= log.length; end++) {
      const cut = log.slice(0, end)
      const added = numbered(repair(cut), end)
      const mended = [...cut, ...added]
      expect(apiComplaints(conversationOf(mended)), `cut at ${end}`).toEqual([])
      expect(repair(mended), `cut at ${end}`).toEqual([])
      const begun = cut.some((event) => event.type === 'run_started')
      if (begun && end < log.length) expect(added.at(-1)).toMatchObject({ type: 'run_ended', runId: 'r' })
      else expect(added).toEqual([])
    }
  })

  it('keeps the text that was on the screen and the results that had come', async () => {
    const { events } = await run([{ text: 'I look.', calls: ['a', 'b'] }])
    const firstResult = events.findIndex((event) => event.type === 'tool_result') + 1
    const cut = numbered([
      PROMPT,
      { type: 'run_started', runId: 'r', model: 'm', mode: 'default' },
      ...events.slice(0, firstResult),
    ])
    const [, , results] = conversationOf([...cut, ...repair(cut)])
    expect(JSON.stringify(results)).toContain('result of a')
    expect(JSON.stringify(results)).toContain('tab was closed')
  })

  it('ends the background commands that were lost with the tab, and tells the model once', () => {
    const job = (jobId: string): EventBody => {
      const result = resultOf({ type: 'tool_use', id: jobId, name: 'Bash', input: {} }, 't', '')
      if (result.type !== 'tool_result') throw new Error('no result')
      return { ...result, display: { kind: 'job', jobId } }
    }
    const end = { exitCode: 0, timedOut: false, durationMs: 1 }
    const ids = (jobId: string) => ({ jobId, turnId: 't', toolUseId: jobId })
    const log = numbered([
      job('bash_1'),
      job('bash_2'),
      { type: 'job_ended', ...ids('bash_1'), how: 'exited', ...end },
    ])
    const added = repairJobs(log)
    expect(added[0]).toMatchObject({ type: 'job_ended', ...ids('bash_2'), how: 'lost' })
    expect(JSON.stringify(added[1])).toContain('have ended: bash_2. Start again')
    expect(repairJobs([...log, ...numbered(added, 3)])).toEqual([])
  })
})

function numbered(bodies: readonly EventBody[], after: number = 0): AgentEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: after + index + 1, at: 0 }) as AgentEvent)
}

function withMore(messages: readonly Message[]): ModelConversation {
  const conversation = new ModelConversation()
  for (const message of messages) {
    if (message.role === 'assistant') {
      message.content.forEach((content, block) =>
        conversation.apply({ type: 'assistant_block', turnId: 'x', block, content }),
      )
      continue
    }
    for (const block of message.content) {
      if (block.type !== 'tool_result') continue
      const call = { type: 'tool_use' as const, id: block.tool_use_id, name: 'x', input: {} }
      conversation.apply({ ...resultOf(call, 'x', ''), content: block } as EventBody)
    }
    conversation.apply({ type: 'turn_committed', turnId: 'x', extra: [] })
    const rest = message.content.filter((block) => block.type !== 'tool_result')
    conversation.apply({ type: 'user_message', messageId: 'm', content: rest, origin: 'human' })
  }
  conversation.apply(PROMPT)
  return conversation
}
