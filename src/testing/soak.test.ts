import { describe, expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'
import { soakFor } from './soak.ts'
import type { Soak } from './soak.ts'

const SIZE = { gate: 7, round: 30 }

const inScope = (scope: string, seed = 5, size = SIZE) => soakFor({ scope, seed }, 'any-name', size)

async function seedsOf(soak: Soak): Promise<number[]> {
  const seeds: number[] = []
  await soak.each(({ seed }) => {
    seeds.push(seed)
  })
  return seeds
}

describe('a soak', () => {
  it.each([
    ['gate', 7, false],
    ['changed', 3, false],
    ['', 7, false],
    ['all', 30, true],
    ['soak', 30, true],
  ])('of the scope "%s" has %i cases', async (scope, count, isRound) => {
    expect(inScope(scope)).toMatchObject({ count, isRound })
    expect(new Set(await seedsOf(inScope(scope))).size).toBe(count)
  })

  it('of a change has one case at least', () => {
    expect(inScope('changed', 5, { gate: 1, round: 2 }).count).toBe(1)
  })

  it('begins with the seed of its run, so that a case can be repeated alone', async () => {
    const seeds = await seedsOf(inScope('soak'))
    expect(inScope('soak').seed).toBe(5)
    for (const seed of seeds) expect((await seedsOf(inScope('soak', seed)))[0]).toBe(seed)
  })

  it('takes in the gate the first cases of the round', async () => {
    expect((await seedsOf(inScope('all'))).slice(0, SIZE.gate)).toEqual(await seedsOf(inScope('gate')))
  })

  it('spreads its seeds, few or many, over all', async () => {
    for (const scope of ['gate', 'soak']) {
      const seeds = (await seedsOf(inScope(scope))).toSorted((a, b) => a - b)
      const gaps = seeds.map((seed, index) => (seeds[index + 1] ?? 2 ** 32) - seed)
      expect(Math.max(...gaps)).toBeLessThan((2.7 * 2 ** 32) / seeds.length)
    }
  })

  it('may have in the gate the same cases at any commit', async () => {
    const fixed = { ...SIZE, isGateFixed: true }
    expect(await seedsOf(inScope('gate', 5, fixed))).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await seedsOf(inScope('changed', 9, fixed))).toEqual([1, 2, 3])
    expect(await seedsOf(inScope('all', 5, fixed))).toEqual(await seedsOf(inScope('all')))
  })

  it('gives each case the numbers of its seed', async () => {
    await inScope('gate').each(({ seed, random }) => {
      const expected = seededRandom(seed)
      expect([random(), random()]).toEqual([expected(), expected()])
    })
  })

  it('is named in the titles of its tests', () => {
    expect(inScope('gate').title('does it')).toBe('does it [soak any-name: 7 cases]')
    expect(inScope('gate', 5, { gate: 1, round: 1 }).title('does it')).toBe('does it [soak any-name: 1 case]')
  })

  it.each(['', 'Upper', 'two words', '-a', 'a-', 'a--b', 'a1'])('is not named "%s"', (name) => {
    expect(() => soakFor({ scope: 'gate', seed: 1 }, name, SIZE)).toThrow('kebab-case')
  })
})

describe('a failing case', () => {
  /** The error, and how many cases ran. */
  async function failure(run: (count: () => number) => Promise<void>) {
    let ran = 0
    const error = await run(() => (ran += 1)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof Error)) throw new Error('It did not fail.')
    return { error, ran }
  }

  it('is the last one, and says how to repeat it, in the stack, too', async () => {
    const seeds = await seedsOf(inScope('soak'))
    const { error, ran } = await failure((count) =>
      inScope('soak').each(() => {
        if (count() === 4) expect({ a: 1 }).toEqual({ a: 2 })
      }),
    )
    const sentence = `Case 4 of 30. Again: SEED=${seeds[3]} npm run soak any-name -- --rounds 1\nexpected`
    expect(ran).toBe(4)
    expect(error.message.slice(0, sentence.length)).toBe(sentence)
    expect(error.stack).toContain(sentence)
    // The runner shows the difference.
    expect(error).toMatchObject({ actual: { a: 1 }, expected: { a: 2 } })
  })

  it('may throw anything', async () => {
    const { error } = await failure(() => inScope('gate').each(() => Promise.reject('no')))
    expect(error.message).toBe('Case 1 of 7. Again: SEED=5 npm run soak any-name -- --rounds 1\nno')
  })

  it('that follows from others says how to repeat them all', () => {
    const { message } = inScope('gate').repeatable(new Error('no'))
    expect(message).toBe('Again: SEED=5 npm run soak any-name -- --rounds 1\nno')
  })
})
