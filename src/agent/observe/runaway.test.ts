/** Sequences that are a runaway, and those that are none. */
import { expect, it } from 'vitest'
import { isRunaway } from './runaway.ts'

it.each([
  [[1, 2, 3, 4, 5], true],
  [[9, 1, 2, 3, 4, 5], false],
  [[0.5, 1, 2, 3, 4, 5], true],
  [[9, 8, 1, 2, 3, 4, 5, 6], true],
  [[1, 2, 3, 4], false],
  [[1, 2, 3, 3, 4], false],
  [[1, 2, 3, 4, 5, 4], false],
  [[5, 4, 3, 2, 1], false],
  [[], false],
])('of costs %j: %s', (costs, expected) => expect(isRunaway(costs)).toBe(expected))
