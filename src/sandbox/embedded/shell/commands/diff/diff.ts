/** `diff`: files and directories, in every format of GNU's. */
import { Errno, type Stats } from '../../../syscalls.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { compileAny } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'
import { excludes } from '../archive/tar-names.ts'
import { expandTabs } from '../text/tab-stops.ts'
import { compareLines, type Change } from './compare-lines.ts'
import { contextFormat, edFormat, normalFormat, rcsFormat, unifiedFormat } from './formats.ts'
import type { ContextOptions, Files } from './formats.ts'
import { sideBySideFormat } from './side-by-side.ts'

const SYNTAX: Syntax = {
  name: 'diff',
  usage:
    'diff [-abBcdeEinNpqrstuwyZ] [-C LINES] [-U LINES] [-W COLUMNS] [-F RE] [-I RE] [-L LABEL] [-x PATTERN] FILE FILE',
  misuse: 2,
  options: [
    'a,text',
    'b,ignore-space-change',
    'B,ignore-blank-lines',
    'c',
    'C,context=?',
    'd,minimal',
    'e,ed',
    'F,show-function-line=',
    'I,ignore-matching-lines=',
    'E,ignore-tab-expansion',
    'i,ignore-case',
    'L,label=',
    'N,new-file',
    'n,rcs',
    'p,show-c-function',
    'q,brief',
    'r,recursive',
    's,report-identical-files',
    't,expand-tabs',
    'u',
    'U,unified=?',
    'w,ignore-all-space',
    'W,width=',
    'x,exclude=',
    'y,side-by-side',
    'Z,ignore-trailing-space',
    'color=?',
    'normal',
    'left-column',
    'suppress-common-lines',
    'no-dereference',
    'strip-trailing-cr',
    'speed-large-files',
  ],
}
const TROUBLE = 2
const CONTEXT = 3
const COLUMNS = 130
/** Beginning of a C function's heading, for -p. */
const FUNCTION = /^[A-Za-z$_]/
const SNIFFED = 8000
/** A file that is not there, for -N. */
const ABSENT = '1970-01-01 00:00:00.000000000 +0000'

/** The short forms take a number, which may stand behind `-u` and `-c` too; the long ones may. */
const LENGTHS: Readonly<Record<string, string>> = { '-U': '--unified', '-C': '--context' }

type Format = 'normal' | 'unified' | 'context' | 'ed' | 'rcs' | 'side by side'

const FORMATS: Readonly<Record<string, Format>> = {
  u: 'unified',
  U: 'unified',
  c: 'context',
  C: 'context',
  e: 'ed',
  n: 'rcs',
  y: 'side by side',
  normal: 'normal',
}

export const diff: CommandBody = (args, context) => {
  const joined = args.flatMap((arg, at) => {
    if ((args[at - 1] ?? '') in LENGTHS) return []
    if (arg in LENGTHS) return [`${LENGTHS[arg] ?? arg}=${args[at + 1] ?? ''}`]
    const [, others = '', letter = '', lines] = /^-([A-Za-z]*)([uUcC])(\d+)$/.exec(arg) ?? []
    if (lines === undefined) return [arg]
    const long = `${LENGTHS[`-${letter.toUpperCase()}`] ?? arg}=${lines}`
    return others === '' ? [long] : [`-${others}`, long]
  })
  return runCommand(SYNTAX, joined, { context, body: (run) => new Diff(run, args).run() })
}

type Place = { readonly name: string; readonly stats: Stats | undefined }

class Diff {
  readonly #run: CommandRun
  readonly #format: Format
  readonly #context: ContextOptions
  readonly #isIgnored: (line: string) => boolean
  readonly #isLeftOut: (name: string) => boolean
  readonly #given: readonly string[]
  #differs = false
  #hasTrouble = false

  constructor(run: CommandRun, args: readonly string[]) {
    const { options } = run
    this.#given = args
    if (options.value('color') === 'always') throw run.misuse('colours are not supported here')
    this.#run = run
    const wanted = [
      ...new Set(Object.keys(FORMATS).flatMap((name) => (options.has(name) ? FORMATS[name] : []))),
    ]
    if (wanted.length > 1) throw run.misuse('conflicting output style options')
    const hasHeading = options.has('p') || options.has('F')
    this.#format = wanted[0] ?? (hasHeading ? 'context' : 'normal')
    this.#context = { lines: this.#number('U') ?? this.#number('C') ?? CONTEXT, heading: this.#heading() }
    this.#isIgnored = anyOf(run, options.values('I'))
    const patterns = options.values('x').map(excludes)
    this.#isLeftOut = (name) => patterns.some((matches) => matches(name))
  }

  /** A count of lines or columns. */
  #number(option: string): number | undefined {
    const text = this.#run.options.value(option)
    if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text)
    throw this.#run.misuse(`invalid ${option === 'W' ? 'width' : 'context length'} '${text}'`)
  }

  #heading(): ContextOptions['heading'] {
    const expressions = this.#run.options.values('F')
    if (expressions.length > 0) return anyOf(this.#run, expressions)
    return this.#run.options.has('p') ? (line) => FUNCTION.test(line) : undefined
  }

  run(): number {
    const { operands } = this.#run
    const [one, other, extra] = operands
    if (one === undefined) throw this.#run.misuse(`missing operand after 'diff'`)
    if (other === undefined) throw this.#run.misuse(`missing operand after '${one}'`)
    if (extra !== undefined) throw this.#run.misuse(`extra operand '${extra}'`)
    this.#top(one, other)
    return this.#hasTrouble ? TROUBLE : this.#differs ? 1 : 0
  }

  #top(one: string, other: string): void {
    let [left, right] = [this.#place(one), this.#place(other)]
    // A file against a directory is against the file of its name in there.
    if (left.stats?.kind === 'directory' && right.stats !== undefined && right.stats.kind !== 'directory')
      left = this.#place(`${one.replace(/\/+$/, '')}/${other.slice(other.lastIndexOf('/') + 1)}`)
    else if (right.stats?.kind === 'directory' && left.stats !== undefined && left.stats.kind !== 'directory')
      right = this.#place(`${other.replace(/\/+$/, '')}/${one.slice(one.lastIndexOf('/') + 1)}`)
    const isAbsent = (place: Place): boolean => place.stats === undefined && place.name !== '-'
    if ([left, right].some(isAbsent) && !(this.#run.options.has('N') && ![left, right].every(isAbsent))) {
      for (const { name } of [left, right].filter(isAbsent))
        this.#run.warn(`${name}: No such file or directory`)
      this.#hasTrouble = true
      return
    }
    if (left.stats?.kind === 'directory' && right.stats?.kind === 'directory') this.#folders(one, other)
    else this.#files(left, right, false)
  }

  #place(name: string): Place {
    if (name === '-') return { name, stats: undefined }
    try {
      return { name, stats: this.#run.files.stat(this.#run.path(name)) }
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      return { name, stats: undefined }
    }
  }

  #folders(one: string, other: string): void {
    const names = [...new Set([...this.#names(one), ...this.#names(other)])].sort()
    for (const name of names.filter((each) => !this.#isLeftOut(each))) {
      const left = this.#place(`${one.replace(/\/+$/, '')}/${name}`)
      const right = this.#place(`${other.replace(/\/+$/, '')}/${name}`)
      this.#pair(left, right, { one, other, name })
    }
  }

  #names(folder: string): readonly string[] {
    try {
      return this.#run.files.readdir(this.#run.path(folder)).map((entry) => entry.name)
    } catch (error) {
      if (error instanceof Errno && error.code === 'ENOENT') return []
      throw error
    }
  }

  #pair(left: Place, right: Place, { one, other, name }: { one: string; other: string; name: string }): void {
    const { options } = this.#run
    const isFolder = (place: Place): boolean => place.stats?.kind === 'directory'
    const missing = left.stats === undefined ? other : right.stats === undefined ? one : undefined
    if (missing !== undefined && !options.has('N')) {
      this.#run.out(`Only in ${missing}: ${name}\n`)
      this.#differs = true
    } else if (isFolder(left) && isFolder(right)) {
      if (options.has('r')) this.#folders(left.name, right.name)
      else this.#run.out(`Common subdirectories: ${left.name} and ${right.name}\n`)
    } else if (missing !== undefined && (isFolder(left) || isFolder(right)))
      this.#folders(left.name, right.name)
    else if (isFolder(left) !== isFolder(right)) {
      const kind = (place: Place): string => (isFolder(place) ? 'directory' : 'regular file')
      this.#run.out(`File ${left.name} is a ${kind(left)} while file ${right.name} is a ${kind(right)}\n`)
      this.#differs = true
    } else this.#files(left, right, true)
  }

  #files(left: Place, right: Place, isInFolder: boolean): void {
    const { options } = this.#run
    const [before, after] = [this.#bytes(left), this.#bytes(right)]
    if (before === undefined || after === undefined) return
    const isSame = before.length === after.length && before.every((byte, at) => byte === after[at])
    const isBinary =
      !options.has('a') && [before, after].some((bytes) => bytes.subarray(0, SNIFFED).includes(0))
    const oldLines = linesOf(before)
    const newLines = linesOf(after)
    const changes = isSame || isBinary ? [] : this.#changes(oldLines, newLines)
    if (isSame || (!isBinary && changes.length === 0)) {
      if (options.has('s')) this.#run.out(`Files ${left.name} and ${right.name} are identical\n`)
      else if (this.#format === 'side by side' && !options.has('q'))
        this.#print({ left, right, oldLines, newLines, changes })
      return
    }
    this.#differs = true
    if (options.has('q')) this.#run.out(`Files ${left.name} and ${right.name} differ\n`)
    else if (isBinary) this.#run.out(`Binary files ${left.name} and ${right.name} differ\n`)
    else {
      if (isInFolder) this.#run.out(`diff${this.#optionText()} ${left.name} ${right.name}\n`)
      this.#print({ left, right, oldLines, newLines, changes })
    }
  }

  #bytes(place: Place): Uint8Array | undefined {
    if (place.name !== '-' && place.stats === undefined) return new Uint8Array(0)
    try {
      return this.#run.read(place.name)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#run.warn(error.message)
      this.#hasTrouble = true
      return undefined
    }
  }

  #changes(oldLines: readonly string[], newLines: readonly string[]): readonly Change[] {
    const changes = compareLines(oldLines, newLines, (line) => this.#key(line))
    const { options } = this.#run
    if (!options.has('B') && !options.has('I')) return changes
    const counts = (line: string): boolean =>
      !(options.has('B') && line.trim() === '') && !this.#isIgnored(line)
    return changes.filter(({ oldStart, oldEnd, newStart, newEnd }) =>
      [...oldLines.slice(oldStart, oldEnd), ...newLines.slice(newStart, newEnd)].some(counts),
    )
  }

  /** The part of a line that is compared. */
  #key(line: string): string {
    const { options } = this.#run
    let key = line
    if (options.has('strip-trailing-cr')) key = key.replace(/\r(?=\n?$)/, '')
    if (options.has('w')) key = key.replace(/\s+/g, '')
    else if (options.has('b')) key = key.replace(/\s+$/, '').replace(/\s+/g, ' ')
    else {
      if (options.has('E')) key = expandTabs(key)
      if (options.has('Z')) key = key.replace(/\s+$/, '')
    }
    return options.has('i') ? key.toLowerCase() : key
  }

  #print(found: Files & { left: Place; right: Place; changes: readonly Change[] }): void {
    const { options } = this.#run
    const shown = (lines: readonly string[]): readonly string[] =>
      options.has('t') ? lines.map(expandTabs) : lines
    const files = { oldLines: shown(found.oldLines), newLines: shown(found.newLines) }
    const { changes } = found
    const [left = headOf(found.left), right = headOf(found.right)] = options.values('L')
    switch (this.#format) {
      case 'normal':
        return this.#run.out(normalFormat(files, changes))
      case 'ed':
        return this.#run.out(edFormat(files, changes))
      case 'rcs':
        return this.#run.out(rcsFormat(files, changes))
      case 'unified':
        return this.#run.out(`--- ${left}\n+++ ${right}\n${unifiedFormat(files, changes, this.#context)}`)
      case 'context':
        return this.#run.out(`*** ${left}\n--- ${right}\n${contextFormat(files, changes, this.#context)}`)
      case 'side by side': {
        const columns = {
          width: this.#number('W') ?? COLUMNS,
          leftColumn: options.has('left-column'),
          suppressCommon: options.has('suppress-common-lines'),
          expandTabs: options.has('t'),
        }
        return this.#run.out(sideBySideFormat(found, changes, columns))
      }
      default:
        return this.#format satisfies never
    }
  }

  /** The options as they were given, as the line before each pair of files shows them. */
  #optionText(): string {
    const words = [...this.#given]
    for (const operand of this.#run.operands) words.splice(words.lastIndexOf(operand), 1)
    return words.map((word) => ` ${word}`).join('')
  }
}

/** Whether a line matches one of these basic regular expressions. */
function anyOf(run: CommandRun, expressions: readonly string[]): (line: string) => boolean {
  if (expressions.length === 0) return () => false
  try {
    const { find } = compileAny(expressions, { isExtended: false, needsLongest: false })
    return (line) => find(line.replace(/\n$/, ''), 0) !== undefined
  } catch (error) {
    if (error instanceof RegexError) throw run.misuse(error.message)
    throw error
  }
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function headOf({ name, stats }: Place): string {
  if (name === '-') return `-\t${timeText(Date.now())}`
  return `${name}\t${stats === undefined ? ABSENT : timeText(stats.mtimeMs)}`
}

function timeText(ms: number): string {
  const time = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
  const offset = -time.getTimezoneOffset()
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`
  return `${day} ${clock}.${String(Math.round((ms % 1000) * 1e6)).padStart(9, '0')} ${zone}`
}
