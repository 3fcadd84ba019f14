/** A sample of 1,024 and its percentiles, with a fixed seed. */
import { describe, expect, it } from 'vitest'
import { emptyReservoir, percentile, RESERVOIR_SIZE, sampled } from './latency.ts'
import type { Reservoir } from './latency.ts'

function filled(values: Iterable<number>, seed?: number): Reservoir {
  let reservoir = emptyReservoir(seed)
  for (const value of values) reservoir = sampled(reservoir, value)
  return reservoir
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('latency sample', () => {
  it('is exact as long as all values fit', () => {
    const hundred = filled(upTo(100).toReversed())
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
    expect(percentile(filled([7]), 0.5)).toBe(7)
    expect(percentile(emptyReservoir(), 0.5)).toBeUndefined()
  })

  it('keeps 1,024 of any number, the same with the same seed', () => {
    const many = filled(upTo(20_000), 42)
    expect([many.count, many.values.length]).toEqual([20_000, RESERVOIR_SIZE])
    expect(filled(upTo(20_000), 42)).toEqual(many)
    expect(filled(upTo(20_000), 43).values).not.toEqual(many.values)
  })

  it('keeps early and late values alike', () => {
    const { values } = filled(upTo(20_000), 42)
    const late = values.filter((value) => value > 10_000).length / values.length
    expect(late).toBeGreaterThan(0.45)
    expect(late).toBeLessThan(0.55)
    const share = (of: number) => (percentile({ values }, of) ?? 0) / 20_000
    expect(share(0.5)).toBeCloseTo(0.5, 1)
    expect(share(0.95)).toBeCloseTo(0.95, 1)
  })
})
