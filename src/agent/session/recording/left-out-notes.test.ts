/** Notes of a memory are the sender's own: no recording has them, wherever the log tells of them. */
import { expect, it } from 'vitest'
import { memoryChange, memoryRead, memoryText } from '../../memory/notes/told-memory.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { applyFact, NO_FACTS } from '../log/facts.ts'
import { scriptOf } from '../replay/script.ts'
import { slim } from './slim.ts'

const SECRET = 'tangerine'
const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
const note = {
  path: `${SECRET}.md`,
  hash: 'h',
  body: `${SECRET} body`,
  title: SECRET,
  updatedAt: 0,
  stale: [],
}
const memory = { notes: [{ ...note, origin: 'user' as const }], now: 0 }
const told = (text: string, messageId: string): EventBody => ({
  type: 'user_message',
  messageId,
  origin: 'program',
  content: [{ type: 'text', text }],
})

const LOG: readonly EventBody[] = [
  { type: 'session_created', logVersion: 1, appVersion: '1' },
  memoryRead(memory),
  told(memoryText(memory, { mayWrite: true }), 'm1'),
  { type: 'user_message', messageId: 'm2', origin: 'human', content: [{ type: 'text', text: 'Go on.' }] },
  { type: 'memory_changed', path: `${SECRET}.md`, change: 'written', by: 'user', messageIds: [] },
  told(memoryChange(new Map(), memory) ?? '', 'm3'),
  {
    type: 'conversation_compacted',
    trigger: 'auto',
    summary: 'It goes on.',
    notes: ['Own words.', memoryText(memory, { mayWrite: false })],
    messages: 2,
    tokensBefore: 2,
    tokensAfter: 1,
    model: 'm',
    usage,
    costUsd: null,
  },
]

it('the messages stay, without the notes in them', () => {
  const events = LOG.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 }))
  expect(JSON.stringify(events)).toContain(SECRET)
  const kept = slim(events)
  expect(JSON.stringify(kept)).not.toContain(SECRET)
  expect(kept.filter(({ type }) => type === 'user_message')).toHaveLength(3)
  expect(JSON.stringify(kept)).toContain('Own words.')
  // A replay tells what is left of them, and nothing of this browser's.
  expect(JSON.stringify(scriptOf(kept))).not.toContain(SECRET)
})

it('whoever opens one, or has seen a replay, is told of their own notes as at a beginning', () => {
  const knows = [...LOG].reduce((facts, body) => applyFact(facts, { ...body, at: 1 }), NO_FACTS)
  expect(knows.memory?.size).toBe(1)
  const opened = {
    type: 'recording_opened',
    title: '',
    hash: '',
    from: 'file',
    appVersion: '1',
    calls: 0,
  } as const
  const replayed = { type: 'replay_ended', how: 'finished', same: 0, differing: 0, missing: 0 } as const
  for (const end of [opened, replayed])
    expect(applyFact(knows, { ...end, at: 1 }).memory, end.type).toBeUndefined()
})
