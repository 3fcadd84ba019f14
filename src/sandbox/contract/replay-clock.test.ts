import { describe, expect, it } from 'vitest'
import { momentOf, NotedClock, seededChance } from './replay-clock.ts'

describe('chance', () => {
  it('is the same for the same seed, another for another, and spread from 0 to 1', () => {
    const take = (seed: number) => Array.from({ length: 1000 }, seededChance(seed))
    expect(take(7)).toEqual(take(7))
    expect(take(7)).not.toEqual(take(8))
    const numbers = take(7)
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
    expect(numbers.reduce((sum, number) => sum + number, 0) / 1000).toBeCloseTo(0.5, 1)
    expect(new Set(numbers).size).toBe(1000)
  })

  it('is another for each process of a command', () => {
    const command = { seed: 7, at: 1000 }
    expect([0, 1, 2].map((index) => momentOf(command, index).seed)).toEqual([7, 2654435768, 1013904233])
    expect(momentOf(command, 1)).toEqual({ seed: 2654435768, at: 1000 })
    const recorded = { ...command, clocks: [[1, 2]] }
    expect([momentOf(recorded, 0).clock, momentOf(recorded, 1).clock]).toEqual([[1, 2], []])
  })
})

describe('a clock that is noted', () => {
  it('is the real one, and shows the same readings when they are given again, then goes on', () => {
    let real = 5_000
    const first = new NotedClock({ seed: 1, at: 4_990 }, () => real, 3)
    const shown = [0, 7, 7, 20].map((later) => {
      real = 5_000 + later
      return first.now()
    })
    expect(shown).toEqual([5_000, 5_007, 5_007, 5_020])
    // The fourth was one too many.
    expect(first.noted).toEqual([10, 17, 17])

    real = 90_000
    const again = new NotedClock({ seed: 1, at: 4_990, clock: first.noted ?? [] }, () => real, 3)
    const replayed = [0, 400, 900, 950].map((later) => {
      real = 90_000 + later
      return again.now()
    })
    expect(replayed).toEqual([5_000, 5_007, 5_007, 5_057])
    expect(again.noted).toBeUndefined()
  })

  it('without readings begins when the command began', () => {
    let real = 90_000
    const clock = new NotedClock({ seed: 1, at: 4_990, clock: [] }, () => real, 3)
    real += 25
    expect(clock.now()).toBe(5_015)
  })
})
