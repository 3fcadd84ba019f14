/** Dates as git shows them. */
import { GitFailure } from '../failure.ts'
import type { Person } from '../store/objects.ts'
import { zoneText } from './zone.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export interface DateStyle {
  /** Name of the format, as in `--date=`. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly localZone: (ms: number) => number
}

type When = Pick<Person, 'time' | 'zone'>

export function formatDate(when: When, style: DateStyle): string {
  const isLocal = style.name === 'local' || style.name.endsWith('-local')
  const name = style.name === 'local' ? 'default' : style.name.replace(/-local$/, '')
  const shown = isLocal ? { time: when.time, zone: zoneText(style.localZone(when.time * 1000)) } : when
  const parts = partsOf(shown)
  const { year, month, day, clock } = parts
  switch (name) {
    case 'default':
    case 'normal':
      return `${parts.weekday} ${parts.monthName} ${parts.dayNumber} ${clock} ${year}${isLocal ? '' : ` ${shown.zone}`}`
    case 'short':
      return `${year}-${month}-${day}`
    case 'iso':
    case 'iso8601':
      return `${year}-${month}-${day} ${clock} ${shown.zone}`
    case 'iso-strict':
    case 'iso8601-strict':
      return `${year}-${month}-${day}T${clock}${strictZone(shown.zone)}`
    case 'rfc':
    case 'rfc2822':
      return `${parts.weekday}, ${parts.dayNumber} ${parts.monthName} ${year} ${clock} ${shown.zone}`
    case 'unix':
      return String(when.time)
    case 'raw':
      return `${when.time} ${when.zone}`
    case 'relative':
      return relativeDate(when.time, Math.floor(style.now / 1000))
    default:
      if (name.startsWith('format:')) return customDate(name.slice('format:'.length), shown)
      throw new GitFailure(`unknown date format ${style.name}`)
  }
}

function partsOf({ time, zone }: When) {
  const date = new Date((time + zoneSeconds(zone)) * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    date,
    weekday: DAYS[date.getUTCDay()] ?? '',
    monthName: MONTHS[date.getUTCMonth()] ?? '',
    year: String(date.getUTCFullYear()),
    month: two(date.getUTCMonth() + 1),
    day: two(date.getUTCDate()),
    dayNumber: String(date.getUTCDate()),
    clock: [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':'),
  }
}

function zoneSeconds(zone: string): number {
  const digits = Number(zone.slice(1))
  return (zone.startsWith('-') ? -1 : 1) * (Math.floor(digits / 100) * 60 + (digits % 100)) * 60
}

function strictZone(zone: string): string {
  return zone === '+0000' ? '+00:00' : `${zone.slice(0, 3)}:${zone.slice(3)}`
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Git's rounding: each unit lasts until it would be awkward. */
function relativeDate(time: number, now: number): string {
  const seconds = now - time
  if (seconds < 0) return 'in the future'
  if (seconds < 90) return `${plural(seconds, 'second')} ago`
  const minutes = Math.floor((seconds + 30) / 60)
  if (minutes < 90) return `${plural(minutes, 'minute')} ago`
  const hours = Math.floor((minutes + 30) / 60)
  if (hours < 36) return `${plural(hours, 'hour')} ago`
  const days = Math.floor((hours + 12) / 24)
  if (days < 14) return `${plural(days, 'day')} ago`
  if (days < 70) return `${plural(Math.floor((days + 3) / 7), 'week')} ago`
  if (days < 365) return `${plural(Math.floor((days + 15) / 30), 'month')} ago`
  if (days >= 1825) return `${plural(Math.floor((days + 183) / 365), 'year')} ago`
  const months = Math.floor((days * 12 * 2 + 365) / (365 * 2))
  const years = Math.floor(months / 12)
  if (months % 12 === 0) return `${plural(years, 'year')} ago`
  return `${plural(years, 'year')}, ${plural(months % 12, 'month')} ago`
}

function customDate(format: string, when: When): string {
  const { date, ...parts } = partsOf(when)
  const two = (value: number): string => String(value).padStart(2, '0')
  const values: Readonly<Record<string, string>> = {
    Y: parts.year,
    y: parts.year.slice(-2),
    m: parts.month,
    d: parts.day,
    e: parts.dayNumber.padStart(2),
    H: two(date.getUTCHours()),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    I: two(date.getUTCHours() % 12 || 12),
    p: date.getUTCHours() < 12 ? 'AM' : 'PM',
    a: parts.weekday,
    b: parts.monthName,
    h: parts.monthName,
    F: `${parts.year}-${parts.month}-${parts.day}`,
    T: parts.clock,
    R: parts.clock.slice(0, 5),
    D: `${parts.month}/${parts.day}/${parts.year.slice(-2)}`,
    s: String(when.time),
    z: when.zone,
    n: '\n',
    t: '\t',
    '%': '%',
  }
  return format.replace(/%(.)/g, (whole, letter: string) => values[letter] ?? whole)
}
