import { describe, expect, it } from 'vitest'
import { eventBody } from './events.ts'

const RESULT = {
  type: 'tool_result',
  turnId: 't',
  toolUseId: 'u',
  tool: 'Read',
  outcome: 'done',
  content: { type: 'tool_result', tool_use_id: 'u', content: [{ type: 'text', text: 'x' }], is_error: false },
  durationMs: 1,
  synthetic: false,
}

describe('event schema', () => {
  it('takes what the program writes and gives it back unchanged', () => {
    expect(eventBody.parse(RESULT)).toEqual(RESULT)
  })

  it('refuses unknown types, unknown fields and wrong values, naming the place', () => {
    expect(eventBody.safeParse({ type: 'surprise' }).success).toBe(false)
    expect(eventBody.safeParse({ ...RESULT, extra: 1 }).success).toBe(false)
    const wrong = eventBody.safeParse({ ...RESULT, outcome: 'maybe' })
    expect(wrong.error?.issues[0]?.path).toEqual(['outcome'])
  })

  it('takes the session of a note that was told before a call, which is no longer written', () => {
    const note = { path: 'a.md', hash: 'h', title: 'A', at: 1, by: 'user', session: 's1', when: 'Bash' }
    const told = { type: 'memory_at_act', turnId: 't', toolUseId: 'u', notes: [note], others: [] }
    expect(eventBody.parse(told)).toEqual(told)
  })
})
