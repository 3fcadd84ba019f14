/** `jq`: JSON, filtered. */
import type { ExecResult } from 'just-bash/browser'
import { SHELL_CAPTURE_MAX_BYTES, SHELL_OUTPUT_BUFFER_BYTES } from '../../../../contract/limits.ts'
import { shownNow } from '../../../process/realm-moment.ts'
import type { CommandBody, CommandContext } from '../../just-bash.ts'
import { runStream } from '../../stream/command-stream.ts'
import { StreamRun } from '../../stream/stream-run.ts'
import { CommandError, FileError } from '../../../../contract/command-error.ts'
import { Exit, type Filter } from './filter.ts'
import { Inputs } from './inputs.ts'
import { Halt, JqCompileError, JqError } from './jq-error.ts'
import { JQ_HINT, parseJqOptions, type JqOptions } from './jq-options.ts'
import { JsonError, JsonReader } from './json-reader.ts'
import { toText, type Colors, type TextStyle } from './json-text.ts'
import { libraryFor } from './library.ts'
import { moduleFiles } from './module-files.ts'
import { compileProgram } from './program.ts'
import { isTrue, type Value } from './value.ts'

const VERSION = 'jq-1.8.2'
const USAGE = `Usage:\tjq [OPTIONS] FILTER [FILES...]
\tjq [OPTIONS] -f FILE [FILES...]
\tjq [OPTIONS] --args FILTER [STRINGS...]
\tjq [OPTIONS] --jsonargs FILTER [JSON_VALUES...]
Options: -n -R -s -c -r --raw-output0 -j -a -S -C -M --tab --indent N --unbuffered --stream --stream-errors --seq
 -f FILE -L DIR -e --arg NAME VALUE --argjson NAME JSON --slurpfile NAME FILE --rawfile NAME FILE --args --jsonargs
`
const [MISUSE, COMPILE_ERROR, NO_RESULT, RUNTIME_ERROR] = [2, 3, 4, 5] as const
const SYNTAX = { name: 'jq', usage: '', options: [] }
/** Calls that cannot be repeated: they consume input, print, or return something else each time. */
const ONCE = new Set(['input/0', 'inputs/0', 'debug/0', 'stderr/0', 'now/0'])
/** Output of one input before a check whether anyone still reads; usual outputs are shorter. */
const PORTION = 1_048_576
/** How much longer each further portion is, because for each of them the program begins anew. */
const PORTION_GROWTH = 4
const DEFAULT_COLORS = '1;30:0;39:0;39:0;39:0;32:1;39:1;39:34;1'

export const jq: CommandBody = (args, context) => runJq(args, context)

function runJq(args: readonly string[], context: CommandContext): Promise<ExecResult> {
  return runStream('jq', context, async (stream) => {
    const options = parseJqOptions(args)
    const run = new StreamRun(SYNTAX, { stream, context })
    if (options.flags.has('help')) await run.out(USAGE)
    else if (options.flags.has('version')) await run.out(`${VERSION}\n`)
    else return new Jq(run, options).run()
    await run.flush()
    return 0
  })
}

class Jq {
  readonly #run: StreamRun
  readonly #options: JqOptions
  readonly #inputs: Inputs
  readonly #style: TextStyle
  readonly #hasProgram: boolean
  #output: string[] = []
  #outputLength = 0
  #isStarved = false
  /** Its results are wanted piece by piece, and come out the same each time. */
  #isRepeatable: boolean
  #exitCode = 0
  #lastResult: Value | undefined

  constructor(run: StreamRun, options: JqOptions) {
    this.#run = run
    this.#options = options
    this.#inputs = new Inputs(run, options)
    this.#hasProgram = options.program !== undefined || options.programFile !== undefined
    this.#isRepeatable = run.context.live.stdout !== null
    this.#style = styleOf(options, run.context.exportedEnv?.['JQ_COLORS'])
  }

  async run(): Promise<number> {
    const filter = await this.#compile()
    if (filter === undefined) return this.#hasProgram ? COMPILE_ERROR : MISUSE
    try {
      if (this.#isStarved) await this.#inputs.load()
      if (this.#options.flags.has('null-input')) await this.#apply(filter, null)
      else
        for (let value = await this.#next(); value !== undefined; value = await this.#next()) {
          await this.#apply(filter, value)
        }
    } catch (error) {
      if (error instanceof Halt) return await this.#halt(error)
      if (!(error instanceof JsonError)) throw error
      await this.#flush()
      this.#run.stream.error(`jq: parse error: ${error.message}\n`)
      return RUNTIME_ERROR
    }
    await this.#flush()
    if (this.#run.exitCode !== 0) return this.#run.exitCode
    if (this.#exitCode !== 0 || !this.#options.flags.has('exit-status')) return this.#exitCode
    return this.#lastResult === undefined ? NO_RESULT : isTrue(this.#lastResult) ? 0 : 1
  }

  async #next(): Promise<Value | undefined> {
    // Flush before waiting for more input.
    if (!this.#inputs.isReady || this.#outputLength > SHELL_OUTPUT_BUFFER_BYTES) await this.#flush()
    return this.#inputs.next()
  }

  async #halt({ code, text }: Halt): Promise<number> {
    await this.#flush()
    if (text !== '') this.#run.stream.error(text)
    return code
  }

  /** Undefined: it is wrong, which has been said. */
  async #compile(): Promise<Filter | undefined> {
    const { program, programFile } = this.#options
    const named = await this.#variables()
    const text = programFile === undefined ? program : await this.#file(programFile, 'error: Could not open')
    if (text === undefined) {
      this.#run.stream.error(USAGE)
      return undefined
    }
    const { context } = this.#run
    const env = context.exportedEnv ?? {}
    const files = moduleFiles(context, this.#options.searchPath)
    const library = libraryFor({
      env,
      variables: named,
      searchPath: files.searchPath,
      now: shownNow,
      nextInput: () => this.#takeInput(),
      inputName: () => this.#inputs.name,
      inputLine: () => this.#inputs.line,
      writeError: (message) => this.#run.stream.error(message),
    })
    try {
      return compileProgram(text, {
        resolver: {
          ...library,
          native: (name) => {
            if (ONCE.has(name)) this.#isRepeatable = false
            return library.native(name)
          },
          form: (name) => {
            if (name === 'input/0' || name === 'inputs/0') this.#isStarved = true
            if (ONCE.has(name)) this.#isRepeatable = false
            return library.form(name)
          },
        },
        variables: named,
        files,
        own: files.own(env['HOME'] ?? ''),
      })
    } catch (error) {
      if (error instanceof RangeError) throw new CommandError('the program is nested too deep', COMPILE_ERROR)
      if (!(error instanceof JqCompileError)) throw error
      this.#run.stream.error(`jq: error: ${error.message}${placeOf(error, text)}\njq: 1 compile error\n`)
      return undefined
    }
  }

  #takeInput(): Value | undefined {
    try {
      return this.#inputs.take()
    } catch (error) {
      if (error instanceof JsonError) throw new JqError(error.message)
      throw error
    }
  }

  async #variables(): Promise<Map<string, Value>> {
    const { named, namedFiles, positional } = this.#options
    const all = new Map(named)
    for (const { name, file, isRaw } of namedFiles) {
      const option = isRaw ? '--rawfile' : '--slurpfile'
      const text = await this.#file(file, `Bad JSON in ${option} ${name} ${file}: Could not open`)
      if (!all.has(name)) all.set(name, isRaw ? text : this.#slurp(text, `${option} ${name} ${file}`))
    }
    const variables = new Map(all)
    const args: [string, Value][] = [
      ['positional', positional],
      ['named', all],
    ]
    variables.set('ARGS', new Map(args))
    variables.set('__prog_args', positional)
    return variables
  }

  #slurp(text: string, what: string): Value {
    const reader = new JsonReader()
    try {
      reader.read(text, true)
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      throw new CommandError(`Bad JSON in ${what}: ${error.message}\n${JQ_HINT}`, MISUSE)
    }
    return reader.taken().map(([value]) => value)
  }

  async #file(file: string, message: string): Promise<string> {
    try {
      const bytes = await this.#run.bytes(file)
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      throw new CommandError(`${message} ${file}: ${error.reason}`, MISUSE)
    }
  }

  /** A program runs without a pause: so that its reader can, it is left, and run again for what comes after. */
  async #apply(filter: Filter, value: Value): Promise<void> {
    this.#exitCode = 0
    let printed = 0
    for (let portion = PORTION; ; portion *= PORTION_GROWTH) {
      const pause = new Exit()
      let results = 0
      try {
        filter.each(value, undefined, (result) => {
          results += 1
          if (results <= printed) return
          if (this.#isRepeatable && this.#outputLength > portion) throw pause
          this.#print(result)
          printed = results
        })
        return
      } catch (error) {
        if (error !== pause) return this.#raised(error)
      }
      await this.#flush()
    }
  }

  async #raised(error: unknown): Promise<void> {
    if (error instanceof RangeError) await this.#fail(`too deep or too large: ${error.message}`)
    else if (error instanceof JqError) await this.#fail(error)
    else throw error
  }

  async #fail(error: JqError | string): Promise<void> {
    await this.#flush()
    this.#exitCode = RUNTIME_ERROR
    const place = this.#inputs.place
    const isText = typeof error === 'string' || error.isText
    const message = typeof error === 'string' ? error : isText ? String(error.value) : toText(error.value)
    this.#run.stream.error(`jq: error (at ${place})${isText ? '' : ' (not a string)'}: ${message}\n`)
  }

  #print(value: Value): void {
    const { flags } = this.#options
    this.#lastResult = value
    const isRaw = flags.has('raw-output') || flags.has('join-output') || flags.has('raw-output0')
    let text =
      isRaw && typeof value === 'string' && !flags.has('ascii-output') ? value : toText(value, this.#style)
    if (isRaw && typeof value === 'string' && flags.has('ascii-output')) text = text.slice(1, -1)
    if (flags.has('raw-output0') && typeof value === 'string' && value.includes('\0'))
      throw new JqError('Cannot dump a string containing NUL with --raw-output0 option')
    const end = flags.has('raw-output0') ? '\0' : flags.has('join-output') ? '' : '\n'
    text = (flags.has('seq') ? '\x1e' : '') + text + end
    this.#output.push(text)
    this.#outputLength += text.length
    if (this.#outputLength > SHELL_CAPTURE_MAX_BYTES)
      throw new JqError('one input has given more output than fits into memory')
  }

  async #flush(): Promise<void> {
    const text = this.#output.join('')
    this.#output = []
    this.#outputLength = 0
    await this.#run.out(text)
    await this.#run.flush()
  }
}

function styleOf({ flags, indent }: JqOptions, colors: string | undefined): TextStyle {
  return {
    indent: flags.has('compact-output')
      ? undefined
      : flags.has('tab')
        ? '\t'
        : ' '.repeat(Math.max(0, indent)),
    isSorted: flags.has('sort-keys'),
    isAscii: flags.has('ascii-output'),
    colors: flags.has('color-output') ? colorsOf(colors) : undefined,
  }
}

function colorsOf(given: string | undefined): Colors {
  const defaults = DEFAULT_COLORS.split(':')
  const own = given !== undefined && /^[\d;:]*$/.test(given) ? given.split(':') : []
  const color = (at: number): string => `\x1b[${own[at] ?? defaults[at] ?? ''}m`
  return {
    null: color(0),
    false: color(1),
    true: color(2),
    number: color(3),
    string: color(4),
    array: color(5),
    object: color(6),
    key: color(7),
  }
}

/** Which part of the program an error is about. */
function placeOf({ at, length }: JqCompileError, text: string): string {
  if (at === undefined) return ''
  const before = text.slice(0, at)
  const start = before.lastIndexOf('\n') + 1
  const [line = ''] = text.slice(start).split('\n')
  const column = at - start
  const marks = '^'.repeat(Math.max(1, Math.min(length, line.length - column)))
  return ` at <top-level>, line ${before.split('\n').length}, column ${column + 1}:\n    ${line}\n    ${' '.repeat(column)}${marks}`
}
