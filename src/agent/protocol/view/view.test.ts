import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody, ReadBody } from '../events.ts'
import { agentStatus, EMPTY_SCREEN, type ScreenState, type ToolView } from './screen-state.ts'
import { sumUsage } from '../usage.ts'
import { applyEvents } from './view.ts'

/** Numbers events from `first` on; each is a second after the one before. */
function log(bodies: readonly ReadBody[], first = 1): AgentEvent[] {
  return bodies.map((body, index): AgentEvent => ({
    ...body,
    seq: first + index,
    at: (first + index) * 1000,
  }))
}

const screen = (...bodies: ReadBody[]) => applyEvents(EMPTY_SCREEN, log(bodies))

const user: EventBody = {
  type: 'user_message',
  messageId: 'm1',
  content: [{ type: 'text', text: 'Fix it' }],
  origin: 'human',
}
const run: EventBody = { type: 'run_started', runId: 'r', model: 'model-x', mode: 'default' }
const request: EventBody = { type: 'request_started', turnId: 't1', requestId: 'q1', attempt: 1 }
const delta = (text: string, block = 0): EventBody => ({ type: 'text_delta', turnId: 't1', block, text })
const toolUse: EventBody = {
  type: 'assistant_block',
  turnId: 't1',
  block: 1,
  content: { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'npm test' } },
}
const asked: EventBody = {
  type: 'permission_requested',
  turnId: 't1',
  toolUseId: 'c1',
  tool: 'Bash',
  title: 'npm test',
  reason: 'No rule covers it.',
  suggestedRule: 'Bash(npm test)',
  destructive: false,
}
const startedCall: EventBody = {
  type: 'tool_started',
  turnId: 't1',
  toolUseId: 'c1',
  tool: 'Bash',
  input: { command: 'npm test' },
  title: 'npm test',
}
const output = (stream: 'stdout' | 'stderr', text: string): EventBody => ({
  type: 'tool_output',
  turnId: 't1',
  toolUseId: 'c1',
  stream,
  text,
})
const result: Extract<EventBody, { type: 'tool_result' }> = {
  type: 'tool_result',
  turnId: 't1',
  toolUseId: 'c1',
  tool: 'Bash',
  outcome: 'failed',
  content: {
    type: 'tool_result',
    tool_use_id: 'c1',
    content: [{ type: 'text', text: '1 failing' }],
    is_error: true,
  },
  display: { kind: 'process', exitCode: 1, durationMs: 7, timedOut: false },
  durationMs: 9,
  synthetic: false,
  root: 'root-2',
}
const ended: EventBody = { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 }

const call: ToolView = {
  kind: 'tool',
  block: 1,
  id: 'c1',
  tool: 'Bash',
  title: 'npm test',
  input: { command: 'npm test' },
  state: 'running',
  job: undefined,
  startedAt: undefined,
  output: [],
  result: '',
  images: [],
  display: undefined,
  durationMs: undefined,
  changed: false,
  resultSeq: undefined,
  jobEndSeq: undefined,
  question: undefined,
  notes: [],
  otherNotes: 0,
  decision: undefined,
  compared: undefined,
}

function onlyCall(state: ScreenState): ToolView | undefined {
  const blocks = state.items.flatMap((item) => (item.kind === 'assistant' ? item.blocks : []))
  return blocks.find((block) => block.kind === 'tool')
}

describe('text', () => {
  it('grows by deltas and is replaced by the whole block', () => {
    const streaming = screen(user, run, request, delta('Hel'), delta('lo'))
    expect(streaming.items).toEqual([
      { kind: 'user', id: 'm1', at: 1000, text: 'Fix it', images: [] },
      {
        kind: 'assistant',
        id: 't1',
        at: 3000,
        streaming: true,
        blocks: [{ kind: 'text', block: 0, text: 'Hello', complete: false, seq: undefined }],
      },
    ])
    const whole: EventBody = {
      type: 'assistant_block',
      turnId: 't1',
      block: 0,
      content: { type: 'text', text: 'Hello!' },
    }
    const done = applyEvents(streaming, log([whole, { type: 'turn_committed', turnId: 't1', extra: [] }], 6))
    expect(done.items[1]).toEqual({
      kind: 'assistant',
      id: 't1',
      at: 3000,
      streaming: false,
      blocks: [{ kind: 'text', block: 0, text: 'Hello!', complete: true, seq: 6 }],
    })
  })

  it('of a broken stream is thrown away', () => {
    const discarded: EventBody = { type: 'request_discarded', turnId: 't1', requestId: 'q1', reason: 'reset' }
    const state = screen(user, run, request, delta('Hel'), discarded, { ...request, attempt: 2 }, delta('Hi'))
    expect(state.items[1]).toMatchObject({
      blocks: [{ kind: 'text', block: 0, text: 'Hi', complete: false, seq: undefined }],
    })
  })

  it('that the program adds is not shown as the person’s', () => {
    expect(screen({ ...user, origin: 'program' }).items).toEqual([])
  })
})

describe('a call', () => {
  it('goes from announced to its result', () => {
    const announced: EventBody = {
      type: 'tool_announced',
      turnId: 't1',
      block: 1,
      toolUseId: 'c1',
      tool: 'Bash',
    }
    let state = screen(user, run, request, announced)
    expect(onlyCall(state)).toEqual({ ...call, title: '', input: {} })
    state = applyEvents(state, log([toolUse], 5))
    expect(onlyCall(state)).toEqual(call)
    const live = [startedCall, output('stdout', 'a'), output('stdout', 'b'), output('stderr', 'c')]
    state = applyEvents(state, log(live, 6))
    const running: ToolView = {
      ...call,
      startedAt: 6000,
      output: [
        { stream: 'stdout', text: 'ab' },
        { stream: 'stderr', text: 'c' },
      ],
    }
    expect(onlyCall(state)).toEqual(running)
    state = applyEvents(state, log([result], 10))
    expect(onlyCall(state)).toEqual({
      ...running,
      state: 'failed',
      result: '1 failing',
      display: { kind: 'process', exitCode: 1, durationMs: 7, timedOut: false },
      durationMs: 9,
      changed: true,
      resultSeq: 10,
    })
    expect(state.root).toBe('root-2')
  })

  it('of an older log has worked no longer than since its start, whoever was waited for before', () => {
    const before = screen(user, run, request, toolUse, startedCall)
    const waited: EventBody = { ...result, durationMs: 60_000 }
    // The events of a log are a second apart here.
    expect(onlyCall(applyEvents(before, log([waited], 9)))?.durationMs).toBe(4_000)
    const { durationMs } = onlyCall(applyEvents(before, log([{ ...waited, durationMs: 9 }], 9))) ?? {}
    expect(durationMs).toBe(9)
  })

  it('that went into the background runs on after the run, until its own end', () => {
    const background: EventBody = {
      ...result,
      outcome: 'done',
      content: { ...result.content, is_error: false },
      display: { kind: 'job', jobId: 'bash_1' },
    }
    const state = screen(user, run, request, toolUse, startedCall, background, ended, output('stdout', 'up'))
    expect(onlyCall(state)).toMatchObject({ state: 'running', job: 'bash_1', output: [{ text: 'up' }] })
    const ends = [
      [{ how: 'exited', exitCode: 0, timedOut: false }, 'done'],
      [{ how: 'exited', exitCode: 2, timedOut: false }, 'failed'],
      [{ how: 'stopped', exitCode: 124, timedOut: true }, 'failed'],
      [{ how: 'stopped', exitCode: 143, timedOut: false }, 'cancelled'],
      [{ how: 'lost', exitCode: 1, timedOut: false }, 'cancelled'],
    ] as const
    for (const [end, expected] of ends) {
      const ids = { jobId: 'bash_1', turnId: 't1', toolUseId: 'c1' }
      const after = applyEvents(state, log([{ type: 'job_ended', ...ids, ...end, durationMs: 9 }], 20))
      expect(onlyCall(after)).toMatchObject({ state: expected, job: undefined, durationMs: 9 })
    }
  })

  it('without a result when the run ends was cancelled', () => {
    const state = screen(user, run, request, toolUse, { ...ended, terminal: 'aborted_streaming' })
    expect(onlyCall(state)).toEqual({ ...call, state: 'cancelled' })
    expect(state.items.at(-1)).toEqual({
      kind: 'ended',
      id: 'event-5',
      terminal: 'aborted_streaming',
      turns: 1,
    })
  })

  it('that was never announced is shown with its result', () => {
    expect(
      onlyCall(screen(user, run, request, { ...result, synthetic: true, outcome: 'cancelled' })),
    ).toMatchObject({
      id: 'c1',
      tool: 'Bash',
      state: 'cancelled',
    })
  })
})

describe('a permission request', () => {
  it('waits with the input of its call until it is decided', () => {
    const waiting = screen(user, run, request, toolUse, asked)
    expect(waiting.requests).toEqual([
      {
        turnId: 't1',
        toolUseId: 'c1',
        tool: 'Bash',
        title: 'npm test',
        reason: 'No rule covers it.',
        suggestedRule: 'Bash(npm test)',
        destructive: false,
        input: { command: 'npm test' },
      },
    ])
    const decided: EventBody = {
      type: 'permission_decided',
      turnId: 't1',
      toolUseId: 'c1',
      behavior: 'deny',
      source: 'user',
      reason: 'You said no.',
    }
    const after = applyEvents(waiting, log([decided], 6))
    expect(after.requests).toEqual([])
    expect(onlyCall(after)?.decision).toEqual({ behavior: 'deny', reason: 'You said no.' })
  })
})

describe('the status', () => {
  it('follows the run', () => {
    const statuses = [
      screen(),
      screen(user, run, request),
      screen(user, run, request, toolUse, asked),
      screen(user, run, request, toolUse, asked, ended),
      screen(user, run, { ...ended, terminal: 'model_error' }),
      screen(user, run, { ...ended, terminal: 'model_error' }, run),
    ].map(agentStatus)
    expect(statuses).toEqual(['ready', 'working', 'waiting for you', 'ready', 'error', 'working'])
  })
})

describe('figures', () => {
  it('hold the last request’s tokens and the sum of costs', () => {
    const response = (inputTokens: number, costUsd: number | null): EventBody => ({
      type: 'response_ended',
      turnId: 't1',
      stopReason: 'end_turn',
      usage: { inputTokens, outputTokens: 1, cacheReadTokens: 10, cacheWriteTokens: 100 },
      costUsd,
    })
    const known = screen(run, request, response(5, 0.25), response(7, 0.5))
    const costOf = ({ usage }: ScreenState) => sumUsage(usage.session)
    expect([known.contextTokens, costOf(known)]).toMatchObject([118, { costUsd: 0.75, isPriced: true }])
    expect(costOf(screen(run, request, response(5, 0.25), response(7, null)))).toMatchObject({
      costUsd: 0.25,
      isPriced: false,
    })
  })
})

describe('reduction', () => {
  const session = [
    user,
    run,
    request,
    delta('a'),
    toolUse,
    asked,
    startedCall,
    output('stdout', 'x'),
    result,
    ended,
  ]

  it('gives the same screen whatever the batches are', () => {
    const events = log(session)
    const whole = applyEvents(EMPTY_SCREEN, events)
    const oneByOne = events.reduce((state, event) => applyEvents(state, [event]), EMPTY_SCREEN)
    expect(oneByOne).toEqual(whole)
  })

  it('has one row for the steps in a row that only a later version knows, and is else as it is without them', () => {
    const later: ReadBody = { type: 'opaque', kind: 'helper_started' }
    const { items, ...rest } = screen(
      user,
      later,
      later,
      run,
      later,
      request,
      delta('a'),
      later,
      toolUse,
      ended,
    )
    const rows = items.filter((item) => item.kind === 'opaque')
    expect(rows).toEqual([
      { kind: 'opaque', id: 'event-2', steps: 3 },
      { kind: 'opaque', id: 'event-8', steps: 1 },
    ])
    const without = screen(user, run, request, delta('a'), toolUse, ended)
    const bare = (shown: ScreenState['items']) =>
      shown.filter(({ kind }) => kind !== 'opaque').map((item) => ('at' in item ? { ...item, at: 0 } : item))
    expect(bare(items)).toEqual(bare(without.items))
    expect([rest.run, rest.usage, rest.queue]).toEqual([without.run, without.usage, without.queue])
  })

  it('skips events that it holds already', () => {
    const state = screen(...session)
    expect(applyEvents(state, log(session))).toBe(state)
  })

  it('never changes a state that was handed out', () => {
    const before = screen(user, run, request, delta('a'), toolUse)
    const copy = structuredClone(before)
    applyEvents(before, log([delta('b'), startedCall, output('stdout', 'x'), result, ended], 6))
    expect(before).toEqual(copy)
  })

  it('keeps the items that no event touched', () => {
    const turns = Array.from({ length: 1000 }, (_, index): EventBody[] => [
      { ...user, messageId: `m${index}` },
      { ...delta('text'), turnId: `t${index}` } as EventBody,
    ]).flat()
    const before = screen(run, ...turns)
    const more: EventBody = { type: 'text_delta', turnId: 't999', block: 0, text: '!' }
    const after = applyEvents(before, log([more], turns.length + 2))
    const changed = after.items.filter((item, index) => item !== before.items[index])
    expect(changed.map((item) => item.id)).toEqual(['t999'])
  })
})

describe('what waits and what was used', () => {
  const queued: EventBody = { type: 'message_queued', messageId: 'q1', text: 'Also this' }
  const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }
  const ended: EventBody = { type: 'response_ended', turnId: 't1', stopReason: 'end_turn', usage, costUsd: 1 }

  it('a message waits until it is part of the conversation, or taken back', () => {
    const waiting = screen(user, run, queued)
    expect(waiting.queue).toEqual([{ id: 'q1', text: 'Also this', images: [] }])
    const content = [{ type: 'text' as const, text: 'Also this' }]
    const read = screen(user, run, queued, {
      type: 'user_message',
      messageId: 'q1',
      content,
      origin: 'human',
    })
    expect([read.queue, read.items.filter(({ kind }) => kind === 'user').length]).toEqual([[], 2])
    expect(screen(user, run, queued, { type: 'message_unqueued', messageId: 'q1' }).queue).toEqual([])
  })

  it('a request that is thrown away takes its calls and their questions with it', () => {
    const reason = 'overloaded'
    const thrown: EventBody = { type: 'request_discarded', turnId: 't1', requestId: 'q1', reason }
    const after = screen(user, run, request, toolUse, asked, thrown)
    expect([after.requests, agentStatus(after)]).toEqual([[], 'working'])
    expect(after.items.at(-1)).toMatchObject({ kind: 'assistant', blocks: [], streaming: false })
  })

  it('counts by model, for the run and the session, against the window that the model has', () => {
    const other: EventBody = {
      type: 'run_started',
      runId: 's',
      model: 'y',
      contextWindow: 32_000,
      mode: 'default',
    }
    const { usage: used, contextWindow } = screen(user, run, ended, other, ended, { ...ended, model: 'z' })
    expect(used.run.map(({ model, requests }) => [model, requests])).toEqual([
      ['y', 1],
      ['z', 1],
    ])
    expect(used.session.map(({ model }) => model)).toEqual(['model-x', 'y', 'z'])
    expect(contextWindow).toBe(32_000)
  })

  it('says that another model answers, and counts against its window', () => {
    const { contextWindow, model, items } = screen(user, run, {
      type: 'model_replaced',
      turnId: 't',
      model: 'model-x',
      by: 'y',
      contextWindow: 200_000,
    })
    expect([model, contextWindow]).toEqual(['y', 200_000])
    expect(items.at(-1)).toMatchObject({
      kind: 'notice',
      level: 'warning',
      text: 'model-x is overloaded; y answers for the rest of this run.',
    })
  })

  it('keeps what the model is no longer sent, and counts what it is', () => {
    const cleared: EventBody = { type: 'results_cleared', toolUseIds: ['c1'], why: 'old', tokens: 900 }
    const compacted: EventBody = {
      type: 'conversation_compacted',
      trigger: 'manual',
      summary: 'All of it.',
      notes: ['not shown'],
      messages: 2,
      tokensBefore: 5_000,
      tokensAfter: 700,
      model: 'model-x',
      usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 },
      costUsd: 0.5,
    }
    const before = screen(user, run, request, delta('I look.'))
    const after = screen(user, run, request, delta('I look.'), cleared, compacted)
    expect(after.items.slice(0, before.items.length)).toEqual(before.items)
    expect(after.items.slice(before.items.length).map(({ kind }) => kind)).toEqual(['notice', 'compacted'])
    expect(JSON.stringify(after.items)).not.toContain('not shown')
    expect([after.contextTokens, sumUsage(after.usage.session).costUsd]).toEqual([700, 0.5])
  })

  it('is paused until it goes on', () => {
    const paused: EventBody = {
      type: 'run_paused',
      turnId: 't1',
      kind: 'same_call',
      text: 'Again.',
      toolUseIds: [],
    }
    expect(agentStatus(screen(user, run, paused))).toBe('paused')
    expect(agentStatus(screen(user, run, paused, { type: 'run_resumed', turnId: 't1' }))).toBe('working')
  })
})

it('says what the person has rejected', () => {
  const rejected = (...paths: string[]): EventBody => ({
    type: 'changes_rejected',
    root: 'r',
    files: paths.map((path) => ({ path, what: 'line 1' })),
  })
  const said = (body: EventBody) => screen(body).items.map((item) => item.kind === 'notice' && item.text)
  expect(said(rejected('a.ts', 'b.ts', 'a.ts'))).toEqual([
    'You rejected changes in a.ts, b.ts. The agent is told with your next message.',
  ])
  expect(said(rejected('a', 'b', 'c', 'd'))).toEqual([
    'You rejected changes in 4 files. The agent is told with your next message.',
  ])
})
