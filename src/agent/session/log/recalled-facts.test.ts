/** Texts of notes that stand in the conversation, as the log tells of them. */
import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { CLEARED, COMPACTED, conversationWithNotes } from '../testing/conversation-with-notes.ts'
import { conversationRestored } from '../time/timeline.ts'

const HASH = 'a'.repeat(64)
const SHORT = HASH.slice(0, 16)

const recalled = (path: string, bytes: number, hash = SHORT): EventBody => ({
  type: 'memory_recalled',
  by: 'words',
  candidates: 3,
  notes: [{ path, hash }],
  bytes,
})
const wrote = (by: 'agent' | 'user', hash?: string): EventBody => ({
  type: 'memory_changed',
  path: 'own.md',
  change: hash === undefined ? 'removed' : 'written',
  by,
  ...(hash === undefined ? {} : { hash, origin: 'unconfirmed' }),
  messageIds: [],
})
const read = (path: string, lines?: { from: number; to: number; of: number }): EventBody => ({
  type: 'tool_result',
  turnId: 't',
  toolUseId: 'c',
  tool: 'Read',
  outcome: 'done',
  content: { type: 'tool_result', tool_use_id: 'c', content: [], is_error: false },
  durationMs: 1,
  synthetic: false,
  seen: [{ path, hash: HASH, ...(lines && { lines }) }],
})
const restored = (isUntold: boolean): EventBody => ({
  type: 'conversation_restored',
  toSeq: 1,
  events: 1,
  isUntold,
})
const OPENED: EventBody = {
  type: 'recording_opened',
  title: '',
  hash: '',
  from: 'file',
  appVersion: '1',
  calls: 0,
}
const REPLAYED: EventBody = { type: 'replay_ended', how: 'finished', same: 0, differing: 0, missing: 0 }
const FORKED: EventBody = { type: 'session_forked', parent: 's', parentTitle: '', parentSeq: 1 }

function after(...events: readonly EventBody[]) {
  const { thread, take } = conversationWithNotes()
  for (const event of events) take(event)
  const { notes, bytes } = thread.facts.recalled
  return { notes: Object.fromEntries(notes), bytes }
}

describe('the texts of notes in the conversation', () => {
  it('are those that picks told', () => {
    expect(after(recalled('a.md', 10), recalled('b.md', 5, `${SHORT} unconfirmed`))).toEqual({
      notes: { 'a.md': SHORT, 'b.md': `${SHORT} unconfirmed` },
      bytes: 15,
    })
    const nothing = { ...recalled('a.md', 0), notes: [] } as EventBody
    expect(after(nothing)).toEqual({ notes: {}, bytes: 0 })
  })

  it('and those that the agent wrote, as they are now', () => {
    expect(after(wrote('agent', SHORT)).notes).toEqual({ 'own.md': `${SHORT} unconfirmed` })
    expect(after(wrote('user', SHORT)).notes).toEqual({})
    expect(after(wrote('agent', SHORT), wrote('agent')).notes).toEqual({})
  })

  it('and those that a call showed whole, until its result is left out', () => {
    const whole = { from: 1, to: 9, of: 9 }
    expect(after(read('/memory/a.md', whole)).notes).toEqual({ 'a.md': `read ${HASH}` })
    expect(after(read('/memory/a.md')).notes).toEqual({ 'a.md': `read ${HASH}` })
    expect(after(read('/memory/a.md', { from: 2, to: 9, of: 9 })).notes).toEqual({})
    expect(after(read('/memory/a.md', { from: 1, to: 8, of: 9 })).notes).toEqual({})
    expect(after(read('/workspace/a.md', whole)).notes).toEqual({})
    for (const gone of [CLEARED, restored(false)])
      expect(after(recalled('b.md', 7), read('/memory/a.md'), gone)).toEqual({
        notes: { 'b.md': SHORT },
        bytes: 7,
      })
    // The one that was told stays, though it was read as well.
    expect(after(recalled('a.md', 7), read('/memory/a.md'), CLEARED).notes).toEqual({ 'a.md': SHORT })
  })

  it('go with a summary; the bytes stay', () => {
    expect(after(recalled('a.md', 10), COMPACTED)).toEqual({ notes: {}, bytes: 10 })
    expect(after(recalled('a.md', 10), COMPACTED, recalled('a.md', 10))).toEqual({
      notes: { 'a.md': SHORT },
      bytes: 20,
    })
  })

  it.each([
    ['recording', OPENED],
    ['replay', REPLAYED],
    ['time before them', restored(true)],
  ])('begin anew with a %s', (_, event) => {
    expect(after(recalled('a.md', 10), event)).toEqual({ notes: {}, bytes: 0 })
  })

  it('begin anew in a conversation that is put back to before one was told', () => {
    const log = [wrote('user', SHORT), recalled('a.md', 10), CLEARED].map((event, at) => ({
      ...event,
      seq: at + 1,
      at: 0,
    }))
    expect([1, 2].map((seq) => conversationRestored(log, seq).isUntold)).toEqual([true, false])
  })

  it('are the same in a session that goes on from here', () => {
    expect(after(recalled('a.md', 10), FORKED)).toEqual({ notes: { 'a.md': SHORT }, bytes: 10 })
  })
})
