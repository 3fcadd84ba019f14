/** `stat` and `touch`. */
import { modeLetters } from './file-mode.ts'
import { Errno, type Stats } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CHAR_ESCAPES } from '../../../../languages/char-escapes.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { parseDate } from '../date/parse-date.ts'

const STAT: Syntax = {
  name: 'stat',
  usage: 'stat [-Lt] [-c FORMAT] [--printf FORMAT] FILE...',
  options: ['c,format=', 'printf=', 'L,dereference', 't,terse', 'f,file-system'],
}
const TOUCH: Syntax = {
  name: 'touch',
  usage: 'touch [-acm] [-d DATE] [-r FILE] [-t STAMP] FILE...',
  options: ['a', 'm', 'c,no-create', 'd,date=', 'r,reference=', 't=', 'h,no-dereference', 'f', 'time='],
}
const KINDS: Readonly<Record<Stats['kind'], readonly [text: string, bits: number, letter: string]>> = {
  file: ['regular file', 0o100000, '-'],
  directory: ['directory', 0o040000, 'd'],
  symlink: ['symbolic link', 0o120000, 'l'],
  character: ['character special file', 0o020000, 'c'],
  fifo: ['fifo', 0o010000, 'p'],
  socket: ['socket', 0o140000, 's'],
}
const BLOCK = 512
const IO_BLOCK = 4096
const USER = { id: 1000, name: 'user' }

export const stat: CommandBody = (args, context) => runCommand(STAT, args, { context, body: runStat })

export const touch: CommandBody = (args, context) => runCommand(TOUCH, args, { context, body: runTouch })

function runStat(run: CommandRun): number {
  const { options, operands, files } = run
  if (operands.length === 0) throw run.misuse('missing operand')
  if (options.has('f')) throw new CommandError('-f (file systems) is not supported here')
  for (const operand of operands) {
    try {
      const path = run.path(operand)
      const stats = options.has('L') ? files.stat(path) : files.lstat(path)
      const target = stats.kind === 'symlink' ? files.readlink(path) : undefined
      const file = { operand, stats, target }
      const printf = options.value('printf')
      const format = options.value('c')
      if (printf !== undefined) run.out(unescape(formatted(printf, file)))
      else if (format !== undefined) run.out(`${formatted(format, file)}\n`)
      else if (options.has('t'))
        run.out(`${formatted('%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o', file)}\n`)
      else run.out(`${formatted(LONG, file)}\n`)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      run.complain(`cannot statx '${operand}': ${errnoSentence(error)}`)
    }
  }
  return run.isFailed ? 1 : 0
}

const LONG = `  File: %_
  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
Device: 0,1\tInode: %-11i Links: %h
Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
Access: %x
Modify: %y
Change: %z
 Birth: %w`

interface StattedFile {
  readonly operand: string
  readonly stats: Stats
  readonly target: string | undefined
}

function formatted(format: string, file: StattedFile): string {
  return format.replace(/%[-0+ #']*\d*(?:\.\d+)?[a-zA-Z_%]/g, (directive) => {
    const [, flags = '', width = '', precision, letter = ''] =
      /^%([^\d.a-zA-Z_%]*0?)(\d*)(?:\.(\d+))?(.)$/.exec(directive) ?? []
    if (letter === '%') return '%'
    const full = valueOf(letter, file)
    const text = precision === undefined ? full : full.slice(0, Number(precision))
    if (flags.includes('-')) return text.padEnd(Number(width))
    return text.padStart(Number(width), flags.includes('0') ? '0' : ' ')
  })
}

function valueOf(letter: string, { operand, stats, target }: StattedFile): string {
  const [kind, bits, mark] = KINDS[stats.kind]
  const seconds = (ms: number): string => String(Math.floor(ms / 1000))
  switch (letter) {
    case 'n':
      return operand
    case '_':
      return target === undefined ? operand : `${operand} -> ${target}`
    case 'N':
      return target === undefined ? `'${operand}'` : `'${operand}' -> '${target}'`
    case 's':
      return String(stats.size)
    case 'b':
      return String(Math.ceil(stats.size / IO_BLOCK) * (IO_BLOCK / BLOCK))
    case 'B':
      return String(BLOCK)
    case 'o':
      return String(IO_BLOCK)
    case 'F':
      return stats.kind === 'file' && stats.size === 0 ? `regular empty file` : kind
    case 'a':
      return stats.mode.toString(8)
    case 'A':
      return mark + modeLetters(stats.mode)
    case 'f':
      return (bits | stats.mode).toString(16)
    case 'h':
      return String(stats.nlink)
    case 'i':
      return String(stats.ino)
    case 'u':
    case 'g':
      return String(USER.id)
    case 'U':
    case 'G':
      return USER.name
    case 'X':
      return seconds(stats.atimeMs)
    case 'Y':
      return seconds(stats.mtimeMs)
    case 'Z':
      return seconds(stats.ctimeMs)
    case 'W':
      return seconds(stats.birthtimeMs)
    case 'x':
      return longTime(stats.atimeMs)
    case 'y':
      return longTime(stats.mtimeMs)
    case 'z':
      return longTime(stats.ctimeMs)
    case 'w':
      return longTime(stats.birthtimeMs)
    case 'd':
      return '1'
    case 'D':
    case 't':
    case 'T':
      return letter === 'D' ? '1' : '0'
    case 'm':
      return '/'
    default:
      return '?'
  }
}

function longTime(ms: number): string {
  const time = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
  const nanos = String(Math.round((ms % 1000) * 1e6)).padStart(9, '0')
  const offset = -time.getTimezoneOffset()
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`
  return `${day} ${clock}.${nanos} ${zone}`
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...CHAR_ESCAPES,
  b: '\b',
  e: '\x1b',
  '\\': '\\',
  '"': '"',
}

function unescape(text: string): string {
  return text.replace(/\\([0-7]{1,3}|.)/g, (all, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return ESCAPES[code] ?? all
  })
}

function runTouch(run: CommandRun): number {
  const { options, operands, files } = run
  if (operands.length === 0) throw run.misuse('missing file operand')
  const { atimeMs, mtimeMs } = timesOf(run)
  const word = options.value('time')
  const onlyA = options.has('a') || ['atime', 'access', 'use'].includes(word ?? '')
  const onlyM = options.has('m') || ['mtime', 'modify'].includes(word ?? '')
  for (const operand of operands) {
    try {
      const path = run.path(operand)
      const isLink = options.has('h')
      if (!isThere(run, path, isLink)) {
        if (options.has('c') || isLink) continue
        files.writeFile(path, new Uint8Array(0), 0o666)
      }
      const before = isLink ? files.lstat(path) : files.stat(path)
      const atime = onlyM && !onlyA ? before.atimeMs : atimeMs
      const mtime = onlyA && !onlyM ? before.mtimeMs : mtimeMs
      files.utimes(path, atime, mtime, isLink)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      run.complain(`cannot touch '${operand}': ${errnoSentence(error)}`)
    }
  }
  return run.isFailed ? 1 : 0
}

function isThere(run: CommandRun, path: string, isLink: boolean): boolean {
  try {
    if (isLink) run.files.lstat(path)
    else run.files.stat(path)
    return true
  } catch (error) {
    if (error instanceof Errno && error.code === 'ENOENT') return false
    throw error
  }
}

function timesOf(run: CommandRun): { atimeMs: number; mtimeMs: number } {
  const { options, files } = run
  const reference = options.value('r')
  if (reference !== undefined)
    return run.attempt(`failed to get attributes of '${reference}'`, () => files.stat(run.path(reference)))
  const stamp = options.value('t')
  if (stamp !== undefined) {
    const [, century = '', year = '', month, day, hour, minute, second = '0'] =
      /^(?:(\d\d)?(\d\d))?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(stamp) ?? []
    if (minute === undefined) throw new CommandError(`invalid date format '${stamp}'`)
    const short = Number(year) < 69 ? `20${year}` : `19${year}`
    const full = year === '' ? new Date().getFullYear() : Number(century === '' ? short : century + year)
    const time = new Date(
      full,
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    ).getTime()
    return { atimeMs: time, mtimeMs: time }
  }
  const text = options.value('d')
  const time = text === undefined ? Date.now() : parseDate(text)
  if (time === undefined) throw new CommandError(`invalid date format '${text ?? ''}'`)
  return { atimeMs: time, mtimeMs: time }
}
