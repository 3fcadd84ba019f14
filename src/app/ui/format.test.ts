import { expect, it } from 'vitest'
import { formatAge, formatBytes, formatCount, formatDuration, formatTokens, formatUsd } from './format.ts'

it('shows figures as people read them', () => {
  expect([0, 999, 1000, 15_400, 999_900, 20_000_000].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '15 kB',
    '1.0 MB',
    '20 MB',
  ])
  expect([12, 1500, 12_400, 125_000].map(formatDuration)).toEqual(['12 ms', '1.5 s', '12 s', '2 min 5 s'])
  expect([0, 0.0042, 1.5].map(formatUsd)).toEqual(['$0.00', '$0.0042', '$1.50'])
  expect([512, 3400, 34_340, 999_499, 999_500, 4_100_000, 12_000_000].map(formatTokens)).toEqual([
    '512',
    '3.4k',
    '34k',
    '999k',
    '1.0M',
    '4.1M',
    '12M',
  ])
  expect([formatCount(1, 'file'), formatCount(1204, 'file')]).toEqual(['1 file', '1,204 files'])
  const now = Date.UTC(2026, 5, 1)
  expect([10_000, 300_000, 7_200_000, 864e5].map((age) => formatAge(now - age, now))).toEqual([
    'just now',
    '5 minutes ago',
    '2 hours ago',
    '1 day ago',
  ])
})
