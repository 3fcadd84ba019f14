/** Times: seconds since 1970, or a list of year, month, day, hours, minutes, seconds, and days of week and year. */
import { formatDate } from '../date/format-date.ts'
import { fromLocal, UTC, zoneOf, type Zone } from '../date/zone.ts'
import type { Native } from './calls.ts'
import { JqError } from './jq-error.ts'
import { isArray, numberOf, type Value } from './value.ts'

const DAY_MS = 86_400_000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ISO = '%Y-%m-%dT%H:%M:%SZ'

/** `zone` is that of the `localtime` functions. */
export function dateFunctions(
  timeZone: string | undefined,
  now: () => number,
): Readonly<Record<string, Native>> {
  // The browser's data on time zones is slow to come: only who asks for local time waits for it.
  let local: Zone | undefined
  const zone = (): Zone => (local ??= zoneOf(timeZone))
  const toDate: Native = (value) => formatTime(value, ISO, { zone: UTC, name: 'strftime/1' })
  const fromDate: Native = (value) => seconds(parseTime(value, ISO), 'mktime')
  const shift =
    (sign: 1 | -1): Native =>
    (value, _, count = null) => {
      const [base, more] = [numberOf(fromDate(value)) ?? 0, numberOf(count) ?? 0]
      return toDate(base + sign * more)
    }
  return {
    'now/0': () => now() / 1000,
    'gmtime/0': (value) => brokenDown(value, UTC, 'gmtime'),
    'localtime/0': (value) => brokenDown(value, zone(), 'localtime'),
    'mktime/0': (value) => seconds(value, 'mktime'),
    'strftime/1': (value, format = null) => formatTime(value, format, { zone: UTC, name: 'strftime/1' }),
    'strflocaltime/1': (value, format = null) =>
      formatTime(value, format, { zone: zone(), name: 'strflocaltime/1' }),
    'strptime/1': (value, format = null) => parseTime(value, format),
    'todate/0': toDate,
    'fromdate/0': fromDate,
    'date/0': toDate,
    'todateiso8601/0': toDate,
    'fromdateiso8601/0': fromDate,
    'dateadd/2': shift(1),
    'datesub/2': shift(-1),
  }
}

function brokenDown(value: Value, zone: Zone, name: string): Value {
  const time = numberOf(value)
  if (time === undefined) throw new JqError(`${name}() requires numeric inputs`)
  const whole = Math.floor(time) * 1000
  return fieldsOf(whole + zone.offsetAt(whole) * 60_000, time - Math.floor(time))
}

/** Fields of a time in UTC; `rest` is a fraction of a second. */
function fieldsOf(ms: number, rest: number): Value {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  return [
    year,
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds() + rest,
    date.getUTCDay(),
    Math.floor((ms - utc(year, 0, 1)) / DAY_MS),
  ]
}

function utc(
  year: number,
  month: number,
  day: number,
  [hours, minutes, second]: readonly [number, number, number] = [0, 0, 0],
): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  date.setUTCHours(hours, minutes, second, 0)
  return date.getTime()
}

function msOf(value: Value, name: string): number {
  if (!isArray(value)) throw new JqError(`${name} requires array inputs`)
  const fields = value.map(numberOf)
  const [year, month, day, hours = 0, minutes = 0, second = 0] = fields
  if (year === undefined || month === undefined || day === undefined || fields.includes(undefined))
    throw new JqError(`${name} requires parsed datetime inputs`)
  return utc(year, month, day, [hours, minutes, Math.floor(second)])
}

function seconds(value: Value, name: string): Value {
  return Math.floor(msOf(value, name) / 1000)
}

function formatTime(value: Value, format: Value, { zone, name }: { zone: Zone; name: string }): string {
  const isTime = numberOf(value) !== undefined
  if (!isTime && !isArray(value)) throw new JqError(`${name} requires parsed datetime inputs`)
  if (typeof format !== 'string') throw new JqError(`${name} requires a string format`)
  const local = msOf(isTime ? brokenDown(value, zone, name) : value, name)
  return formatDate(format, zone === UTC ? local : fromLocal(local, zone), zone)
}

interface Found {
  year: number
  month: number
  day: number
  hours: number
  minutes: number
  second: number
  yearDay: number | undefined
  isAfternoon: boolean | undefined
  /** Seconds since 1970, which settle everything. */
  epoch: number | undefined
}

type Reader = readonly [pattern: string, take?: (found: Found, text: string) => void]

const number = (digits: string, take: (found: Found, value: number) => void): Reader => [
  digits,
  (found, text) => take(found, Number(text)),
]
const READERS: Readonly<Record<string, Reader>> = {
  Y: number(String.raw`[-+]?\d{1,4}`, (found, value) => (found.year = value)),
  y: number(String.raw`\d{1,2}`, (found, value) => (found.year = value + (value < 69 ? 2000 : 1900))),
  m: number(String.raw`\d{1,2}`, (found, value) => (found.month = value - 1)),
  d: number(String.raw`\d{1,2}`, (found, value) => (found.day = value)),
  e: number(String.raw` ?\d{1,2}`, (found, value) => (found.day = value)),
  H: number(String.raw`\d{1,2}`, (found, value) => (found.hours = value)),
  k: number(String.raw` ?\d{1,2}`, (found, value) => (found.hours = value)),
  I: number(String.raw`\d{1,2}`, (found, value) => (found.hours = value % 12)),
  l: number(String.raw` ?\d{1,2}`, (found, value) => (found.hours = value % 12)),
  M: number(String.raw`\d{1,2}`, (found, value) => (found.minutes = value)),
  S: number(String.raw`\d{1,2}`, (found, value) => (found.second = value)),
  j: number(String.raw`\d{1,3}`, (found, value) => (found.yearDay = value - 1)),
  s: number(String.raw`-?\d+`, (found, value) => (found.epoch = value)),
  u: [String.raw`\d`],
  w: [String.raw`\d`],
  U: [String.raw`\d{1,2}`],
  W: [String.raw`\d{1,2}`],
  p: ['[AaPp][Mm]', (found, text) => (found.isAfternoon = /^p/i.test(text))],
  Z: ['[A-Za-z]+'],
  z: [String.raw`Z|[-+]\d{2}(?::?\d{2})?`],
  A: ['(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sat)(?:day)?'],
  a: ['(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sat)(?:day)?'],
  B: ['[A-Za-z]+', (found, text) => (found.month = MONTHS.indexOf(text.slice(0, 3).toLowerCase()))],
  b: ['[A-Za-z]+', (found, text) => (found.month = MONTHS.indexOf(text.slice(0, 3).toLowerCase()))],
  h: ['[A-Za-z]+', (found, text) => (found.month = MONTHS.indexOf(text.slice(0, 3).toLowerCase()))],
  n: [String.raw`\s*`],
  t: [String.raw`\s*`],
  '%': ['%'],
}
const COMPOUND: Readonly<Record<string, string>> = {
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  c: '%a %b %e %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  r: '%I:%M:%S %p',
}

function parseTime(value: Value, format: Value): Value {
  if (typeof value !== 'string') throw new JqError(`strptime/1 requires string inputs and arguments`)
  if (typeof format !== 'string') throw new JqError(`strptime/1 requires string inputs and arguments`)
  const failure = new JqError(`date "${value}" does not match format "${format}"`)
  const plain = format.replaceAll(/%[EO]?([TRDFcxXr])/g, (whole, letter: string) => COMPOUND[letter] ?? whole)
  const takes: (Reader[1] | undefined)[] = []
  const source = plain.replaceAll(/%[EO]?([^])|\s+|[^%\s]/g, (whole, letter: string | undefined) => {
    if (letter === undefined)
      return /^\s/.test(whole) ? String.raw`\s*` : whole.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`)
    const reader = READERS[letter]
    if (reader === undefined) throw new JqError(`strptime/1: %${letter} is not supported here`)
    takes.push(reader[1])
    return `(${letter === 'n' || letter === 't' || letter === '%' ? '' : String.raw`\s*`}${reader[0]})`
  })
  const match = new RegExp(`^${source}$`, 'i').exec(value)
  if (match === null) throw failure
  const found: Found = {
    year: 1970,
    month: 0,
    day: 1,
    hours: 0,
    minutes: 0,
    second: 0,
    yearDay: undefined,
    isAfternoon: undefined,
    epoch: undefined,
  }
  for (const [at, take] of takes.entries()) take?.(found, (match[at + 1] ?? '').trim())
  if (found.epoch !== undefined) return fieldsOf(found.epoch * 1000, 0)
  const { year, yearDay, isAfternoon } = found
  const isWrong =
    found.month < 0 ||
    found.month > 11 ||
    found.day < 1 ||
    found.day > 31 ||
    found.hours > 24 ||
    found.minutes > 59
  if (isWrong || found.second > 61) throw failure
  const hours = found.hours + (isAfternoon === true ? 12 : 0)
  const [month, day] = yearDay === undefined ? [found.month, found.day] : [0, yearDay + 1]
  return fieldsOf(utc(year, month, day, [hours, found.minutes, found.second]), 0)
}
