import { expect, it } from 'vitest'
import { shortTokens, tokenBudgetIn } from './token-budget.ts'

it.each([
  ['+500k', 500_000],
  ['+500k Make every page faster.', 500_000],
  ['Make every page faster. +1.5M', 1_500_000],
  ['Make every page faster +20K.', 20_000],
  ['Please use 200k tokens on this', 200_000],
  ['spend up to 2 m tokens', 2_000_000],
  ['+999999m', 100_000_000],
  ['The salary rose by +5k last year, fix the sum', undefined],
  ['Add +500 to the offset', undefined],
  ['+500', undefined],
  ['+0k', undefined],
  ['1+5k', undefined],
  ['Make it use 3 tokens', undefined],
  ['', undefined],
])('a token budget in the message %j is %j', (message, tokens) => {
  expect(tokenBudgetIn(message)).toBe(tokens)
})

it.each([
  [999, '999'],
  [1_000, '1k'],
  [12_345, '12.3k'],
  [500_000, '500k'],
  [999_600, '1M'],
  [1_500_000, '1.5M'],
])('%i tokens are written %s', (tokens, text) => {
  expect(shortTokens(tokens)).toBe(text)
})
