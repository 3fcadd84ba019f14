/**
 * Counts of values in buckets that grow with the value, so that a number of leading digits is kept: what
 * `perf_hooks.createHistogram` rests on. The layout and the answers are those of HdrHistogram, which Node has natively.
 */

/** Smallest value of an empty histogram: natively the largest that can be counted. */
const LARGEST = 2n ** 63n - 1n

export class Histogram {
  readonly #highest: number
  readonly #halfMagnitude: number
  readonly #unitMagnitude: number
  /** By the place of the bucket. */
  readonly #counts = new Map<number, number>()
  #total = 0
  #exceeds = 0
  #min = Infinity
  #max = 0
  #last: number | undefined

  /** `figures` leading digits are kept. */
  constructor(lowest: number | bigint = 1, highest: number | bigint = LARGEST, figures = 3) {
    this.#highest = Number(highest)
    this.#unitMagnitude = Math.floor(Math.log2(Number(lowest)))
    this.#halfMagnitude = Math.max(Math.ceil(Math.log2(2 * 10 ** figures)), 1) - 1
  }

  record(value: number | bigint): void {
    this.#put(Number(value), 1)
  }

  /** Nanoseconds since the last call, from the second one on. */
  recordDelta(): void {
    const now = performance.now() * 1e6
    if (this.#last !== undefined) this.#put(Math.round(now - this.#last), 1)
    this.#last = now
  }

  add(other: Histogram): number {
    this.#exceeds += other.#exceeds
    for (const [place, count] of other.#counts) this.#put(other.#lowestAt(place), count)
    if (other.#total > 0) {
      this.#min = Math.min(this.#min, other.#min)
      this.#max = Math.max(this.#max, other.#max)
    }
    return 0
  }

  reset(): void {
    this.#counts.clear()
    this.#total = 0
    this.#exceeds = 0
    this.#min = Infinity
    this.#max = 0
    this.#last = undefined
  }

  count(): number {
    return this.#total
  }

  countBigInt(): bigint {
    return BigInt(this.#total)
  }

  exceeds(): number {
    return this.#exceeds
  }

  exceedsBigInt(): bigint {
    return BigInt(this.#exceeds)
  }

  min(): number {
    return Number(this.minBigInt())
  }

  minBigInt(): bigint {
    if (this.#total === 0) return LARGEST
    return BigInt(this.#lowestAt(this.#placeOf(this.#min)))
  }

  max(): number {
    return this.#max === 0 ? 0 : this.#highestAt(this.#placeOf(this.#max))
  }

  maxBigInt(): bigint {
    return BigInt(this.max())
  }

  mean(): number {
    let sum = 0
    for (const [place, count] of this.#counts) sum += count * this.#medianAt(place)
    return sum / this.#total
  }

  stddev(): number {
    const mean = this.mean()
    let sum = 0
    for (const place of this.#places())
      sum += (this.#medianAt(place) - mean) ** 2 * (this.#counts.get(place) ?? 0)
    return Math.sqrt(sum / this.#total)
  }

  percentile(percentile: number): number {
    const wanted = Math.max(1, Math.floor((Math.min(percentile, 100) / 100) * this.#total + 0.5))
    let seen = 0
    for (const place of this.#places()) {
      seen += this.#counts.get(place) ?? 0
      if (seen >= wanted) return percentile === 0 ? this.#lowestAt(place) : this.#highestAt(place)
    }
    return this.#highestAt(0)
  }

  percentileBigInt(percentile: number): bigint {
    return BigInt(this.percentile(percentile))
  }

  percentiles(into: Map<number, number>): void {
    for (const [percentile, value] of this.#steps()) into.set(percentile, value)
  }

  percentilesBigInt(into: Map<number, bigint>): void {
    for (const [percentile, value] of this.#steps()) into.set(percentile, BigInt(value))
  }

  /** Each halves what is left above it, until all values are below. */
  *#steps(): Generator<readonly [percentile: number, value: number]> {
    let next = 0
    let seen = 0
    let value = 0
    for (const place of this.#places()) {
      seen += this.#counts.get(place) ?? 0
      value = this.#lowestAt(place)
      while (next <= (100 * seen) / this.#total && next < 100) {
        yield [next, value]
        next += 100 / 2 ** (Math.floor(Math.log2(100 / (100 - next))) + 1)
        if (seen === this.#total) break
      }
    }
    yield [100, value]
  }

  #put(value: number, count: number): void {
    if (value > this.#highest) {
      this.#exceeds += count
      return
    }
    const place = this.#placeOf(value)
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + count)
    this.#total += count
    if (value !== 0) this.#min = Math.min(this.#min, value)
    else this.#min = 0
    this.#max = Math.max(this.#max, value)
  }

  #places(): readonly number[] {
    return [...this.#counts.keys()].sort((left, right) => left - right)
  }

  /** Places of a power of two follow each other; each power has half as many as the first. */
  #placeOf(value: number): number {
    const bits = Math.floor(Math.log2(Math.max(value, 1)))
    const power = Math.max(bits - this.#unitMagnitude - this.#halfMagnitude, 0)
    const within = Math.floor(value / 2 ** (power + this.#unitMagnitude))
    const half = 2 ** this.#halfMagnitude
    return (power + 1) * half + within - half
  }

  #lowestAt(place: number): number {
    const half = 2 ** this.#halfMagnitude
    const power = Math.max(Math.floor(place / half) - 1, 0)
    const within = place < 2 * half ? place : (place % half) + half
    return within * 2 ** (power + this.#unitMagnitude)
  }

  #widthAt(place: number): number {
    return 2 ** (Math.max(Math.floor(place / 2 ** this.#halfMagnitude) - 1, 0) + this.#unitMagnitude)
  }

  #highestAt(place: number): number {
    return this.#lowestAt(place) + this.#widthAt(place) - 1
  }

  #medianAt(place: number): number {
    return this.#lowestAt(place) + Math.floor(this.#widthAt(place) / 2)
  }
}

/** Counts how late an interval comes, in nanoseconds. */
export class EventLoopDelay extends Histogram {
  readonly #resolution: number
  readonly #timers: IntervalTimers
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(resolution: number, timers: IntervalTimers) {
    super(1, 3_600_000_000_000)
    this.#resolution = resolution
    this.#timers = timers
  }

  start(isReset: boolean): void {
    if (isReset) this.reset()
    this.#timer ??= this.#timers.setInterval(() => {
      this.recordDelta()
    }, this.#resolution)
  }

  stop(): void {
    this.#timers.clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** The browser's timers, which keep no program alive. */
export interface IntervalTimers {
  readonly setInterval: (callback: () => void, ms: number) => ReturnType<typeof setInterval>
  readonly clearInterval: (timer: ReturnType<typeof setInterval> | undefined) => void
}
