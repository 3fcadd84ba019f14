/**
 * Chance and clock of a worker's realm while it runs one program. `Math.random` is seeded, and what the program reads of the clock is noted,
 * or is what was noted. `crypto` stays as it is.
 */
import { PROCESS_CLOCK_READINGS } from '../../contract/limits.ts'
import { NotedClock, seededChance } from '../../contract/replay-clock.ts'
import type { ProcessMoment } from '../../contract/replay-clock.ts'

const RealDate = Date
const realNow = Date.now
const realRandom = Math.random

let clock: NotedClock | undefined

/** The program has begun; undefined: one without a moment. */
export function beginMoment(moment: ProcessMoment | undefined): void {
  clock = moment && new NotedClock(moment, realNow, PROCESS_CLOCK_READINGS)
  Math.random = moment ? seededChance(moment.seed) : realRandom
}

/** The program's clock readings. */
export function notedClock(): { readonly clock?: readonly number[] } {
  const noted = clock?.noted
  return noted === undefined || noted.length === 0 ? {} : { clock: noted }
}

/** The time that the program is shown: for what it is asked for, not for what the program itself waits or measures. */
export function shownNow(): number {
  return clock?.now() ?? realNow()
}

/** For a realm that is the program's own for good: its `Date` shows that time. */
export function showInDate(): void {
  if (!clock) return
  const shown = function (this: unknown, ...given: []): unknown {
    if (new.target === undefined) return new RealDate(shownNow()).toString()
    const made = given.length === 0 ? [shownNow()] : given
    return Reflect.construct(RealDate, made, new.target === shown ? RealDate : new.target)
  }
  // It looks like the one that it stands for.
  Object.defineProperties(shown, {
    ...Object.getOwnPropertyDescriptors(RealDate),
    now: { value: shownNow, writable: true, configurable: true, enumerable: false },
  })
  Object.defineProperty(shownNow, 'name', { value: 'now', configurable: true })
  Object.defineProperty(RealDate.prototype, 'constructor', {
    value: shown,
    writable: true,
    configurable: true,
  })
  Object.defineProperty(globalThis, 'Date', {
    value: shown,
    writable: true,
    configurable: true,
    enumerable: false,
  })
}
