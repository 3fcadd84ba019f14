import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseLeniently } from './coerce.ts'
import { bench, call, run, testTool } from './testing/test-bench.ts'

const schema = z.strictObject({
  text: z.string().optional(),
  count: z.int().optional(),
  flag: z.boolean().optional(),
  list: z.array(z.strictObject({ n: z.number() })).optional(),
  choice: z.enum(['a', 'b']).optional(),
})

describe('an input that does not fit', () => {
  it.each([
    [{ count: '10' }, { count: 10 }, '`count`: string taken for number'],
    [{ count: ' -3 ' }, { count: -3 }, '`count`: string taken for number'],
    [{ flag: 'true' }, { flag: true }, '`flag`: string taken for boolean'],
    [{ flag: 'False' }, { flag: false }, '`flag`: string taken for boolean'],
    [{ text: 12 }, { text: '12' }, '`text`: number taken for string'],
    [{ text: false }, { text: 'false' }, '`text`: boolean taken for string'],
    [{ list: '[{"n":1}]' }, { list: [{ n: 1 }] }, '`list`: string taken for array'],
    [{ list: [{ n: '1' }] }, { list: [{ n: 1 }] }, '`list.0.n`: string taken for number'],
    [{ text: 'x', count: null }, { text: 'x' }, '`count`: null was left out'],
  ])('%j is taken as %j', (raw, input, change) => {
    expect(parseLeniently(schema, raw)).toEqual({ ok: true, input, changes: [change] })
  })

  it('is looked at again after a string of JSON was read', () => {
    expect(parseLeniently(schema, { list: '[{"n":"1"},{"n":2}]' })).toMatchObject({
      ok: true,
      input: { list: [{ n: 1 }, { n: 2 }] },
    })
  })

  it.each([
    [{ count: 'ten' }],
    [{ count: '' }],
    [{ count: '1e999' }],
    [{ count: '1.5' }],
    [{ flag: 'yes' }],
    [{ flag: 1 }],
    [{ list: '{"n":1}' }],
    [{ list: 'not json' }],
    [{ choice: 'c' }],
    [{ unknown: 1 }],
    ['text'],
    [null],
  ])('%j stays an error', (raw) => {
    expect(parseLeniently(schema, raw).ok).toBe(false)
  })

  it('is told as an event, and so is a refusal', async () => {
    const { context } = bench({ tools: [testTool()] })
    const told = async (input: Record<string, unknown>) =>
      (await run([call('Probe', input)], context)).filter(({ type }) => type === 'input_checked')
    const about = { type: 'input_checked', turnId: 't1', toolUseId: 'u1', tool: 'Probe' }
    expect(await told({ n: '5' })).toEqual([
      { ...about, outcome: 'coerced', details: ['`n`: string taken for number'] },
    ])
    expect(await told({ n: 'five' })).toMatchObject([{ ...about, outcome: 'rejected' }])
    expect(await told({ n: 5 })).toEqual([])
  })
})
