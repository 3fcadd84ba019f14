import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../../../agent/protocol/events.ts'
import { EMPTY_SCREEN } from '../../../agent/protocol/view/screen-state.ts'
import { applyEvents } from '../../../agent/protocol/view/view.ts'
import { user } from '../../testing/story.ts'
import { beginningOf } from './beginning.ts'
import { choicesIn, endsOf, messagesIn, startsOf, type Choices } from './part.ts'

const compacted: EventBody = {
  type: 'conversation_compacted',
  trigger: 'manual',
  summary: 'Mended.',
  notes: [],
  messages: 4,
  tokensBefore: 9_000,
  tokensAfter: 900,
  model: 'm',
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: 0,
}

function choices(...bodies: readonly EventBody[]): Choices {
  const events = bodies.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: index }))
  return choicesIn(applyEvents(EMPTY_SCREEN, events).items)
}

const ids = (messages: Choices['messages']) => messages.map(({ id }) => id).join(' ')
const three = choices(user('One', 'a'), user('Two', 'b'), user('Three', 'c'))

describe('the part that is summarised', () => {
  it('can begin with each message but the first, which the beginning has, and end before each after it', () => {
    expect(ids(startsOf(three))).toBe('b c')
    expect(['', 'a', 'b', 'c'].map((from) => ids(endsOf(three, from)))).toEqual(['b c', 'b c', 'c', ''])
  })

  it('has the messages from its beginning up to the one before which it ends', () => {
    const parts = [
      { from: '', to: '' },
      { from: 'b', to: '' },
      { from: '', to: 'c' },
      { from: 'b', to: 'c' },
    ]
    expect(parts.map((part) => ids(messagesIn(three, part)))).toEqual(['a b c', 'b c', 'a b', 'b'])
  })

  it('has only messages after the last summary that stands', () => {
    const after = choices(user('One', 'a'), compacted, user('Two', 'b'), user('Three', 'c'))
    expect([ids(after.messages), ids(startsOf(after)), ids(endsOf(after, ''))]).toEqual(['b c', 'b c', 'c'])
    const undone = choices(user('One', 'a'), compacted, user('Two', 'b'), { type: 'compaction_undone' })
    expect([ids(undone.messages), ids(startsOf(undone))]).toEqual(['a b', 'b'])
    expect(choices(user('One', 'a'), compacted).messages).toEqual([])
  })
})

describe('the beginning of a message', () => {
  it('is one line of its first characters, none of them hidden or cut in two', () => {
    expect(beginningOf('  Mend\n\nthe\u202e parser ')).toBe('Mend the[U+202E] parser')
    expect(beginningOf('🦊'.repeat(90))).toBe(`${'🦊'.repeat(80)}…`)
    expect(beginningOf(' ')).toBe('Picture')
  })
})
