import { expect, it } from 'vitest'
import { fitted } from './fit-instructions.ts'

const NONE: ReadonlySet<string> = new Set()
const file = (path: string, tokens: number) => ({ path, text: 'abc\n'.repeat(tokens) })

function paths(entries: ReadonlyArray<{ readonly path: string; readonly tokens: number }>): string[] {
  return entries.map(({ path, tokens }) => `${path} ${tokens}`)
}

it('files are told in their order as far as there is room; a smaller one may fit behind a larger one', () => {
  const { told, left } = fitted([file('a', 40), file('b', 70), file('c', 60), file('d', 1)], 100, NONE)
  expect(paths(told)).toEqual(['a 40', 'c 60'])
  expect(paths(left)).toEqual(['b 70', 'd 1'])
})

it('the first one is cut at a line, rather than left out', () => {
  const { told, left } = fitted([{ path: 'a', text: '12345\n12345\n' }, file('b', 1)], 2, NONE)
  expect(told).toMatchObject([{ path: 'a', text: '12345\n', cut: 6, tokens: 2 }])
  expect(paths(left)).toEqual(['b 1'])
})

it('one long line is cut at a whole character', () => {
  const [only] = fitted([{ path: 'a', text: 'abc😀😀😀' }], 1, NONE).told
  expect(only?.text).toBe('abc')
  expect(only?.cut).toBe(6)
})

it('a file that the user wants is told whole, and takes the room of others', () => {
  const { told, left } = fitted([file('a', 1), file('b', 500), file('c', 1)], 100, new Set(['b']))
  expect(paths(told)).toEqual(['a 1', 'b 500'])
  expect(paths(left)).toEqual(['c 1'])
})

it('the same text has the same hash, and another has another', () => {
  const hashes = fitted([file('a', 2), file('b', 2), file('c', 3)], 100, NONE).told.map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(2)
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
})
