import { expect, it } from 'vitest'
import { excerptBelow, writtenBy } from './notes.ts'

it.each([
  ['its text, where it has a name', 'Ports', 'The tests need 4000.', 'The tests need 4000.'],
  ['the rest, where its first line is the title', 'Use tabs.', 'Use tabs.\nAlways.', 'Always.'],
  ['nothing more, where that is all', 'Use tabs.', '- Use tabs.', ''],
  [
    'all of a line that only begins as the title',
    'Use tabs',
    'Use tabs; never spaces.',
    'Use tabs; never spaces.',
  ],
])('below a title stands %s', (_, title, excerpt, expected) => {
  expect(excerptBelow({ title, excerpt })).toBe(expected)
})

it('a note of the user’s with rules of the agent’s says both', () => {
  expect(writtenBy({ by: 'user' })).toBe('written by you')
  expect(writtenBy({ by: 'user', rulesBy: 'agent' })).toBe('written by you, rules added by the agent')
})
