/** `diff`: files and directories, in the normal and the unified format. */
import { Errno, type Stats } from '../../../syscalls.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../command-error.ts'
import { runCommand, type CommandRun } from '../command-run.ts'
import type { Syntax } from '../option-parser.ts'
import { excludes } from '../tar-names.ts'
import { compareLines, type Change } from './compare-lines.ts'
import { normalFormat, unifiedFormat } from './formats.ts'

const SYNTAX: Syntax = {
  name: 'diff',
  usage: 'diff [-abBdEiNqrstuwZ] [-U LINES] [-L LABEL] [-x PATTERN] FILE FILE',
  misuse: 2,
  options: [
    'a,text',
    'b,ignore-space-change',
    'B,ignore-blank-lines',
    'c',
    'C,context=',
    'd,minimal',
    'e,ed',
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
    'no-dereference',
    'strip-trailing-cr',
    'speed-large-files',
  ],
}
const NOT_HERE = ['c', 'C', 'e', 'n', 'p', 'y', 'E', 't']
const TROUBLE = 2
const CONTEXT = 3
const SNIFFED = 8000
/** A file that is not there, for -N. */
const ABSENT = '1970-01-01 00:00:00.000000000 +0000'

export const diff: CommandBody = (args, context) => {
  // `-U5` takes a number, and so does `-5`.
  const plain = args.map((arg) => arg.replace(/^-U(?=\d)/, '--unified='))
  const joined = plain.flatMap((arg, at) =>
    plain[at - 1] === '-U' ? [] : arg === '-U' ? [`--unified=${plain[at + 1] ?? ''}`] : [arg],
  )
  return runCommand(SYNTAX, joined, { context, body: (run) => new Diff(run, args).run() })
}

type Place = { readonly name: string; readonly stats: Stats | undefined }

class Diff {
  readonly #run: CommandRun
  readonly #context: number | undefined
  readonly #isLeftOut: (name: string) => boolean
  readonly #given: readonly string[]
  #differs = false
  #hasTrouble = false

  constructor(run: CommandRun, args: readonly string[]) {
    const { options } = run
    this.#given = args
    const unsupported = NOT_HERE.find((name) => options.has(name))
    if (unsupported !== undefined)
      throw run.misuse(
        `option -${unsupported} is not supported here; there are the normal and the unified (-u) format`,
      )
    if (options.value('color') === 'always') throw run.misuse('colours are not supported here')
    this.#run = run
    const lines = options.value('U')
    if (lines !== undefined && !/^\d+$/.test(lines)) throw run.misuse(`invalid context length '${lines}'`)
    this.#context =
      lines !== undefined ? Number(lines) : options.has('u') || options.has('U') ? CONTEXT : undefined
    const patterns = options.values('x').map(excludes)
    this.#isLeftOut = (name) => patterns.some((matches) => matches(name))
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
    if (!this.#run.options.has('B')) return changes
    const isBlank = (lines: readonly string[]): boolean => lines.every((line) => line.trim() === '')
    return changes.filter(
      ({ oldStart, oldEnd, newStart, newEnd }) =>
        !isBlank(oldLines.slice(oldStart, oldEnd)) || !isBlank(newLines.slice(newStart, newEnd)),
    )
  }

  /** What of a line is compared. */
  #key(line: string): string {
    const { options } = this.#run
    let key = line
    if (options.has('strip-trailing-cr')) key = key.replace(/\r(?=\n?$)/, '')
    if (options.has('w')) key = key.replace(/\s+/g, '')
    else if (options.has('b')) key = key.replace(/\s+$/, '').replace(/\s+/g, ' ')
    else if (options.has('Z')) key = key.replace(/\s+$/, '')
    return options.has('i') ? key.toLowerCase() : key
  }

  #print(found: {
    left: Place
    right: Place
    oldLines: readonly string[]
    newLines: readonly string[]
    changes: readonly Change[]
  }): void {
    if (this.#context === undefined) return this.#run.out(normalFormat(found, found.changes))
    const labels = this.#run.options.values('L')
    this.#run.out(`--- ${labels[0] ?? headOf(found.left)}\n+++ ${labels[1] ?? headOf(found.right)}\n`)
    this.#run.out(unifiedFormat(found, found.changes, this.#context))
  }

  /** The options as they were given, as the line before each pair of files shows them. */
  #optionText(): string {
    const words = [...this.#given]
    for (const operand of this.#run.operands) words.splice(words.lastIndexOf(operand), 1)
    return words.map((word) => ` ${word}`).join('')
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
