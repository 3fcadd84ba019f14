import { expect, it } from 'vitest'
import { Histogram } from './histogram.ts'

/** As `perf_hooks.createHistogram` of native Node 22 says it of the same values. */
const said = (histogram: Histogram): unknown => {
  const steps = new Map<number, number>()
  histogram.percentiles(steps)
  return [
    [histogram.count(), histogram.exceeds(), histogram.min(), histogram.max()],
    [histogram.mean(), Math.round(histogram.stddev() * 1000) / 1000],
    [0.001, 50, 99, 100].map((percentile) => histogram.percentile(percentile)),
    [...steps],
  ]
}

const of = (values: readonly number[], ...shape: ConstructorParameters<typeof Histogram>): Histogram => {
  const histogram = new Histogram(...shape)
  for (const value of values) histogram.record(value)
  return histogram
}

const WIDE = [1, 2, 3, 4096, 123_456_789]

it('keeps the leading digits of what it counts', () => {
  expect(said(of(WIDE))).toEqual([
    [5, 0, 1, 123_469_823],
    [24_688_232, 49_374_412.025],
    [1, 3, 123_469_823, 123_469_823],
    [
      [0, 1],
      [50, 3],
      [75, 4096],
      [87.5, 123_404_288],
      [100, 123_404_288],
    ],
  ])
  expect(said(of([5, 999, 123_456, 2_000_000], 1, 1_000_000n, 2))).toEqual([
    [3, 1, 5, 123_903],
    [41_550.333333333336, 58_053.232],
    [5, 999, 123_903, 123_903],
    [
      [0, 5],
      [50, 996],
      [75, 123_392],
      [100, 123_392],
    ],
  ])
})

it('adds another up, and forgets', () => {
  const histogram = of([70_000])
  histogram.add(of(WIDE))
  expect(said(histogram)).toEqual([
    [6, 0, 1, 123_469_823],
    [20_585_190.666666668, 45_996_759.414],
    [1, 3, 123_469_823, 123_469_823],
    [
      [0, 1],
      [50, 3],
      [75, 69_952],
      [87.5, 123_404_288],
      [100, 123_404_288],
    ],
  ])
  histogram.reset()
  const empty = [[0, 0, 2 ** 63, 0], [NaN, NaN], [0, 0, 0, 0], [[100, 0]]]
  expect([said(histogram), said(new Histogram())]).toEqual([empty, empty])
})
