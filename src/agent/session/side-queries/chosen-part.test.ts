import { describe, expect, it } from 'vitest'
import type { CompactOptions } from '../../protocol/calls/runs.ts'
import type { Message } from '../../protocol/messages.ts'
import { chosenPart } from './chosen-part.ts'

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const answer = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] })
const call: Message = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'c', name: 'Read', input: {} }],
}
const result: Message = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'c', content: [], is_error: false }],
}
const resultAndWords: Message = { ...result, content: [...result.content, { type: 'text', text: 'steer' }] }

/** `one` at 0, `two` at 2, `steer` in the middle of its work at 4, `three` at 6; `gone` is in it no more. */
const MESSAGES = [user('one'), answer('1'), user('two'), call, resultAndWords, answer('2'), user('three')]
const PLACES = new Map([
  ['one', 0],
  ['two', 2],
  ['steer', 4],
  ['three', 6],
])

function chosen(
  options: CompactOptions,
  messages: readonly Message[] = [...MESSAGES, answer('3')],
  { isPaused = false, summaryAt = -1 } = {},
) {
  const made = chosenPart(
    {
      messages,
      isPaused,
      placeOf: (id) => PLACES.get(id),
      hasSummary: (place) => place === summaryAt,
      knows: (id) => PLACES.has(id) || id === 'gone',
    },
    options,
  )
  return made.ok ? [made.value.from, made.value.end] : `${made.error.kind}: ${made.error.message}`
}

describe('a part', () => {
  it('goes from one message of the user to before another, or to an end of the conversation', () => {
    expect(chosen({})).toEqual([0, 8])
    expect(chosen({ from: 'two' })).toEqual([2, 8])
    expect(chosen({ to: 'two' })).toEqual([0, 2])
    expect(chosen({ from: 'two', to: 'three' })).toEqual([2, 6])
  })

  it('parts no call from its result where a message was sent while the agent worked', () => {
    expect(chosen({ from: 'steer' })).toEqual([5, 8])
    expect(chosen({ from: 'one', to: 'steer' })).toEqual([0, 3])
  })

  it('takes no summary away with a message that stands right after it', () => {
    expect(chosen({ from: 'two' }, undefined, { summaryAt: 2 })).toEqual([3, 8])
    expect(chosen({ to: 'three' }, undefined, { summaryAt: 6 })).toEqual([0, 6])
    expect(chosen({ to: 'three' }, undefined, { summaryAt: 0 })).toEqual([0, 6])
  })

  it('of a draft ends before a message that may still grow', () => {
    expect(chosen({ preview: true }, MESSAGES)).toEqual([0, 6])
    expect(chosen({}, MESSAGES)).toEqual([0, 7])
    expect(chosen({ preview: true }, [user('one'), answer('1'), user('two'), call, result])).toEqual([0, 3])
    expect(chosen({ preview: true })).toEqual([0, 8])
    expect(chosen({ preview: true }, [...MESSAGES, answer('3')], { isPaused: true })).toEqual([0, 7])
  })
})

describe('it says why there is none', () => {
  it.each<[string, CompactOptions, string]>([
    [
      'an unknown message',
      { from: 'none' },
      'not_found: This session has no message "none"; nothing was summarised.',
    ],
    [
      'an unknown end',
      { to: 'none' },
      'not_found: This session has no message "none"; nothing was summarised.',
    ],
    [
      'a message that is gone',
      { from: 'gone' },
      'not_found: The message "gone" is no longer in the conversation as the model has it: it was summarised or taken back. Nothing was summarised.',
    ],
    [
      'an end before the beginning',
      { from: 'three', to: 'two' },
      'invalid: The part was to begin with the message "three" and to end before "two", which comes first; nothing was summarised.',
    ],
    [
      'an empty part',
      { from: 'two', to: 'two' },
      'invalid: Between the message "two" and the message "two" there is too little to summarise; nothing has changed.',
    ],
    [
      'nothing before the first message',
      { to: 'one' },
      'invalid: Between the beginning and the message "one" there is too little to summarise; nothing has changed.',
    ],
  ])('%s', (_, options, message) => {
    expect(chosen(options)).toBe(message)
  })

  it('an unanswered message alone', () => {
    expect(chosen({ from: 'three' }, MESSAGES)).toMatch(/^invalid: Between the message "three" and the end/)
  })
})
