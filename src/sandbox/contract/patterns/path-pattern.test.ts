import ignore from 'ignore'
import { expect, it } from 'vitest'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { SEED } from '../../../testing/slice.ts'
import { isMeantBy, pathPattern } from './path-pattern.ts'

function meant(patterns: readonly string[], path: string): boolean {
  return isMeantBy(
    patterns.flatMap((written) => pathPattern(written) ?? []),
    path,
  )
}

it('patterns mean what they mean in .gitignore', () => {
  const choice = new RandomChoice(seededRandom(SEED))
  const PARTS = ['a', 'b', 'ab', '*', '**', '***', '*a', 'a*', '?', '[ab]', '[!a]', '\\*', 'a**b', '(', 'a+']
  const NAMES = ['a', 'b', 'ab', 'aab', '*', '(', 'a+', '[', 'c']
  const several = (items: readonly string[], most: number) =>
    Array.from({ length: 1 + choice.below(most) }, () => choice.oneOf(items)).join('/')
  for (let round = 0; round < 3_000; round += 1) {
    const patterns = Array.from(
      { length: 1 + choice.below(4) },
      () => `${choice.oneOf(['', '', '!', '/', '!/'])}${several(PARTS, 4)}${choice.oneOf(['', '', '', '/'])}`,
    )
    const path = several(NAMES, 5)
    const expected = ignore({ ignorecase: false })
      .add([...patterns])
      .ignores(path)
    expect(meant(patterns, path), JSON.stringify({ patterns, path })).toBe(expected)
  }
})

it('many folders with many patterns between them end', () => {
  const path = `${'a/'.repeat(500)}c`
  expect(meant([`${'**/a/'.repeat(300)}b`], path)).toBe(false)
  expect(meant([`${'a/**/'.repeat(300)}b`], path)).toBe(false)
  expect(meant([`${'**/a/'.repeat(300)}c`], path)).toBe(true)
})
