import { expect, it } from 'vitest'
import { PATCH_CHARS } from '../../limits.ts'
import { diffDisplay } from './diff-display.ts'

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('')

it('counts and shows what changed, with three lines around', () => {
  expect(diffDisplay('a', lines(9, 'x'), lines(9, 'x').replace('x 4', 'y'))).toEqual({
    kind: 'diff',
    path: 'a',
    patch: '--- a\n+++ a\n@@ -2,7 +2,7 @@\n x 1\n x 2\n x 3\n-x 4\n+y\n x 5\n x 6\n x 7\n',
    added: 1,
    removed: 1,
  })
})

it('cuts the patch of a large new file, not its counts', () => {
  const display = diffDisplay('a', '', lines(20_000, 'x'))
  if (display.kind !== 'diff') throw new Error('not a diff')
  expect({ length: display.patch.length, added: display.added }).toEqual({
    length: PATCH_CHARS + 1,
    added: 20_000,
  })
})

it('gives a file up in which everything changed', () => {
  expect(diffDisplay('a', lines(5_000, 'x'), lines(5_000, 'y'))).toEqual({
    kind: 'summary',
    text: 'a: 33,890 → 33,890 characters; too much changed for a diff.',
  })
})
