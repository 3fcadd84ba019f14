/**
 * Messages that the user sends while the agent works: they are read at the right moment, and the API accepts
 * the history.
 */
import { describe, expect, it } from 'vitest'
import { INTERRUPTED_TEXT } from '../loop/missing-results.ts'
import { apiComplaints, runInTest, TestInbox } from '../loop/test-support.ts'
import type { TestRunOptions } from '../loop/test-support.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import { textOutput, type Tool } from '../tools/contract.ts'
import { CallSchedule } from '../tools/pipeline/schedule.ts'
import { bench, testTool } from '../tools/testing/test-bench.ts'
import type { EventBody } from '../protocol/events.ts'
import { ModelConversation } from './log/model-conversation.ts'

const PROMPT: EventBody = {
  type: 'user_message',
  messageId: 'p',
  content: [{ type: 'text', text: 'Please' }],
  origin: 'human',
}

interface Steered extends Partial<TestRunOptions> {
  readonly tools?: readonly Tool[]
  /** The user's actions as the events come. */
  readonly onEvent?: (event: EventBody, inbox: TestInbox, index: number) => void
}

function run(responses: readonly ScriptedResponse[], { tools = [], onEvent, deps, ...options }: Steered) {
  const conversation = new ModelConversation()
  conversation.apply(PROMPT)
  const inbox = new TestInbox()
  const { context } = bench({ tools })
  let index = 0
  return runInTest({
    responses,
    conversation: {
      get messages() {
        return conversation.messages
      },
      apply: (event) => {
        conversation.apply(event)
        onEvent?.(event, inbox, index++)
      },
    },
    deps: {
      inbox,
      runCalls: ({ turnId, signal, interrupt }) =>
        new CallSchedule({ ...context, turnId, signal }, interrupt),
      ...deps,
    },
    ...options,
  })
}

const transitions = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.reason] : []))
const at = (type: EventBody['type'], text: string, urgent = false) => {
  let isSent = false
  return (event: EventBody, inbox: TestInbox) => {
    if (event.type !== type || isSent) return
    isSent = true
    inbox.add(text, urgent)
  }
}
const look = testTool({ name: 'Look', isReadOnly: () => true, isConcurrencySafe: () => true })
const change = testTool({ name: 'Change' })
const slow = testTool({
  name: 'Change',
  // In a later turn of the event loop.
  run: () => new Promise((resolve) => setTimeout(() => resolve(textOutput('changed')))),
})

describe('a message that waits for the end of the round', () => {
  it('comes after the results of that round, and nothing of it is skipped', async () => {
    const { requests, events, messages } = await run([{ calls: ['Change', 'Change'] }, { text: 'Fine' }], {
      tools: [change],
      onEvent: at('tool_started', 'Also this'),
    })
    expect(transitions(events)).toEqual(['steering_injected'])
    expect(requests[1]?.messages.at(-1)?.content.map(({ type }) => type)).toEqual([
      'tool_result',
      'tool_result',
      'text',
    ])
    expect(JSON.stringify(requests[1]?.messages)).not.toContain('Skipped')
    expect(apiComplaints(messages)).toEqual([])
  })

  it('is a message of its own where the model would have ended', async () => {
    const { requests, events, end, messages } = await run([{ text: 'That is it' }, { text: 'And this' }], {
      onEvent: at('text_delta', 'Also this'),
    })
    expect(transitions(events)).toEqual(['follow_up_injected'])
    expect(end).toEqual({ terminal: 'completed', turns: 2 })
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(apiComplaints(messages)).toEqual([])
  })

  it('waits on when the run ends otherwise: nothing is lost', async () => {
    let waiting: TestInbox | undefined
    const { end } = await run([{ error: 'authentication' }], {
      onEvent: (event, inbox) => {
        waiting = inbox
        if (event.type === 'request_started') inbox.add('Later')
      },
    })
    expect(end.terminal).toBe('model_error')
    expect(waiting?.take()).toEqual([{ messageId: 'm-Later', text: 'Later' }])
  })
})

describe('a message that is read at once', () => {
  it('ends the answer, of which what was seen is kept, and not the run', async () => {
    const { requests, events, end, messages } = await run(
      [{ text: 'A long story', hangs: true }, { text: 'Yes?' }],
      {
        onEvent: at('text_delta', 'Stop that', true),
      },
    )
    expect(transitions(events)).toEqual(['steering_injected'])
    expect(end.terminal).toBe('completed')
    expect(requests[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'A lo' }] },
      { role: 'user', content: [{ type: 'text', text: 'Stop that' }] },
    ])
    expect(JSON.stringify(messages)).not.toContain(INTERRUPTED_TEXT)
    expect(apiComplaints(messages)).toEqual([])
  })

  it('takes the place of a request that has brought nothing yet', async () => {
    const { events, messages } = await run([{ hangs: true }, { text: 'Yes?' }], {
      onEvent: at('request_started', 'Rather this', true),
    })
    expect(events.map(({ type }) => type).slice(0, 4)).toEqual([
      'request_started',
      'request_discarded',
      'user_message',
      'transition',
    ])
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(apiComplaints(messages)).toEqual([])
  })

  it('ends a wait for the next attempt', async () => {
    const { events, end } = await run([{ error: 'overloaded' }, { text: 'Yes?' }], {
      deps: {
        sleep: (_, signal) =>
          new Promise((resolve) => {
            if (signal.aborted) resolve()
            else signal.addEventListener('abort', () => resolve())
          }),
      },
      onEvent: at('request_retry', 'Never mind', true),
    })
    expect([transitions(events), end.terminal]).toEqual([['steering_injected'], 'completed'])
  })

  it('skips the calls that have not begun, each with a result', async () => {
    const { requests } = await run([{ calls: ['Change', 'Change'] }, { text: 'Fine' }], {
      tools: [slow],
      onEvent: at('tool_started', 'Not that', true),
    })
    const [first, second] = requests[1]?.messages.at(-1)?.content ?? []
    expect(JSON.stringify(first)).not.toContain('Skipped')
    expect(JSON.stringify(second)).toContain('Skipped')
  })

  it('at any moment leaves a conversation that the API takes, without a call run twice', async () => {
    const story: readonly ScriptedResponse[] = [
      { text: 'I look at it.', calls: ['Look', 'Look', 'Change', 'Look'] },
      { error: 'overloaded', after: 'half' },
      { calls: ['Change'] },
      { text: 'A closing answer, in pieces.' },
    ]
    const ran: string[] = []
    const counted = testTool({
      name: 'Change',
      run: (_, { toolUseId }) => {
        ran.push(toolUseId)
        return Promise.resolve(textOutput('changed'))
      },
    })
    const whole = await run(story, { tools: [look, counted] })
    for (let moment = 0; moment < whole.events.length; moment++) {
      ran.length = 0
      const { messages, end } = await run(story, {
        tools: [look, counted],
        onEvent: (_, inbox, index) => {
          if (index === moment) inbox.add('Now this', true)
        },
      })
      expect(apiComplaints(messages), `at ${moment}`).toEqual([])
      expect(JSON.stringify(messages).split('Now this').length, `at ${moment}`).toBe(2)
      expect(end.terminal, `at ${moment}`).toBe('completed')
      expect(new Set(ran).size, `at ${moment}`).toBe(ran.length)
    }
  })
})

describe('calls that begin while the model speaks', () => {
  it('have ended before the response has, when they only read', async () => {
    const looked = Promise.withResolvers<void>()
    const looking = testTool({
      name: 'Look',
      isReadOnly: () => true,
      isConcurrencySafe: () => true,
      run: () => {
        looked.resolve()
        return Promise.resolve(textOutput('seen'))
      },
    })
    const { events, messages } = await run([{ calls: ['Look', 'Change'], text: 'So.' }], {
      tools: [looking, change],
      deps: { model: modelThatEndsAfter(looked.promise) },
    })
    const order = events.flatMap((event) =>
      event.type === 'response_ended' || event.type === 'turn_committed'
        ? [event.type]
        : event.type === 'tool_result'
          ? [`${event.type} ${event.tool}`]
          : [],
    )
    expect(order.slice(0, 4)).toEqual([
      'tool_result Look',
      'response_ended',
      'tool_result Change',
      'turn_committed',
    ])
    expect(apiComplaints(messages)).toEqual([])
  })
})

/** Calls first, and ends its answer a turn of the event loop after `moment`. */
function modelThatEndsAfter(moment: Promise<void>): NonNullable<TestRunOptions['deps']>['model'] {
  let asked = 0
  return {
    async *stream() {
      const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
      if (asked++ > 0) return yield { type: 'ended', stopReason: 'end_turn', usage }
      for (const [block, name] of ['Look', 'Change'].entries()) {
        yield { type: 'block', block, content: { type: 'tool_use', id: name, name, input: {} } }
      }
      await moment
      await new Promise((resolve) => setTimeout(resolve))
      yield { type: 'ended', stopReason: 'tool_use', usage }
    },
  }
}

describe('a run that goes in circles', () => {
  const circles: readonly ScriptedResponse[] = [
    ...Array.from({ length: 3 }, () => ({ calls: [{ name: 'Look', input: {} }] })),
    { text: 'It is the cause.' },
  ]

  it('waits for the person after the round, and the model is told when it goes on', async () => {
    let pauses = 0
    const pause = () => {
      pauses += 1
      return Promise.resolve()
    }
    const { events, messages, end, requests } = await run(circles, { tools: [look], deps: { pause } })
    const paused = events.findIndex((event) => event.type === 'run_paused')
    expect(events.slice(paused - 1, paused + 2).map(({ type }) => type)).toEqual([
      'turn_committed',
      'run_paused',
      'run_resumed',
    ])
    expect([pauses, end.terminal]).toEqual([1, 'completed'])
    expect(JSON.stringify(requests[3]?.messages.at(-1))).toContain('try something of another kind')
    expect(apiComplaints(messages)).toEqual([])
  })

  it('is ended while it waits, with a history that the API takes', async () => {
    const stop = new AbortController()
    const { end, messages } = await run(circles, {
      tools: [look],
      deps: {
        signal: stop.signal,
        pause: () => {
          stop.abort('stop')
          return Promise.resolve()
        },
      },
    })
    expect(end.terminal).toBe('aborted_tools')
    expect(apiComplaints(messages)).toEqual([])
  })

  it('goes on with what the person says', async () => {
    const { requests, events } = await run(circles, {
      tools: [look],
      onEvent: at('run_paused', 'Look elsewhere'),
    })
    expect(transitions(events).at(-1)).toBe('steering_injected')
    expect(JSON.stringify(requests[3]?.messages.at(-1))).toContain('Look elsewhere')
  })
})
