/** A recorded run is run again by the loop as it is now, whatever limits were in force when it was recorded. */
import { expect, it } from 'vitest'
import { Pace } from '../../model/replay/pace.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { bench, emptySandbox, testTool } from '../../tools/testing/test-bench.ts'
import { createRegistry } from '../../tools/pipeline/registry.ts'
import { ModelConversation } from '../log/model-conversation.ts'
import { NO_FACTS } from '../log/facts.ts'
import { slim } from '../recording/slim.ts'
import { replayRun } from './replay-run.ts'
import { scriptOf } from './script.ts'

const USAGE = { inputTokens: 9, outputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** One turn of a recorded run; a discarded one was cut off, and asked for again with more room. */
function turn(turnId: string, content: object, stopReason: string, end: 'kept' | 'discarded' = 'kept') {
  const requestId = `${turnId}-${end}`
  return [
    { type: 'request_started', turnId, requestId, attempt: 1 },
    { type: 'assistant_block', turnId, requestId, block: 0, content },
    { type: 'response_ended', turnId, requestId, model: 'm', stopReason, usage: USAGE, costUsd: null },
    end === 'kept'
      ? { type: 'turn_committed', turnId, extra: [] }
      : { type: 'request_discarded', turnId, requestId, reason: 'It did not fit.' },
  ]
}

const text = (said: string) => ({ type: 'text', text: said })

/** In one piece, with its result: a call whose input the output limit has cut through. */
function cutCall(turnId: string, result: string) {
  const input = { type: 'tool_use', id: 'c1', name: 'Probe', input: {} }
  const content = { type: 'tool_result', tool_use_id: 'c1', content: [text(result)], is_error: true }
  const [request, block, response, commit] = turn(turnId, input, 'max_tokens')
  const checked = { type: 'input_checked', turnId, toolUseId: 'c1', tool: 'Probe', outcome: 'rejected' }
  return [
    request,
    block,
    response,
    { ...checked, details: ['the answer was cut off by the output limit of 64000 tokens'] },
    {
      type: 'tool_result',
      turnId,
      toolUseId: 'c1',
      tool: 'Probe',
      outcome: 'failed',
      content,
      durationMs: 1,
      synthetic: false,
    },
    commit,
  ]
}

async function replay(
  turns: readonly unknown[],
  terminal: 'completed' | 'aborted_streaming' | 'model_error' = 'completed',
): Promise<{ events: EventBody[]; said: unknown }> {
  // The log's shapes are checked where one is read; this one is written by hand.
  const recorded = [
    { type: 'user_message', messageId: 'p', content: [text('Go.')], origin: 'human' },
    { type: 'run_started', runId: 'r', model: 'm', mode: 'default' },
    ...turns,
    { type: 'run_ended', runId: 'r', terminal, turns: 1 },
  ].map((body, index) => ({ ...(body as EventBody), seq: index + 1, at: 1 })) as AgentEvent[]
  const act = scriptOf(slim(recorded)).acts.find(({ type }) => type === 'run')
  if (act?.type !== 'run') throw new Error('There is no run.')
  const events: EventBody[] = []
  const conversation = new ModelConversation()
  const append = async (...bodies: readonly EventBody[]) => {
    for (const body of bodies) conversation.apply(body)
    events.push(...bodies)
    return []
  }
  const { context } = bench({ tools: [] })
  await replayRun({
    session: { append, appendSoon: append, hurry: () => undefined, conversation, facts: NO_FACTS },
    sandbox: emptySandbox(),
    run: act.run,
    tools: createRegistry([testTool()]),
    clean: (said) => said,
    results: { keep: async () => undefined },
    learnSecrets: async () => undefined,
    withheld: { mask: () => undefined, maskAll: () => (said) => said },
    state: context.state,
    jobs: context.jobs,
    pace: new Pace({ speed: 1_000, paused: false }, () => undefined),
    stop: new AbortController(),
    emptyRoot: undefined,
    ruleSets: [],
    newId: () => `id-${events.length}`,
    now: () => 0,
    onEvent: () => undefined,
  })
  return { events, said: conversation.messages }
}

it('takes each recorded answer that was cut off as it was taken then, with what went on from there', async () => {
  const { events, said } = await replay([
    ...turn('a', text('Lost.'), 'max_tokens', 'discarded'),
    ...turn('a', text('First half,'), 'max_tokens'),
    // A version before asked for the whole rest of a run with more room, so that nothing was discarded here.
    ...turn('b', text('second half.'), 'end_turn'),
  ])
  expect(events.filter(({ type }) => type === 'request_discarded')).toEqual([])
  expect(events.at(-1)).toMatchObject({ type: 'run_ended', terminal: 'completed' })
  expect(said).toMatchObject([
    { role: 'user', content: [{ text: 'Go.' }] },
    { role: 'assistant', content: [{ text: 'First half,' }] },
    { role: 'user' },
    { role: 'assistant', content: [{ text: 'second half.' }] },
  ])
})

it('answers a call that the limit has cut through with the words of then', async () => {
  const problem = 'the answer was cut off by the output limit of 64000 tokens'
  const said = 'InputValidationError: '
  const { events } = await replay([
    ...turn('a', text('Lost.'), 'max_tokens', 'discarded'),
    ...cutCall('a', `${said}${problem}`),
    ...turn('b', text('Shorter.'), 'end_turn'),
  ])
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.content.content] : []))
  expect(JSON.stringify(results)).toContain(problem)
  expect(events.at(-1)).toMatchObject({ type: 'run_ended', terminal: 'completed' })
})

const ask = (id: string) => ({ type: 'server_tool_use', id, name: 'advisor', input: {} })
const advice = (id: string) => ({
  type: 'advisor_tool_result',
  tool_use_id: id,
  content: { type: 'advisor_result', text: 'Take B.' },
})
const person = (said: string) => ({
  type: 'user_message',
  messageId: said,
  content: [text(said)],
  origin: 'human',
})
const terminals = (events: readonly EventBody[]) =>
  events.flatMap((event) => {
    if (event.type === 'run_ended') return [event.terminal]
    return event.type === 'transition' ? [event.reason] : []
  })

it('goes on with a paused answer as the run did', async () => {
  const { events, said } = await replay([
    ...turn('a', ask('s1'), 'pause_turn'),
    ...turn('b', advice('s1'), 'pause_turn'),
    ...turn('c', text('So be it.'), 'end_turn'),
  ])
  expect(terminals(events)).toEqual(['pause_turn', 'pause_turn', 'completed'])
  // A recording gives ids of its own.
  const asked = events.find((event) => event.type === 'assistant_block')?.content
  const id = asked?.type === 'server_tool_use' ? asked.id : ''
  expect(said).toEqual([
    { role: 'user', content: [text('Go.')] },
    { role: 'assistant', content: [ask(id), advice(id), text('So be it.')] },
  ])
})

it('ends a paused answer as the run did: stopped, given up, or taken as whole by an older version', async () => {
  const paused = turn('a', ask('s1'), 'pause_turn')
  const stopped = await replay(paused, 'aborted_streaming')
  expect(terminals(stopped.events)).toEqual(['pause_turn', 'aborted_streaming'])
  expect(terminals((await replay(paused, 'completed')).events)).toEqual(['completed'])
  const nine = 'abcdefghi'.split('').flatMap((id) => turn(id, text(id), 'pause_turn'))
  const given = await replay(nine, 'model_error')
  expect(terminals(given.events).at(-1)).toBe('model_error')
  expect(given.events.findLast(({ type }) => type === 'error')).toMatchObject({ kind: 'paused_answer' })
})

it('has a message in the place of a paused answer’s rest, where it took it', async () => {
  const { events, said } = await replay([
    ...turn('a', ask('s1'), 'pause_turn'),
    person('Stop that'),
    ...turn('b', text('Then so.'), 'end_turn'),
  ])
  expect(terminals(events)).toEqual(['pause_turn', 'steering_injected', 'completed'])
  expect(said).toEqual([
    { role: 'user', content: [text('Go.'), text('Stop that')] },
    { role: 'assistant', content: [text('Then so.')] },
  ])
})
