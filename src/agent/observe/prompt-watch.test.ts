/** A request is compared with the one before of the same source. */
import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../model/contract.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { Message } from '../protocol/messages.ts'
import { CACHE_DIFF_CHARS } from '../limits.ts'
import { cachedTokens } from './cache-break.ts'
import type { AnsweredPrompt } from './cache-break.ts'
import { AnsweredRequests, watchPrompts } from './prompt-watch.ts'
import type { PromptWatchOptions } from './prompt-watch.ts'

const SENDING = { service: 'anthropic https://a.example', headers: '', looksBack: true }
const tool = (name: string) =>
  ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } }) as const
const said = (...texts: readonly string[]): Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const answer = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] })

const REQUEST: ModelRequest = {
  model: 'm-1',
  maxTokens: 100,
  system: [
    { text: 'You are calm.\nYou are brief.', cache: true },
    { text: 'Today is Monday.', cache: true },
  ],
  tools: [tool('Bash'), tool('Read')],
  messages: [said('one')],
  thinkingTokens: 0,
  requestId: 'r1',
}
const GROWN = [...REQUEST.messages, answer('two'), said('three')]
const WRITTEN: Usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 9_000 }
const READ: Usage = { ...WRITTEN, cacheReadTokens: 9_000, cacheWriteTokens: 100 }

/** Two requests, one after the other, as the log would have them. */
function afterEachOther(
  second: Partial<ModelRequest>,
  usage: Usage,
  change: {
    readonly ms?: number
    readonly sending?: Partial<PromptWatchOptions['sending']>
    readonly forgets?: boolean
  } = {},
) {
  const answered = new AnsweredRequests()
  const log: AnsweredPrompt[] = []
  let now = 1_000
  const watch = (sending: PromptWatchOptions['sending']) =>
    watchPrompts({ source: 'main', last: () => log[0], sending, now: () => now }, answered)
  const first = watch(SENDING)
  const { prefix } = first.sent(REQUEST)
  first.answered(REQUEST, WRITTEN)
  if (prefix) log.push({ at: now, prefix, cachedTokens: cachedTokens(WRITTEN) })
  now += change.ms ?? 1_000
  if (change.forgets) answered.clear()
  const request = { ...REQUEST, messages: GROWN, ...second, requestId: 'r2' }
  const next = watch({ ...SENDING, ...change.sending })
  return { ...next.sent(request), ...next.answered(request, usage) }
}

describe('prompt watch', () => {
  it('finds a conversation that was only added to unchanged', () => {
    expect(afterEachOther({}, READ)).toMatchObject({ cache: 'kept', source: 'main' })
    expect(afterEachOther({}, READ)).not.toHaveProperty('prefixChange')
    // Messages of the same role are joined: the last one grows.
    const joined = said('one', 'and more')
    expect(afterEachOther({ messages: [joined] }, READ)).not.toHaveProperty('prefixChange')
  })

  it('does not take the room for an answer for a part of the beginning', () => {
    const told = afterEachOther({ maxTokens: 64_000 }, READ)
    expect(told).toMatchObject({ cache: 'kept' })
    expect(told).not.toHaveProperty('prefixChange')
  })

  interface Change {
    readonly field: string
    readonly second?: Partial<ModelRequest>
    readonly sending?: Partial<PromptWatchOptions['sending']>
  }
  const loud = [{ text: 'You are loud.', cache: true }, ...REQUEST.system.slice(1)]
  const unmarked = REQUEST.system.map((block) => ({ ...block, cache: false }))
  const changes: readonly Change[] = [
    { field: 'service', sending: { service: 'openai https://a.example' } },
    { field: 'model', second: { model: 'm-2' } },
    { field: 'thinking', second: { thinkingTokens: 4_096 } },
    { field: 'choice', second: { forcedTool: 'Bash' } },
    { field: 'headers', sending: { headers: 'anthropic-beta: a-1' } },
    { field: 'markers', second: { system: unmarked } },
    { field: 'tools', second: { tools: [tool('Bash')] } },
    { field: 'tools', second: { tools: [tool('Read'), tool('Bash')] } },
    { field: 'system', second: { system: loud } },
    { field: 'messages', second: { messages: [said('One'), ...GROWN.slice(1)] } },
    { field: 'messages', second: { messages: [] } },
  ]
  it.each(changes)(
    'names $field before the call and, when the cache is lost, after it',
    ({ field, second = {}, sending = {} }) => {
      const told = afterEachOther(second, WRITTEN, { sending })
      expect(told.prefixChange).toBe(field)
      expect(told).toMatchObject({ cache: 'broken', broken: { cause: 'changed', changed: [field] } })
      expect(told.broken).toMatchObject({ cachedTokens: 9_000, readTokens: 0, ageMs: 1_000, requestId: 'r2' })
    },
  )

  it('names more than one, and shows a diff without what may be secret', () => {
    const system = [
      { text: 'You are loud.\nYou are brief.', cache: true },
      { text: 'Today is Monday.', cache: true },
    ]
    const { broken } = afterEachOther({ model: 'm-2', system }, WRITTEN, {
      sending: { service: 'https://u:secret@b.example' },
    })
    expect(broken?.changed).toEqual(['service', 'model', 'system'])
    expect(broken?.patch).toBe(
      '--- model before\n+++ model now\n@@ -1,1 +1,1 @@\n-m-1\n+m-2\n' +
        '--- system before\n+++ system now\n@@ -1,3 +1,3 @@\n-You are calm.\n+You are loud.\n You are brief.\n \n',
    )
  })

  it('caps the diff, and does without where the request before is not known any more', () => {
    const long = Array.from({ length: 1_500 }, (_, line) => `line ${line}`).join('\n')
    const { broken } = afterEachOther({ messages: [said(long), ...GROWN] }, WRITTEN)
    expect(broken?.patch?.length).toBeLessThan(CACHE_DIFF_CHARS + 100)
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(100_000) },
    } as const
    const seen = afterEachOther({ messages: [{ role: 'user', content: [picture] }] }, WRITTEN).broken
    expect(seen?.patch?.length).toBeLessThan(2_000)
    const reloaded = afterEachOther({ model: 'm-2' }, WRITTEN, { forgets: true }).broken
    expect(reloaded).toMatchObject({ cause: 'changed', changed: ['model'] })
    expect(reloaded).not.toHaveProperty('patch')
  })

  it('tells the time, what was added at once, and the provider apart', () => {
    const cause = (second: Partial<ModelRequest>, ms: number, looksBack = true) =>
      afterEachOther(second, WRITTEN, { ms, sending: { looksBack } }).broken?.cause
    const added = { messages: [...REQUEST.messages, said(...Array.from({ length: 21 }, () => 'x'))] }
    expect(cause({}, 1_000)).toBe('evicted')
    expect(cause({}, 301_000)).toBe('expired_5m')
    expect(cause({}, 3_601_000)).toBe('expired_1h')
    expect(cause(added, 1_000)).toBe('lookback')
    expect(cause(added, 1_000, false)).toBe('evicted')
  })

  it.each(['title', 'classifier', 'advisor'] as const)(
    'leaves a source alone that asks once: %s',
    (source) => {
      const watch = watchPrompts(
        { source, last: () => undefined, sending: SENDING, now: () => 0 },
        new AnsweredRequests(),
      )
      expect(watch.sent(REQUEST)).toEqual({ source })
      expect(watch.answered(REQUEST, WRITTEN)).toEqual({ source, cache: 'untracked' })
    },
  )
})
