/** `strftime` with GNU's flags: `%-d`, `%_H`, `%^a`, `%:z`, `%3N`. */
import { offsetText, type Zone } from './zone.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAY_MS = 86_400_000

/** Value of a directive, with its padding. */
type Field = readonly [text: string, width?: number, fill?: '0' | ' ']

/** Unknown directives stay unchanged. `ms` may have a fraction. */
export function formatDate(format: string, ms: number, zone: Zone): string {
  const local = new Date(Math.floor(ms) + zone.offsetAt(ms) * 60_000)
  return format.replaceAll(
    /%([-_0^#+]*)(\d*)[EO]?(:{0,3}z|[a-zA-Z%+])/g,
    (whole, flags: string, width: string, name: string) => {
      const field = fieldOf(name, { local, ms, zone })
      if (field === undefined) return whole
      return filled(field, { flags, width, isFraction: name === 'N' })
    },
  )
}

function filled(
  [text, own = 0, fill = '0']: Field,
  { flags, width, isFraction }: { flags: string; width: string; isFraction: boolean },
): string {
  if (isFraction)
    return flags.includes('-') || width === ''
      ? text
      : text.slice(0, Number(width)).padEnd(Number(width), '0')
  const isNumber = own > 0
  const char = flags.includes('_') ? ' ' : flags.includes('0') ? '0' : isNumber ? fill : ' '
  const length = flags.includes('-') ? 0 : width === '' ? own : Number(width)
  const shown = text.padStart(length, char)
  if (flags.includes('^')) return shown.toUpperCase()
  return flags.includes('#') ? shown.toLowerCase() : shown
}

interface Instant {
  /** Local time in its UTC fields. */
  readonly local: Date
  readonly ms: number
  readonly zone: Zone
}

function fieldOf(name: string, instant: Instant): Field | undefined {
  const { local, ms, zone } = instant
  const again = (format: string): Field => [formatDate(format, ms, zone)]
  const day = local.getUTCDay()
  const hours = local.getUTCHours()
  const year = local.getUTCFullYear()
  switch (name) {
    case 'a':
      return [(DAYS[day] ?? '').slice(0, 3)]
    case 'A':
      return [DAYS[day] ?? '']
    case 'b':
    case 'h':
      return [(MONTHS[local.getUTCMonth()] ?? '').slice(0, 3)]
    case 'B':
      return [MONTHS[local.getUTCMonth()] ?? '']
    case 'c':
      return again('%a %b %e %H:%M:%S %Y')
    case 'C':
      return [String(Math.floor(year / 100)), 2]
    case 'd':
      return [String(local.getUTCDate()), 2]
    case 'D':
    case 'x':
      return again('%m/%d/%y')
    case 'e':
      return [String(local.getUTCDate()), 2, ' ']
    case 'F':
      return again('%Y-%m-%d')
    case 'g':
      return [String(isoWeek(local).year % 100), 2]
    case 'G':
      return [String(isoWeek(local).year), 4]
    case 'H':
      return [String(hours), 2]
    case 'I':
      return [String(hours % 12 || 12), 2]
    case 'j':
      return [String(dayOfYear(local) + 1), 3]
    case 'k':
      return [String(hours), 2, ' ']
    case 'l':
      return [String(hours % 12 || 12), 2, ' ']
    case 'm':
      return [String(local.getUTCMonth() + 1), 2]
    case 'M':
      return [String(local.getUTCMinutes()), 2]
    case 'n':
      return ['\n']
    case 'N':
      return [String(Math.round((ms - Math.floor(ms / 1000) * 1000) * 1e6)).padStart(9, '0')]
    case 'p':
      return [hours < 12 ? 'AM' : 'PM']
    case 'P':
      return [hours < 12 ? 'am' : 'pm']
    case 'q':
      return [String(Math.floor(local.getUTCMonth() / 3) + 1), 1]
    case 'r':
      return again('%I:%M:%S %p')
    case 'R':
      return again('%H:%M')
    case 's':
      return [String(Math.floor(ms / 1000)), 1]
    case 'S':
      return [String(local.getUTCSeconds()), 2]
    case 't':
      return ['\t']
    case 'T':
    case 'X':
      return again('%H:%M:%S')
    case 'u':
      return [String(day === 0 ? 7 : day), 1]
    case 'U':
      return [String(Math.floor((dayOfYear(local) + 7 - day) / 7)), 2]
    case 'V':
      return [String(isoWeek(local).week), 2]
    case 'w':
      return [String(day), 1]
    case 'W':
      return [String(Math.floor((dayOfYear(local) + 7 - ((day + 6) % 7)) / 7)), 2]
    case 'y':
      return [String(((year % 100) + 100) % 100), 2]
    case 'Y':
      return [String(year), 4]
    case 'z':
      return [offsetText(zone.offsetAt(ms), '')]
    case ':z':
      return [offsetText(zone.offsetAt(ms), ':')]
    case '::z':
      return [`${offsetText(zone.offsetAt(ms), ':')}:00`]
    case 'Z':
      return [zone.nameAt(ms)]
    case '+':
      return again('%a %b %e %H:%M:%S %Z %Y')
    case '%':
      return ['%']
    default:
      return undefined
  }
}

function dayOfYear(local: Date): number {
  return Math.floor((local.getTime() - startOfYear(local.getUTCFullYear())) / DAY_MS)
}

function startOfYear(year: number): number {
  const start = new Date(0)
  return start.setUTCFullYear(year, 0, 1)
}

/** The week belongs to the year that its Thursday is in. */
function isoWeek(local: Date): { readonly year: number; readonly week: number } {
  const weekday = (local.getUTCDay() + 6) % 7
  const thursday = new Date(local.getTime() + (3 - weekday) * DAY_MS)
  const year = thursday.getUTCFullYear()
  return { year, week: Math.floor((thursday.getTime() - startOfYear(year)) / DAY_MS / 7) + 1 }
}
