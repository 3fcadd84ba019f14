import { expect, test } from 'vitest'
import { scopeVariables, seed, sourceState } from './scope.mjs'

test('the seed is SEED, an unsigned number of 32 bits, else that of the commit', () => {
  expect(seed({ SEED: '7' })).toBe(7)
  expect(seed({ SEED: '4294967297' })).toBe(1)
  expect(seed({})).toBe(seed({}))
  expect(Number.isInteger(seed({}))).toBe(true)
})

test.each(['', 'x', '-1', '1.5', '99999999999'])('SEED=%s is refused', (SEED) => {
  expect(() => seed({ SEED })).toThrow('SEED must be a whole number')
})

test('the scope is handed to the runners', () => {
  expect(scopeVariables('all')).toMatchObject({ TEST_SCOPE: 'all', TEST_SEED: String(seed()) })
})

test('the state of the sources is the same as long as they are', () => {
  expect(sourceState()).toBe(sourceState())
})
