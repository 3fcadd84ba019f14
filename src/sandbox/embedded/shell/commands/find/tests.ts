/** Tests of `find`. */
import { Errno, type NamedStats, type Stats, type Syscalls } from '../../../syscalls.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { parseDate } from '../date/parse-date.ts'
import { fnmatchRegex } from '../regex/fnmatch.ts'
import { compilePosix } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'
import type { Test, Visit } from './expression.ts'
import type { Predicate, Words } from './parse-find.ts'
import { permissionTest } from './permissions.ts'

/** Context of the walk for the tests. */
export interface Around {
  readonly syscalls: Syscalls
  readonly pathOf: (operand: string) => string
  readonly now: number
  readonly user: string
  /** `-regextype`, for what follows. */
  regexType: 'basic' | 'extended'
  /** `-daystart`: days end at midnight. */
  fromMidnight: boolean
}

const DAY = 86_400
const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 512,
  b: 512,
  c: 1,
  w: 2,
  k: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
}
const LETTERS: Readonly<Record<string, NamedStats['kind'] | undefined>> = {
  f: 'file',
  d: 'directory',
  l: 'symlink',
  c: 'character',
  p: 'fifo',
}

export function tests(around: Around): Readonly<Record<string, Predicate>> {
  const plain = (test: Test): Predicate => ({ make: () => test })
  const withOne = (make: (value: string, name: string) => Test): Predicate => ({
    make: (words: Words, name) => make(words.one(), name),
  })
  const time = (field: 'atimeMs' | 'mtimeMs' | 'ctimeMs', unit: number): Predicate =>
    withOne((value, name) => timeTest(around, { field, unit, value, name }))
  const newer = (field: 'atimeMs' | 'mtimeMs' | 'ctimeMs', reference: (value: string) => number): Predicate =>
    withOne((value) => {
      const than = reference(value)
      return ({ stats }) => stats[field] > than
    })
  const modified = (value: string): number => statOf(around, value).mtimeMs
  const date = (value: string): number => {
    const ms = parseDate(value, { now: around.now })
    if (ms === undefined)
      throw new CommandError(`I cannot figure out how to interpret '${value}' as a date or time`)
    return ms
  }
  const path = (ignoreCase: boolean): Predicate =>
    withOne((value) => {
      const regex = fnmatchRegex(value, ignoreCase)
      return (visit) => regex.test(visit.path)
    })
  const name = (ignoreCase: boolean): Predicate =>
    withOne((value) => {
      const regex = fnmatchRegex(value, ignoreCase)
      return (visit) => regex.test(baseOf(visit.path))
    })
  const number = (of: (stats: Stats) => number): Predicate =>
    withOne((value, word) => {
      const compare = comparison(value, word)
      return ({ stats }) => compare(of(stats))
    })
  const owner = withOne((value) => () => [around.user, '1000'].includes(value))
  return {
    name: name(false),
    iname: name(true),
    path: path(false),
    wholename: path(false),
    ipath: path(true),
    iwholename: path(true),
    regex: withOne((value) => regexTest(value, around.regexType, false)),
    iregex: withOne((value) => regexTest(value, around.regexType, true)),
    lname: withOne((value) => linkTest(around, value, false)),
    ilname: withOne((value) => linkTest(around, value, true)),
    type: withOne((value, word) => kindTest(value, word)),
    xtype: withOne((value, word) => {
      const test = kindTest(value, word)
      return (visit) => test({ ...visit, stats: { ...visit.stats, ...followed(around, visit) } })
    }),
    empty: plain((visit) =>
      visit.stats.kind === 'directory'
        ? around.syscalls.readdir(visit.file).length === 0
        : visit.stats.kind === 'file' && visit.stats.size === 0,
    ),
    size: withOne(sizeTest),
    perm: withOne((value) => permissionTest(value)),
    executable: plain(
      (visit) => (followed(around, visit).mode & 0o111) !== 0 || visit.stats.kind === 'directory',
    ),
    readable: plain((visit) => (followed(around, visit).mode & 0o444) !== 0),
    writable: plain((visit) => (followed(around, visit).mode & 0o222) !== 0),
    user: owner,
    group: owner,
    uid: number(() => 1000),
    gid: number(() => 1000),
    nouser: plain(() => false),
    nogroup: plain(() => false),
    links: number(({ nlink }) => nlink),
    inum: number(({ ino }) => ino),
    samefile: withOne((value) => {
      const { ino } = statOf(around, value)
      return ({ stats }) => stats.ino === ino
    }),
    atime: time('atimeMs', DAY),
    mtime: time('mtimeMs', DAY),
    ctime: time('ctimeMs', DAY),
    amin: time('atimeMs', 60),
    mmin: time('mtimeMs', 60),
    cmin: time('ctimeMs', 60),
    newer: newer('mtimeMs', modified),
    anewer: newer('atimeMs', modified),
    cnewer: newer('ctimeMs', modified),
    newermm: newer('mtimeMs', modified),
    newermt: newer('mtimeMs', date),
    newerat: newer('atimeMs', date),
    newerct: newer('ctimeMs', date),
    true: plain(() => true),
    false: plain(() => false),
  }
}

export function baseOf(path: string): string {
  const trimmed = path.replace(/(.)\/+$/, '$1')
  return trimmed === '/' ? '/' : trimmed.slice(trimmed.lastIndexOf('/') + 1)
}

function statOf(around: Around, operand: string): Stats {
  try {
    return around.syscalls.stat(around.pathOf(operand))
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    throw new CommandError(`'${operand}': No such file or directory`)
  }
}

/** Stats of a link's target; a broken link's own. */
function followed({ syscalls }: Around, { file, stats }: Visit): Stats {
  if (stats.kind !== 'symlink') return stats
  try {
    return syscalls.stat(file)
  } catch (error) {
    if (error instanceof Errno) return stats
    throw error
  }
}

function kindTest(value: string, word: string): (visit: Visit) => boolean {
  const kinds = value.split(',').map((letter) => {
    const kind = LETTERS[letter]
    // Block devices, sockets and doors do not exist here.
    if (kind === undefined && !/^[bsD]$/.test(letter))
      throw new CommandError(
        letter.length === 1
          ? `Unknown argument to ${word}: ${letter}`
          : `Arguments to ${word} should contain only one letter`,
      )
    return kind
  })
  return ({ stats }) => kinds.includes(stats.kind)
}

/** `+N` more, `-N` less, `N` just as many. */
function comparison(value: string, word: string): (actual: number) => boolean {
  const [, sign, digits] = /^([-+]?)(\d+(?:\.\d+)?)$/.exec(value) ?? []
  if (digits === undefined) throw new CommandError(`invalid argument \`${value}' to \`${word}'`)
  const amount = Number(digits)
  if (sign === '+') return (actual) => actual > amount
  if (sign === '-') return (actual) => actual < amount
  return (actual) => actual === amount
}

function sizeTest(value: string): Test {
  const [, amount, unit = ''] = /^([-+]?\d+)([bcwkMG]?)$/.exec(value) ?? []
  if (amount === undefined) throw new CommandError(`Invalid argument \`${value}' to -size`)
  const compare = comparison(amount, '-size')
  return ({ stats }) => compare(Math.ceil(stats.size / (SIZE_UNITS[unit] ?? 1)))
}

function timeTest(
  around: Around,
  {
    field,
    unit,
    value,
    name,
  }: { field: 'atimeMs' | 'mtimeMs' | 'ctimeMs'; unit: number; value: string; name: string },
): Test {
  const compare = comparison(value, name)
  const midnight = new Date(around.now)
  midnight.setHours(24, 0, 0, 0)
  const from = around.fromMidnight ? midnight.getTime() : around.now
  const isExact = !/^[-+]/.test(value)
  return ({ stats }) => {
    const units = (from - stats[field]) / 1000 / unit
    if (unit === 60 && !isExact) return compare(units)
    return compare(unit === 60 ? Math.ceil(units) : Math.floor(units))
  }
}

function regexTest(pattern: string, type: Around['regexType'], ignoreCase: boolean): Test {
  try {
    // Emacs' expressions, which find takes unless told otherwise, have + and ? as operators.
    const source =
      type === 'basic'
        ? pattern.replaceAll(/\\[^]|\[\^?\]?[^\]]*\]|[+?]/g, (part) =>
            part.length === 1 ? `\\${part}` : part,
          )
        : pattern
    const { find } = compilePosix(source, { isExtended: type === 'extended', ignoreCase, needsLongest: true })
    return ({ path }) => {
      const match = find(path, 0)
      return match !== undefined && match.index === 0 && match.end === path.length
    }
  } catch (error) {
    if (error instanceof RegexError)
      throw new CommandError(`failed to compile regular expression '${pattern}': ${error.message}`)
    throw error
  }
}

function linkTest({ syscalls }: Around, pattern: string, ignoreCase: boolean): Test {
  const regex = fnmatchRegex(pattern, ignoreCase)
  return ({ file, stats }) => stats.kind === 'symlink' && regex.test(syscalls.readlink(file))
}
