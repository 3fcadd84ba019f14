import { expect, test } from 'vitest'
import { IS_WHOLE, slice } from './slice.ts'

const items = Array.from({ length: 100 }, (_, index) => index)

test('a slice is of the asked size, in order, without doubles, and the same again', () => {
  const chosen = slice(items, 10)
  expect(chosen).toHaveLength(IS_WHOLE ? 100 : 10)
  expect(chosen).toEqual([...new Set(chosen)].toSorted((a, b) => a - b))
  expect(slice(items, 10)).toEqual(chosen)
})

test('a list that is short enough is whole', () => {
  expect(slice(items, 100)).toEqual(items)
  expect(slice([], 3)).toEqual([])
})
