import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { scriptOf } from './script.ts'

function actsOf(...bodies: readonly EventBody[]) {
  const all: readonly EventBody[] = [
    { type: 'run_started', runId: 'r', model: 'm', mode: 'plan' },
    ...bodies,
    { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 },
  ]
  return scriptOf(all.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 }))).acts
}

function runOf(...bodies: readonly EventBody[]) {
  const [act] = actsOf(...bodies)
  if (act?.type !== 'run') throw new Error('There is no run.')
  return act.run
}

const answered = (decision: 'approve' | 'keep_planning'): EventBody => ({
  type: 'question_answered',
  turnId: 't',
  toolUseId: 'c',
  answer: { kind: 'plan', decision, comment: '' },
})

const left: EventBody = { type: 'mode_changed', mode: 'default' }
const committed: EventBody = { type: 'turn_committed', turnId: 't', extra: [] }

it('the mode that an approved plan leads to is set by the tool that runs again, not ahead of it', () => {
  expect([...runOf(answered('approve'), left, committed).modes]).toEqual([])
  // A replay's own log may have them the other way round.
  expect([...runOf(left, answered('approve'), committed).modes]).toEqual([])
})

it('a mode that the person chose during the run is set where it was chosen, plans or not', () => {
  const chosen: EventBody = { type: 'mode_changed', mode: 'acceptEdits' }
  expect([...runOf(chosen, committed).modes]).toEqual([[0, 'acceptEdits']])
  expect([...runOf(answered('keep_planning'), chosen, committed).modes]).toEqual([[0, 'acceptEdits']])
  expect([...runOf(answered('approve'), left, chosen, committed).modes]).toEqual([[0, 'acceptEdits']])
})

const agent = (root?: string): EventBody[] => [
  { type: 'agent_started', agent: '0a0b0c0d-0001', role: 'reader', description: 'Reads' },
  {
    type: 'agent_ended',
    agent: '0a0b0c0d-0001',
    terminal: 'completed',
    result: 'Read.',
    ...(root === undefined ? {} : { root }),
    changed: [],
    usage: [
      {
        model: 'm',
        inputTokens: 9,
        outputTokens: 9,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        requests: 1,
        costUsd: 1,
        isPriced: true,
      },
    ],
    turns: 1,
    calls: 1,
    durationMs: 1,
  },
]
const result = (toolUseId: string): EventBody => ({
  type: 'tool_result',
  turnId: 't',
  toolUseId,
  tool: 'Read',
  outcome: 'done',
  content: { type: 'tool_result', tool_use_id: toolUseId, content: [], is_error: false },
  durationMs: 1,
  synthetic: false,
})

describe('an agent that the recorded one started', () => {
  it('changes nothing of the run but the files that later results are compared with', () => {
    const imported: EventBody = { type: 'checkpoint', root: 'before', cause: 'tool' }
    const run = runOf(
      imported,
      result('a'),
      ...agent(),
      result('b'),
      ...agent('after'),
      result('c'),
      committed,
    )
    expect([...run.results].map(([id, { root }]) => [id, root])).toEqual([
      ['a', 'before'],
      ['b', 'before'],
      ['c', 'after'],
    ])
    const { results: _, commits: __, ...rest } = run
    const {
      results: ___,
      commits: ____,
      ...without
    } = runOf(imported, result('a'), result('b'), result('c'), committed)
    expect(rest).toEqual(without)
  })

  it('leaves its files to the next run, which begins with them, and bills nothing', () => {
    const run = (id: string): EventBody[] => [
      { type: 'run_started', runId: id, model: 'm', mode: 'default' },
      result(id),
      { type: 'run_ended', runId: id, terminal: 'completed', turns: 1 },
    ]
    const rootsIn = (...between: readonly EventBody[]) => {
      const bodies = [...run('a'), ...between, ...run('b')]
      const { acts } = scriptOf(bodies.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 })))
      return acts.map((act) =>
        act.type === 'run' ? [...act.run.results.values()].map(({ root }) => root) : act,
      )
    }
    const files: EventBody = { type: 'checkpoint', root: 'after', cause: 'tool' }
    expect(rootsIn(...agent('after'))).toEqual([
      [undefined],
      { type: 'tree', root: 'after', event: files, seq: 5 },
      ['after'],
    ])
    expect(rootsIn(...agent())).toEqual([[undefined], [undefined]])
    // It ended within the first run, behind its last result.
    const within = [...run('a').slice(0, 2), ...agent('after'), ...run('a').slice(2), ...run('b')]
    const { acts } = scriptOf(within.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 })))
    const last = acts.at(-1)
    expect(last?.type === 'run' && last.run.results.get('b')?.root).toBe('after')
  })
})

const request: EventBody = { type: 'request_started', turnId: 't', requestId: 'q', attempt: 1 }
const usage = { inputTokens: 9, outputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0 }
const compacted: EventBody = {
  type: 'conversation_compacted',
  trigger: 'auto',
  summary: 'What was said. [#4] [log: it has failed]',
  notes: [],
  messages: 2,
  tokensBefore: 9,
  tokensAfter: 1,
  model: 'm',
  usage,
  costUsd: 1,
}
/** Its sources have other numbers in a replay. */
const unbilled = {
  ...compacted,
  summary: 'What was said. [log: it has failed]',
  usage: { ...usage, inputTokens: 0, outputTokens: 0 },
  costUsd: 0,
}

it('the conversation gets shorter where it did, nothing is billed for it, and it names no events', () => {
  const cleared: EventBody = { type: 'results_cleared', toolUseIds: ['c'], why: 'old', tokens: 9 }
  const collapsed: EventBody = {
    type: 'spans_collapsed',
    spans: [{ at: 0, messages: 2, text: 't' }],
    tokens: 9,
  }
  const { compactions } = runOf(request, committed, cleared, collapsed, compacted, request, committed)
  expect([...compactions]).toEqual([[1, [cleared, collapsed, unbilled]]])
})

it('what the person had summarised is told, without a run', () => {
  expect(actsOf(compacted)).toEqual([{ type: 'tell', event: unbilled, seq: 1 }])
})

it('side queries are no part of it, whether in a run, beside the summary by hand, or after a run', () => {
  const query = { requestId: 's', source: 'compaction', model: 'm' } as const
  const pair: readonly EventBody[] = [
    { type: 'side_query_started', ...query },
    { type: 'side_query_ended', ...query, outcome: 'done', usage, costUsd: 1, durationMs: 9 },
  ]
  const billed: EventBody = { ...compacted, requestId: 's' }
  const told = { type: 'tell', event: { ...unbilled, requestId: 's' }, seq: 1 }
  expect(actsOf(...pair, billed)).toEqual([told])
  const run = runOf(request, ...pair, committed, ...pair, billed, request, committed)
  expect([...run.compactions]).toEqual([[1, [told.event]]])
  expect(run.responses).toHaveLength(2)
  const title: EventBody = { type: 'side_query_started', ...query, source: 'title' }
  expect(scriptOf([{ ...title, seq: 1, at: 1 }]).acts).toEqual([])
})

it('a summary that was taken back is told, and one that was only drafted is no run', () => {
  const query = { requestId: 's', source: 'compaction', model: 'm' } as const
  expect(
    actsOf(
      { type: 'side_query_started', ...query },
      { type: 'side_query_ended', ...query, outcome: 'done', usage, costUsd: 1, durationMs: 9 },
    ),
  ).toEqual([])
  const undone: EventBody = { type: 'compaction_undone' }
  expect(scriptOf([{ ...undone, seq: 1, at: 1 }]).acts).toEqual([{ type: 'tell', event: undone, seq: 1 }])
})

it('changes of the user count from the next request, those beside calls with the files as the turn left them', () => {
  const moved = (root: string, cause: 'user' | 'tool'): EventBody => ({ type: 'checkpoint', root, cause })
  const began: EventBody = {
    type: 'tool_started',
    turnId: 't',
    toolUseId: 'c',
    tool: 'Bash',
    input: {},
    title: 'ls',
  }
  const edited = [moved('a', 'user'), moved('b', 'user'), began, committed]
  expect([...runOf(...edited, began, moved('c', 'user'), moved('d', 'tool'), committed).edits]).toEqual([
    [0, 'b'],
    [2, 'd'],
  ])
  expect([...runOf(began, moved('a', 'tool'), committed).edits]).toEqual([])
})

it('what was told of instruction files is told before the same request, also with a summary by hand', () => {
  const read: EventBody = { type: 'instructions_read', files: [{ name: 'CLAUDE.md', hash: 'h' }] }
  const told = (text: string): EventBody => ({
    type: 'user_message',
    messageId: text,
    content: [{ type: 'text', text: `<system-reminder>\n${text}` }],
    origin: 'program',
  })
  const change = told("The project's instruction files have changed.")
  expect([...runOf(committed, read, change, told('Something else.'), committed).instructions]).toEqual([
    [1, [read, change]],
  ])
  const cleared: EventBody = { type: 'results_cleared', toolUseIds: ['c'], tokens: 1, why: 'media' }
  expect(
    actsOf(cleared, read).map(({ type, ...act }) => type === 'tell' && 'event' in act && act.event),
  ).toEqual([cleared, read])
})
