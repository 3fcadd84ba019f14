import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../agent/protocol/events.ts'
import { EMPTY_SCREEN } from '../../../agent/protocol/view/screen-state.ts'
import { applyEvents } from '../../../agent/protocol/view/view.ts'
import { wholeStory } from '../../testing/story.ts'
import { findInConversation } from './find-matches.ts'

const events = wholeStory().map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: index }))
const { items } = applyEvents(EMPTY_SCREEN, events)
const kinds = (text: string) =>
  findInConversation(items, text, 100).map(({ index, call }) => call ?? items[index]?.kind)

describe('finding in the conversation', () => {
  it('looks at what was said, thought, done and put out, whatever its case', () => {
    expect(kinds('failing TEST pass')).toEqual(['user'])
    expect(kinds('month carries the wrong way')).toEqual(['assistant'])
    expect(kinds('npm test')).toEqual(['c1', 'c5'])
    expect(kinds('2024-01-29')).toEqual(['c1'])
    expect(kinds('dates')).toEqual(['imported', 'c1', 'assistant'])
  })

  it('finds nothing by nothing', () => {
    expect([kinds('  '), kinds('nowhere at all')]).toEqual([[], []])
  })

  it('ends at its limit', () => {
    expect(findInConversation(items, 'e', 3)).toHaveLength(3)
  })
})
