/** Figures as people read them. */

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
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
  if (usd === 0) return '$0.00'
  return usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  if (tokens >= 999_500) return `${(tokens / 1_000_000).toFixed(tokens < 9_950_000 ? 1 : 0)}M`
  return `${(tokens / 1000).toFixed(tokens < 10_000 ? 1 : 0)}k`
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
  if (age < MINUTE) return 'just now'
  const step = STEPS.find(([limit]) => age < limit)
  if (!step) return new Date(at).toLocaleDateString('en', { dateStyle: 'medium' })
  return new Intl.RelativeTimeFormat('en').format(-Math.round(age / step[2]), step[1])
}
