/** `-printf` and `-ls`. */
import { modeLetters } from '../files/file-mode.ts'
import { CHAR_ESCAPES } from '../../../../languages/char-escapes.ts'
import { formatDate } from '../date/format-date.ts'
import { zoneOf } from '../date/zone.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syscalls } from '../../../syscalls.ts'
import type { Visit } from './expression.ts'
import { baseOf } from './tests.ts'

const ESCAPES: Readonly<Record<string, string>> = { ...CHAR_ESCAPES, b: '\b', '0': '\0', '\\': '\\' }
const BLOCK = 4096
const KINDS: Readonly<Record<string, string>> = {
  file: 'f',
  directory: 'd',
  symlink: 'l',
  character: 'c',
  fifo: 'p',
}
const ESCAPE = /\\([0-7]{1,3}|[^])|%([-+ 0#]*)(\d*)(?:\.(\d+))?([ABCTc]?[@a-zA-Z+%])/g

interface Machine {
  readonly syscalls: Syscalls
  readonly user: string
}

/** Compiles a format to a function that formats a file. */
export function printFormat(format: string, machine: Machine): (visit: Visit) => string {
  for (const [, , , , , directive] of format.matchAll(ESCAPE)) {
    if (directive !== undefined && valueOf(directive, undefined) === undefined)
      throw new CommandError(`-printf: %${directive} is not supported here`)
  }
  const [body = ''] = format.split(/(?<!\\)((?:\\\\)*)\\c/)
  return (visit) =>
    body.replaceAll(ESCAPE, (whole, ...groups: (string | undefined)[]) => {
      const [escape, flags = '', width = '', precision, directive = ''] = groups
      if (escape !== undefined) {
        if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8))
        return ESCAPES[escape] ?? whole
      }
      const value = valueOf(directive, { visit, machine }) ?? whole
      const cut = precision === undefined ? value : value.slice(0, Number(precision))
      if (flags.includes('-')) return cut.padEnd(Number(width))
      return cut.padStart(Number(width), flags.includes('0') ? '0' : ' ')
    })
}

/** Without `of`: whether there is such a directive. */
function valueOf(directive: string, of: { visit: Visit; machine: Machine } | undefined): string | undefined {
  if (directive.length === 2 && /^[ACT]/.test(directive))
    return of === undefined ? '' : timeOf(directive, of.visit)
  if (of === undefined)
    return /^[%abcdfFgGhHiklmMnpPsStuUyY]$/.test(directive) && !/[FS]/.test(directive) ? '' : undefined
  const { visit, machine } = of
  const { path, stats, start } = visit
  switch (directive) {
    case '%':
      return '%'
    case 'a':
      return clock(stats.atimeMs)
    case 'b':
      return String((Math.ceil(stats.size / BLOCK) * BLOCK) / 512)
    case 'c':
      return clock(stats.ctimeMs)
    case 'd':
      return String(visit.depth)
    case 'f':
      return baseOf(path)
    case 'g':
    case 'u':
      return machine.user
    case 'G':
    case 'U':
      return '1000'
    case 'h':
      return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
    case 'H':
      return start
    case 'i':
      return String(stats.ino)
    case 'k':
      return String((Math.ceil(stats.size / BLOCK) * BLOCK) / 1024)
    case 'l':
      return stats.kind === 'symlink' ? machine.syscalls.readlink(visit.file) : ''
    case 'm':
      return (stats.mode & 0o7777).toString(8)
    case 'M':
      return letters(visit)
    case 'n':
      return String(stats.nlink)
    case 'p':
      return path
    case 'P':
      return visit.depth === 0 ? '' : path.slice(start.endsWith('/') ? start.length : start.length + 1)
    case 's':
      return String(stats.size)
    case 't':
      return clock(stats.mtimeMs)
    case 'y':
    case 'Y':
      return KINDS[stats.kind] ?? 'U'
    default:
      return undefined
  }
}

const zone = zoneOf(undefined)

function clock(ms: number): string {
  return formatDate('%a %b %e %H:%M:%S.%N0 %Y', ms, zone)
}

function timeOf(directive: string, { stats }: Visit): string {
  const ms = { A: stats.atimeMs, C: stats.ctimeMs, T: stats.mtimeMs }[directive.charAt(0)] ?? 0
  const letter = directive.charAt(1)
  if (letter === '@') return `${formatDate('%s.%N', ms, zone)}0`
  if (letter === '+') return `${formatDate('%Y-%m-%d+%H:%M:%S.%N', ms, zone)}0`
  if (letter === 'S') return `${formatDate('%S.%N', ms, zone)}0`
  if (letter === 'T') return `${formatDate('%H:%M:%S.%N', ms, zone)}0`
  return formatDate(`%${letter}`, ms, zone)
}

function letters({ stats }: Visit): string {
  const kind = KINDS[stats.kind] ?? '-'
  const bits = modeLetters(stats.mode)
  return `${kind === 'f' ? '-' : kind}${bits}`
}

/** A line of `-ls`. */
export function listLine(visit: Visit, { syscalls, user }: Machine): string {
  const { stats, path } = visit
  const blocks = String(stats.kind === 'directory' ? 4 : Math.ceil(stats.size / BLOCK) * 4)
  const target = stats.kind === 'symlink' ? ` -> ${syscalls.readlink(visit.file)}` : ''
  const size = String(stats.size)
  const left = `${String(stats.ino).padStart(9)} ${blocks.padStart(6)} ${letters(visit)} ${String(stats.nlink).padStart(3)}`
  return `${left} ${user.padEnd(8)} ${user.padEnd(8)} ${size.padStart(8)} ${formatDate('%b %e %H:%M', stats.mtimeMs, zone)} ${path}${target}\n`
}
