/** Hooks on the screen: their failures, their words for the person, and what they block beside calls. */
import { expect, it } from 'vitest'
import type { AgentEvent, EventOf } from '../events.ts'
import { EMPTY_SCREEN } from './screen-state.ts'
import { applyEvents } from './view.ts'

const ran = (more: Partial<EventOf<'hook_ran'>>): AgentEvent => ({
  type: 'hook_ran',
  event: 'Stop',
  hook: 'check.sh',
  source: 'project',
  outcome: 'success',
  durationMs: 3,
  seq: 1,
  at: 0,
  ...more,
})

const shown = (more: Partial<EventOf<'hook_ran'>>) =>
  applyEvents(EMPTY_SCREEN, [ran(more)]).items.map(
    (item) => item.kind === 'notice' && [item.level, item.text],
  )

it.each([
  [{}, []],
  [{ outcome: 'blocking', behavior: 'deny', reason: 'No.', event: 'PreToolUse', toolUseId: 'c1' }, []],
  [
    { outcome: 'blocking', reason: 'Tests fail.' },
    [['info', 'The hook “check.sh” (Stop) says no: Tests fail.']],
  ],
  [
    { outcome: 'non_blocking_error', problem: 'No such file.' },
    [['warning', 'The hook “check.sh” (Stop) has failed: No such file.']],
  ],
  [{ message: 'Mind the style.' }, [['warning', 'The hook “check.sh” (Stop) says: Mind the style.']]],
] satisfies [Partial<EventOf<'hook_ran'>>, unknown][])('%j', (more, expected) => {
  expect(shown(more)).toEqual(expected)
})

it('has an id for each of two notices', () => {
  const { items } = applyEvents(EMPTY_SCREEN, [ran({ problem: 'Late.', message: 'Mind it.' })])
  expect(new Set(items.map((item) => 'id' in item && item.id)).size).toBe(2)
})
