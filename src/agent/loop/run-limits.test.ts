import { expect, it } from 'vitest'
import { resolveLimits, thinkingAt } from './run-limits.ts'
import type { RunLimits } from './run-limits.ts'

const NONE: RunLimits = {
  maxTurns: 200,
  maxTokens: undefined,
  thinkingTokens: 0,
  thinkingDecay: undefined,
}
const decay = { afterTurn: 2, factor: 0.5, floor: 1_500 }
const other = { afterTurn: 0, factor: 0, floor: 0 }

it.each([
  ['nobody says anything', {}, {}, NONE],
  [
    'the agent says all',
    {},
    { maxTurns: 20, maxTokens: 9, thinkingTokens: 5, thinkingDecay: decay },
    {
      maxTurns: 20,
      maxTokens: 9,
      thinkingTokens: 5,
      thinkingDecay: decay,
    },
  ],
  [
    'the run goes first, field by field',
    { maxTurns: 3, thinkingDecay: other },
    { maxTurns: 20, maxTokens: 9, thinkingDecay: decay },
    {
      maxTurns: 3,
      maxTokens: 9,
      thinkingTokens: 0,
      thinkingDecay: other,
    },
  ],
  ['nothing is a word, too', { thinkingTokens: 0 }, { thinkingTokens: 4_096 }, NONE],
  ['undefined is none', { maxTurns: undefined }, { maxTurns: 7 }, { ...NONE, maxTurns: 7 }],
])('limits of a run where %s', (_, run, agent, expected) => {
  expect(resolveLimits(run, agent, NONE)).toEqual(expected)
})

it.each([
  ['none', undefined, [8_000, 8_000, 8_000, 8_000]],
  ['after two rounds, down to a floor', decay, [8_000, 8_000, 4_000, 2_000, 1_500, 1_500]],
  ['to nothing', other, [0, 0]],
  ['a floor above what there is', { afterTurn: 1, factor: 0.5, floor: 99_000 }, [8_000, 8_000]],
  ['a function', (base: number, turn: number) => base / turn, [8_000, 4_000, 2_667]],
  ['a function that gives too much', (base: number) => base * 2, [8_000]],
  ['a function that gives less than nothing', () => -1, [0]],
  ['a function that gives no number', () => NaN, [8_000]],
])('thinking with a decay of %s stays between nothing and its base', (_, thinkingDecay, expected) => {
  const limits = { ...NONE, thinkingTokens: 8_000, thinkingDecay }
  expect(expected.map((__, index) => thinkingAt(limits, index + 1))).toEqual(expected)
})
