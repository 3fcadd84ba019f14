import { expect, it } from 'vitest'
import type { AgentEvent, EventBody } from './events.ts'
import { stepsOf } from './steps.ts'

const said = (text: string): EventBody => ({
  type: 'user_message',
  messageId: text,
  content: [{ type: 'text', text }],
  origin: 'human',
})
const ended = (root?: string): EventBody => {
  const work = { result: '', changed: [], usage: [], turns: 1, calls: 1, durationMs: 1 }
  return {
    type: 'agent_ended',
    agent: '0a0b0c0d-0001',
    terminal: 'completed',
    ...(root ? { root } : {}),
    ...work,
  }
}

it('a step after the end of an agent has the files that the agent left', () => {
  const bodies = [said('one'), ended('after'), said('two'), ended(), said('three')]
  const events = bodies.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 }))
  expect(stepsOf(events).map(({ title, root, changed }) => [title, root, changed])).toEqual([
    ['one', undefined, false],
    ['two', 'after', true],
    ['three', 'after', false],
  ])
})
