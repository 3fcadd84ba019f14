/** `make`, with the basics of GNU's. */
import { dirname } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { decodeText, fromByteString } from '../../byte-string.ts'
import type { CommandBody, LiveStreams } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { Builder } from './builder.ts'
import { Expander, type Surroundings } from './expand.ts'
import { FUNCTIONS } from './functions.ts'
import { findFiles } from './find-files.ts'
import { RecipeRunner, type Work } from './recipes.ts'
import { MakeError } from './make-error.ts'
import { emptyMakefile, type Makefile } from './makefile.ts'
import { FAILURE, MAKE_SYNTAX, readMakeOptions, type MakeOptions } from './make-options.ts'
import { MakefileReader } from './read-makefile.ts'
import { initialVariables } from './initial-variables.ts'
import type { Variables } from './variables.ts'

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile']
/** Exit code of `-q` if anything is out of date. */
const OUTDATED = 1

export const make: CommandBody = (args, context) => {
  return runCommand(MAKE_SYNTAX, joinCounts(args), { context, body: (run) => new Make(run).run() })
}

/** `-j 4` is `-j4`, but `-j all` is a target. */
function joinCounts(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (at > 0 && /^-[jl]$/.test(args[at - 1] ?? '') && /^\d+$/.test(arg)) return []
    const isCount = /^-[jl]$/.test(arg) && /^\d+$/.test(args[at + 1] ?? '')
    return [isCount ? arg + (args[at + 1] ?? '') : arg]
  })
}

class Make {
  readonly #run: CommandRun
  readonly #options: MakeOptions
  readonly #makefile: Makefile = emptyMakefile()
  readonly #expander: Expander
  readonly #reader: MakefileReader
  #isOutdated = false

  constructor(run: CommandRun) {
    this.#run = run
    this.#options = readMakeOptions(run)
    this.#expander = new Expander(this.#surroundings(), FUNCTIONS)
    const source = { read: (path: string) => this.#readFile(path) }
    this.#reader = new MakefileReader({ makefile: this.#makefile, expander: this.#expander, source })
  }

  async run(): Promise<number> {
    const { name, folder, showsFolder } = this.#options
    if (showsFolder) this.#run.out(`${name}: Entering directory '${folder}'\n`)
    try {
      if (!(await this.#make())) return FAILURE
      return this.#isOutdated ? OUTDATED : 0
    } catch (error) {
      if (!(error instanceof MakeError)) throw error
      this.#fail(error)
      return FAILURE
    } finally {
      if (showsFolder) this.#run.out(`${name}: Leaving directory '${folder}'\n`)
    }
  }

  async #make(): Promise<boolean> {
    const { files, goals, name } = this.#options
    const { variables } = this.#makefile
    this.#checkFolder()
    initialVariables(variables, this.#options, this.#run.context.exportedEnv ?? {})
    const found =
      files.length > 0 ? files : MAKEFILES.filter((file) => this.#modified(file) !== undefined).slice(0, 1)
    for (const file of found) {
      const text = file === '-' ? new TextDecoder().decode(this.#run.stdin()) : this.#readFile(file)
      if (text === undefined) {
        this.#run.err(`${name}: ${file}: No such file or directory\n`)
        throw new MakeError(`No rule to make target '${file}'`)
      }
      const before = variables.get('MAKEFILE_LIST')?.value ?? ''
      variables.set('MAKEFILE_LIST', {
        value: `${before} ${file}`.trim(),
        isRecursive: false,
        origin: 'file',
      })
      await this.#reader.read(text, file)
    }
    const goal = variables.get('.DEFAULT_GOAL')?.value || this.#makefile.defaultGoal
    const wanted = goals.length > 0 ? goals : goal === undefined ? [] : [goal]
    if (wanted.length === 0)
      throw new MakeError(found.length > 0 ? 'No targets' : 'No targets specified and no makefile found')
    const builder = new Builder({
      makefile: this.#makefile,
      expander: this.#expander,
      flags: this.#options,
      workshop: {
        modified: (path) => this.#modified(path),
        remove: (path) => this.#run.files.unlink(this.#path(path)),
        runRecipe: (work) => (this.#options.isQuestion ? this.#ask(work) : this.#runner().runRecipe(work)),
        warn: (text) => this.#run.err(`${name}: ${text}\n`),
        say: (text) => this.#say(text),
        fail: (error) => this.#fail(error),
      },
    })
    return builder.goals(wanted)
  }

  #say(text: string): void {
    if (this.#options.isSilent) return
    this.#run.out(text.startsWith('rm ') ? `${text}\n` : `${this.#options.name}: ${text}\n`)
  }

  /** For `-q`: what has a recipe is out of date. */
  async #ask({ rule }: Work): Promise<boolean> {
    if (rule.recipe.some(({ text }) => text.trim() !== '')) this.#isOutdated = true
    return true
  }

  #runner(): RecipeRunner {
    return new RecipeRunner({
      makefile: this.#makefile,
      expander: this.#expander,
      flags: this.#options,
      host: {
        name: this.#options.name,
        run: (command, variables) => this.#shell(command, variables),
        say: (text) => this.#run.out(text),
        err: (text) => this.#run.err(text),
      },
    })
  }

  #checkFolder(): void {
    const { folder } = this.#options
    try {
      this.#run.files.readdir(folder)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`*** ${folder}: No such file or directory.  Stop.`, FAILURE)
    }
  }

  #fail(error: MakeError): void {
    const stop = this.#options.keepsGoing && error.place === undefined ? '' : '  Stop.'
    const who = error.place || this.#options.name
    this.#run.err(`${who}: *** ${error.message}.${stop}\n`)
  }

  #path(path: string): string {
    return this.#run.path(path.startsWith('/') ? path : `${this.#options.folder}/${path}`)
  }

  #modified(path: string): number | undefined {
    try {
      return this.#run.files.stat(this.#path(path)).mtimeMs
    } catch (error) {
      if (error instanceof Errno) return undefined
      throw error
    }
  }

  #readFile(path: string): string | undefined {
    try {
      return new TextDecoder().decode(this.#run.files.readFile(this.#path(path)))
    } catch (error) {
      if (error instanceof Errno && error.code === 'ENOENT') return undefined
      throw error
    }
  }

  async #shell(command: string, variables: Variables): Promise<number> {
    const result = await this.#exec(command, variables, this.#run.context.live)
    if (result.stdoutKind === 'bytes') this.#run.outBytes(fromByteString(result.stdout))
    else this.#run.out(result.stdout)
    this.#run.err(result.stderr)
    return result.exitCode
  }

  async #exec(command: string, variables: Variables, live: LiveStreams): ReturnType<typeof runScript> {
    const shell = await this.#expander.variable('SHELL', variables)
    const flags = await this.#expander.variable('.SHELLFLAGS', variables)
    const isShell = /(?:^|\/)(?:ba|da)?sh$/.test(shell)
    const program = isShell ? shell.slice(shell.lastIndexOf('/') + 1) : shell
    return runScript(this.#run.context.exec, {
      script: 'command -- "$@"',
      name: 'make',
      args: [program, ...flags.split(/\s+/).filter((flag) => flag !== ''), command],
      cwd: this.#options.folder,
      env: await this.#environment(variables),
      stdin: '',
      live,
    })
  }

  /** Environment of programs: the inherited one, exported variables, and those for a nested make. */
  async #environment(variables: Variables): Promise<Record<string, string>> {
    const given = this.#run.context.exportedEnv ?? {}
    const env: Record<string, string> = { ...given }
    for (const name of variables.names()) {
      const variable = variables.get(name)
      const said = this.#makefile.exports.get(name)
      const isNamed = /^[A-Za-z_]\w*$/.test(name)
      const isCommandLine = variable?.origin === 'command line'
      const isExported =
        said ?? (name in given || isCommandLine || (this.#makefile.exportsAll && isOurs(variable?.origin)))
      if (!isExported || !isNamed || name === 'SHELL') continue
      env[name] = await this.#expander.variable(name, variables)
    }
    for (const [name, isExported] of this.#makefile.exports) if (!isExported) delete env[name]
    return { ...env, PWD: this.#options.folder, ...this.#options.inherited }
  }

  #surroundings(): Surroundings {
    const { folder } = this.#options
    return {
      shell: (command) => this.#output(command),
      wildcard: (pattern) => findFiles(this.#run.files, pattern, folder),
      realpath: (path) => this.#realpath(path),
      absolute: (path) => this.#path(path),
      evaluate: (text) => this.#reader.read(text, this.#options.files[0] ?? 'Makefile'),
      say: (text) => this.#run.out(text),
      warn: (text) => this.#run.err(`${this.#reader.place ?? this.#options.name}: ${text}\n`),
      missing: (text) => this.#run.err(`${text}\n`),
      readFile: (path) => this.#readFile(path) ?? '',
      writeFile: (path, text, appends) => {
        const bytes = new TextEncoder().encode(text)
        this.#run.files.mkdir(dirname(this.#path(path)), 0o755, true)
        if (appends) this.#run.files.appendFile(this.#path(path), bytes, 0o644)
        else this.#run.files.writeFile(this.#path(path), bytes, 0o644)
      },
    }
  }

  #realpath(path: string): string | undefined {
    try {
      return this.#run.files.realpath(this.#path(path))
    } catch (error) {
      if (error instanceof Errno) return undefined
      throw error
    }
  }

  async #output(command: string): Promise<string> {
    const { variables } = this.#makefile
    const result = await this.#exec(command, variables, { ...this.#run.context.live, stdout: null })
    this.#run.err(result.stderr)
    variables.set('.SHELLSTATUS', { value: String(result.exitCode), isRecursive: false, origin: 'override' })
    const text = result.stdoutKind === 'bytes' ? decodeText(result.stdout) : result.stdout
    return text.replace(/\n+$/, '').replace(/\n/g, ' ')
  }
}

function isOurs(origin: string | undefined): boolean {
  return origin === 'file' || origin === 'override'
}
