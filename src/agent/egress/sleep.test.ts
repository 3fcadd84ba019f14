/* oxlint-disable timing/no-timed-wait -- timers are fake here */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sleep } from './sleep.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function isOver(sleeping: Promise<void>): Promise<boolean> {
  return Promise.race([sleeping.then(() => true), Promise.resolve().then(() => false)])
}

it('is over at its deadline, not before', async () => {
  const sleeping = sleep(1_200, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await isOver(sleeping)).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect(await isOver(sleeping)).toBe(true)
})

it('after the machine has slept past the deadline it is over with the next tick', async () => {
  const sleeping = sleep(60_000, new AbortController().signal)
  vi.setSystemTime(Date.now() + 60_000)
  await vi.advanceTimersByTimeAsync(500)
  expect(await isOver(sleeping)).toBe(true)
})

it('is over when the signal is aborted, also before it began, and leaves no timer', async () => {
  const stop = new AbortController()
  const sleeping = sleep(60_000, stop.signal)
  stop.abort()
  await sleeping
  await sleep(60_000, stop.signal)
  expect(vi.getTimerCount()).toBe(0)
})
