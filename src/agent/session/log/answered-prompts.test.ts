/** Requests before this one, as the log remembers and forgets them. */
import { describe, expect, it } from 'vitest'
import { CACHE_SOURCES } from '../../limits.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { PromptFingerprint } from '../../protocol/prompt-cache.ts'
import { withLatest } from './answered-prompts.ts'
import { factsOf } from './facts.ts'

const prefix: PromptFingerprint = {
  service: 's',
  model: 'm',
  thinking: 0,
  headers: '',
  markers: '11',
  system: 'a',
  tools: 'b',
  blocks: 1,
  messages: 'c',
}
const sent = (requestId: string): EventBody => ({
  type: 'request_started',
  turnId: 't',
  requestId,
  attempt: 1,
  source: 'main',
  prefix,
})
const ended = (requestId: string): EventBody => ({
  type: 'response_ended',
  turnId: 't',
  requestId,
  source: 'main',
  stopReason: 'end_turn',
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 40, cacheWriteTokens: 2 },
  costUsd: null,
})
const cleared: EventBody = { type: 'results_cleared', toolUseIds: ['c'], why: 'old', tokens: 9 }
const compacted: EventBody = {
  type: 'conversation_compacted',
  trigger: 'auto',
  summary: '',
  notes: [],
  messages: 2,
  tokensBefore: 9,
  tokensAfter: 1,
  model: 'm',
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: null,
}

function answeredOf(...bodies: readonly EventBody[]) {
  // A body with its stamp is an event; the spread of a union loses that.
  const events = bodies.map((body, index) => ({ ...body, seq: index + 1, at: 100 * index }) as AgentEvent)
  return factsOf(events).prompts.answered
}

describe('answered prompts', () => {
  it('are those that were answered, with the time at which they were sent', () => {
    expect(answeredOf(sent('1')).size).toBe(0)
    expect(answeredOf(sent('1'), ended('1')).get('main')).toEqual({ at: 0, prefix, cachedTokens: 42 })
    // The second was cut off, and made again as the third.
    expect(answeredOf(sent('1'), ended('1'), sent('2'), sent('3'), ended('3')).get('main')?.at).toBe(300)
    expect(answeredOf(sent('1'), ended('1'), sent('2')).get('main')?.at).toBe(0)
  })

  it('are forgotten where less is expected in the cache', () => {
    const round = [sent('1'), ended('1')]
    const next: EventBody = { type: 'transition', turnId: 't', reason: 'next_turn' }
    expect(answeredOf(...round, next).size).toBe(1)
    expect(answeredOf(...round, cleared).size).toBe(0)
    expect(answeredOf(...round, compacted).size).toBe(0)
    expect(answeredOf(compacted, ...round, { type: 'compaction_undone' }).size).toBe(0)
  })

  it('are of so many sources, the latest', () => {
    let known: ReadonlyMap<number, string> = new Map()
    for (let source = 0; source < CACHE_SOURCES; source++) known = withLatest(known, source, 'x')
    known = withLatest(known, 0, 'again')
    known = withLatest(known, CACHE_SOURCES, 'x')
    expect(known.size).toBe(CACHE_SOURCES)
    expect([known.get(0), known.has(1)]).toEqual(['again', false])
  })
})
