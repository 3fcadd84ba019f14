import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAGE_FLOOD_MESSAGES, PAGE_FLOOD_MS, PAGE_MESSAGES_PER_SECOND } from '../limits.ts'
import { floodGauge } from './flood-gauge.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('lets pass what a page says for each picture of an animation', () => {
  const isFlooded = floodGauge()
  for (let at = 0; at < 600; at++) {
    expect(isFlooded(at * 16)).toBe(false)
    vi.advanceTimersByTime(16)
  }
})

it('knows many messages in a second, and forgets them in the next', () => {
  const isFlooded = floodGauge()
  const answers = Array.from({ length: PAGE_MESSAGES_PER_SECOND + 1 }, (_, at) => isFlooded(5_000 + at))
  expect(answers.indexOf(true)).toBe(PAGE_MESSAGES_PER_SECOND)
  vi.advanceTimersByTime(1)
  expect(isFlooded(6_001)).toBe(false)
})

it('knows few large ones, if nothing else had its turn', () => {
  const stepMs = PAGE_FLOOD_MS / PAGE_FLOOD_MESSAGES
  const starved = floodGauge()
  const served = floodGauge()
  for (let at = 0; at < PAGE_FLOOD_MESSAGES; at++) expect(starved(at * stepMs)).toBe(false)
  expect(starved(PAGE_FLOOD_MESSAGES * stepMs)).toBe(true)
  for (let at = 0; at <= PAGE_FLOOD_MESSAGES * 2; at++) {
    expect(served(at * stepMs)).toBe(false)
    vi.advanceTimersByTime(stepMs)
  }
})
