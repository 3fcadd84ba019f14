/** Files and commands that an awk program writes to and reads from, each open until it is closed. */
import { resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { encodeText, fromByteString, toByteString } from '../../byte-string.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { runScript } from '../../program/run-script.ts'
import type { StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { AwkRegexes } from './awk-regex.ts'
import { RecordReader } from './record-reader.ts'
import type { Redirection } from '../../../../languages/awk/syntax-tree.ts'

/** A program that is written to and read from: it runs when all that it reads was written. */
interface Coprocess {
  readonly input: string[]
  reader: RecordReader | undefined
  code: number
}

interface Writer {
  readonly parts: string[]
  readonly close: (bytes: Uint8Array) => Promise<number> | number
}

/** Letters that wait for a file. */
const FILE_BUFFER = 65_536

export class Streams {
  readonly #run: StreamRun
  readonly #env: () => Readonly<Record<string, string>>
  readonly #regexes: () => AwkRegexes
  readonly #coprocesses = new Map<string, Coprocess>()
  readonly #writers = new Map<string, Writer & { waiting: number; readonly isFile: boolean }>()
  readonly #readers = new Map<string, { readonly reader: RecordReader; readonly code: number }>()

  constructor(
    run: StreamRun,
    { env, regexes }: { env: () => Readonly<Record<string, string>>; regexes: () => AwkRegexes },
  ) {
    this.#run = run
    this.#env = env
    this.#regexes = regexes
  }

  write(kind: Redirection['kind'], target: string, text: string): void {
    if (kind === '|&') return this.#writeToCoprocess(target, text)
    if (kind !== '|' && target === '/dev/stderr') return this.#run.stream.error(text)
    const writer = this.#writers.get(target) ?? this.#open(kind, target)
    writer.parts.push(text)
    writer.waiting += text.length
    if (writer.isFile && writer.waiting > FILE_BUFFER) void this.#drain(writer)
  }

  #drain(writer: Writer & { waiting: number }): Promise<number> | number {
    const bytes = encodeText(writer.parts.join(''))
    writer.parts.length = 0
    writer.waiting = 0
    return writer.close(bytes)
  }

  #path(name: string): string {
    return this.#run.context.host.realPath(resolve(name, this.#run.context.cwd))
  }

  #open(kind: '>' | '>>' | '|', target: string): Writer & { waiting: number; readonly isFile: boolean } {
    const { syscalls } = this.#run.context.host.kernel
    const isFile = kind !== '|'
    const writer = {
      parts: [],
      waiting: 0,
      isFile,
      close: (bytes: Uint8Array): Promise<number> | number => {
        if (!isFile) return this.#pipe(target, bytes)
        if (bytes.length > 0)
          this.#attempt(target, () => syscalls.appendFile(this.#path(target), bytes, 0o644))
        return 0
      },
    }
    if (kind === '>')
      this.#attempt(target, () => syscalls.writeFile(this.#path(target), new Uint8Array(0), 0o644))
    this.#writers.set(target, writer)
    return writer
  }

  #attempt(target: string, body: () => void): void {
    try {
      body()
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`cannot open "${target}" for output (${errnoSentence(error)})`, 2)
    }
  }

  async #pipe(command: string, bytes: Uint8Array): Promise<number> {
    await this.#run.flush()
    return this.#execute(command, toByteString(bytes), false).then(({ code }) => code)
  }

  /** Its exit code; what it writes goes where ours goes. */
  async system(command: string): Promise<number> {
    await this.flush()
    return (await this.#execute(command, '', false)).code
  }

  async #execute(
    command: string,
    stdin: string,
    isCaptured: boolean,
  ): Promise<{ readonly code: number; readonly output: Uint8Array }> {
    const { context, stream } = this.#run
    const { live } = context
    const result = await runScript(context.exec, {
      script: command,
      name: 'sh',
      args: [],
      cwd: context.cwd,
      env: this.#env(),
      stdin,
      live: {
        ...live,
        stdin: stdin === '' && !isCaptured ? live.stdin : null,
        stdout: isCaptured ? null : live.stdout,
      },
    })
    const output = result.stdoutKind === 'bytes' ? fromByteString(result.stdout) : encodeText(result.stdout)
    if (result.stderr !== '') stream.error(result.stderr)
    if (!isCaptured && output.length > 0) await stream.write(output)
    return { code: result.exitCode, output }
  }

  /** The text is undefined at the end (result 0) or when it cannot be read (result -1). */
  async readLine(
    from: 'file' | 'command' | 'coprocess',
    source: string,
    separator: string,
  ): Promise<{ readonly text: string | undefined; readonly result: number }> {
    if (from === 'coprocess') {
      const reader = await this.#outputOfCoprocess(source)
      return { text: await reader.next(separator), result: 0 }
    }
    let open = this.#readers.get(source)
    if (open === undefined) {
      await this.flush()
      if (from === 'command') {
        const { code, output } = await this.#execute(source, '', true)
        open = { reader: new RecordReader(once(output), this.#regexes()), code }
      } else {
        try {
          const pieces = this.#run.pieces(source)
          const first = await pieces.next()
          open = { reader: new RecordReader(startingWith(first, pieces), this.#regexes()), code: 0 }
        } catch (error) {
          if (error instanceof CommandError) return { text: undefined, result: -1 }
          throw error
        }
      }
      this.#readers.set(source, open)
    }
    return { text: await open.reader.next(separator), result: 0 }
  }

  #coprocess(command: string): Coprocess {
    const known = this.#coprocesses.get(command)
    if (known) return known
    if (/^\/inet[46]?\//.test(command))
      throw new CommandError(`${command}: awk has no network here; use curl and read what it prints`, 2)
    const made: Coprocess = { input: [], reader: undefined, code: 0 }
    this.#coprocesses.set(command, made)
    return made
  }

  #writeToCoprocess(command: string, text: string): void {
    const { input, reader } = this.#coprocess(command)
    if (reader)
      throw new CommandError(
        `|& "${command}": it has been read from, and a program that answers in turns is not supported here; close() it before writing again`,
        2,
      )
    input.push(text)
  }

  async #outputOfCoprocess(command: string): Promise<RecordReader> {
    const own = this.#coprocess(command)
    if (own.reader) return own.reader
    await this.flush()
    const { code, output } = await this.#execute(command, toByteString(encodeText(own.input.join(''))), true)
    own.code = code
    own.reader = new RecordReader(once(output), this.#regexes())
    return own.reader
  }

  /** A file is from now on what was printed while it was read. Throws `CommandError`. */
  replace(name: string, text: string): void {
    const { syscalls } = this.#run.context.host.kernel
    this.#attempt(name, () => syscalls.writeFile(this.#path(name), encodeText(text)))
  }

  /** -1 when it was not open. `end`: `to` or `from`, of a program that is written to and read from. */
  async close(name: string, end?: string): Promise<number> {
    const coprocess = this.#coprocesses.get(name)
    if (coprocess) {
      if (end === 'to') return 0
      await this.#outputOfCoprocess(name)
      this.#coprocesses.delete(name)
      return coprocess.code
    }
    const writer = this.#writers.get(name)
    const reader = this.#readers.get(name)
    this.#writers.delete(name)
    this.#readers.delete(name)
    if (writer !== undefined) return this.#drain(writer)
    return reader?.code ?? -1
  }

  /** Writes out all buffered output, to files and to stdout. */
  async flush(): Promise<void> {
    await this.#run.flush()
    for (const writer of this.#writers.values()) if (writer.isFile) await this.#drain(writer)
  }

  async end(): Promise<void> {
    await this.flush()
    for (const name of [...this.#writers.keys(), ...this.#coprocesses.keys()]) await this.close(name)
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

async function* startingWith(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done === true) return
  yield first.value
  yield* rest
}
