import { expect, it } from 'vitest'
import { windowLimits } from './window.ts'

it('keeps room for a summary and an answer, in shares where the window is small', () => {
  const limits = [8_000, 32_000, 63_999, 64_000, 128_000, 200_000, 1_000_000].map((window) => {
    const { compactAt, blockAt } = windowLimits(window)
    return [window, compactAt, blockAt]
  })
  expect(limits).toEqual([
    [8_000, 6_800, 7_600],
    [32_000, 27_200, 30_400],
    [63_999, 54_399, 60_799],
    [64_000, 31_000, 41_000],
    [128_000, 95_000, 105_000],
    [200_000, 167_000, 177_000],
    [1_000_000, 967_000, 977_000],
  ])
})
