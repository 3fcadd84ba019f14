/** Cells that make up the window, and what is sent again with each turn. */
import { describe, expect, it } from 'vitest'
import type { Message } from '../protocol/messages.ts'
import { CONTEXT_CELLS, cumulativePrompts, dominantCell } from '../protocol/context-budget.ts'
import type { ContextCell } from '../protocol/context-budget.ts'
import { contextBudget } from './budget.ts'
import type { BudgetParts } from './budget.ts'
import { MEMORY_BEGAN, MEMORY_RECALLED } from '../protocol/text/memory-reminder.ts'
import { INSTRUCTIONS_BEGAN } from '../protocol/text/instruction-reminder.ts'

const total = (cells: Readonly<Record<ContextCell, number>>) =>
  CONTEXT_CELLS.reduce((sum, cell) => sum + cells[cell], 0)
const said = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const instructions = `<system-reminder>
${INSTRUCTIONS_BEGAN}
${'x'.repeat(8_400)}
</system-reminder>`

const REQUEST: BudgetParts['request'] = {
  model: 'm',
  system: [{ text: 'x'.repeat(12_000), cache: true }],
  tools: [{ name: 'Bash', description: 'x'.repeat(20_000), inputSchema: { type: 'object' } }],
  messages: [
    said(instructions),
    said('x'.repeat(4_000)),
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'Bash', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: '1',
          content: [{ type: 'text', text: 'x'.repeat(40_000) }],
          is_error: false,
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ],
}
const counted = { inputTokens: 4_000, outputTokens: 1_000, cacheReadTokens: 15_000, cacheWriteTokens: 2_000 }
const WINDOW = 200_000

describe('context budget', () => {
  it('makes up the window, with the sum that the provider has counted', () => {
    const budget = contextBudget({ request: REQUEST, counted, window: WINDOW, answer: 8_192 })
    const { cells, isCounted } = budget
    expect([total(cells), isCounted]).toEqual([WINDOW, true])
    expect(WINDOW - cells.answer - cells.headroom).toBe(22_000)
    expect(cells.answer).toBe(8_192)
    // By their characters: 12, 20, 8, 4 and 40 thousand, of which the provider makes a few more tokens each.
    const share = (cell: ContextCell) => Math.round((100 * cells[cell]) / 22_000)
    expect([
      share('system'),
      share('tools'),
      share('instructions'),
      share('history'),
      share('outputs'),
    ]).toEqual([14, 24, 10, 5, 47])
    expect(dominantCell({ ...budget, window: 40_000 })).toBe('outputs')
  })

  it.each([MEMORY_BEGAN, MEMORY_RECALLED])(
    'counts what the model is told of the memory by itself: %s',
    (begin) => {
      const notes = said(`<system-reminder>\n${begin}\n${'x'.repeat(4_000)}\n</system-reminder>`)
      const request = { ...REQUEST, messages: [...REQUEST.messages, notes] }
      const { cells } = contextBudget({ request, counted: undefined, window: WINDOW, answer: 0 })
      expect(cells.memory).toBeGreaterThan(900)
      expect(cells.memory).toBeLessThan(cells.instructions)
    },
  )

  it('makes up the window also before any request, when it is full, and when there is nothing', () => {
    for (const window of [200_000, 21_000, 1_000]) {
      for (const usage of [counted, undefined]) {
        const { cells } = contextBudget({ request: REQUEST, counted: usage, window, answer: 8_192 })
        expect(total(cells)).toBe(window)
        expect(Math.min(...Object.values(cells))).toBeGreaterThanOrEqual(0)
      }
    }
    const nothing = { model: 'm', system: [], tools: [], messages: [] }
    const { cells, isCounted } = contextBudget({
      request: nothing,
      counted: undefined,
      window: 1_000,
      answer: 100,
    })
    expect([cells.headroom, isCounted]).toEqual([900, false])
  })

  it('names whichever is the largest, and none where there is room', () => {
    const empty = {
      system: 0,
      tools: 0,
      instructions: 0,
      memory: 0,
      history: 0,
      outputs: 0,
      answer: 0,
      headroom: 0,
    }
    for (const cell of CONTEXT_CELLS.filter((name) => name !== 'headroom')) {
      expect(dominantCell({ window: 1_000, cells: { ...empty, [cell]: 400, headroom: 600 } })).toBe(cell)
    }
    expect(dominantCell({ window: 1_000, cells: { ...empty, tools: 199, headroom: 801 } })).toBeUndefined()
  })
})

it('sums up what 50 turns have sent as the formula does: the fixed part each time, the rest again and again', () => {
  const [fixed, perTurn, turns] = [30_000, 1_200, 50]
  const requests = Array.from({ length: turns }, (_, turn) => ({
    inputTokens: 200,
    cacheReadTokens: turn === 0 ? 0 : fixed,
    cacheWriteTokens: turn === 0 ? fixed + perTurn - 200 : (turn + 1) * perTurn - 200,
  }))
  const formula = (n: number) => n * fixed + (perTurn * n * (n + 1)) / 2
  const sums = cumulativePrompts(requests)
  expect(sums).toEqual(Array.from({ length: turns }, (_, turn) => formula(turn + 1)))
  expect(cumulativePrompts([])).toEqual([])
})
