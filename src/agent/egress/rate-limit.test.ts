import { expect, it } from 'vitest'
import { EGRESS_BODY_BYTES, EGRESS_BYTES_A_MINUTE, EGRESS_REQUESTS_A_MINUTE } from '../limits.ts'
import { RateLimit } from './rate-limit.ts'

function limitAt(clock: { now: number }): RateLimit {
  return new RateLimit(() => clock.now)
}

it('so many requests leave in any minute, and not one more', () => {
  const clock = { now: 0 }
  const limit = limitAt(clock)
  for (let count = 0; count < EGRESS_REQUESTS_A_MINUTE; count += 1) {
    expect(limit.take(0)).toBeUndefined()
    clock.now += 10
  }
  expect(limit.take(0)).toBe(
    `More than ${EGRESS_REQUESTS_A_MINUTE} requests in a minute do not leave the sandbox.`,
  )
  clock.now = 59_999
  expect(limit.take(0)).toMatch(/requests/)
  // The first is a minute old, no other is.
  clock.now = 60_000
  expect(limit.take(0)).toBeUndefined()
  expect(limit.take(0)).toMatch(/requests/)
})

it('so many bytes leave in any minute; one body alone always may', () => {
  const clock = { now: 0 }
  const limit = limitAt(clock)
  const bodies = Math.floor(EGRESS_BYTES_A_MINUTE / EGRESS_BODY_BYTES)
  for (let count = 0; count < bodies; count += 1) expect(limit.take(EGRESS_BODY_BYTES)).toBeUndefined()
  expect(limit.take(EGRESS_BODY_BYTES)).toBe(
    `More than ${EGRESS_BYTES_A_MINUTE} bytes in a minute do not leave the sandbox.`,
  )
  // A refused body does not count, and a request without a body still goes.
  expect(limit.take(0)).toBeUndefined()
  clock.now = 60_000
  expect(limit.take(EGRESS_BODY_BYTES)).toBeUndefined()
})
