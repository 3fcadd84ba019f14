/** `ls`, as GNU's prints it to what is no terminal: one name a line. */
import { Errno, type Stats } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { fnmatchRegex } from '../regex/fnmatch.ts'
import { inColumns, quoted, runningLines } from './ls-layout.ts'
import { longLines, type ListedFile } from './ls-long.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'ls',
  usage: 'ls [-1aAbBcCdfFgGhiklLmnNopqQrRsStuUvxX] [-I PATTERN] [-w COLUMNS] [FILE]...',
  misuse: 2,
  options: [
    '1',
    'a,all',
    'A,almost-all',
    'b,escape',
    'B,ignore-backups',
    'I,ignore=',
    'C',
    'c',
    'd,directory',
    'f',
    'F,classify=?',
    'g',
    'G,no-group',
    'h,human-readable',
    'H,dereference-command-line',
    'i,inode',
    'k,kibibytes',
    'l',
    'L,dereference',
    'm',
    'n,numeric-uid-gid',
    'N,literal',
    'o',
    'p',
    'q,hide-control-chars',
    'Q,quote-name',
    'r,reverse',
    'R,recursive',
    's,size',
    'S',
    't',
    'u',
    'U',
    'v',
    'w,width=',
    'x',
    'X',
    'color=?',
    'file-type',
    'format=',
    'full-time',
    'hide=',
    'group-directories-first',
    'si',
    'sort=',
    'time=',
    'time-style=',
    'show-control-chars',
    'T,tabsize=',
    'zero',
  ],
}
/** Columns of a line where nothing else is said. */
const COLUMNS = 80
const TROUBLE = 2
const FORMATS: Readonly<Record<string, string>> = {
  across: 'x',
  commas: 'm',
  horizontal: 'x',
  long: 'l',
  'single-column': '1',
  verbose: 'l',
  vertical: 'C',
}
const SORTS: Readonly<Record<string, string>> = {
  time: 't',
  size: 'S',
  none: 'U',
  extension: 'X',
  version: 'v',
}

export const ls: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: (run) => new Ls(run).run() })
}

class Ls {
  readonly #run: CommandRun
  /** The option that says how names stand. */
  readonly #layout: string
  readonly #isLong: boolean
  readonly #isLeftOut: (name: string) => boolean
  #code = 0

  constructor(run: CommandRun) {
    this.#run = run
    const { options } = run
    const layout = options.lastOf(['1', 'C', 'g', 'l', 'm', 'n', 'o', 'x', 'full-time', 'format', 'zero'])
    const word = options.value('format')
    this.#layout = layout === 'format' ? (FORMATS[word ?? ''] ?? '1') : (layout ?? '1')
    if (layout === 'format' && !(word !== undefined && word in FORMATS))
      throw new CommandError(`invalid argument '${word ?? ''}' for '--format'`, TROUBLE)
    this.#isLong = ['l', 'g', 'n', 'o', 'full-time'].includes(this.#layout)
    const always = options.values('I').map((pattern) => fnmatchRegex(pattern))
    const hidden = options.values('hide').map((pattern) => fnmatchRegex(pattern))
    this.#isLeftOut = (name) =>
      always.some((pattern) => pattern.test(name)) ||
      (!options.has('a') && !options.has('A') && hidden.some((pattern) => pattern.test(name)))
  }

  run(): number {
    const { options, operands } = this.#run
    const given = (operands.length === 0 ? ['.'] : operands).flatMap((operand) => this.#operand(operand))
    const isFolder = (file: ListedFile): boolean =>
      !options.has('d') && this.#followed(file).kind === 'directory'
    const files = this.#sorted(given.filter((file) => !isFolder(file)))
    const folders = this.#sorted(given.filter(isFolder))
    if (files.length > 0) this.#print(files)
    let isFirst = files.length === 0
    const hasHeads = operands.length > 1 || options.has('R')
    for (const folder of folders) {
      this.#folder(folder.name, hasHeads, isFirst)
      isFirst = false
    }
    return this.#code
  }

  #operand(operand: string): ListedFile[] {
    const { options } = this.#run
    const follows = options.has('L') || options.has('H')
    try {
      return [this.#file(operand, operand, follows || operand.endsWith('/'))]
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#run.warn(`cannot access '${operand}': ${errnoSentence(error)}`)
      this.#code = TROUBLE
      return []
    }
  }

  #file(operand: string, name: string, follows: boolean): ListedFile {
    const { files } = this.#run
    const path = this.#run.path(operand)
    const stats = follows ? files.stat(path) : files.lstat(path)
    return { name, path, stats, target: stats.kind === 'symlink' ? files.readlink(path) : undefined }
  }

  /** A link on the command line stands for its directory, unless it is shown itself. */
  #followed(file: ListedFile): Stats {
    if (file.stats.kind !== 'symlink' || this.#isLong || this.#run.options.has('F')) return file.stats
    try {
      return this.#run.files.stat(file.path)
    } catch (error) {
      if (error instanceof Errno) return file.stats
      throw error
    }
  }

  #folder(name: string, hasHead: boolean, isFirst: boolean): void {
    let files
    try {
      files = this.#children(name)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#run.warn(`cannot open directory '${name}': ${errnoSentence(error)}`)
      this.#code = Math.max(this.#code, 1)
      return
    }
    if (!isFirst) this.#run.out('\n')
    if (hasHead) this.#run.out(`${name}:\n`)
    if (this.#isLong || this.#run.options.has('s')) {
      const blocks = files.reduce((sum, { stats }) => sum + blocksOf(stats), 0)
      this.#run.out(`total ${this.#run.options.has('h') ? humanBlocks(blocks) : blocks}\n`)
    }
    this.#print(files)
    if (!this.#run.options.has('R')) return
    const below = files.filter(
      ({ name: child, stats }) => stats.kind === 'directory' && child !== '.' && child !== '..',
    )
    for (const child of below) this.#folder(`${name.replace(/\/+$/, '')}/${child.name}`, true, false)
  }

  #children(folder: string): readonly ListedFile[] {
    const { options, files } = this.#run
    const all = options.has('a') || options.has('f')
    const names = files.readdir(this.#run.path(folder)).map((entry) => entry.name)
    const shown = names.filter((name) => all || options.has('A') || !name.startsWith('.'))
    const kept = shown.filter((name) => !(options.has('B') && name.endsWith('~')) && !this.#isLeftOut(name))
    const base = folder.replace(/\/+$/, '')
    const listed = [...(all ? ['.', '..'] : []), ...kept].map((name) =>
      this.#file(`${base === '' ? '' : base}/${name}`, name, options.has('L')),
    )
    return this.#sorted(listed)
  }

  #sorted(files: readonly ListedFile[]): readonly ListedFile[] {
    const { options } = this.#run
    const by = SORTS[options.value('sort') ?? ''] ?? options.lastOf(['t', 'S', 'U', 'v', 'X', 'f'])
    const byName = (one: ListedFile, other: ListedFile): number =>
      one.name < other.name ? -1 : one.name > other.name ? 1 : 0
    if (by === 'U' || by === 'f') return files
    const time = timeOf(this.#run)
    const orders: Readonly<Record<string, (one: ListedFile, other: ListedFile) => number>> = {
      t: (one, other) => time(other.stats) - time(one.stats),
      S: (one, other) => other.stats.size - one.stats.size,
      v: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
      X: (one, other) =>
        suffixOf(one.name) < suffixOf(other.name) ? -1 : suffixOf(one.name) > suffixOf(other.name) ? 1 : 0,
    }
    const order = orders[by ?? '']
    const wantsTime = by === undefined && (options.has('c') || options.has('u')) && !this.#isLong
    const sorted = [...files].sort(
      (one, other) =>
        (order?.(one, other) ?? (wantsTime ? orders['t']?.(one, other) : 0)) || byName(one, other),
    )
    if (options.has('r')) sorted.reverse()
    if (!options.has('group-directories-first')) return sorted
    const isFolder = ({ stats }: ListedFile): boolean => stats.kind === 'directory'
    return [...sorted.filter(isFolder), ...sorted.filter((file) => !isFolder(file))]
  }

  #print(files: readonly ListedFile[]): void {
    const { options } = this.#run
    const named = files.map((file) => ({ ...file, shown: this.#shown(file) }))
    const inodes = named.map(({ stats }) => String(stats.ino))
    const sizes = named.map(({ stats }) => String(blocksOf(stats)))
    const width = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length))
    const front = named.map((_, at) => {
      const inode = options.has('i') ? `${inodes[at]?.padStart(width(inodes)) ?? ''} ` : ''
      return inode + (options.has('s') ? `${sizes[at]?.padStart(width(sizes)) ?? ''} ` : '')
    })
    const lines = this.#isLong
      ? longLines(named, options, timeOf(this.#run))
      : named.map(({ shown }) => shown)
    const end = options.has('zero') ? '\0' : '\n'
    const whole = lines.map((line, at) => (front[at] ?? '') + line)
    const columns = Number(options.value('w') ?? COLUMNS) || Infinity
    if (this.#layout === 'm') this.#run.out(runningLines(whole, columns))
    else if (this.#layout === 'C' || this.#layout === 'x')
      this.#run.out(inColumns(whole, columns, this.#layout === 'C' ? 'down' : 'across'))
    else this.#run.out(whole.map((line) => line + end).join(''))
  }

  #shown(file: ListedFile): string {
    const { options } = this.#run
    const name = quoted(file.name, options.lastOf(['N', 'Q', 'b', 'q']))
    const link = this.#isLong && file.target !== undefined ? ` -> ${file.target}` : ''
    return name + (link === '' ? this.#mark(file) : link)
  }

  #mark({ stats }: ListedFile): string {
    const { options } = this.#run
    const isClassified = options.has('F') || options.has('file-type')
    if (stats.kind === 'directory') return isClassified || options.has('p') ? '/' : ''
    if (!isClassified) return ''
    if (stats.kind === 'symlink') return '@'
    if (stats.kind === 'fifo') return '|'
    return options.has('F') && stats.kind === 'file' && (stats.mode & 0o111) !== 0 ? '*' : ''
  }
}

function timeOf(run: CommandRun): (stats: Stats) => number {
  const { options } = run
  const word = options.value('time')
  if (options.has('u') || word === 'atime' || word === 'access' || word === 'use')
    return (stats) => stats.atimeMs
  if (options.has('c') || word === 'ctime' || word === 'status') return (stats) => stats.ctimeMs
  return word === 'birth' ? (stats) => stats.birthtimeMs : (stats) => stats.mtimeMs
}

/** In units of 1,024 bytes, of which four are taken at once. */
function blocksOf(stats: Stats): number {
  if (stats.kind === 'directory') return 4
  return stats.kind === 'file' ? Math.ceil(stats.size / 4096) * 4 : 0
}

function humanBlocks(blocks: number): string {
  if (blocks < 1024) return blocks === 0 ? '0' : `${blocks}K`
  const size = blocks / 1024
  return size < 10 ? `${(Math.ceil(size * 10) / 10).toFixed(1)}M` : `${Math.ceil(size)}M`
}

function suffixOf(name: string): string {
  const cut = name.lastIndexOf('.')
  return cut < 0 ? '' : name.slice(cut)
}
