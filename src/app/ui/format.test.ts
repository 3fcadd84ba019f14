import { afterEach, expect, it } from 'vitest'
import { german } from '../language/de/catalogue.ts'
import { setLanguage } from '../language/language.svelte.ts'
import {
  formatAge,
  formatBytes,
  formatClock,
  formatDate,
  formatDuration,
  formatNumber,
  formatTokens,
  formatUsd,
} from './format.ts'

afterEach(() => setLanguage('en', undefined))

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
  expect([1, 1204].map((value) => formatNumber(value))).toEqual(['1', '1,204'])
  expect(formatClock(new Date(2026, 5, 1, 14, 3, 9))).toBe('14:03:09')
  const now = Date.UTC(2026, 5, 1)
  expect([10_000, 300_000, 7_200_000, 864e5].map((age) => formatAge(now - age, now))).toEqual([
    'just now',
    '5 minutes ago',
    '2 hours ago',
    '1 day ago',
  ])
})

it('shows them in German to who reads German', () => {
  setLanguage('de', german)
  expect([999, 1500, 15_400].map(formatBytes)).toEqual(['999 B', '1,5 kB', '15 kB'])
  expect(formatDuration(1500)).toBe('1,5 s')
  expect([0.0042, 1234.5].map(formatUsd)).toEqual(['0,0042\u00a0$', '1.234,50\u00a0$'])
  expect(formatTokens(3400)).toBe('3,4k')
  expect(formatNumber(1204)).toBe('1.204')
  const now = Date.UTC(2026, 5, 1)
  expect([10_000, 300_000].map((age) => formatAge(now - age, now))).toEqual(['gerade eben', 'vor 5 Minuten'])
  expect(formatDate(new Date(2026, 4, 31))).toBe('31.05.2026')
})
