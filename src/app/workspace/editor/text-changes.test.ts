import { expect, it } from 'vitest'
import { textChanges } from './text-changes.ts'

function applied(before: string, changes: ReturnType<typeof textChanges>): string {
  return changes.reduceRight(
    (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
    before,
  )
}

const CASES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', 'a\nb'],
  ['a\nb', ''],
  ['a\nb\nc\n', 'a\nB\nc\n'],
  ['a\nb\nc\nd\ne', 'A\nb\nc\nd\nE'],
  ['a\na\na\n', 'a\na\n'],
  ['one\ntwo', 'one\ntwo\n'],
  ['x\n', 'new\nx\n'],
  ['end', 'the end'],
]

it.each(CASES)('%j becomes %j', (before, after) => {
  expect(applied(before, textChanges(before, after))).toBe(after)
})

it('any text becomes any other', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const text = () => Array.from({ length: random(12) }, () => 'abc\n\n'[random(5)]).join('')
  for (let round = 0; round < 3_000; round += 1) {
    const [before, after] = [text(), text()]
    expect(applied(before, textChanges(before, after)), JSON.stringify([before, after])).toBe(after)
  }
})

it('leaves the lines between two changes alone', () => {
  const middle = 'x\n'.repeat(50)
  expect(textChanges(`a\n${middle}b\n`, `A\n${middle}B\n`)).toEqual([
    { from: 0, to: 2, insert: 'A\n' },
    { from: 102, to: 103, insert: 'B' },
  ])
})
