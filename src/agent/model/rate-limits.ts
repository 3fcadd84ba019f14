/** Early warnings from what a service says of its limits (API-41, API-42). A page reads only headers that it is let see. */

export interface LimitWarning {
  /** The same warning has the same key until its window is over. */
  readonly key: string
  readonly text: string
}

const PREFIX = 'anthropic-ratelimit-unified'
const HOUR_MS = 60 * 60 * 1000

interface Window {
  readonly name: string
  readonly words: string
  readonly ms: number
  /** Warned of when so much is used before so much of the time has passed. */
  readonly pace: readonly { readonly used: number; readonly elapsed: number }[]
}

const WINDOWS: readonly Window[] = [
  { name: '5h', words: 'five-hour limit', ms: 5 * HOUR_MS, pace: [{ used: 0.9, elapsed: 0.72 }] },
  {
    name: '7d',
    words: 'weekly limit',
    ms: 7 * 24 * HOUR_MS,
    pace: [
      { used: 0.75, elapsed: 0.6 },
      { used: 0.5, elapsed: 0.35 },
      { used: 0.25, elapsed: 0.15 },
    ],
  },
]

/** The first that is due. What the service says itself goes before our own reckoning. */
export function limitWarning(headers: Headers, now: number): LimitWarning | undefined {
  const read = (name: string) => headers.get(`${PREFIX}-${name}`)
  if (read('status') === 'rejected' && read('overage-status')?.startsWith('allowed')) {
    return { key: 'overage', text: 'The plan’s limit is used up; what follows is billed as extra usage.' }
  }
  for (const { name, words, ms, pace } of WINDOWS) {
    const used = numberOf(read(`${name}-utilization`))
    const reset = numberOf(read(`${name}-reset`))
    if (used === undefined || reset === undefined || reset * 1000 <= now) continue
    const elapsed = 1 - (reset * 1000 - now) / ms
    const surpassed = numberOf(read(`${name}-surpassed-threshold`))
    const mark = surpassed ?? pace.find((rule) => used >= rule.used && elapsed < rule.elapsed)?.used
    if (mark === undefined) continue
    const percent = Math.floor(used * 100)
    const text = `${percent} % of the ${words} is used; it begins anew in ${span(reset * 1000 - now)}.`
    return { key: `${name} ${mark} ${reset}`, text }
  }
  return undefined
}

function numberOf(value: string | null): number | undefined {
  const number = Number(value ?? 'none')
  return Number.isFinite(number) && value?.trim() !== '' ? number : undefined
}

function span(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 100) return `${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}
