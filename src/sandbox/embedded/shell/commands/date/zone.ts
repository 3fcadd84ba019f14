/** Time zones: how far local time is from UTC at an instant, and what it is called. */

export interface Zone {
  /** Minutes to add to UTC. */
  readonly offsetAt: (ms: number) => number
  readonly nameAt: (ms: number) => string
}

export const UTC: Zone = { offsetAt: () => 0, nameAt: () => 'UTC' }

/** `TZ`: a name of the database, `UTC0`, or `EST5EDT` and the like; undefined: the machine's own. Else UTC, as for libc. */
export function zoneOf(name: string | undefined): Zone {
  if (name === undefined) return LOCAL
  const plain = name.replace(/^:/, '')
  if (plain === '' || /^(UTC|GMT)0?$/i.test(plain)) return UTC
  return named(plain) ?? fixed(plain) ?? UTC
}

/** The browser's data on zones takes longer to load than most commands run: not before somebody asks. */
const LOCAL: Zone = { offsetAt: (ms) => local().offsetAt(ms), nameAt: (ms) => local().nameAt(ms) }
let loaded: Zone | undefined

function local(): Zone {
  loaded ??= named(undefined) ?? UTC
  return loaded
}

/** Local time is `hours` behind UTC in POSIX's form: `EST5`, `<+03>-3`. */
function fixed(text: string): Zone | undefined {
  const [, quoted, plain, sign, hours, minutes = '0'] =
    /^(?:<([-+\w]+)>|([A-Za-z]{3,}))([-+]?)(\d{1,2})(?::(\d\d))?$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? 1 : -1)
  return { offsetAt: () => offset, nameAt: () => quoted ?? plain ?? '' }
}

/** Languages that know the short names of their own part of the world, and write `GMT+1` for the others. */
const NAMING: Readonly<Record<string, string>> = {
  Africa: 'en-ZA',
  Australia: 'en-AU',
  Europe: 'en-GB',
  Pacific: 'en-NZ',
}
/** Short names of the time zone database that Intl has in no English: standard time, and no summer time today. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Lagos': 'WAT',
  'Africa/Nairobi': 'EAT',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Karachi': 'PKT',
  'Asia/Kolkata': 'IST',
  'Asia/Manila': 'PST',
  'Asia/Seoul': 'KST',
  'Asia/Shanghai': 'CST',
  'Asia/Taipei': 'CST',
  'Asia/Tokyo': 'JST',
  'Europe/Moscow': 'MSK',
}

function named(timeZone: string | undefined): Zone | undefined {
  let numbers: Intl.DateTimeFormat
  let names: Intl.DateTimeFormat
  try {
    const fields = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const
    numbers = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', era: 'short', ...fields })
    const language = NAMING[timeZone?.split('/')[0] ?? ''] ?? 'en-US'
    names = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  const offsetAt = (ms: number): number => {
    const parts = new Map(numbers.formatToParts(ms).map(({ type, value }) => [type, value]))
    const field = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? 0)
    const year = parts.get('era') === 'BC' ? 1 - field('year') : field('year')
    const local = Date.UTC(
      year,
      field('month') - 1,
      field('day'),
      field('hour'),
      field('minute'),
      field('second'),
    )
    return Math.round((local - Math.floor(ms / 1000) * 1000) / 60_000)
  }
  const nameAt = (ms: number): string => {
    const known = SHORT_NAMES[timeZone ?? '']
    if (known !== undefined) return known
    const name = names.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    if (!/^GMT/.test(name)) return name
    return name === 'GMT' ? 'GMT' : offsetText(offsetAt(ms), '').replace(/00$/, '')
  }
  return { offsetAt, nameAt }
}

/** `+hhmm`, with what separates the two. */
export function offsetText(minutes: number, separator: string): string {
  const absolute = Math.abs(minutes)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}${separator}${two(absolute % 60)}`
}

/** The instant at which clocks there show what UTC's clocks show at `local`. */
export function fromLocal(local: number, zone: Zone): number {
  const first = local - zone.offsetAt(local) * 60_000
  return local - zone.offsetAt(first) * 60_000
}
