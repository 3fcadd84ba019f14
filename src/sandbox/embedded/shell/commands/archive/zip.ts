/** `zip`: makes an archive, or puts files into one that is there. */
import { readZip } from '../../../../archive/read-zip.ts'
import { writeZip, type ArchiveSource, type ZipLevel } from '../../../../archive/write-zip.ts'
import { readZipDirectory } from '../../../../archive/zip-directory.ts'
import type { CommandBody } from '../../just-bash.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { chooses } from './tar-names.ts'

const SYNTAX: Syntax = {
  name: 'zip',
  usage: 'zip [-rqjydm0..9] ARCHIVE FILE... [-x PATTERN...] [-i PATTERN...]',
  misuse: 16,
  options: [
    'r,recurse-paths',
    'q,quiet',
    'j,junk-paths',
    'y,symlinks',
    'd,delete',
    'm,move',
    'D,no-dir-entries',
    'X,no-extra',
    'x,exclude',
    'i,include',
    'v,verbose',
    'o,latest-time',
    'u,update',
    'f,freshen',
    'e,encrypt',
    'P,password=',
    's,split-size=',
    ...Array.from({ length: 10 }, (_, level) => String(level)),
  ],
}
const NOT_HERE = ['u', 'f', 'e', 'P', 's', 'o']
const LEVELS: readonly ZipLevel[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const NOTHING_TO_DO = 12
const DAMAGED = 3

export const zip: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: (run) => new Zip(run).run() })
}

interface Request {
  readonly archive: string
  readonly names: readonly string[]
  readonly isTaken: (path: string) => boolean
}

class Zip {
  readonly #run: CommandRun
  readonly #found = new Map<string, ArchiveSource>()
  readonly #packed: string[] = []

  constructor(run: CommandRun) {
    this.#run = run
  }

  async run(): Promise<number> {
    const { options } = this.#run
    const unsupported = NOT_HERE.find((name) => options.has(name))
    if (unsupported !== undefined) throw this.#run.misuse(`option -${unsupported} is not supported here`)
    const request = this.#request()
    if (request === undefined) throw this.#run.misuse('an archive and files are needed')
    const path =
      request.archive === '-' || /\.[^/]+$/.test(request.archive) ? request.archive : `${request.archive}.zip`
    const before = await this.#before(path)
    if (before === undefined) return DAMAGED
    if (options.has('d')) return this.#delete(path, before, request)
    for (const name of request.names) this.#collect(name, request.isTaken)
    if (this.#found.size === 0) return this.#nothing(path)
    const old = new Set(before.map((source) => source.path))
    const added = [...this.#found.values()].filter((source) => !old.has(source.path))
    this.#write(path, [...before.map((source) => this.#found.get(source.path) ?? source), ...added])
    this.#report(path, old)
    if (options.has('m')) for (const packed of this.#packed.reverse()) this.#remove(packed)
    return 0
  }

  /** Names after -x and -i are patterns, up to the next option. */
  #request(): Request | undefined {
    const names: string[] = []
    const out: string[] = []
    const only: string[] = []
    let into = names
    for (const argument of this.#run.options.all) {
      if (argument.type === 'operand') into.push(argument.value)
      else if (argument.name === 'x') into = out
      else if (argument.name === 'i') into = only
      else into = names
    }
    const [archive, ...files] = names
    if (archive === undefined || files.length === 0) return undefined
    const [outTests, onlyTests] = [out, only].map((patterns) =>
      patterns.map((pattern) => chooses(pattern, true)),
    )
    return {
      archive,
      names: files,
      isTaken: (path) =>
        !outTests?.some((test) => test(path)) &&
        (only.length === 0 || onlyTests?.some((test) => test(path)) === true),
    }
  }

  /** Entries already in the archive; undefined, after a message, if it is damaged. */
  async #before(path: string): Promise<readonly ArchiveSource[] | undefined> {
    if (path === '-' || !this.#run.exists(path)) return []
    const bytes = this.#run.read(path)
    const unpacked = await readZip(bytes, { signal: new AbortController().signal, isWhole: true })
    if (!unpacked.ok) {
      this.#run.out(`\nzip error: Zip file structure invalid (${path}): ${unpacked.error.message}\n`)
      return undefined
    }
    const times = readZipDirectory(bytes).map(({ mtimeMs }) => mtimeMs)
    return unpacked.value.entries.map((entry, at) => ({ ...entry, mtimeMs: times[at] ?? Date.now() }))
  }

  #collect(name: string, isTaken: (path: string) => boolean): void {
    if (name === '-') {
      const about = { mode: 0o600, mtimeMs: Date.now() }
      this.#found.set('-', { kind: 'file', path: '-', data: this.#run.stdin(), ...about })
      return
    }
    const bare = name.length > 1 ? name.replace(/\/+$/, '') : name
    if (this.#run.exists(bare)) return this.#add(bare, isTaken)
    this.#run.out(`\tzip warning: name not matched: ${name}\n`)
  }

  #add(name: string, isTaken: (path: string) => boolean): void {
    const { files, options } = this.#run
    const path = this.#run.path(name)
    const stats = options.has('y') ? files.lstat(path) : files.stat(path)
    const member = options.has('j')
      ? name.slice(name.lastIndexOf('/') + 1)
      : name.replace(/^(?:\.?\/+)+/, '').replace(/^\.$/, '')
    const about = { path: member, mode: stats.mode, mtimeMs: stats.mtimeMs }
    if (stats.kind === 'directory') {
      if (member !== '' && !options.has('j') && !options.has('D') && isTaken(`${member}/`))
        this.#keep(name, { ...about, kind: 'directory' })
      if (options.has('r'))
        for (const child of files.readdir(path)) this.#add(`${name}/${child.name}`, isTaken)
    } else if (!isTaken(member)) return
    else if (stats.kind === 'symlink')
      this.#keep(name, { ...about, kind: 'symlink', target: files.readlink(path) })
    else if (stats.kind === 'file') this.#keep(name, { ...about, kind: 'file', data: files.readFile(path) })
    else this.#run.out(`\tzip warning: ${name} is not a regular file\n`)
  }

  #keep(name: string, source: ArchiveSource): void {
    if (source.path.split('/').includes('..')) {
      this.#run.out(`\tzip warning: ${name} leads out of the archive; not added\n`)
      return
    }
    this.#found.set(source.path, source)
    this.#packed.push(name)
  }

  #nothing(path: string): number {
    this.#run.out(`\nzip error: Nothing to do! (${path})\n`)
    return NOTHING_TO_DO
  }

  #delete(path: string, before: readonly ArchiveSource[], request: Request): number {
    const tests = request.names.map((name) => chooses(name, true))
    const isGone = (source: ArchiveSource): boolean => tests.some((test) => test(source.path))
    const gone = before.filter(isGone)
    if (gone.length === 0) return this.#nothing(path)
    for (const source of gone) this.#say(`deleting: ${shownPath(source)}\n`)
    this.#write(
      path,
      before.filter((source) => !isGone(source)),
    )
    return 0
  }

  #write(path: string, sources: readonly ArchiveSource[]): void {
    const { options } = this.#run
    const level = LEVELS.find((known) => String(known) === options.lastOf(LEVELS.map(String))) ?? 6
    this.#run.write(path, writeZip(sources, undefined, level))
  }

  #report(path: string, old: ReadonlySet<string>): void {
    if (path === '-') return
    for (const entry of readZipDirectory(this.#run.read(path))) {
      const name = entry.name.replace(/\/$/, '')
      if (!this.#found.has(name)) continue
      const verb = old.has(name) ? 'updating' : '  adding'
      const share =
        entry.size === 0 ? 0 : Math.round((100 * (entry.size - entry.compressedSize)) / entry.size)
      this.#say(`${verb}: ${entry.name} (${entry.method === 0 ? 'stored' : 'deflated'} ${share}%)\n`)
    }
  }

  #say(text: string): void {
    if (!this.#run.options.has('q')) this.#run.out(text)
  }

  /** For -m: directories only when nothing is left in them. */
  #remove(name: string): void {
    const { files } = this.#run
    const path = this.#run.path(name)
    if (files.lstat(path).kind !== 'directory') files.unlink(path)
    else if (files.readdir(path).length === 0) files.rmdir(path)
  }
}

function shownPath(source: ArchiveSource): string {
  return source.kind === 'directory' ? `${source.path}/` : source.path
}
