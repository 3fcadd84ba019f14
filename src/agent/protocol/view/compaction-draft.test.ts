/** Drafts of summaries, and summaries that are taken back. */
import { expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../events.ts'
import { EMPTY_SCREEN } from './screen-state.ts'
import type { ScreenState } from './screen-state.ts'
import { applyEvents } from './view.ts'

const drafted: EventBody = {
  type: 'compaction_drafted',
  keep: 'the ports',
  from: 2,
  messages: 4,
  summary: 'In short.',
  tokensBefore: 5_000,
  tokensAfter: 700,
  model: 'm',
  requestId: 'q',
}
const compacted: EventBody = {
  type: 'conversation_compacted',
  trigger: 'manual',
  summary: 'In short.',
  notes: [],
  messages: 4,
  tokensBefore: 5_000,
  tokensAfter: 700,
  model: 'm',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: 0,
  requestId: 'q',
}
const undone: EventBody = { type: 'compaction_undone' }
const notice: EventBody = { type: 'notice', level: 'info', text: 'n' }

function restored(toSeq: number): EventBody {
  return { type: 'conversation_restored', toSeq, events: 0, isUntold: false }
}

/** The same all at once and event by event. */
function screen(...bodies: readonly EventBody[]): ScreenState {
  const events = bodies.map((body, at): AgentEvent => ({ ...body, seq: at + 1, at: at + 1 }))
  const whole = applyEvents(EMPTY_SCREEN, events)
  expect(events.reduce((state, event) => applyEvents(state, [event]), EMPTY_SCREEN)).toEqual(whole)
  expect(whole.itemSeqs).toHaveLength(whole.items.length)
  return whole
}

const summaries = ({ items, canUndoCompaction }: ScreenState) => [
  ...items.flatMap((item) => (item.kind === 'compacted' ? [`${item.seq} ${item.undone}`] : [])),
  canUndoCompaction,
]
const drafts = ({ items }: ScreenState) => items.filter(({ kind }) => kind === 'compaction_draft')

it('a draft is shown until it is decided on, and nothing is billed for it', () => {
  const shown = screen(notice, drafted, notice)
  expect(shown.items[1]).toEqual({
    kind: 'compaction_draft',
    id: 'event-2',
    summary: 'In short.',
    earlier: [],
    messages: 4,
    tokensBefore: 5_000,
    tokensAfter: 700,
    keep: 'the ports',
  })
  expect([shown.contextTokens, shown.canUndoCompaction, shown.usage.session]).toEqual([0, false, []])
  const ends: readonly EventBody[] = [
    compacted,
    { type: 'compaction_dropped' },
    undone,
    restored(1),
    { type: 'spans_collapsed', spans: [{ at: 0, messages: 2, text: 't' }], tokens: 1 },
  ]
  for (const end of ends) expect(drafts(screen(notice, drafted, notice, end))).toEqual([])
  expect(drafts(screen(drafted, notice, drafted))).toMatchObject([{ id: 'event-3' }])
  expect(screen(notice, drafted, notice, compacted).itemSeqs).toEqual([1, 3, 4])
})

it('no draft comes back with a restore', () => {
  expect(drafts(screen(notice, drafted, restored(1), restored(2)))).toEqual([])
})

it('the last summary that stands is the one that is undone; the tokens are those before it and since', () => {
  const answered: EventBody = { ...compacted, tokensBefore: 900, tokensAfter: 800 }
  expect(summaries(screen(compacted))).toEqual(['1 false', true])
  expect(summaries(screen(compacted, answered, undone))).toEqual(['1 false', '2 true', true])
  expect(summaries(screen(compacted, answered, undone, undone, undone))).toEqual(['1 true', '2 true', false])
  expect(screen(compacted, undone).contextTokens).toBe(5_000)
  expect(screen(compacted, answered, undone).contextTokens).toBe(900)
})

it('after a restore a summary is what it was at that moment', () => {
  expect(summaries(screen(notice, compacted, undone, restored(2)))).toEqual(['2 false', true])
  expect(summaries(screen(notice, compacted, undone, restored(1)))).toEqual([false])
  expect(summaries(screen(notice, compacted, undone, restored(1), restored(3)))).toEqual(['2 true', false])
  expect(summaries(screen(notice, compacted, restored(1), undone))).toEqual([false])
})

it('notes on what is before a later part stay', () => {
  const note = (messages: number): EventBody => ({
    type: 'session_notes',
    text: `${messages}`,
    messages,
    model: 'm',
    requestId: 'n',
  })
  const { sessionNotes } = screen(note(2), note(4), { ...compacted, from: 3 })
  expect(sessionNotes.map(({ text }) => text)).toEqual(['2'])
})
