/** Figures as people read them, in the language of the page. */
import { languageCode } from '../language/language.svelte.ts'
import { format as t } from '../language/en/format.ts'

export function formatNumber(value: number, fractionDigits?: number): string {
  return number(fractionDigits).format(value)
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 ? formatNumber(value, 1) : Math.round(value)} ${units[unit]}`
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds < 10 ? formatNumber(seconds, 1) : Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Minutes and seconds, hours where there are some: as `ps` shows the time. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${minutes}` : minutes
}

/** Small sums keep the digits that make them differ. */
export function formatUsd(usd: number): string {
  return dollars(usd === 0 || usd >= 0.01 ? 2 : 4).format(usd)
}

export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  if (tokens >= 999_500) return `${formatNumber(tokens / 1_000_000, tokens < 9_950_000 ? 1 : 0)}M`
  return `${formatNumber(tokens / 1000, tokens < 10_000 ? 1 : 0)}k`
}

export function formatDate(at: number | Date): string {
  return new Intl.DateTimeFormat(languageCode(), { dateStyle: 'medium' }).format(at)
}

/** Hours, minutes and seconds of a day of 24 hours. */
export function formatClock(at: Date): string {
  return new Intl.DateTimeFormat(languageCode(), { timeStyle: 'medium', hourCycle: 'h23' }).format(at)
}

const MINUTE = 60_000
const STEPS: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  [60 * MINUTE, 'minute', MINUTE],
  [24 * 60 * MINUTE, 'hour', 60 * MINUTE],
  [30 * 24 * 60 * MINUTE, 'day', 24 * 60 * MINUTE],
]

/** e.g. "5 minutes ago"; a date beyond a month. */
export function formatAge(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age < MINUTE) return t.justNow
  const step = STEPS.find(([limit]) => age < limit)
  if (!step) return formatDate(at)
  return new Intl.RelativeTimeFormat(languageCode()).format(-Math.round(age / step[2]), step[1])
}

/** Making a formatter takes longer than using it a hundred times. */
const formatters = new Map<string, Intl.NumberFormat>()

function number(fractionDigits: number | undefined): Intl.NumberFormat {
  return formatter(`${languageCode()} ${fractionDigits ?? ''}`, {
    ...(fractionDigits !== undefined && {
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    }),
  })
}

function dollars(fractionDigits: number): Intl.NumberFormat {
  return formatter(`${languageCode()} $ ${fractionDigits}`, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })
}

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(languageCode(), options)
  formatters.set(key, made)
  return made
}
