import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody, ReadBody } from '../events.ts'
import { EMPTY_SCREEN } from './screen-state.ts'
import { tailView } from './tail.ts'
import { applyEvents } from './view.ts'

function turn(index: number): EventBody[] {
  const turnId = `t${index}`
  const toolUseId = `c${index}`
  const text = (said: string) => [{ type: 'text', text: said } as const]
  return [
    { type: 'user_message', messageId: `m${index}`, content: text(`Question ${index}`), origin: 'human' },
    { type: 'user_message', messageId: `p${index}`, content: text('told by the program'), origin: 'program' },
    { type: 'run_started', runId: `r${index}`, model: 'model-x', mode: 'default' },
    { type: 'request_started', turnId, requestId: `q${index}`, attempt: 1 },
    { type: 'text_delta', turnId, block: 0, text: `Answer ${index}` },
    { type: 'assistant_block', turnId, block: 0, content: { type: 'text', text: `Answer ${index}` } },
    {
      type: 'assistant_block',
      turnId,
      block: 1,
      content: { type: 'tool_use', id: toolUseId, name: 'TodoWrite', input: {} },
    },
    { type: 'tool_started', turnId, toolUseId, tool: 'TodoWrite', input: {}, title: '' },
    {
      type: 'tool_result',
      turnId,
      toolUseId,
      tool: 'TodoWrite',
      outcome: 'done',
      synthetic: false,
      durationMs: 1,
      content: { type: 'tool_result', tool_use_id: toolUseId, content: text('noted'), is_error: false },
      display: { kind: 'todos', todos: [{ content: `Task ${index}`, status: 'pending', activeForm: '' }] },
    },
    { type: 'turn_committed', turnId, extra: [] },
    { type: 'run_ended', runId: `r${index}`, terminal: 'completed', turns: 1 },
  ]
}

const stamped = (bodies: readonly ReadBody[]): AgentEvent[] =>
  bodies.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: index }))

describe('the end of a long session', () => {
  const events = stamped([0, 1, 2, 3, 4, 5].flatMap(turn))
  const whole = applyEvents(EMPTY_SCREEN, events)

  it('shows what the whole log shows at its end, wherever the reading begins', () => {
    let shown = 0
    for (let from = 0; from < events.length; from++) {
      const tail = tailView('Long', events.slice(from), 4)
      if (!tail) continue
      shown++
      const count = tail.items.length
      expect(tail).toEqual({
        ...EMPTY_SCREEN,
        title: 'Long',
        items: whole.items.slice(-count),
        itemSeqs: whole.itemSeqs.slice(-count),
        todos: whole.todos,
      })
      expect(count).toBeLessThanOrEqual(4)
    }
    // All but those that begin after the last turn's first event.
    expect(shown).toBe(events.length - 7)
  })

  it('is not shown where the conversation was put back to an earlier moment', () => {
    const restored = stamped([
      ...events,
      { type: 'conversation_restored', events: 1, toSeq: 1, isUntold: false },
      ...turn(6),
    ])
    expect(tailView('Long', restored.slice(20), 4)).toBeUndefined()
    expect(tailView('Long', restored.slice(-turn(6).length), 4)?.items).toHaveLength(2)
  })
})
