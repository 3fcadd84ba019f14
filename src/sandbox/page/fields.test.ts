import { expect, it } from 'vitest'
import { fieldsOf, isRecord, itemsOf } from './fields.ts'

const OTHERS = [undefined, null, 'text', 7, true, Symbol('s'), () => 1, [], ['a']]

it('is the object itself, and nothing of anything else', () => {
  const value = { type: 'x', nested: { a: 1 } }
  expect(fieldsOf(value)).toBe(value)
  expect(fieldsOf(fieldsOf(value)['nested'])['a']).toBe(1)
  for (const other of OTHERS) expect(fieldsOf(other)).toEqual({})
  expect(fieldsOf(fieldsOf(value)['absent'])).toEqual({})
})

it('takes an object of any prototype for a record, and nothing else', () => {
  for (const value of [{}, Object.create(null), new Uint8Array(1), new Date(0)])
    expect(isRecord(value)).toBe(true)
  for (const other of OTHERS) expect(isRecord(other)).toBe(false)
})

it('has the items of a list, and none of anything else', () => {
  expect(itemsOf(['a', 1])).toEqual(['a', 1])
  for (const other of [undefined, null, 'text', { length: 1, 0: 'a' }, new Set(['a'])])
    expect(itemsOf(other)).toEqual([])
})
