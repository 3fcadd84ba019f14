/** Names that fit a few letters, the better fit first. */
import { describe, expect, it } from 'vitest'
import { fuzzyBound, fuzzyScore, letterMask } from './fuzzy.ts'

describe('a few letters', () => {
  it.each([
    ['abc', 'a_b_c'],
    ['sts', 'src/tools/schedule.ts'],
    ['', 'anything'],
    ['read', 'README.md'],
    ['ä', 'Änderung'],
  ])('%j fit %j', (query, name) => expect(fuzzyScore(query, name)).toBeTypeOf('number'))

  it.each([
    ['cba', 'abc'],
    ['abcd', 'abc'],
    ['x', ''],
  ])('%j do not fit %j', (query, name) => expect(fuzzyScore(query, name)).toBeUndefined())

  it.each([
    ['loop', 'src/agent/loop/loop.ts', 'src/agent/loop-helpers/other.ts'],
    ['pin', 'src/path-index.ts', 'src/apparition.ts'],
    ['schedule', 'src/agent/tools/schedule.ts', 'src/sched/u/l/e.ts'],
    ['ut', 'userTools.ts', 'output.ts'],
    ['index', 'index.ts', 'packages/a/very/long/way/to/index.ts'],
  ])('%j fit %j better than %j', (query, better, worse) =>
    expect(fuzzyScore(query, better)).toBeGreaterThan(fuzzyScore(query, worse) ?? -Infinity),
  )

  it('never score more than the bound says, and never fit what lacks one of them', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const word = (letters: number) =>
      Array.from({ length: letters }, () => 'abcdeXYZ/_.19'[random(13)]).join('')
    for (let round = 0; round < 5_000; round++) {
      const name = word(1 + random(30))
      const query = word(1 + random(4)).toLowerCase()
      const score = fuzzyScore(query, name)
      const isIn = [...query].reduce((from, letter) => {
        const at = from < 0 ? -1 : name.toLowerCase().indexOf(letter, from)
        return at < 0 ? -1 : at + 1
      }, 0)
      expect(score !== undefined, `${query} in ${name}`).toBe(isIn >= 0)
      if (score === undefined) continue
      expect(score).toBeLessThanOrEqual(fuzzyBound(query.length, name.length))
      expect(letterMask(name.toLowerCase()) & letterMask(query)).toBe(letterMask(query))
    }
  })
})
