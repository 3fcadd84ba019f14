/** `sed`: GNU's, on streams and on files in place. */
import { namesStandardInput } from '../../files/standard-input.ts'
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../../../contract/limits.ts'
import { basename, dirname, resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody, CommandContext } from '../../just-bash.ts'
import { runStream, type CommandStream } from '../../stream/command-stream.ts'
import { PieceReader } from '../../stream/piece-reader.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import { parseOptions, usageError, type Options } from '../../../../languages/option-parser.ts'
import { SED_SYNTAX } from '../../../../languages/sed/options.ts'
import type { Regex } from '../regex/posix-regex.ts'
import { regexCompiler } from './compile-regex.ts'
import { ScriptRunner, type Surroundings } from './script-runner.ts'
import { PANIC, parseScript } from '../../../../languages/sed/parse-script.ts'
import { SedInput, type SourceFile } from './sed-input.ts'
import { SedOutput } from './sed-output.ts'
import type { Script } from '../../../../languages/sed/script.ts'

const DEFAULT_LINE_LENGTH = 70
/** Some input file could not be read. */
const UNREADABLE = 2

export const sed: CommandBody = (args, context) =>
  runStream('sed', context, async (stream) => {
    const options = parseOptions(SED_SYNTAX, args)
    if (options.has('help')) await stream.text(`Usage: ${SED_SYNTAX.usage}\n`)
    else if (options.has('version')) await stream.text('sed (Vivarium) 4.9\n')
    else return new Sed(options, { stream, context }).run()
    return 0
  })

class Sed implements Surroundings {
  readonly #options: Options
  readonly #stream: CommandStream
  readonly #context: CommandContext
  readonly #stdout = new SedOutput()
  readonly #files = new Map<string, SedOutput>()
  readonly #lineReaders = new Map<string, string[]>()
  readonly #separator: string
  readonly #isUnbuffered: boolean
  /** New content of the file that is edited in place. */
  #inPlace: SedOutput | undefined
  #operands: readonly string[] = []
  #runner: ScriptRunner | undefined
  #hasFailed = false
  #stdinIsRead = false
  readonly input: SedInput

  constructor(options: Options, io: { stream: CommandStream; context: CommandContext }) {
    this.#options = options
    this.#stream = io.stream
    this.#context = io.context
    this.#isUnbuffered = options.has('u')
    this.#separator = options.has('z') ? '\0' : '\n'
    let at = 0
    this.input = new SedInput({
      separator: this.#separator,
      isSeparate: options.has('s') || options.has('i'),
      nextFile: () => {
        while (at < this.#operands.length) {
          const name = this.#operands[at] ?? ''
          at += 1
          const file = this.#open(name)
          if (file !== undefined) return file
        }
        return undefined
      },
      onFile: () => this.#startFile(),
      onEndOfFile: (name) => this.#endFile(name),
    })
  }

  async run(): Promise<number> {
    if (this.#options.has('debug')) throw new CommandError('--debug is not supported here')
    const script = await this.#script()
    const length = this.#options.value('l') ?? String(DEFAULT_LINE_LENGTH)
    if (!/^\d+$/.test(length)) throw new CommandError(`invalid line length: ${length}`)
    for (const { action } of script.commands)
      if ((action.type === 'w' || action.type === 'W' || action.type === 's') && action.file !== undefined)
        this.file(action.file)
    this.#runner = new ScriptRunner(
      script,
      {
        isQuiet: this.#options.has('n') || script.isQuiet,
        separator: this.#separator,
        lineLength: Number(length),
        isPosix: this.#options.has('posix'),
      },
      this,
    )
    const code = await this.#runner.run()
    await this.input.end()
    await this.#flush()
    this.#writeFiles()
    return code === 0 && this.#hasFailed ? UNREADABLE : code
  }

  async #script(): Promise<Script<Regex>> {
    const given = this.#options.all.filter(
      (argument) => argument.type === 'option' && (argument.name === 'e' || argument.name === 'f'),
    )
    let { operands } = this.#options
    const parts: { readonly text: string; readonly name: string | undefined }[] = []
    if (given.length === 0) {
      const [text, ...rest] = operands
      if (text === undefined) throw usageError(SED_SYNTAX, 'no script was given')
      parts.push({ text, name: undefined })
      operands = rest
    }
    for (const argument of given) {
      if (argument.type !== 'option' || argument.value === undefined) continue
      if (argument.name === 'e') parts.push({ text: argument.value, name: undefined })
      else parts.push({ text: await this.#scriptFile(argument.value), name: argument.value })
    }
    this.#operands = operands.length === 0 ? ['-'] : operands
    return parseScript(parts.map(({ text }) => text).join('\n'), {
      compile: regexCompiler(this.#options.has('E')),
      isSandboxed: this.#options.has('sandbox'),
      where: (at) => whereIn(parts, at),
    })
  }

  async #scriptFile(name: string): Promise<string> {
    const isStdin = name === '-' || namesStandardInput(name)
    const bytes = isStdin ? await this.#stream.readAll() : this.#read(name, "couldn't open file ")
    return decodeLoosely(bytes).text.replace(/\n$/, '')
  }

  #path(name: string): string {
    return this.#context.host.realPath(resolve(name, this.#context.cwd))
  }

  #read(name: string, prefix: string): Uint8Array {
    try {
      return this.#context.host.kernel.syscalls.viewFile(this.#path(name))
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`${prefix}${name}: ${errnoSentence(error)}`, PANIC)
    }
  }

  /** Undefined when it has been said why not. */
  #open(name: string): SourceFile | undefined {
    const isInPlace = this.#options.has('i')
    if (name === '-' && !isInPlace) {
      const pieces = new PieceReader(this.#stream, this.#separator.charCodeAt(0)).pieces()
      return { name, pieces }
    }
    try {
      const { syscalls } = this.#context.host.kernel
      const path = this.#path(name)
      const { kind } = syscalls.stat(path)
      if (kind === 'directory')
        throw this.#refused(
          isInPlace ? `couldn't edit ${name}: not a regular file` : `read error on ${name}: Is a directory`,
        )
      if (isInPlace && kind !== 'file') throw this.#refused(`couldn't edit ${name}: not a regular file`)
      return { name, pieces: once(syscalls.viewFile(path)) }
    } catch (error) {
      if (!(error instanceof Errno) && !(error instanceof CommandError)) throw error
      const message = error instanceof Errno ? `can't read ${name}: ${errnoSentence(error)}` : error.message
      this.#stream.error(`sed: ${message}\n`)
      this.#hasFailed = true
      return undefined
    }
  }

  #refused(message: string): CommandError {
    return new CommandError(message)
  }

  #startFile(): void {
    if (this.#options.has('s') || this.#options.has('i')) this.#runner?.startFile()
    if (this.#options.has('i')) this.#inPlace = new SedOutput()
  }

  #endFile(name: string): void {
    const output = this.#inPlace
    if (output === undefined) return
    this.#inPlace = undefined
    const { syscalls } = this.#context.host.kernel
    const path = this.#path(name)
    const suffix = this.#options.value('i') ?? ''
    const { mode } = syscalls.stat(path)
    try {
      if (suffix !== '') syscalls.copyFile(path, this.#path(backupName(name, suffix)), false)
      const isLink = syscalls.lstat(path).kind === 'symlink'
      if (isLink && !this.#options.has('follow-symlinks')) syscalls.unlink(path)
      syscalls.writeFile(path, output.take(), mode)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`couldn't edit ${name}: ${errnoSentence(error)}`, PANIC)
    }
  }

  output(): SedOutput {
    return this.#inPlace ?? this.#stdout
  }

  file(name: string): SedOutput {
    if (name === '/dev/stdout') return this.#stdout
    const existing = this.#files.get(name)
    if (existing !== undefined) return existing
    const output = new SedOutput()
    this.#files.set(name, output)
    // It is there, and empty, from the start.
    if (name !== '/dev/stderr') this.#write(name, new Uint8Array(0), false)
    return output
  }

  #writeFiles(): void {
    for (const [name, output] of this.#files) {
      const bytes = output.take()
      if (bytes.length === 0) continue
      if (name === '/dev/stderr') this.#stream.error(new TextDecoder().decode(bytes))
      else this.#write(name, bytes, true)
    }
  }

  #write(name: string, bytes: Uint8Array, isAppended: boolean): void {
    const { syscalls } = this.#context.host.kernel
    try {
      if (isAppended) syscalls.appendFile(this.#path(name), bytes, 0o644)
      else syscalls.writeFile(this.#path(name), bytes, 0o644)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`couldn't open file ${name}: ${errnoSentence(error)}`, PANIC)
    }
  }

  async readFile(name: string): Promise<string> {
    if (namesStandardInput(name)) {
      if (this.#stdinIsRead) return ''
      this.#stdinIsRead = true
      return decodeLoosely(await this.#stream.readAll()).text
    }
    try {
      this.#writeFiles()
      return decodeLoosely(this.#context.host.kernel.syscalls.viewFile(this.#path(name))).text
    } catch (error) {
      if (error instanceof Errno) return ''
      throw error
    }
  }

  async readLine(name: string): Promise<string | undefined> {
    let lines = this.#lineReaders.get(name)
    if (lines === undefined) {
      const text = await this.readFile(name)
      lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
      this.#lineReaders.set(name, lines)
    }
    return lines.shift()
  }

  async runLine(command: string): Promise<string> {
    await this.#flush()
    this.#writeFiles()
    const { exec, cwd } = this.#context
    const result = await exec(command, { cwd, live: { stdin: null, stdout: null, stderr: null } })
    if (result.stderr !== '') this.#stream.error(result.stderr)
    return result.stdout
  }

  settle(): Promise<void> | undefined {
    const wait = this.#context.host.tick()
    const isFull = this.#stdout.length > SHELL_OUTPUT_BUFFER_BYTES || this.#isUnbuffered
    if (!isFull) return wait
    return wait === undefined ? this.#flush() : wait.then(() => this.#flush())
  }

  async #flush(): Promise<void> {
    const bytes = this.#stdout.take()
    if (bytes.length > 0) await this.#stream.write(bytes)
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/** A `*` in it stands for the file's own name; else it comes behind it. */
function backupName(name: string, suffix: string): string {
  const base = basename(name)
  const own = suffix.includes('*') ? suffix.replaceAll('*', base) : `${base}${suffix}`
  return own.includes('/') || !name.includes('/') ? own : `${dirname(name)}/${own}`
}

/** `-e expression #1, char 3`, or `file x line 2`. */
function whereIn(
  parts: readonly { readonly text: string; readonly name: string | undefined }[],
  at: number,
): string {
  let left = at
  let expressions = 0
  for (const { text, name } of parts) {
    if (name === undefined) expressions += 1
    if (left <= text.length) {
      if (name === undefined) return `-e expression #${expressions}, char ${left}`
      return `file ${name} line ${text.slice(0, left).split('\n').length}`
    }
    left -= text.length + 1
  }
  return `-e expression #${expressions}`
}
