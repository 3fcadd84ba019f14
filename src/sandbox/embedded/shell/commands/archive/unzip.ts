/** `unzip`: an archive that would write outside of its directory, or is damaged, is refused as a whole. */
import { isInGitFolder } from '../../../../contract/git-folder.ts'
import { dirname } from '../../../../contract/path.ts'
import { ArchiveError } from '../../../../archive/archive-error.ts'
import { readZip, type UnpackedEntry } from '../../../../archive/read-zip.ts'
import { readZipDirectory, type ZipEntry } from '../../../../archive/zip-directory.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { chooses } from './tar-names.ts'

const SYNTAX: Syntax = {
  name: 'unzip',
  usage: 'unzip [-onqjlptv] [-Z1] ARCHIVE [FILE...] [-x PATTERN...] [-d DIR]',
  misuse: 10,
  options: ['o', 'n', 'q', 'j', 'l', 'p', 't', 'v', 'x', 'd=', 'u', 'a', 'C', 'L', 'P=', 'Z', '1', 'X'],
}
const NOT_HERE = ['u', 'a', 'C', 'L', 'P']
const UNANSWERED = 1
const DAMAGED = 3
const NO_ARCHIVE = 9
const NOT_MATCHED = 11
const NAME_WIDTH = 22

export const unzip: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: runUnzip })
}

interface Request {
  readonly archive: string
  readonly folder: string
  readonly names: readonly string[]
  readonly isWanted: (name: string) => boolean
}

async function runUnzip(run: CommandRun): Promise<number> {
  const unsupported = NOT_HERE.find((name) => run.options.has(name))
  if (unsupported !== undefined) throw run.misuse(`option -${unsupported} is not supported here`)
  const request = readRequest(run)
  const bytes = run.read(request.archive)
  const isPlain = run.options.has('p') || run.options.has('Z')
  if (!isPlain && !run.options.has('q')) run.out(`Archive:  ${request.archive}\n`)
  const entries = directoryOf(bytes, request.archive)
  const wanted = entries.filter((entry) => request.isWanted(entry.name))
  const code = checkNames(run, request, entries)
  if (run.options.has('Z')) run.out(wanted.map((entry) => `${entry.name}\n`).join(''))
  else if (run.options.has('l') || run.options.has('v')) list(run, wanted)
  else if (!(await unpack(run, request, bytes))) return UNANSWERED
  return code
}

function readRequest(run: CommandRun): Request {
  const names: string[] = []
  const out: string[] = []
  let into = names
  for (const argument of run.options.all) {
    if (argument.type === 'operand') into.push(argument.value)
    else into = argument.name === 'x' ? out : names
  }
  const [given, ...wanted] = names
  if (given === undefined) throw run.misuse('an archive is needed')
  const archive = [given, `${given}.zip`].find((name) => run.exists(name))
  if (archive === undefined)
    throw new CommandError(` cannot find or open ${given}, ${given}.zip or ${given}.ZIP.`, NO_ARCHIVE)
  const wantedTests = wanted.map((name) => chooses(name, true))
  const outTests = out.map((name) => chooses(name, true))
  return {
    archive,
    folder: run.options.value('d') ?? '.',
    names: wanted,
    isWanted: (name) =>
      (wanted.length === 0 || wantedTests.some((test) => test(name))) && !outTests.some((test) => test(name)),
  }
}

function directoryOf(bytes: Uint8Array, archive: string): readonly ZipEntry[] {
  try {
    return readZipDirectory(bytes)
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new CommandError(` cannot find zipfile directory in ${archive}: ${error.message}`, NO_ARCHIVE)
  }
}

function checkNames(run: CommandRun, request: Request, entries: readonly ZipEntry[]): number {
  let code = 0
  for (const name of request.names) {
    const matches = chooses(name, true)
    if (entries.some((entry) => matches(entry.name))) continue
    run.err(`caution: filename not matched:  ${name}\n`)
    code = NOT_MATCHED
  }
  return code
}

function list(run: CommandRun, entries: readonly ZipEntry[]): void {
  run.out('  Length      Date    Time    Name\n---------  ---------- -----   ----\n')
  let total = 0
  for (const { size, mtimeMs, name } of entries) {
    total += size
    run.out(`${String(size).padStart(9)}  ${minute(mtimeMs)}   ${name}\n`)
  }
  const files = `${entries.length} file${entries.length === 1 ? '' : 's'}`
  run.out(
    `---------                     -------\n${String(total).padStart(9)}                     ${files}\n`,
  )
}

function minute(timeMs: number): string {
  const time = new Date(timeMs)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** False when not all was unpacked. */
async function unpack(run: CommandRun, request: Request, bytes: Uint8Array): Promise<boolean> {
  const unpacked = await readZip(bytes, { signal: new AbortController().signal, isWhole: true })
  if (!unpacked.ok)
    throw new CommandError(
      unpacked.error.message.replace('Nothing was imported', 'Nothing was unpacked'),
      DAMAGED,
    )
  const times = readZipDirectory(bytes).map(({ mtimeMs }) => mtimeMs)
  const timed = unpacked.value.entries.map((entry, at) => ({ entry, mtimeMs: times[at] ?? Date.now() }))
  const wanted = timed.filter(({ entry }) => request.isWanted(nameOf(entry)))
  if (run.options.has('p')) {
    for (const { entry } of wanted) {
      if (entry.kind !== 'file') continue
      run.showsMember(entry.path)
      run.outBytes(entry.data)
    }
  } else if (run.options.has('t')) {
    if (!run.options.has('q'))
      for (const { entry } of wanted) run.out(`    testing: ${nameOf(entry).padEnd(NAME_WIDTH)}   OK\n`)
    run.out(`No errors detected in compressed data of ${request.archive}.\n`)
  } else return new Placer(run, request.folder, bytes).place(wanted)
  return true
}

function nameOf(entry: UnpackedEntry): string {
  return entry.kind === 'directory' ? `${entry.path}/` : entry.path
}

interface TimedEntry {
  readonly entry: UnpackedEntry
  readonly mtimeMs: number
}

/** Links are made after everything else, so that nothing is written through them. */
class Placer {
  readonly #run: CommandRun
  readonly #folder: string
  readonly #methods: ReadonlyMap<string, number>
  readonly #links: { readonly shown: string; readonly target: string }[] = []

  constructor(run: CommandRun, folder: string, bytes: Uint8Array) {
    this.#run = run
    this.#folder = folder.replace(/\/+$/, '') || '/'
    this.#methods = new Map(readZipDirectory(bytes).map(({ name, method }) => [name, method]))
  }

  place(entries: readonly TimedEntry[]): boolean {
    let isWhole = true
    for (const { entry, mtimeMs } of entries) {
      const name = this.#run.options.has('j') ? entry.path.slice(entry.path.lastIndexOf('/') + 1) : entry.path
      if (entry.kind === 'directory' && this.#run.options.has('j')) continue
      const shown = this.#folder === '.' ? name : `${this.#folder}/${name}`
      if (isInGitFolder(name)) {
        this.#run.err(`warning:  skipped ${shown}: only git changes files under .git\n`)
        isWhole = false
        continue
      }
      if (!this.#one(entry, shown, mtimeMs)) return false
    }
    if (this.#links.length > 0) this.#say('finishing deferred symbolic links:\n')
    for (const { shown, target } of this.#links) {
      this.#say(`  ${shown.padEnd(NAME_WIDTH)} -> ${target}\n`)
      this.#run.attempt(shown, () => this.#run.files.symlink(target, this.#run.path(shown)))
    }
    return isWhole
  }

  /** False when nobody answered whether to replace a file: then nothing more is unpacked. */
  #one(entry: UnpackedEntry, shown: string, mtimeMs: number): boolean {
    const { files, options } = this.#run
    const path = this.#run.path(shown)
    const isThere = this.#run.exists(shown)
    if (entry.kind === 'directory') {
      if (!isThere) this.#say(`   creating: ${shown}/\n`)
      files.mkdir(path, 0o755, true)
      files.chmod(path, entry.mode)
      return true
    }
    if (isThere && options.has('n')) return true
    if (isThere && !options.has('o')) {
      this.#run.err(`replace ${shown}? [y]es, [n]o, [A]ll, [N]one, [r]ename:  NULL\n`)
      this.#run.err('(EOF or read error, treating as "[N]one" ...)\n')
      return false
    }
    files.mkdir(dirname(path), 0o755, true)
    if (isThere) files.unlink(path)
    if (entry.kind === 'symlink') {
      this.#links.push({ shown, target: entry.target })
      this.#say(`    linking: ${shown.padEnd(NAME_WIDTH)}  -> ${entry.target} \n`)
      return true
    }
    const verb = this.#methods.get(entry.path) === 0 ? ' extracting' : '  inflating'
    this.#say(`${verb}: ${shown.padEnd(NAME_WIDTH)}  \n`)
    this.#run.attempt(shown, () => files.writeFile(path, entry.data, 0o600))
    files.chmod(path, entry.mode)
    files.utimes(path, mtimeMs, mtimeMs)
    return true
  }

  #say(text: string): void {
    if (!this.#run.options.has('q')) this.#run.out(text)
  }
}
