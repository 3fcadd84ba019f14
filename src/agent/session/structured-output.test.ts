/** Runs that end with data. */
import { describe, expect, it } from 'vitest'
import { apiComplaints, runInTest } from '../loop/test-support.ts'
import type { TestRun, TestRunOptions } from '../loop/test-support.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import { createToolSets } from '../tools/profiles/profiles.ts'
import { createAdvisorTool } from '../tools/talk/advisor.ts'
import { createRegistry, withTools } from '../tools/pipeline/registry.ts'
import { createRunOutput, OUTPUT_TOOL } from '../tools/pipeline/run-output.ts'
import { CallSchedule } from '../tools/pipeline/schedule.ts'
import { bench, testTool } from '../tools/testing/test-bench.ts'
import type { EventBody } from '../protocol/events.ts'
import { ModelConversation } from './log/model-conversation.ts'
import { readRunOptions } from './run/run-request.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    passed: { type: 'boolean', description: 'Whether all tests pass.' },
    failures: { type: 'array', items: { type: 'string' } },
  },
  required: ['passed'],
  additionalProperties: false,
} as const

async function run(responses: readonly ScriptedResponse[], deps: TestRunOptions['deps'] = {}) {
  const made = createRunOutput(SCHEMA)
  if (!made.ok) throw new Error(made.error.message)
  const output = made.value
  const conversation = new ModelConversation()
  const prompt = [{ type: 'text', text: 'Please' }] as const
  conversation.apply({ type: 'user_message', messageId: 'p', content: [...prompt], origin: 'human' })
  const look = testTool({ name: 'Look', isReadOnly: () => true, isConcurrencySafe: () => true })
  const { context } = bench({ tools: [] })
  const { registry: tools } = withTools(createRegistry([look]), [output.tool])
  return runInTest({
    responses,
    conversation,
    deps: {
      output: { tool: output.tool.name, given: output.given },
      runCalls: ({ turnId, signal }) => new CallSchedule({ ...context, tools, turnId, signal }),
      ...deps,
    },
  })
}

const answer = (input: Record<string, unknown>): ScriptedResponse => ({
  calls: [{ name: OUTPUT_TOOL, input }],
})
const outputs = ({ events }: TestRun) =>
  events.flatMap((event) => (event.type === 'run_output' ? [event.output] : []))
const transitions = ({ events }: TestRun) =>
  events.flatMap((event) => (event.type === 'transition' ? [event.reason] : []))
const forced = ({ requests }: TestRun) => requests.map((request) => request.forcedTool)
const resultTexts = (events: readonly EventBody[]) =>
  events.flatMap((event) =>
    event.type === 'tool_result'
      ? event.content.content.map((part) => (part.type === 'text' ? part.text : ''))
      : [],
  )

describe('a run with an output schema', () => {
  it('ends with a forced call where the model would end, and an event carries what it gave', async () => {
    const done = await run([{ calls: ['Look'] }, { text: 'All is well.' }, answer({ passed: true })])
    expect(forced(done)).toEqual([undefined, undefined, OUTPUT_TOOL])
    expect(transitions(done)).toEqual(['next_turn', 'output_requested'])
    expect(outputs(done)).toEqual([{ passed: true }])
    expect(done.end.terminal).toBe('completed')
    expect(apiComplaints(done.messages)).toEqual([])
  })

  it('has an answer that does not fit given again, with what is wrong with it', async () => {
    const done = await run([
      { text: 'Done.' },
      answer({ passed: 'perhaps', failures: [] }),
      answer({ failures: 'none' }),
      answer({ passed: false, failures: ['a'] }),
    ])
    expect(forced(done)).toEqual([undefined, OUTPUT_TOOL, OUTPUT_TOOL, OUTPUT_TOOL])
    expect(resultTexts(done.events)[0]).toContain('`passed`')
    expect(resultTexts(done.events)[1]).toMatch(/`passed` is required/)
    expect(outputs(done)).toEqual([{ passed: false, failures: ['a'] }])
    expect(apiComplaints(done.messages)).toEqual([])
  })

  it('ends in an error when none fits, also when the model does not call at all', async () => {
    const wrong = await run([{ text: 'Done.' }, answer({}), answer({}), answer({})])
    expect(wrong.end.terminal).toBe('model_error')
    expect(wrong.events.at(-1)).toMatchObject({ type: 'error', kind: 'no_output' })
    expect(outputs(wrong)).toEqual([])
    const mute = await run([{ text: 'Done.' }, { text: 'No.' }, { text: 'No.' }, { text: 'No.' }])
    expect([mute.end.terminal, mute.requests.length]).toEqual(['model_error', 4])
    expect(apiComplaints(mute.messages)).toEqual([])
  })

  it('ends at once when the model gives it of itself', async () => {
    const done = await run([answer({ passed: true })])
    expect([done.end.terminal, done.requests.length]).toEqual(['completed', 1])
    expect(outputs(done)).toEqual([{ passed: true }])
  })

  it('gives none when it ends before, and asks after budget and stop hooks', async () => {
    const stopped = await run([{ calls: ['Look'] }, { text: 'Done.' }], { maxTurns: 1 })
    expect([stopped.end.terminal, outputs(stopped)]).toEqual(['max_turns', []])
    let asked = 0
    const onStop = async () =>
      ++asked > 1 ? ({ type: 'continue' } as const) : ({ type: 'block', messages: ['Not yet.'] } as const)
    const late = await run([{ text: 'Done.' }, { text: 'Now.' }, answer({ passed: true })], {
      hooks: { onStop },
    })
    expect(transitions(late)).toEqual(['stop_hook_blocking', 'output_requested'])
  })
})

it.each([
  [{ outputSchema: { type: 'string' } }, 'not the schema of an object'],
  [{ outputSchema: { type: 'object', $ref: 'https://example.org/x' } }, 'output schema'],
  [{ outputSchema: [] }, 'outputSchema'],
  [{ maxTurns: 0 }, 'maxTurns'],
  [{ thinkingDecay: { afterTurn: 1 } }, 'thinkingDecay'],
  [{ maxturns: 3 }, 'maxturns'],
  ['fast', 'options'],
])('options %j are refused with what is wrong: %s', (options, said) => {
  const read = readRunOptions(options)
  expect(read.ok ? undefined : read.error.message).toContain(said)
})

it('its tool is never left out, nor is the advisor’s: no other has such a name', () => {
  const made = createRunOutput(SCHEMA)
  if (!made.ok) throw new Error(made.error.message)
  const ours = [createAdvisorTool(() => new Promise(() => {}), 3), made.value.tool]
  for (const { registry } of Object.values(createToolSets())) {
    const added = withTools(registry, ours)
    expect(added.refused).toEqual([])
    expect(ours.map(({ name }) => added.registry.find(name))).toEqual(ours)
  }
})

it('gives the model the schema as it was given', () => {
  const made = createRunOutput(SCHEMA)
  if (!made.ok) throw new Error(made.error.message)
  expect(made.value.tool.inputSchema).toEqual(SCHEMA)
  expect(withTools(createRegistry([]), [made.value.tool]).registry.specs([])).toEqual([
    { name: OUTPUT_TOOL, description: expect.any(String), inputSchema: SCHEMA },
  ])
})
