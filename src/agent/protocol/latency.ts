/**
 * How long answers take, as percentiles of a sample that stays small however many there are. Part of the screen's
 * state, so pure: the same log gives the same sample.
 */

/** Values that are kept; the 99th percentile of so many still has ten above it. */
export const RESERVOIR_SIZE = 1_024

export interface Reservoir {
  /** All that were ever offered. */
  readonly count: number
  /** A uniform sample of them. */
  readonly values: readonly number[]
  /** Seed of the random numbers to come. */
  readonly seed: number
}

export function emptyReservoir(seed: number = 1): Reservoir {
  return { count: 0, values: [], seed }
}

/** Vitter's algorithm R: the nth value takes the place of a random one with the probability size/n. */
export function sampled({ count, values, seed }: Reservoir, value: number): Reservoir {
  const next = count + 1
  if (values.length < RESERVOIR_SIZE) return { count: next, values: [...values, value], seed }
  const random = mulberry32(seed)
  const place = Math.floor(random.value * next)
  return {
    count: next,
    values: place < RESERVOIR_SIZE ? values.with(place, value) : values,
    seed: random.seed,
  }
}

/** The value that `share` (0 to 1) of the sample do not exceed; undefined of nothing. */
export function percentile({ values }: Pick<Reservoir, 'values'>, share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

/** A small generator with a good spread (public domain, by Tommy Ettinger). */
function mulberry32(seed: number): { readonly value: number; readonly seed: number } {
  const state = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return { value: ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296, seed: state }
}
