import { expect, test } from 'vitest'
import { readConversation } from './conversation.ts'
import { demoAnswer } from './demo.ts'
import type { JsonObject } from './json.ts'
import { storyBrain, type Story } from './story.ts'
import { text, toolUse, type Turn } from './turn.ts'

const STORY: Story = {
  name: 'small',
  project: /"name":"small"/,
  prompt: 'Make the failing test pass',
  steps: [
    { calls: () => [{ tool: 'Bash', input: { command: 'npm test' }, expect: /failed/ }] },
    {
      calls: (results) => [
        { tool: 'Grep', input: { pattern: results[1]?.text.split(' ')[0] }, expect: /:/ },
        { tool: 'Glob', input: { pattern: '*' }, expect: /./ },
      ],
    },
  ],
  answer: (results) => `${results.length} results`,
}
const BRAIN = storyBrain([STORY], demoAnswer)
const PACKAGE_CALL = toolUse('Read', { file_path: '/workspace/package.json' })

function answer(messages: readonly JsonObject[], rest: JsonObject = {}): Turn['content'] {
  const tools = ['Read', 'Bash', 'Grep', 'Glob'].map((name) => ({ name }))
  return BRAIN(readConversation({ messages, tools, ...rest })).content
}
function ask(prompt: string): JsonObject {
  return { role: 'user', content: [{ type: 'text', text: prompt }] }
}
let ids = 0
/** A message with calls and the one with their results. */
function exchange(...calls: readonly [string, JsonObject, string][]): JsonObject[] {
  const made = calls.map(([name, input]) => ({ type: 'tool_use', id: `call-${ids++}`, name, input }))
  const results = calls.map(([, , result], index) => ({
    type: 'tool_result',
    tool_use_id: made[index]?.id,
    content: [{ type: 'text', text: result }],
  }))
  return [
    { role: 'assistant', content: made },
    { role: 'user', content: results },
  ]
}

const PACKAGE = exchange(['Read', { file_path: '/workspace/package.json' }, '{"name":"small"}'])
const FAILED = exchange(['Bash', { command: 'npm test' }, 'sum failed'])
const FOUND = exchange(['Grep', { pattern: 'sum' }, 'a.js:1:sum'], ['Glob', { pattern: '*' }, 'a.js'])

test('opens with package.json and plays the story that fits it', () => {
  expect(answer([ask('make the failing test pass')])).toEqual([
    text('I look at the project first.'),
    PACKAGE_CALL,
  ])
  expect(answer([ask('make the failing test pass'), ...PACKAGE])).toEqual([
    toolUse('Bash', { command: 'npm test' }),
  ])
})

test('computes a call from what earlier calls found, and may make several at once', () => {
  expect(answer([ask('fix the test'), ...PACKAGE, ...FAILED])).toEqual([
    toolUse('Grep', { pattern: 'sum' }),
    toolUse('Glob', { pattern: '*' }),
  ])
  expect(answer([ask('fix the test'), ...PACKAGE, ...FAILED, ...FOUND])).toEqual([text('4 results')])
})

test('makes a step again whose result was not the expected one', () => {
  const cancelled = exchange(['Bash', { command: 'npm test' }, 'Cancelled'])
  expect(answer([ask('fix the test'), ...PACKAGE, ...cancelled])).toEqual([
    toolUse('Bash', { command: 'npm test' }),
  ])
  expect(answer([ask('fix the test'), ...PACKAGE, ...cancelled, ...FAILED])?.length).toBe(2)
})

test('gives a step up that keeps failing, until a person asks again', () => {
  const cancelled = exchange(['Bash', { command: 'npm test' }, 'Cancelled'])
  const failing = [ask('fix the test'), ...PACKAGE, ...cancelled, ...cancelled, ...cancelled]
  expect(() => answer(failing)).toThrow('failed 3 times')
  expect(answer([...failing, ask('fix the test')])).toEqual([toolUse('Bash', { command: 'npm test' })])
})

test('goes on after “continue”, and starts anew for a new task', () => {
  const before = [ask('fix the test'), ...PACKAGE, ...FAILED]
  expect(answer([...before, ask('Continue, please')])?.[0]).toEqual(toolUse('Grep', { pattern: 'sum' }))
  const told = [...before, ...FOUND, { role: 'assistant', content: [text('4 results')] }]
  expect(answer([...told, ask('run the tests again')])).toEqual([
    text('I look at the project first.'),
    PACKAGE_CALL,
  ])
})

test('thinks before it calls when thinking is on', () => {
  const types = answer([ask('fix the test'), ...PACKAGE], { thinking: { type: 'adaptive' } })?.map(
    (block) => block.type,
  )
  expect(types).toEqual(['thinking', 'tool_use'])
})

test('an unknown project and another question get an answer without calls', () => {
  const other = exchange(['Read', { file_path: '/workspace/package.json' }, '{"name":"other"}'])
  for (const messages of [[ask('fix the test'), ...other], [ask('show me markdown')]]) {
    expect(answer(messages)?.map((block) => block.type)).toEqual(['text'])
  }
  expect(answer([ask('<system-reminder>run the tests</system-reminder>Hello')])?.[0]).toMatchObject({
    text: expect.stringContaining('“Hello”'),
  })
})

test('a tool that the story needs and the request does not offer is an error', () => {
  expect(() => answer([ask('fix the test')], { tools: [] })).toThrow('needs the tool Read')
})

test('waits for a command that has gone into the background, whose end is its result', () => {
  const asked = [ask('make the failing test pass'), ...PACKAGE]
  const away = exchange([
    'Bash',
    { command: 'npm test' },
    'one\n[It still runs after 15 s and goes on in the background as bash_1. You are told when it ends.]',
  ])
  const wait = toolUse('TaskOutput', { task_id: 'bash_1', block: true })
  expect(answer([...asked, ...away])).toEqual([wait])
  const look = (result: string) => exchange(['TaskOutput', { task_id: 'bash_1', block: true }, result])
  const still = look('two\n[bash_1 is still running.]')
  expect(answer([...asked, ...away, ...still])).toEqual([wait])
  const ended = look('sum failed\n[bash_1 ended with exit code 1.]')
  const next = answer([...asked, ...away, ...still, ...ended])
  expect(next).toEqual([expect.objectContaining({ name: 'Grep' }), expect.anything()])
})
