/** Tokens that the provider counted, and an estimate of those that came since. */
import { describe, expect, it } from 'vitest'
import type { Message, UserBlock } from '../protocol/messages.ts'
import { blockTokens, contextTokens } from './estimate.ts'

const counted = { inputTokens: 10, outputTokens: 90, cacheReadTokens: 800, cacheWriteTokens: 100 }
const text = (length: number) => ({ type: 'text', text: 'x'.repeat(length) }) as const
const result = (id: string, length: number): UserBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [text(length)],
  is_error: false,
})
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } } as const
const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { a: 'bc' } }) as const

describe('context estimate', () => {
  it('counts 4 characters a token, 2,000 an image, and a call by its name and input', () => {
    expect([blockTokens(text(400)), blockTokens(image), blockTokens(call('1'))]).toEqual([100, 2_000, 3.5])
    expect(
      blockTokens({ type: 'tool_result', tool_use_id: '1', content: [text(40), image], is_error: false }),
    ).toBe(2_010)
  })

  it('adds all that came after the last answer, each result of three parallel calls, with a third more', () => {
    const messages: Message[] = [
      { role: 'user', content: [text(9_000)] },
      { role: 'assistant', content: [text(9_000), call('1'), call('2'), call('3')] },
      { role: 'user', content: [result('1', 400), result('2', 400), result('3', 400), text(400)] },
    ]
    expect(contextTokens(counted, messages)).toBe(1_000 + Math.ceil(1.33 * 400))
    expect(contextTokens(counted, messages.slice(0, 2))).toBe(1_000)
    expect(contextTokens(undefined, messages.slice(0, 1))).toBe(Math.ceil(1.33 * 2_250))
  })
})
