import { expect, it } from 'vitest'
import { DoublePress } from './double-press.ts'

/** Which of the presses, as `key time`, are the second; those with a star do not count. */
function seconds(...presses: readonly string[]): boolean[] {
  const escape = new DoublePress('Escape')
  return presses.map((press) => {
    const [key = '', time = ''] = press.replace('*', '').split(' ')
    return escape.isSecond({ key, timeStamp: Number(time) }, !press.endsWith('*'))
  })
}

it('is two presses soon after each other', () => {
  expect(seconds('Escape 0', 'Escape 599', 'Escape 700', 'Escape 800')).toEqual([false, true, false, true])
  expect(seconds('Escape 0', 'Escape 600')).toEqual([false, false])
})

it('is none with another key between, or where one does not count', () => {
  expect(seconds('Escape 0', 'a 100', 'Escape 200')).toEqual([false, false, false])
  expect(seconds('Escape 0', 'Escape 100*', 'Escape 200')).toEqual([false, false, false])
})
