/** Dates as people and programs write them. */
import { zoneText } from './zone.ts'

interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Minutes east of UTC at that time. */
  readonly zone: (ms: number) => number
}

export interface Moment {
  /** Seconds since 1970. */
  readonly time: number
  readonly zone: string
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
}

/** Undefined when it is no date. */
export function parseDate(text: string, clock: Clock): Moment | undefined {
  const trimmed = text.trim()
  const raw = /^@?(\d{5,})(?:\s+([-+]\d{4}))?$/.exec(trimmed)
  if (raw !== null) return { time: Number(raw[1]), zone: raw[2] ?? '+0000' }
  return relativeDate(trimmed.toLowerCase(), clock) ?? calendarDate(trimmed, clock)
}

function relativeDate(text: string, clock: Clock): Moment | undefined {
  const now = Math.floor(clock.now / 1000)
  const at = (time: number): Moment => ({ time, zone: zoneText(clock.zone(time * 1000)) })
  if (text === 'now') return at(now)
  if (text === 'yesterday') return at(now - 86_400)
  if (text === 'today' || text === 'midnight') return at(now - (now % 86_400))
  const matches = [...text.matchAll(/(\d+|an?)[\s.]+(second|minute|hour|day|week|month|year)s?/g)]
  if (matches.length === 0 || !/ago$/.test(text.replace(/[.\s]+$/, ''))) return undefined
  const back = matches.reduce((sum, [, count = '', unit = '']) => {
    return sum + (/^an?$/.test(count) ? 1 : Number(count)) * (UNITS[unit] ?? 0)
  }, 0)
  return at(now - back)
}

function calendarDate(text: string, clock: Clock): Moment | undefined {
  const date = readDay(text)
  if (date === undefined) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /(?:^|[\sT])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?/.exec(text) ?? []
  const utc = Date.UTC(date.year, date.month, date.day, Number(hours), Number(minutes), Number(seconds))
  if (Number.isNaN(utc)) return undefined
  const named = /(?:\s|\d)(?:(Z|UTC|GMT)|([-+])(\d{2}):?(\d{2}))\)?$/.exec(text)
  const offset = named === null ? clock.zone(utc) : zoneMinutes(named)
  return { time: Math.floor(utc / 1000) - offset * 60, zone: zoneText(offset) }
}

function zoneMinutes([, utc, sign, hours, minutes]: RegExpExecArray): number {
  if (utc !== undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function readDay(text: string): { year: number; month: number; day: number } | undefined {
  const iso = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  if (iso !== null) return valid(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const american = /(?:^|\s)(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text)
  if (american !== null) return valid(Number(american[3]), Number(american[1]) - 1, Number(american[2]))
  const words = text.toLowerCase()
  const named =
    /(\d{1,2})\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})/.exec(words) ??
    /([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(?:\d{1,2}:\d{2}(?::\d{2})?\s+)?(\d{4})/.exec(words)
  if (named === null) return undefined
  const [first = '', second = ''] = [named[1], named[2]]
  const [day, month] = /^\d/.test(first) ? [first, second] : [second, first]
  return valid(Number(named[3]), MONTHS.indexOf(month), Number(day))
}

function valid(
  year: number,
  month: number,
  day: number,
): { year: number; month: number; day: number } | undefined {
  return month >= 0 && month < 12 && day >= 1 && day <= 31 ? { year, month, day } : undefined
}
