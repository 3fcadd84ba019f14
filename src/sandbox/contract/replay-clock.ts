/**
 * When a command begins, and what its chance begins with: noted of a session's commands, so that a replay gives the programs the same.
 * What keeps secrets apart from guesses (`crypto`, `/dev/urandom`) never comes from it.
 */
export interface Moment {
  /** 32 bits. */
  readonly seed: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Clock readings of its processes, in the order in which these began: milliseconds after `at`. */
  readonly clocks?: readonly (readonly number[])[]
}

/** Seed and clock of one process. */
export interface ProcessMoment {
  readonly seed: number
  readonly at: number
  /** It reads this first; absent: it reads the clock, and notes what it has read. */
  readonly clock?: readonly number[]
}

/** The moment of the command's `index`th process. In a replay each has its own clock, possibly empty. */
export function momentOf({ seed, at, clocks }: Moment, index: number): ProcessMoment {
  return {
    seed: (seed + Math.imul(index, 0x9e3779b1)) >>> 0,
    at,
    ...(clocks ? { clock: clocks[index] ?? [] } : {}),
  }
}

/** Numbers from 0 to 1, the same for the same seed (Mulberry32). Not for secrets. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The clock of a process: what was noted, and from there on as time goes by; or the real one, and it is noted. */
export class NotedClock {
  readonly #moment: ProcessMoment
  readonly #real: () => number
  readonly #most: number
  readonly #noted: number[] = []
  #read = 0
  /** The last recorded reading and the real time at which it was returned. */
  #end: { readonly shown: number; readonly real: number } | undefined

  /** At most `most` readings are noted. */
  constructor(moment: ProcessMoment, real: () => number, most: number) {
    this.#moment = moment
    this.#real = real
    this.#most = most
    if (moment.clock) this.#end = { shown: moment.at, real: real() }
  }

  /** Readings of the process since its start; undefined in a replay. */
  get noted(): readonly number[] | undefined {
    return this.#moment.clock ? undefined : this.#noted
  }

  now(): number {
    const real = this.#real()
    const { at, clock } = this.#moment
    if (!clock) {
      if (this.#noted.length < this.#most) this.#noted.push(real - at)
      return real
    }
    const known = clock[this.#read]
    if (known !== undefined) {
      this.#read += 1
      this.#end = { shown: at + known, real }
      return at + known
    }
    const end = this.#end ?? { shown: at, real }
    return end.shown + real - end.real
  }
}
