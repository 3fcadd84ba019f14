import { expect, it } from 'vitest'
import { adviceVerdict } from './advice-verdict.ts'

const runs = (asked: number, all: number, calls = 1) =>
  Array.from({ length: all }, (_, index) => (index < asked ? calls : 0))

it.each([
  ['a few runs say nothing', runs(0, 9), ''],
  ['one run in ten is worth it', runs(1, 10), ''],
  ['fewer are not', runs(1, 11), 'This is less than one run in ten: you may well do without it.'],
  ['two runs at the limit may be chance', runs(2, 4, 3), ''],
])('%s', (_, calls, verdict) => {
  expect(adviceVerdict(calls, 3)).toBe(verdict)
})

it('runs that often use all that they have say that something else is missing', () => {
  expect(adviceVerdict([...runs(2, 2, 3), 1, 0], 3)).toMatch(/^2 of them used all 3 calls that a run has/)
  expect(adviceVerdict([3, 1, 1, 0], 3)).toBe('')
})
