/** Limits that a service reports, and early warnings. A page reads only headers that it is let see. */
import type { ServiceLimit } from '../protocol/service-limits.ts'

export interface LimitWarning {
  /** The same warning has the same key until its window is over. */
  readonly key: string
  readonly text: string
}

const PREFIX = 'anthropic-ratelimit-unified'
const HOUR_MS = 60 * 60 * 1000

interface Window {
  readonly name: string
  /** As the service names it where one of them decides. */
  readonly claim: string
  readonly words: string
  readonly ms: number
  /** Warned of when so much is used before so much of the time has passed. */
  readonly pace: readonly { readonly used: number; readonly elapsed: number }[]
}

const WINDOWS: readonly Window[] = [
  {
    name: '5h',
    claim: 'five_hour',
    words: 'five-hour limit',
    ms: 5 * HOUR_MS,
    pace: [{ used: 0.9, elapsed: 0.72 }],
  },
  {
    name: '7d',
    claim: 'seven_day',
    words: 'weekly limit',
    ms: 7 * 24 * HOUR_MS,
    pace: [
      { used: 0.75, elapsed: 0.6 },
      { used: 0.5, elapsed: 0.35 },
      { used: 0.25, elapsed: 0.15 },
    ],
  },
  {
    name: '7d_opus',
    claim: 'seven_day_opus',
    words: 'weekly limit of the largest models',
    ms: 7 * 24 * HOUR_MS,
    pace: [],
  },
]

type Read = (name: string) => string | null

/** Used share of each window that the service reports and that has not ended. */
export function serviceLimits(headers: Headers, now: number): readonly ServiceLimit[] {
  const read = reader(headers)
  return WINDOWS.flatMap((window) => {
    const state = stateOf(window, read, now)
    return state ? [{ name: window.words, used: state.used, resetAt: state.resetAt }] : []
  })
}

/** The first that is due. The service's own word goes before our reckoning. */
export function limitWarning(headers: Headers, now: number): LimitWarning | undefined {
  const read = reader(headers)
  const status = read('status')
  if (status === 'rejected' && read('overage-status')?.startsWith('allowed')) {
    return { key: 'overage', text: 'The plan’s limit is used up; what follows is billed as extra usage.' }
  }
  for (const window of WINDOWS) {
    const state = stateOf(window, read, now)
    if (!state) continue
    const { used, resetAt } = state
    const elapsed = 1 - (resetAt - now) / window.ms
    const claimed = status === 'allowed_warning' && read('representative-claim') === window.claim
    const mark =
      numberOf(read(`${window.name}-surpassed-threshold`)) ??
      window.pace.find((rule) => used >= rule.used && elapsed < rule.elapsed)?.used ??
      (claimed ? 'warning' : undefined)
    if (mark === undefined) continue
    const percent = Math.floor(used * 100)
    const text = `${percent} % of the ${window.words} is used; it begins anew in ${span(resetAt - now)}.`
    return { key: `${window.name} ${mark} ${resetAt / 1000}`, text }
  }
  return undefined
}

function reader(headers: Headers): Read {
  return (name) => headers.get(`${PREFIX}-${name}`)
}

/** Undefined for a window that is not told of, or over. */
function stateOf(
  { name }: Window,
  read: Read,
  now: number,
): { readonly used: number; readonly resetAt: number } | undefined {
  const used = numberOf(read(`${name}-utilization`))
  const reset = numberOf(read(`${name}-reset`))
  if (used === undefined || reset === undefined || reset * 1000 <= now) return undefined
  return { used, resetAt: reset * 1000 }
}

/** Milliseconds until the plan's window begins anew, where it is used up and nothing is billed beyond it; undefined else. */
export function planUsedUpFor(headers: Headers, now: number): number | undefined {
  const read = reader(headers)
  if (read('status') !== 'rejected' || read('overage-status')?.startsWith('allowed')) return undefined
  const reset = numberOf(read('reset'))
  return reset === undefined ? 0 : Math.max(0, reset * 1000 - now)
}

function numberOf(value: string | null): number | undefined {
  const number = Number(value ?? 'none')
  return Number.isFinite(number) && value?.trim() !== '' ? number : undefined
}

export function span(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 100) return `${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}
