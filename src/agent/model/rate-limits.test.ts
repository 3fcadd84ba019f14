import { describe, expect, it } from 'vitest'
import { limitWarning, planUsedUpFor, serviceLimits } from './rate-limits.ts'

const NOW = Date.UTC(2026, 0, 1)
const HOUR = 3600
const resetIn = (seconds: number) => String(NOW / 1000 + seconds)

function warning(values: Readonly<Record<string, string>>) {
  const named = Object.entries(values).map(([name, value]) => [`anthropic-ratelimit-unified-${name}`, value])
  return limitWarning(new Headers(Object.fromEntries(named)), NOW)
}

const window = (name: string, used: number, left: number) => ({
  [`${name}-utilization`]: String(used),
  [`${name}-reset`]: resetIn(left),
})

describe('limit warnings', () => {
  it('come when more is used than the time would bear, at each rule’s edge', () => {
    const five = 5 * HOUR
    expect(warning(window('5h', 0.9, five * 0.29))?.text).toBe(
      '90 % of the five-hour limit is used; it begins anew in 87 min.',
    )
    expect(warning(window('5h', 0.9, five * 0.28))).toBeUndefined()
    expect(warning(window('5h', 0.89, five * 0.5))).toBeUndefined()
    const week = 7 * 24 * HOUR
    for (const [used, elapsed] of [
      [0.75, 0.6],
      [0.5, 0.35],
      [0.25, 0.15],
    ] as const) {
      expect(warning(window('7d', used, week * (1.01 - elapsed)))?.text, `${used}`).toContain('weekly limit')
      expect(warning(window('7d', used, week * (0.99 - elapsed))), `${used}`).toBeUndefined()
      expect(warning(window('7d', used - 0.01, week * (1.01 - elapsed)))).toBeUndefined()
    }
  })

  it('follow the service’s own threshold first, and never a window that is over', () => {
    const surpassed = { ...window('5h', 0.8, HOUR), '5h-surpassed-threshold': '0.75' }
    expect(warning(surpassed)).toEqual({
      key: `5h 0.75 ${resetIn(HOUR)}`,
      text: '80 % of the five-hour limit is used; it begins anew in 60 min.',
    })
    expect(warning({ ...surpassed, '5h-reset': resetIn(-1) })).toBeUndefined()
  })

  it('come where the service itself warns, of the window that it names', () => {
    const calm = { ...window('5h', 0.5, HOUR), ...window('7d_opus', 0.82, HOUR), status: 'allowed_warning' }
    expect(warning({ ...calm, 'representative-claim': 'seven_day_opus' })?.text).toBe(
      '82 % of the weekly limit of the largest models is used; it begins anew in 60 min.',
    )
    expect(warning({ ...calm, 'representative-claim': 'something_new' })).toBeUndefined()
    expect(warning({ ...calm, status: 'allowed', 'representative-claim': 'seven_day_opus' })).toBeUndefined()
  })

  it('tell of extra usage, and nothing where nothing is said', () => {
    expect(warning({ status: 'rejected', 'overage-status': 'allowed' })?.text).toContain('extra usage')
    expect(warning({ status: 'rejected' })).toBeUndefined()
    expect(warning({ '5h-utilization': 'much', '5h-reset': '' })).toBeUndefined()
  })
})

it('what is used of each window is read, without those that are over or not told of', () => {
  const values = {
    ...window('5h', 0.421, HOUR),
    ...window('7d', 1.2, 10 * HOUR),
    ...window('7d_opus', 0.1, -1),
  }
  const named = Object.entries(values).map(([name, value]) => [`anthropic-ratelimit-unified-${name}`, value])
  expect(serviceLimits(new Headers(Object.fromEntries(named)), NOW)).toEqual([
    { name: 'five-hour limit', used: 0.421, resetAt: NOW + HOUR * 1000 },
    { name: 'weekly limit', used: 1.2, resetAt: NOW + 10 * HOUR * 1000 },
  ])
  expect(serviceLimits(new Headers(), NOW)).toEqual([])
})

it.each([
  [{ status: 'rejected', reset: resetIn(90) }, 90_000],
  [{ status: 'rejected', reset: resetIn(-90) }, 0],
  [{ status: 'rejected' }, 0],
  [{ status: 'rejected', 'overage-status': 'allowed', reset: resetIn(90) }, undefined],
  [{ status: 'rejected', 'overage-status': 'rejected', reset: resetIn(90) }, 90_000],
  [{ status: 'allowed', reset: resetIn(90) }, undefined],
  [{}, undefined],
])('a plan that says %j is used up for %j ms', (values, expected) => {
  const named = Object.entries(values).map(([name, value]) => [`anthropic-ratelimit-unified-${name}`, value])
  expect(planUsedUpFor(new Headers(Object.fromEntries(named)), NOW)).toBe(expected)
})
