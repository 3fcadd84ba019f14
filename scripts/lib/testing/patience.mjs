/**
 * Limits that follow the machine. A limit tells a hang from slow work, so it grows with how slow this machine is when the
 * tests start; no test asserts a speed. `VIVARIUM_SLOWNESS` carries the factor to the runners and their workers.
 */
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

const VARIABLE = 'VIVARIUM_SLOWNESS'
/** Milliseconds that `sample` takes on an idle two-core machine of the kind that CI has; 50 to 90 with two busy loops beside. */
const REFERENCE_MS = 17
const SAMPLES = 15
/** A hang still has to end. */
const SLOWEST = 6

/** How many times as long as the reference this machine takes, from 1 to 6. Measured once, about a third of a second. */
export function slowness() {
  process.env[VARIABLE] ??= String(measured())
  const factor = Number(process.env[VARIABLE])
  if (!(factor >= 1 && factor <= SLOWEST))
    throw new Error(`${VARIABLE} must be a number from 1 to ${SLOWEST}, not "${process.env[VARIABLE]}".`)
  return factor
}

/** `ms` on the reference machine, in milliseconds of this one. */
export function patience(ms) {
  return Math.round(ms * slowness())
}

function measured() {
  const times = Array.from({ length: SAMPLES }, sample).toSorted((a, b) => a - b)
  const factor = times[Math.floor(SAMPLES / 2)] / REFERENCE_MS
  return Math.round(Math.min(Math.max(factor, 1), SLOWEST) * 10) / 10
}

/** Memory that was never touched, and arithmetic: tests need both. */
function sample() {
  const start = performance.now()
  for (let round = 0; round < 12; round++)
    createHash('sha256')
      .update(Buffer.alloc(2 ** 20, round))
      .digest()
  return performance.now() - start
}
