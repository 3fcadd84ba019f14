/** Which instruction files are told whole is the user's choice: it costs. */
import { expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { applyFact, NO_FACTS } from './facts.ts'

function wanted(...events: readonly EventBody[]) {
  return [
    ...events.reduce((facts, event) => applyFact(facts, { ...event, at: 0 }), NO_FACTS).wantedInstructions,
  ]
}

const WANTED: EventBody = { type: 'instructions_wanted', name: 'CLAUDE.md' }

it('it stays, and is nobody’s whose recording is opened', () => {
  const opened: EventBody = {
    type: 'recording_opened',
    title: '',
    hash: '',
    from: 'file',
    appVersion: '',
    calls: 1,
  }
  expect(wanted(WANTED, WANTED)).toEqual(['CLAUDE.md'])
  expect(wanted(WANTED, opened)).toEqual([])
  expect(wanted(WANTED, opened, { ...WANTED, name: 'a.md' })).toEqual(['a.md'])
})
