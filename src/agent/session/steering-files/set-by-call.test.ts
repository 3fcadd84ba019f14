/** A steering file that a file tool wrote counts as the user's only where the user was asked for that call and allowed it. */
import { expect, it } from 'vitest'
import type { EventBody, EventOf } from '../../protocol/events.ts'
import { applyFact, NO_FACTS } from '../log/facts.ts'

const HASH = 'a'.repeat(64)

function decided(source: string, behavior: 'allow' | 'deny' = 'allow'): EventBody {
  return { type: 'permission_decided', turnId: 't', toolUseId: 'c', behavior, source, reason: '' }
}

function written(path: string, more: Partial<EventOf<'tool_result'>> = {}): EventBody {
  return {
    type: 'tool_result',
    turnId: 't',
    toolUseId: 'c',
    tool: 'Write',
    outcome: 'done',
    content: { type: 'tool_result', tool_use_id: 'c', content: [], is_error: false },
    durationMs: 0,
    synthetic: false,
    display: { kind: 'diff', path, patch: '', added: 1, removed: 0 },
    seen: [{ path: `/workspace/${path}`, hash: HASH }],
    ...more,
  }
}

function setBy(...events: readonly EventBody[]) {
  const facts = events.reduce((before, event) => applyFact(before, { ...event, at: 0 }), NO_FACTS)
  return [...facts.setByCalls]
}

it('is set by a call that the user allowed, by its path from the workspace’s root', () => {
  expect(setBy(decided('person'), written('CLAUDE.md'))).toEqual([['CLAUDE.md', HASH]])
  expect(setBy(decided('person'), written('pkg/.npmrc'))).toEqual([['pkg/.npmrc', HASH]])
})

it('is not set by a rule, a classifier, a refusal, a failure, a command, or a call after it', () => {
  for (const source of ['user', 'project', 'session', 'mode', 'classifier'])
    expect(setBy(decided(source), written('CLAUDE.md'))).toEqual([])
  expect(setBy(decided('person', 'deny'), written('CLAUDE.md'))).toEqual([])
  expect(setBy(decided('person'), written('CLAUDE.md', { outcome: 'failed' }))).toEqual([])
  const command = { kind: 'process', exitCode: 0, durationMs: 0, timedOut: false } as const
  expect(setBy(decided('person'), written('CLAUDE.md', { display: command }))).toEqual([])
  expect(setBy(decided('person'), written('src/a.ts'), written('CLAUDE.md'))).toEqual([])
})

it('is not set by what somebody else’s recording says', () => {
  const opened: EventBody = {
    type: 'recording_opened',
    title: '',
    hash: '',
    from: 'file',
    appVersion: '',
    calls: 1,
  }
  expect(setBy(decided('person'), written('CLAUDE.md'), opened)).toEqual([])
  expect(setBy(decided('person'), opened, written('CLAUDE.md'))).toEqual([])
})
