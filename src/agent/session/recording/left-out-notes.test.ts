/** Notes of a memory are the sender's own: no recording has them, wherever the log tells of them, or a call was of one. */
import { expect, it } from 'vitest'
import { actText, notesAtAct } from '../../memory/at-act/act-text.ts'
import { fitNotes, notesTold, pickedNotesText } from '../../memory/recall/pick-text.ts'
import { memoryChange, memoryRead, memoryText } from '../../memory/notes/told-memory.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { ToolResultBlock } from '../../protocol/messages.ts'
import { applyFact, NO_FACTS } from '../log/facts.ts'
import { lessonsTold } from '../learning/lesson-text.ts'
import { NOTHING_RECALLED } from '../log/recalled-facts.ts'
import { scriptOf } from '../replay/script.ts'
import { createRecallTool } from '../../tools/memory/recall.ts'
import { NO_USAGE } from '../../model/replay/recorded-response.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { isOfNotes } from '../../context/compression/of-notes.ts'
import { NOTE_LEFT_OUT } from './note-calls.ts'
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
const picked = fitNotes([{ ...note, origin: 'unconfirmed' }], 1_000)
const told = (text: string, messageId: string): EventBody => ({
  type: 'user_message',
  messageId,
  origin: 'program',
  content: [{ type: 'text', text }],
})

const heldText = actText(notesAtAct([note], 0))
const LOG: readonly EventBody[] = [
  { type: 'session_created', logVersion: 1, appVersion: '1' },
  memoryRead(memory),
  told(memoryText(memory, { mayWrite: true }), 'm1'),
  { type: 'user_message', messageId: 'm2', origin: 'human', content: [{ type: 'text', text: 'Go on.' }] },
  { type: 'memory_changed', path: `${SECRET}.md`, change: 'written', by: 'user', messageIds: [] },
  {
    type: 'memory_learned',
    upTo: 1,
    outcome: 'noted',
    notes: [{ path: `${SECRET}.md`, title: SECRET, origin: 'user' }],
    lesson: `${SECRET}.md`,
  },
  told(memoryChange(new Map(), memory) ?? '', 'm3'),
  { type: 'memory_recalled', by: 'model', candidates: 1, ...notesTold(picked), problem: SECRET },
  told(pickedNotesText(picked, 0) ?? '', 'm4'),
  { type: 'lessons_told', candidates: 1, lessons: [`lessons/${SECRET}.md`] },
  told(lessonsTold([{ path: 'lessons/a.md', text: `Task: "${SECRET}"`, updatedAt: 0 }], 0) ?? '', 'm5'),
  {
    type: 'memory_at_act',
    turnId: 't',
    toolUseId: 'c9',
    notes: [{ path: `${SECRET}.md`, hash: 'h', title: SECRET, at: 0, by: 'user', when: `Bash(${SECRET})` }],
    others: [{ path: `${SECRET}2.md`, hash: 'h' }],
  },
  {
    type: 'tool_result',
    turnId: 't',
    toolUseId: 'c9',
    tool: 'Bash',
    outcome: 'held',
    content: {
      type: 'tool_result',
      tool_use_id: 'c9',
      content: [
        { type: 'text', text: 'Held.' },
        { type: 'text', text: heldText },
      ],
      is_error: true,
    },
    durationMs: 0,
    synthetic: false,
  },
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
  expect(kept.filter(({ type }) => type === 'user_message')).toHaveLength(5)
  expect(kept.filter(({ type }) => type === 'memory_recalled')).toEqual([])
  expect(kept.filter(({ type }) => type === 'memory_at_act')).toEqual([])
  expect(kept.find(({ type }) => type === 'tool_result')).toMatchObject({ outcome: 'held' })
  expect(JSON.stringify(kept)).toContain('Held.')
  expect(JSON.stringify(kept)).toContain('Own words.')
  // A replay tells what is left of them, and nothing of this browser's.
  expect(JSON.stringify(scriptOf(kept))).not.toContain(SECRET)
})

it('whoever opens one, or has seen a replay, is told of their own notes as at a beginning', () => {
  const knows = [...LOG].reduce((facts, body) => applyFact(facts, { ...body, at: 1 }), NO_FACTS)
  expect(knows.memory?.size).toBe(1)
  expect(knows.recalled.bytes).toBeGreaterThan(0)
  const opened = {
    type: 'recording_opened',
    title: '',
    hash: '',
    from: 'file',
    appVersion: '1',
    calls: 0,
  } as const
  const replayed = { type: 'replay_ended', how: 'finished', same: 0, differing: 0, missing: 0 } as const
  for (const end of [opened, replayed]) {
    const { memory: index, recalled } = applyFact(knows, { ...end, at: 1 })
    expect([index, recalled], end.type).toEqual([undefined, NOTHING_RECALLED])
  }
})

const call = { turnId: 't', toolUseId: 'c1', tool: 'MultiEdit' } as const
const input = {
  file_path: `/memory/${SECRET}.md`,
  edits: [{ old_string: SECRET, new_string: `${SECRET}s`, replace_all: true }],
}
const result = (text: string): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: 'c1',
  content: [{ type: 'text', text }],
  is_error: false,
})

const CALLS: readonly EventBody[] = [
  {
    type: 'assistant_block',
    turnId: 't',
    block: 0,
    content: { type: 'tool_use', id: 'c1', name: 'MultiEdit', input },
  },
  { type: 'input_checked', ...call, outcome: 'coerced', details: [SECRET] },
  {
    type: 'permission_requested',
    ...call,
    title: SECRET,
    reason: SECRET,
    suggestedRule: `Edit(${SECRET})`,
    destructive: false,
  },
  { type: 'permission_decided', ...call, behavior: 'allow', source: 'rule', reason: SECRET },
  {
    type: 'call_classified',
    ...call,
    model: 'm',
    decision: 'allow',
    reason: SECRET,
    usage,
    costUsd: null,
  },
  {
    type: 'hook_ran',
    event: 'PreToolUse',
    hook: 'h',
    source: 'user',
    toolUseId: 'c1',
    outcome: 'success',
    durationMs: 1,
    reason: SECRET,
    message: SECRET,
    problem: SECRET,
  },
  { type: 'tool_started', ...call, input, title: SECRET },
  {
    type: 'tool_result',
    ...call,
    outcome: 'done',
    content: result(SECRET),
    display: { kind: 'diff', path: SECRET, patch: SECRET, added: 1, removed: 1 },
    stored: { name: 'read-00000000.txt', hash: 'a'.repeat(64), size: 1 },
    durationMs: 1,
    synthetic: false,
    seen: [{ path: `/memory/${SECRET}.md`, hash: 'b'.repeat(64) }],
  },
]

it('a call of a note has its outcome alone', () => {
  const events = CALLS.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 }))
  const kept = slim(events)
  expect(kept.map(({ type }) => type)).toEqual(CALLS.map(({ type }) => type))
  expect(JSON.stringify(kept)).not.toContain(SECRET)
  expect(JSON.stringify(kept)).not.toMatch(/[ab]{64}/)
  // It still fits the tool's schema.
  const started = kept.find(({ type }) => type === 'tool_started')
  expect(started).toMatchObject({
    input: { file_path: '/memory/left-out.md', edits: [{ old_string: NOTE_LEFT_OUT, replace_all: true }] },
  })
})

it.each(['/memory', '/memory/a.md', '/memory/../memory/a.md', '../memory/a.md', '//memory//a.md'])(
  '%s is of notes',
  (path) => expect(isOfNotes({ pattern: 'x', path })).toBe(true),
)

it('another call stays as it is, also one that only speaks of notes', () => {
  for (const [name, of] of [
    ['Bash', { command: 'cat /memory/a.md' }],
    ['Grep', { pattern: 'memory', path: '/workspace/memory' }],
    ['Read', { file_path: '/memory-of-things/a.md' }],
    ['Write', { file_path: 'a.md', content: '/memory/a.md' }],
  ] as const) {
    const events: readonly EventBody[] = [
      { type: 'tool_started', ...call, tool: name, input: of, title: 'It' },
      {
        type: 'tool_result',
        ...call,
        outcome: 'done',
        content: result('Kept.'),
        durationMs: 1,
        synthetic: false,
      },
    ]
    const kept = slim(events.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 })))
    expect(kept[0]).toMatchObject({ input: of, title: 'It' })
    expect(JSON.stringify(kept[1])).toContain('Kept.')
  }
})

it('a draft of a summary is no part of it; that a summary was taken back is', () => {
  const events: readonly EventBody[] = [
    {
      ...{ type: 'compaction_drafted', messages: 2, summary: SECRET, tokensBefore: 9, tokensAfter: 1 },
      ...{ model: 'm', requestId: 'q' },
    },
    { type: 'compaction_dropped' },
    { type: 'compaction_undone' },
  ]
  const kept = slim(events.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 })))
  expect(kept.map(({ type }) => type)).toEqual(['compaction_undone'])
})

it('a summary names its sources by the numbers that they have there, and none that is left out', () => {
  const said = (text: string): EventBody => ({
    ...{ type: 'user_message', messageId: text, content: [{ type: 'text', text }], origin: 'human' },
  })
  const summary: EventBody = {
    ...{ type: 'conversation_compacted', trigger: 'manual', notes: [], messages: 2 },
    ...{
      summary: '- One. [#2 #4]\n- Two. [#3] [log: it has failed]',
      earlier: ['Three. [#1]', 'Four. [#4]'],
    },
    ...{ tokensBefore: 9, tokensAfter: 1, usage: NO_USAGE, costUsd: 0, model: 'm' },
  }
  const left: EventBody = { type: 'compaction_dropped' }
  const events = [left, said('a'), left, said('b'), summary]
  const kept = slim(events.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 })))
  expect(kept.at(-1)).toMatchObject({
    summary: '- One. [#1 #2]\n- Two. [log: it has failed]',
    earlier: ['Three.', 'Four. [#2]'],
  })
})

it('of a question to the recall there stays that it was asked, in a form that its tool takes', () => {
  const asked = { query: SECRET, limit: 3, role: 'tool', tool: 'Bash', after: '2026-11-30' }
  const events: readonly EventBody[] = [
    {
      type: 'assistant_block',
      turnId: 't',
      block: 0,
      content: { type: 'tool_use', id: 'c1', name: 'Recall', input: asked },
    },
    { type: 'tool_started', ...call, tool: 'Recall', input: asked, title: SECRET },
    {
      type: 'tool_result',
      ...call,
      tool: 'Recall',
      outcome: 'done',
      content: result(`1. The user, session "${SECRET}"\n> ${SECRET}`),
      display: { kind: 'summary', text: '1 found' },
      durationMs: 1,
      synthetic: false,
    },
  ]
  const kept = slim(events.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 })))
  expect(JSON.stringify(kept)).not.toContain(SECRET)
  expect(kept).toHaveLength(3)
  const [block] = kept
  if (block?.type !== 'assistant_block' || block.content.type !== 'tool_use') throw new Error('It is a call.')
  const tool = createRecallTool(() => Promise.resolve(ok({ found: [], cut: false })))
  expect(tool.prepare(block.content.input)).toMatchObject({ ok: true })
})
