import { expect, it } from 'vitest'
import { withChanges } from './with-changes.ts'

it.each([
  ['a field', { later: 1, a: 1, b: 2 }, { a: 1, b: 2 }, { a: 3, b: 2 }, { later: 1, a: 3, b: 2 }],
  ['a field that went', { a: 1, later: 1 }, { a: 1 }, {}, { later: 1 }],
  ['a field that came', { later: 1 }, {}, { a: 1 }, { later: 1, a: 1 }],
  ['a field that could not be read', { a: 'odd', b: 1 }, { a: 0, b: 1 }, { a: 0, b: 2 }, { a: 'odd', b: 2 }],
  ['an item', { a: [{ b: 1, later: 1 }] }, { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, { a: [{ b: 2, later: 1 }] }],
  ['a list', { a: [{ b: 1, later: 1 }] }, { a: [{ b: 1 }] }, { a: [] }, { a: [] }],
  ['another kind of value', { a: { later: 1 } }, { a: {} }, { a: [1] }, { a: [1] }],
  ['a value that was no object', 'text', {}, { a: 1 }, { a: 1 }],
  ['nothing', { a: 1, later: 1 }, { a: 1 }, { a: 1 }, { a: 1, later: 1 }],
])('changes %s and loses nothing that was not read', (...row) => {
  const [, stored, before, after, expected] = row
  expect(JSON.stringify(withChanges(stored, before, after))).toBe(JSON.stringify(expected))
})
