/** Messages of before, with the arrow keys. */
import { expect, it } from 'vitest'
import { PromptHistory } from './prompt-history.ts'

const SENT = ['first', 'second']

it('goes back to the first message, and forward to the empty composer', () => {
  const history = new PromptHistory()
  expect(history.move('older', SENT, '')).toBe('second')
  expect(history.move('older', SENT, 'second')).toBe('first')
  expect(history.move('older', SENT, 'first')).toBeUndefined()
  expect(history.move('newer', SENT, 'first')).toBe('second')
  expect(history.move('newer', SENT, 'second')).toBe('')
  expect(history.move('newer', SENT, '')).toBeUndefined()
})

it('leaves alone what somebody has typed or changed', () => {
  const history = new PromptHistory()
  expect(history.move('older', SENT, 'my own')).toBeUndefined()
  expect(history.move('older', SENT, '')).toBe('second')
  expect(history.move('older', SENT, 'second, changed')).toBeUndefined()
  expect(history.move('older', [], '')).toBeUndefined()
})
