/** The lines of `ls -l`. */
import { modeLetters } from './file-mode.ts'
import type { Stats } from '../../../syscalls.ts'
import type { Options } from '../../../../languages/option-parser.ts'

export interface ListedFile {
  readonly name: string
  readonly path: string
  readonly stats: Stats
  readonly target: string | undefined
}

const LETTERS: Readonly<Record<Stats['kind'], string>> = {
  file: '-',
  directory: 'd',
  symlink: 'l',
  character: 'c',
  fifo: 'p',
  socket: 's',
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Half of a year of 365.2425 days: older files show their year instead of the time. */
const RECENT_MS = 31_556_952_000 / 2
const UNITS = 'KMGTPE'

export function longLines(
  files: readonly (ListedFile & { readonly shown: string })[],
  options: Options,
  time: (stats: Stats) => number,
): readonly string[] {
  const user = options.has('n') ? '1000' : 'user'
  const rows = files.map(({ stats }) => ({
    links: String(stats.nlink),
    size: sizeText(stats, options),
    when: timeText(time(stats), options),
  }))
  const width = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length))
  const links = width(rows.map((row) => row.links))
  const sizes = width(rows.map((row) => row.size))
  return files.map(({ stats, shown }, at) => {
    const row = rows[at]
    const owner = options.has('g') ? '' : ` ${user}`
    const group = options.has('G') || options.has('o') ? '' : ` ${user}`
    const mode = LETTERS[stats.kind] + modeLetters(stats.mode)
    const columns = `${row?.links.padStart(links) ?? ''}${owner}${group} ${row?.size.padStart(sizes) ?? ''}`
    return `${mode} ${columns} ${row?.when ?? ''} ${shown}`
  })
}

function sizeText(stats: Stats, options: Options): string {
  const size =
    stats.kind === 'symlink' ? stats.size : stats.kind === 'directory' ? Math.max(stats.size, 0) : stats.size
  const base = options.has('si') ? 1000 : options.has('h') ? 1024 : undefined
  if (base === undefined || size < base) return String(size)
  let value = size
  let unit = -1
  while (value >= base && unit < UNITS.length - 1) {
    value /= base
    unit += 1
  }
  const rounded = value < 10 ? Math.ceil(value * 10) / 10 : Math.ceil(value)
  const letter = options.has('si') && unit === 0 ? 'k' : UNITS.charAt(unit)
  return `${value < 10 && rounded < 10 ? rounded.toFixed(1) : String(Math.ceil(rounded))}${letter}`
}

function timeText(ms: number, options: Options): string {
  const time = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`
  const style = options.value('time-style')
  if (options.has('full-time') || style === 'full-iso') {
    const offset = -time.getTimezoneOffset()
    const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`
    const nanos = String(Math.round((ms % 1000) * 1e6)).padStart(9, '0')
    return `${day} ${clock}:${two(time.getSeconds())}.${nanos} ${zone}`
  }
  if (style === 'long-iso') return `${day} ${clock}`
  const age = Date.now() - ms
  const isRecent = age < RECENT_MS && age > -60_000
  if (style === 'iso') return isRecent ? `${day.slice(5)} ${clock}` : `${day} `
  if (style?.startsWith('+'))
    return style.slice(1).replace(/%([YmdHMSs])/g, (_, letter: string) => partOf(time, letter))
  const month = `${MONTHS[time.getMonth()] ?? ''} ${String(time.getDate()).padStart(2)}`
  return isRecent ? `${month} ${clock}` : `${month}  ${time.getFullYear()}`
}

function partOf(time: Date, letter: string): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  switch (letter) {
    case 'Y':
      return String(time.getFullYear())
    case 'm':
      return two(time.getMonth() + 1)
    case 'd':
      return two(time.getDate())
    case 'H':
      return two(time.getHours())
    case 'M':
      return two(time.getMinutes())
    case 'S':
      return two(time.getSeconds())
    default:
      return String(Math.floor(time.getTime() / 1000))
  }
}
