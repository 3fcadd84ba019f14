import ignore from 'ignore'
import { expect, it } from 'vitest'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { SEED } from '../../../testing/slice.ts'
import { ignoreFileRules } from './ignore-file.ts'

const COSTLY = '**/none/**/none/**/none'

it('with many folders between names says what it says with few', () => {
  const choice = new RandomChoice(seededRandom(SEED))
  const several = (items: readonly string[], most: number) =>
    Array.from({ length: 1 + choice.below(most) }, () => choice.oneOf(items)).join('/')
  const PARTS = ['a', 'b', '*', '**', 'a*', '?', '[ab]', 'a b']
  const lineOf = () =>
    choice.oneOf(['', '!', '/', '!/', '\\!', '\\#', '#']) +
    several(PARTS, 4) +
    choice.oneOf(['', '', '/', ' ', '\\ ', '  '])
  for (let round = 0; round < 1_000; round += 1) {
    const lines = Array.from({ length: 1 + choice.below(4) }, lineOf)
    const path = several(['a', 'b', 'ab', '!a', '#a', 'a b', 'a '], 4) + choice.oneOf(['', '/'])
    const { ignored, unignored } = ignore({ ignorecase: false }).add(lines.join('\n')).test(path)
    const own = ignoreFileRules([COSTLY, ...lines].join(choice.oneOf(['\n', '\r\n']))).test(path)
    expect(own, JSON.stringify({ lines, path })).toEqual({ ignored, unignored })
  }
})

it('ends on a deep folder, whatever it has between names', () => {
  const path = `${'a/'.repeat(1_000)}c`
  for (const [line, ignored] of [
    [`${'**/a/'.repeat(100)}b`, false],
    [`${'**/a/'.repeat(100)}c`, true],
    [`!${'**/a/'.repeat(100)}b`, false],
  ] as const)
    expect(ignoreFileRules(line).test(path)).toEqual({ ignored, unignored: false })
})
