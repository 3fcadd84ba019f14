/** `cp` and `install`. */
import { basename, isWithin, resolve } from '../../../../contract/path.ts'
import { Errno, type Stats } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { applyMode } from './file-mode.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const CP: Syntax = {
  name: 'cp',
  usage: 'cp [-aRrdfilLnpPsTuvx] [-t DIR] SOURCE... DEST',
  options: [
    'a,archive',
    'r,R,recursive',
    'd',
    'f,force',
    'i,interactive',
    'l,link',
    's,symbolic-link',
    'L,dereference',
    'P,no-dereference',
    'H',
    'n,no-clobber',
    'p',
    'preserve=?',
    'no-preserve=',
    'T,no-target-directory',
    't,target-directory=',
    'u,update=?',
    'v,verbose',
    'x,one-file-system',
    'parents',
    'b,backup=?',
    'S,suffix=',
    'remove-destination',
    'strip-trailing-slashes',
    'reflink=?',
    'sparse=',
  ],
}
const INSTALL: Syntax = {
  name: 'install',
  usage: 'install [-cdDpsTv] [-m MODE] [-t DIR] [-o OWNER] [-g GROUP] SOURCE... DEST',
  options: [
    'c',
    'd,directory',
    'D',
    'm,mode=',
    'o,owner=',
    'g,group=',
    'p,preserve-timestamps',
    's,strip',
    't,target-directory=',
    'T,no-target-directory',
    'v,verbose',
    'b',
  ],
}

export const cp: CommandBody = (args, context) => runCommand(CP, args, { context, body: runCp })

export const install: CommandBody = (args, context) =>
  runCommand(INSTALL, args, { context, body: runInstall })

function runCp(run: CommandRun): number {
  const { sources, target, isDirectory } = places(run)
  const copier = new Copier(run)
  for (const source of sources) {
    const name = run.options.has('parents') ? source : basename(resolve(source, run.context.cwd))
    const to = isDirectory ? `${target.replace(/\/+$/, '')}/${name}` : target
    if (run.options.has('parents') && source.includes('/'))
      run.files.mkdir(run.path(to.slice(0, to.lastIndexOf('/'))), 0o755, true)
    copier.copy(source, to)
  }
  return run.isFailed ? 1 : 0
}

function places(run: CommandRun): { sources: readonly string[]; target: string; isDirectory: boolean } {
  const { options, operands } = run
  const given = options.value('t')
  if (operands.length === 0) throw run.misuse('missing file operand')
  const target = given ?? operands.at(-1) ?? ''
  const sources = given === undefined ? operands.slice(0, -1) : operands
  if (sources.length === 0) throw run.misuse(`missing destination file operand after '${operands[0] ?? ''}'`)
  const isThere = kindOf(run, target) === 'directory'
  if (options.has('T')) {
    if (sources.length > 1) throw run.misuse(`extra operand '${operands[2] ?? ''}'`)
    return { sources, target, isDirectory: false }
  }
  if (!isThere && (sources.length > 1 || given !== undefined || options.has('parents')))
    throw new CommandError(
      given === undefined
        ? `target '${target}': No such file or directory`
        : `target directory '${target}': No such file or directory`,
    )
  return { sources, target, isDirectory: isThere }
}

function kindOf(run: CommandRun, operand: string, follows = true): Stats['kind'] | undefined {
  try {
    return (follows ? run.files.stat(run.path(operand)) : run.files.lstat(run.path(operand))).kind
  } catch (error) {
    if (error instanceof Errno) return undefined
    throw error
  }
}

class Copier {
  readonly #run: CommandRun
  readonly #recurses: boolean
  readonly #keepsLinks: boolean
  readonly #keepsTimes: boolean
  readonly #keepsModes: boolean
  /** New files get a default mode instead of their source's. */
  readonly #losesModes: boolean

  constructor(run: CommandRun) {
    const { options } = run
    this.#run = run
    this.#recurses = options.has('r') || options.has('a')
    const last = options.lastOf(['L', 'P', 'd', 'a', 'H'])
    this.#keepsLinks = last === undefined ? this.#recurses : last !== 'L' && last !== 'H'
    const lost = options.values('no-preserve').flatMap((list) => list.split(','))
    const kept = options.values('preserve').flatMap((list) => list.split(','))
    const keepsUsual = options.has('a') || options.has('p') || (options.has('preserve') && kept.length === 0)
    const keeps = (what: string): boolean =>
      (keepsUsual || kept.includes(what) || kept.includes('all')) &&
      !lost.includes(what) &&
      !lost.includes('all')
    this.#keepsTimes = keeps('timestamps')
    this.#keepsModes = keeps('mode')
    this.#losesModes = lost.includes('mode') || lost.includes('all')
    for (const refused of ['b', 'S', 'i']) {
      if (options.has(refused)) throw new CommandError(`option -${refused} is not supported here`)
    }
  }

  copy(source: string, to: string): void {
    try {
      this.#one(source, to)
    } catch (error) {
      if (error instanceof CommandError) return this.#run.complain(error.message)
      if (!(error instanceof Errno)) throw error
      this.#run.complain(`cannot create regular file '${to}': ${errnoSentence(error)}`)
    }
  }

  #one(source: string, to: string): void {
    const { files } = this.#run
    const stats = this.#stats(source)
    if (stats.kind === 'directory') return this.#directory(source, to, stats)
    if (!this.#mayWrite(source, to, stats)) return
    const path = this.#run.path(to)
    if (kindOf(this.#run, to) === 'directory')
      throw new CommandError(`cannot overwrite directory '${to}' with non-directory`)
    const from = this.#run.path(source)
    const { options } = this.#run
    if (this.#isSame(source, to)) throw new CommandError(`'${source}' and '${to}' are the same file`)
    const replaces =
      options.has('remove-destination') || options.has('l') || options.has('s') || stats.kind === 'symlink'
    if (replaces && kindOf(this.#run, to, false) !== undefined) {
      if ((options.has('l') || options.has('s')) && !options.has('f'))
        throw new CommandError(
          `cannot create ${options.has('l') ? 'hard' : 'symbolic'} link '${to}'${options.has('l') ? ` to '${source}'` : ''}: File exists`,
        )
      files.unlink(path)
    }
    if (options.has('l')) files.link(from, path)
    else if (options.has('s')) files.symlink(source, path)
    else if (stats.kind === 'symlink') files.symlink(files.readlink(from), path)
    else if (stats.kind === 'file') {
      const before = kindOf(this.#run, to) === undefined ? undefined : files.stat(path).mode
      files.copyFile(from, path, false)
      files.chmod(path, this.#modeOf(stats, before))
    } else files.writeFile(path, this.#run.read(source), 0o644)
    if (this.#keepsTimes) files.utimes(path, stats.atimeMs, stats.mtimeMs, true)
    this.#tell(source, to)
  }

  /** Mode of a copy; `before` is the mode of an existing target. */
  #modeOf({ kind, mode }: Stats, before: number | undefined): number {
    if (this.#keepsModes) return mode
    if (before !== undefined) return before
    const wanted = this.#losesModes ? (kind === 'directory' ? 0o777 : 0o666) : mode & 0o777
    return wanted & ~this.#run.context.host.umask
  }

  #stats(source: string): Stats {
    const { files } = this.#run
    const path = this.#run.path(source)
    try {
      return this.#keepsLinks ? files.lstat(path) : files.stat(path)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`cannot stat '${source}': ${errnoSentence(error)}`)
    }
  }

  #directory(source: string, to: string, stats: Stats): void {
    const { files } = this.#run
    if (!this.#recurses) throw new CommandError(`-r not specified; omitting directory '${source}'`)
    const [from, path] = [this.#run.path(source), this.#run.path(to)]
    if (isWithin(path, from) && path !== from)
      throw new CommandError(`cannot copy a directory, '${source}', into itself, '${to}'`)
    const there = kindOf(this.#run, to)
    if (there !== undefined && there !== 'directory')
      throw new CommandError(`cannot overwrite non-directory '${to}' with directory '${source}'`)
    if (there === undefined) {
      files.mkdir(path, stats.mode | 0o700, false)
      this.#tell(source, to)
    }
    for (const { name } of files.readdir(from))
      this.copy(`${source.replace(/\/+$/, '')}/${name}`, `${to.replace(/\/+$/, '')}/${name}`)
    files.chmod(path, this.#modeOf(stats, there === undefined ? undefined : files.stat(path).mode))
    if (this.#keepsTimes) files.utimes(path, stats.atimeMs, stats.mtimeMs)
  }

  #mayWrite(_source: string, to: string, stats: Stats): boolean {
    const { options, files } = this.#run
    if (kindOf(this.#run, to, false) === undefined) return true
    if (options.has('n')) return false
    const updates = options.has('u')
    return !updates || files.lstat(this.#run.path(to)).mtimeMs < stats.mtimeMs
  }

  #isSame(source: string, to: string): boolean {
    const { files } = this.#run
    if (kindOf(this.#run, to) === undefined || kindOf(this.#run, source) === undefined) return false
    return (
      files.stat(this.#run.path(to)).ino === files.stat(this.#run.path(source)).ino &&
      !this.#run.options.has('l')
    )
  }

  #tell(source: string, to: string): void {
    if (this.#run.options.has('v')) this.#run.out(`'${source}' -> '${to}'\n`)
  }
}

function runInstall(run: CommandRun): number {
  const { options, operands, files } = run
  const mode = applyMode(options.value('m') ?? '755', 0)
  if (mode === undefined) throw new CommandError(`invalid mode '${options.value('m') ?? ''}'`)
  if (options.has('b')) throw new CommandError('option -b is not supported here')
  if (options.has('d')) {
    for (const operand of operands) {
      if (options.has('v') && !run.exists(operand)) run.out(`install: creating directory '${operand}'\n`)
      run.attempt(`cannot create directory '${operand}'`, () => files.mkdir(run.path(operand), 0o755, true))
      files.chmod(run.path(operand), mode)
    }
    return 0
  }
  if (options.has('D')) {
    const target = options.value('t') ?? operands.at(-1) ?? ''
    const folder = options.has('t') ? target : target.slice(0, Math.max(0, target.lastIndexOf('/')))
    if (folder !== '') files.mkdir(run.path(folder), 0o755, true)
  }
  const { sources, target, isDirectory } = places(run)
  for (const source of sources) {
    const to = isDirectory
      ? `${target.replace(/\/+$/, '')}/${basename(resolve(source, run.context.cwd))}`
      : target
    installOne(run, source, { to, mode })
  }
  return run.isFailed ? 1 : 0
}

function installOne(run: CommandRun, source: string, { to, mode }: { to: string; mode: number }): void {
  const { files, options } = run
  try {
    const stats = run.attempt(`cannot stat '${source}'`, () => files.stat(run.path(source)))
    if (stats.kind === 'directory') throw new CommandError(`omitting directory '${source}'`)
    const data = files.readFile(run.path(source))
    run.attempt(`cannot create regular file '${to}'`, () => {
      if (run.exists(to)) files.unlink(run.path(to))
      files.writeFile(run.path(to), data, mode)
      files.chmod(run.path(to), mode)
    })
    if (options.has('p')) files.utimes(run.path(to), stats.atimeMs, stats.mtimeMs)
    if (options.has('v')) run.out(`'${source}' -> '${to}'\n`)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    run.complain(error.message)
  }
}
