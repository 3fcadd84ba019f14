import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../protocol/events.ts'
import { slim } from '../recording/slim.ts'
import { readBody, readEvent } from './lift-event.ts'
import { isAllKnown } from './stored-shape.ts'
import { writtenEvent } from './written-event.ts'

const RESULT = {
  type: 'tool_result',
  turnId: 't',
  toolUseId: 'u',
  tool: 'Read',
  outcome: 'done',
  content: { type: 'tool_result', tool_use_id: 'u', content: [{ type: 'text', text: 'x' }], is_error: false },
  durationMs: 1,
  synthetic: false,
  seen: [{ path: 'a', hash: 'h' }],
}
/** With a field of a later version at every depth, before and among those that are known. */
const LATER = {
  threadId: 'main',
  ...RESULT,
  content: { later: 1, ...RESULT.content, content: [{ type: 'text', cited: ['y'], text: 'x' }] },
  seen: [{ path: 'a', mode: 0o644, hash: 'h' }],
}
const stored = (body: object) => ({ ...body, at: 7, seq: 99, chain: 'c' })
const bytes = (event: AgentEvent) => JSON.stringify(writtenEvent(event))

describe('a stored event', () => {
  it('is read as it is, and written as it was read', () => {
    const event = readEvent(stored(RESULT), 3)
    expect(event).toEqual({ ...RESULT, at: 7, seq: 3 })
    expect(writtenEvent(event)).toBe(event)
  })

  it('has known fields only, and is written with all that was stored', () => {
    const event = readEvent(stored(LATER), 3)
    expect(JSON.parse(JSON.stringify(event))).toEqual({ ...RESULT, at: 7, seq: 3 })
    expect(bytes(event)).toBe(JSON.stringify({ ...LATER, seq: 3, at: 7 }))
    expect(isAllKnown(event)).toBe(false)
  })

  it('keeps unknown fields where known ones were changed since', () => {
    const event = readEvent(stored({ ...LATER, root: 'r' }), 3)
    if (event.type !== 'tool_result') throw new Error('It is a result.')
    const { seen: _, ...rest } = event
    const changed = {
      ...rest,
      root: 'other',
      moment: { seed: 1, at: 2 },
      content: { ...event.content, is_error: true },
    }
    const { seen: __, ...later } = LATER
    expect(JSON.parse(bytes(changed))).toEqual({
      ...later,
      root: 'other',
      moment: { seed: 1, at: 2 },
      content: { ...later.content, is_error: true },
      seq: 3,
      at: 7,
    })
  })

  it('of a type that only a later version knows is opaque, and is written as it was', () => {
    const body = { type: 'helper_started', threadId: 'x', turnId: 't', notes: [{ a: null }] }
    const event = readEvent(stored(body), 3)
    expect(JSON.parse(JSON.stringify(event))).toEqual({
      type: 'opaque',
      kind: 'helper_started',
      seq: 3,
      at: 7,
    })
    expect(bytes({ ...event, seq: 4 })).toBe(JSON.stringify({ ...body, seq: 4, at: 7 }))
  })

  it('that cannot be read is a notice, and is written as it was', () => {
    for (const body of [
      { ...RESULT, outcome: 'postponed' },
      { ...RESULT, display: { kind: 'map' } },
      { a: 1 },
    ]) {
      const event = readEvent(stored(body), 3)
      expect(event).toMatchObject({
        type: 'notice',
        level: 'warning',
        text: 'Step 3 of this session could not be read and is left out.',
      })
      expect(bytes(event)).toBe(JSON.stringify({ ...body, seq: 3, at: 7 }))
    }
    for (const none of [null, 'text', [RESULT], undefined])
      expect(readEvent(none, 3)).toMatchObject({ type: 'notice', level: 'warning', seq: 3, at: 0 })
  })

  it('does not give its stored body to another thread, or to the disk', () => {
    const event = readEvent(stored(LATER), 3)
    expect(isAllKnown(structuredClone(event))).toBe(true)
    expect(Object.keys(event)).not.toContain('threadId')
  })
})

describe('a lift', () => {
  const lifts = [
    {
      type: 'left',
      lift: ({ type: _, ...body }: Readonly<Record<string, unknown>>) => ({ type: 'exit', ...body }),
    },
    {
      type: 'exit',
      lift: (body: Readonly<Record<string, unknown>>) =>
        body['mode'] === undefined ? { ...body, type: 'mode_changed', mode: 'plan' } : body,
    },
  ]

  it('makes an older shape one that is known, step by step, before it is checked', () => {
    expect(readBody({ type: 'left' }, lifts)).toMatchObject({ type: 'mode_changed', mode: 'plan' })
    expect(readBody({ type: 'exit' }, lifts)).toMatchObject({ type: 'mode_changed', mode: 'plan' })
    expect(readBody({ type: 'exit' }, [])).toMatchObject({ type: 'opaque', kind: 'exit' })
  })

  it('leaves newer shapes as they are', () => {
    const body = { type: 'mode_changed', mode: 'default' }
    const read = readBody(body, lifts)
    expect(read).toEqual(body)
    expect(Object.getOwnPropertySymbols(read)).toEqual([])
  })

  it('gives titles of logs without a source to the user, and they are written as they were', () => {
    const body = { type: 'session_titled', title: 'Fix it' }
    const event = readEvent(stored(body), 3)
    expect(event).toMatchObject({ ...body, by: 'person' })
    expect(bytes(event)).toBe(JSON.stringify({ ...body, seq: 3, at: 7 }))
    expect(isAllKnown(event)).toBe(true)
    const named = { type: 'session_titled', title: 'Fix it', by: 'prompt' } as const
    const known = readEvent(stored(named), 3)
    expect(writtenEvent(known)).toBe(known)
  })
})

it('the notes of an older log were objects, and are lines', () => {
  const older = {
    type: 'memory_read',
    notes: [{ path: 'a b.md', hash: 'aa unconfirmed' }, { path: 'c.md', hash: 'cc' }, { path: 'none' }, null],
  }
  const event = readEvent(stored(older), 3)
  expect(JSON.parse(JSON.stringify(event))).toEqual({
    type: 'memory_read',
    notes: 'aa unconfirmed\ta b.md\ncc\tc.md',
    at: 7,
    seq: 3,
  })
  // On its way out it is as it was, but for what was taken out of it.
  expect(JSON.parse(bytes(event))).toEqual({ ...older, at: 7, seq: 3 })
  const [slimmed] = slim([event])
  expect(slimmed && JSON.parse(bytes(slimmed))).toEqual({ type: 'memory_read', notes: '', at: 7, seq: 1 })
})
