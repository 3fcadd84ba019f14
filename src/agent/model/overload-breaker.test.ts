import { describe, expect, it } from 'vitest'
import { BREAKER_COOLDOWN_MS, BREAKER_FAILURES } from '../limits.ts'
import { OverloadBreaker, type OverloadChannel } from './overload-breaker.ts'

/** Tabs that hear each other, on one clock. */
function tabs(count: number) {
  let now = 1_000
  const heard: ((message: unknown) => void)[] = []
  const channel = (own: number): OverloadChannel => ({
    post: (message) => heard.forEach((hear, index) => index !== own && hear(message)),
    listen: (hear) => heard.push(hear),
  })
  const breakers = Array.from({ length: count }, (_, index) => new OverloadBreaker(() => now, channel(index)))
  return { breakers, pass: (ms: number) => (now += ms) }
}

describe('overload breaker', () => {
  it('lets calls go until the service was overloaded several times, then one after the cooldown', () => {
    const { breakers, pass } = tabs(1)
    const [breaker] = breakers
    if (!breaker) throw new Error('no tab')
    for (let failure = 1; failure < BREAKER_FAILURES; failure++) breaker.overloaded('a')
    expect(breaker.admit('a')).toBe(0)
    breaker.overloaded('a')
    expect(breaker.admit('a')).toBe(BREAKER_COOLDOWN_MS)
    expect(breaker.admit('b')).toBe(0)
    pass(BREAKER_COOLDOWN_MS)
    // The first tries; others wait for its outcome.
    expect([breaker.admit('a'), breaker.admit('a')]).toEqual([0, BREAKER_COOLDOWN_MS])
    breaker.overloaded('a')
    expect(breaker.admit('a')).toBe(BREAKER_COOLDOWN_MS)
    pass(BREAKER_COOLDOWN_MS)
    expect(breaker.admit('a')).toBe(0)
    breaker.answered('a')
    expect([breaker.admit('a'), breaker.admit('a')]).toEqual([0, 0])
  })

  it('is one for all tabs: together they fail no more often than one, and one tries for all', () => {
    const { breakers, pass } = tabs(5)
    let asked = 0
    for (let round = 0; round < 10; round++) {
      for (const breaker of breakers) {
        if (breaker.admit('a') > 0) continue
        asked++
        breaker.overloaded('a')
      }
    }
    expect(asked).toBe(BREAKER_FAILURES)
    pass(BREAKER_COOLDOWN_MS)
    expect(breakers.filter((breaker) => breaker.admit('a') === 0)).toHaveLength(1)
    breakers[3]?.answered('a')
    expect(breakers.map((breaker) => breaker.admit('a'))).toEqual([0, 0, 0, 0, 0])
  })

  it('does not trip over what it is told', () => {
    const { breakers } = tabs(1)
    let hear: (message: unknown) => void = () => undefined
    const breaker = new OverloadBreaker(() => 0, { post: () => undefined, listen: (given) => (hear = given) })
    for (const message of [
      null,
      'x',
      {},
      { service: 'a', outcome: 'boom' },
      { service: 1, outcome: 'probing' },
    ])
      hear(message)
    expect([breaker.admit('a'), breakers.length]).toEqual([0, 1])
  })
})
