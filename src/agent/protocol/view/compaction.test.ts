import { expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../events.ts'
import { EMPTY_SCREEN } from './screen-state.ts'
import { applyEvents } from './view.ts'

const compacted: EventBody = {
  type: 'conversation_compacted',
  trigger: 'auto',
  summary: 'The newest part.',
  notes: [],
  messages: 4,
  tokensBefore: 5_000,
  tokensAfter: 700,
  model: 'm',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: 0,
}
const note = (text: string): EventBody => ({
  type: 'session_notes',
  text,
  messages: 2,
  model: 'm',
  requestId: 'q',
})

function screen(...bodies: readonly EventBody[]) {
  const events = bodies.map((body, at): AgentEvent => ({ ...body, seq: at + 1, at: at + 1 }))
  return applyEvents(EMPTY_SCREEN, events)
}

it('running notes are shown until a summary, and until the conversation goes back', () => {
  const notes = [note('First.'), note('Second.')]
  expect(screen(...notes).sessionNotes).toEqual([
    { at: 1, text: 'First.', messages: 2 },
    { at: 2, text: 'Second.', messages: 2 },
  ])
  expect(screen(...notes, { ...compacted, by: 'notes' }).sessionNotes).toEqual([])
  const back: EventBody = { type: 'conversation_restored', toSeq: 1, events: 0, isUntold: false }
  expect(screen(...notes, back).sessionNotes).toEqual([])
})

it('notes made beside the work do not end what the screen says of it', () => {
  const run: EventBody = { type: 'run_started', runId: 'r', model: 'm', contextWindow: 9, mode: 'default' }
  const asked: EventBody = { type: 'compaction_started', trigger: 'auto' }
  expect(screen(run, asked, note('First.')).run).toMatchObject({ status: 'running', compacting: true })
})

it('a summary says what made it, and has the earlier ones', () => {
  expect(screen(compacted).items).toMatchObject([{ kind: 'compacted', by: 'model', earlier: [] }])
  expect(screen({ ...compacted, by: 'program', earlier: ['Before.'] }).items).toMatchObject([
    { by: 'program', earlier: ['Before.'], summary: 'The newest part.' },
  ])
})

it('neither notes nor the program’s summary are billed by the summary', () => {
  expect(screen(compacted).usage.session).toHaveLength(1)
  expect(screen({ ...compacted, by: 'program' }).usage.session).toEqual([])
  expect(screen({ ...compacted, by: 'notes', requestId: 'q' }).usage.session).toEqual([])
})

it('finished parts and marks of the window are told', () => {
  const spans = [{ at: 0, messages: 2, text: 't' }]
  const filled = { type: 'context_filled', tokens: 134_000, compactAt: 167_000, blockAt: 177_000 } as const
  const { items } = screen(
    { type: 'spans_collapsed', spans, tokens: 900 },
    { type: 'spans_collapsed', spans: [...spans, { at: 3, messages: 2, text: 't' }], tokens: 900 },
    { ...filled, level: 'high' },
    { ...filled, level: 'full' },
  )
  expect(items.map((item) => item.kind === 'notice' && item.text)).toEqual([
    'To make room, the calls of 1 finished request are no longer sent to the model: some 900 tokens. The request and its answer are, and all of it stays here.',
    'To make room, the calls of 2 finished requests are no longer sent to the model: some 900 tokens. The requests and their answers are, and all of it stays here.',
    'The conversation takes 134k tokens. From 167k on it is made shorter; /context shows what takes them.',
    'The conversation takes 134k tokens. From 177k on no request is made: /compact makes it shorter.',
  ])
})
