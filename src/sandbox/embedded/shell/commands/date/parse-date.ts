/** Dates as GNU's `date -d`, `touch -d` and `tar --mtime` take them. */
import { fromLocal, UTC, zoneOf, type Zone } from './zone.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const UNITS: Readonly<Record<string, readonly [unit: Unit, amount: number]>> = {
  year: ['month', 12],
  month: ['month', 1],
  fortnight: ['day', 14],
  week: ['day', 7],
  day: ['day', 1],
  hour: ['second', 3600],
  minute: ['second', 60],
  min: ['second', 60],
  second: ['second', 1],
  sec: ['second', 1],
}
const ORDINALS: Readonly<Record<string, number>> = {
  last: -1,
  this: 0,
  next: 1,
  first: 1,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
}
/** Minutes ahead of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  bst: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  msk: 180,
  jst: 540,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
}
type Unit = 'month' | 'day' | 'second'

interface Found {
  date?: readonly [year: number | undefined, month: number, day: number]
  time?: readonly [hours: number, minutes: number, seconds: number]
  /** Minutes ahead of UTC. */
  offset?: number
  weekday?: { readonly day: number; readonly ordinal: number }
  isMidnight?: boolean
  readonly moved: Record<Unit, number>
}

/** Milliseconds since 1970; undefined for what is no date. */
export function parseDate(
  text: string,
  { now = Date.now(), zone = zoneOf(undefined) }: { now?: number; zone?: Zone } = {},
): number | undefined {
  const [, timeZone, rest = text] = /^\s*TZ="([^"]*)"\s*([^]*)$/.exec(text) ?? []
  const used = timeZone === undefined ? zone : zoneOf(timeZone)
  const seconds = /^\s*@(-?\d+(?:[.,]\d+)?)\s*$/.exec(rest)?.[1]
  if (seconds !== undefined) return Number(seconds.replace(',', '.')) * 1000
  const found: Found = { moved: { month: 0, day: 0, second: 0 } }
  let left = rest
    .trim()
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, ' ')
    .trim()
  while (left !== '') {
    const taken = take(left, found)
    if (taken === 0) return undefined
    left = left.slice(taken).replace(/^[\s,]+/, '')
  }
  return instantOf(found, now, used)
}

type Form = readonly [pattern: RegExp, keep: (found: Found, match: RegExpExecArray) => boolean]

const FORMS: readonly Form[] = [
  [
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?=t\d|[\s,+-]|$)t?/,
    (found, [, y, m, d]) => setDate(found, [Number(y), Number(m), Number(d)]),
  ],
  [
    /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/,
    (found, [, y, m, d]) => setDate(found, [Number(y), Number(m), Number(d)]),
  ],
  [
    /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?(?!\d)/,
    (found, [, m, d, y]) => setDate(found, [y === undefined ? undefined : fullYear(y), Number(m), Number(d)]),
  ],
  [
    /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*([ap]\.?m\b\.?)?/,
    (found, [, h, m, s, fraction, half]) =>
      setTime(found, [hoursOf(Number(h), half), Number(m), Number(`${s ?? 0}.${fraction ?? 0}`)]),
  ],
  [/^(\d{1,2})\s*([ap]\.?m\b\.?)/, (found, [, h, half]) => setTime(found, [hoursOf(Number(h), half), 0, 0])],
  [
    /^(\d{1,2})[\s-]*([a-z]{3,9})\b\.?(?:[\s,-]*(\d{4}|\d\d)(?![\d:]))?/,
    (found, [, d, name, y]) => setNamed(found, { name, day: d, year: y }),
  ],
  [
    /^([a-z]{3,9})\b\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:\s*,?\s*(\d{4})(?![\d:]))?/,
    (found, [, name, d, y]) => setNamed(found, { name, day: d, year: y }),
  ],
  [
    /^(?:utc|gmt)?([-+])(\d\d):?(\d\d)(?=\s|$)/,
    (found, [, sign, h, m]) => setOffset(found, (Number(h) * 60 + Number(m)) * (sign === '-' ? -1 : 1)),
  ],
  [
    /^(?:utc|gmt)?([-+])(\d{1,2})(?=\s|$)/,
    (found, [, sign, h]) =>
      found.time !== undefined && setOffset(found, Number(h) * 60 * (sign === '-' ? -1 : 1)),
  ],
  [
    /^([-+]?)\s*(\d+)?\s*([a-z]+?)s?\b(\s+ago\b)?/,
    (found, [, sign, amount, name, ago]) => move(found, { sign, amount, name, ago }),
  ],
  [
    /^([a-z]+)\s+([a-z]+?)s?\b(\s+ago\b)?/,
    (found, [, ordinal, name, ago]) => moveByWord(found, { ordinal, name, ago }),
  ],
  [/^(now|today|noon|midnight|tomorrow|yesterday)\b/, (found, [, word]) => setWord(found, word ?? '')],
  [/^([a-z]+)\b\.?/, (found, [, word]) => setWordOfDayOrZone(found, word ?? '')],
  [
    /^(\d{4})(\d\d)(\d\d)(?:[t\s]?(\d\d)(\d\d)(\d\d)?)?(?!\d)/,
    (found, [, y, m, d, h, min, s]) =>
      setDate(found, [Number(y), Number(m), Number(d)]) &&
      (h === undefined || setTime(found, [Number(h), Number(min), Number(s ?? 0)])),
  ],
  [
    /^(\d{4})(?!\d)/,
    (found, [, year]) => {
      const { date } = found
      if (date === undefined || date[0] !== undefined) return false
      found.date = [Number(year), date[1], date[2]]
      return true
    },
  ],
]

/** How many letters of the text said something. */
function take(text: string, found: Found): number {
  for (const [pattern, keep] of FORMS) {
    const match = pattern.exec(text)
    if (match !== null && keep(found, match)) return match[0].length
  }
  return 0
}

function setDate(found: Found, date: NonNullable<Found['date']>): boolean {
  const [year = 2000, month, day] = date
  if (found.date !== undefined || month < 1 || month > 12 || day < 1) return false
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return false
  found.date = date
  return true
}

function setTime(found: Found, time: NonNullable<Found['time']>): boolean {
  if (found.time !== undefined || time[0] > 23 || time[1] > 59 || time[2] >= 61) return false
  found.time = time
  return true
}

function setOffset(found: Found, minutes: number): boolean {
  if (found.offset !== undefined) return false
  found.offset = minutes
  return true
}

function setNamed(
  found: Found,
  parts: { name: string | undefined; day: string | undefined; year: string | undefined },
): boolean {
  const month = indexOf(MONTHS, parts.name ?? '') + 1
  if (month === 0) return false
  return setDate(found, [
    parts.year === undefined ? undefined : fullYear(parts.year),
    month,
    Number(parts.day),
  ])
}

/** The beginning of a name, of three letters at least. */
function indexOf(names: readonly string[], word: string): number {
  if (word.length < 3) return -1
  return names.findIndex((name) => name === word || (name.startsWith(word) && word.length <= 4))
}

function fullYear(text: string): number {
  if (text.length > 2) return Number(text)
  return Number(text) + (Number(text) < 69 ? 2000 : 1900)
}

function hoursOf(hours: number, half: string | undefined): number {
  if (half === undefined) return hours
  if (hours < 1 || hours > 12) return 99
  return (hours % 12) + (half.startsWith('p') ? 12 : 0)
}

function move(
  found: Found,
  parts: {
    sign: string | undefined
    amount: string | undefined
    name: string | undefined
    ago: string | undefined
  },
): boolean {
  const [unit, times] = UNITS[parts.name ?? ''] ?? []
  if (unit === undefined || times === undefined) return false
  const amount = Number(parts.amount ?? 1) * times * (parts.sign === '-' ? -1 : 1)
  found.moved[unit] += parts.ago === undefined ? amount : -amount
  return true
}

function moveByWord(
  found: Found,
  parts: { ordinal: string | undefined; name: string | undefined; ago: string | undefined },
): boolean {
  const ordinal = ORDINALS[parts.ordinal ?? '']
  if (ordinal === undefined) return false
  const [unit, times] = UNITS[parts.name ?? ''] ?? []
  if (unit !== undefined && times !== undefined) {
    found.moved[unit] += ordinal * times * (parts.ago === undefined ? 1 : -1)
    return true
  }
  const day = indexOf(DAYS, parts.name ?? '')
  if (day < 0) return false
  found.weekday = { day, ordinal }
  return true
}

function setWord(found: Found, word: string): boolean {
  if (word === 'tomorrow') found.moved.day += 1
  if (word === 'yesterday') found.moved.day -= 1
  if (word === 'noon') return setTime(found, [12, 0, 0])
  if (word === 'midnight') return setTime(found, [0, 0, 0])
  return true
}

function setWordOfDayOrZone(found: Found, word: string): boolean {
  const day = indexOf(DAYS, word)
  if (day >= 0) {
    found.weekday = { day, ordinal: 0 }
    return true
  }
  const zone = ZONES[word]
  return zone !== undefined && setOffset(found, zone)
}

const DAY_MS = 86_400_000

function instantOf(found: Found, now: number, zone: Zone): number | undefined {
  const { offset, weekday, moved } = found
  const used: Zone = offset === undefined ? zone : { ...UTC, offsetAt: () => offset }
  const local = new Date(now + used.offsetAt(now) * 60_000)
  const [year = local.getUTCFullYear(), month, day] = found.date ?? [
    local.getUTCFullYear(),
    local.getUTCMonth() + 1,
    local.getUTCDate(),
  ]
  // A date alone is its midnight; a move alone goes from now.
  const isDay = found.date !== undefined || weekday !== undefined || offset !== undefined
  const clock = [
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds() + local.getUTCMilliseconds() / 1000,
  ] as const
  const [hours, minutes, seconds] = found.time ?? (isDay ? ([0, 0, 0] as const) : clock)
  const whole = new Date(0)
  whole.setUTCFullYear(year, month - 1 + moved.month, day + moved.day)
  let at = whole.getTime() + hours * 3_600_000 + minutes * 60_000 + Math.round(seconds * 1000)
  if (weekday !== undefined && found.date === undefined) at += daysTo(weekday, whole.getUTCDay()) * DAY_MS
  const instant = fromLocal(at, used) + moved.second * 1000
  return Number.isNaN(instant) ? undefined : instant
}

/** Days to the day of the week: today counts as this one, but not as the next. */
function daysTo({ day, ordinal }: { readonly day: number; readonly ordinal: number }, today: number): number {
  const ahead = (day - today + 7) % 7
  return ahead + 7 * (ordinal - (ordinal > 0 && ahead !== 0 ? 1 : 0))
}
