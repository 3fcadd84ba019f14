/** How long marked beginnings are kept. */
import { describe, expect, it } from 'vitest'
import type { QuerySource } from '../../protocol/prompt-cache.ts'
import { toRequestBody } from './anthropic-request.ts'
import { TtlLatch } from './cache-ttl.ts'
import { costOf, modelFacts } from '../models.ts'

const SOURCES: readonly (readonly [QuerySource, boolean])[] = [
  ['main', true],
  ['subagent', true],
  ['compaction', true],
  ['title', false],
  ['summary', false],
  ['suggestion', false],
  ['memory', false],
  ['classifier', false],
  ['advisor', false],
]

describe('an hour of cache', () => {
  it.each(SOURCES)('for %s where it is wanted: %j; never where it is not', (source, eligible) => {
    expect(new TtlLatch().of(source, true)).toBe(eligible ? '1h' : '5m')
    expect(new TtlLatch().of(source, false)).toBe('5m')
  })

  it('does not change within a session, whatever the setting does', () => {
    const latch = new TtlLatch()
    expect([latch.of('title', true), latch.of('main', false), latch.of('main', true)]).toEqual([
      '5m',
      '5m',
      '5m',
    ])
    latch.forget()
    expect([latch.of('main', true), latch.of('main', false), latch.of('title', false)]).toEqual([
      '1h',
      '1h',
      '5m',
    ])
  })

  it('is on every marker or on none, and is paid for', () => {
    const body = (cacheTtl?: '5m' | '1h') =>
      JSON.stringify(
        toRequestBody(
          {
            model: 'claude-sonnet-4-6',
            maxTokens: 10,
            thinkingTokens: 0,
            requestId: 'r',
            system: [{ text: 's', cache: true }],
            tools: [{ name: 'Read', description: '', inputSchema: { type: 'object' } }],
            messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
            ...(cacheTtl ? { cacheTtl } : {}),
          },
          modelFacts('claude-sonnet-4-6'),
        ),
      )
    const count = (text: string, part: string) => text.split(part).length - 1
    expect(count(body('1h'), '"cache_control":{"type":"ephemeral","ttl":"1h"}')).toBe(3)
    expect(count(body('1h'), 'cache_control')).toBe(3)
    expect(body('5m')).toBe(body())
    expect(body()).not.toContain('ttl')
    const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 1_000_000 }
    expect(costOf('claude-sonnet-4-6', usage)).toBe(3.75)
    expect(costOf('claude-sonnet-4-6', usage, {}, '1h')).toBe(6)
  })
})
