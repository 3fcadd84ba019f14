import { expect, it } from 'vitest'
import { fieldsOf } from './fields.ts'

it('is the object itself, and nothing of anything else', () => {
  const value = { type: 'x', nested: { a: 1 } }
  expect(fieldsOf(value)).toBe(value)
  expect(fieldsOf(fieldsOf(value)['nested'])['a']).toBe(1)
  for (const other of [undefined, null, 'text', 7, true, Symbol('s'), () => 1])
    expect(fieldsOf(other)).toEqual({})
  expect(fieldsOf(fieldsOf(value)['absent'])).toEqual({})
})
