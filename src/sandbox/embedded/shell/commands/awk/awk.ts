/** `awk`: POSIX's, and gawk's but for its debugger, its network, and what it loads. */
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../../../contract/limits.ts'
import { streamTool } from '../../stream/stream-run.ts'
import type { StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { AWK_SYNTAX } from '../../../../languages/awk/options.ts'
import { compileAwk } from './compile.ts'
import { SPECIAL } from './compile/special.ts'
import { unescapeString } from '../../../../languages/awk/lexer.ts'
import { parseAwk } from '../../../../languages/awk/parser.ts'
import { programOf } from './program-source.ts'
import { RecordReader } from './record-reader.ts'
import { Jump } from './jump.ts'
import { Runtime } from './runtime.ts'
import { Streams } from './streams.ts'
import { Input } from './values.ts'
import type { Value } from './values.ts'

const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/
/** Records between two looks whether it is time to pause. */
const RECORDS = 256

interface Compiled {
  readonly hasRecords: boolean
  readonly hasBegin: boolean
  readonly begin: () => Promise<void>
  readonly beginFile?: () => Promise<void>
  readonly endFile?: () => Promise<void>
  readonly record: () => Promise<void> | undefined
  readonly end: () => Promise<void>
  /** Undefined when the program has no such variable, false when it is an array. */
  readonly set: (name: string, value: Value) => boolean | undefined
}

export const awk = streamTool(AWK_SYNTAX, async (run) => {
  const { source, operands, isInPlace } = await programOf(run)
  const code = compileAwk(parseAwk(source))
  await new Awk(run, { code, operands, isInPlace }).run()
})

class Awk {
  readonly #run: StreamRun
  readonly #runtime: Runtime
  readonly #streams: Streams
  readonly #program: Compiled
  #reader: RecordReader | undefined
  /** The next operand. */
  #at = 1
  #hasFile = false
  /** A file is open, and its ENDFILE is still to come. */
  #isInFile = false
  readonly #isInPlace: boolean
  /** Output collected while the file that it will replace is read. */
  #replacement: string[] | undefined

  constructor(
    run: StreamRun,
    { code, operands, isInPlace }: { code: string; operands: readonly string[]; isInPlace: boolean },
  ) {
    this.#run = run
    this.#isInPlace = isInPlace
    const environment = run.context.exportedEnv ?? {}
    this.#streams = new Streams(run, { env: () => environment, regexes: () => this.#runtime.regexes })
    this.#runtime = new Runtime({
      run,
      streams: this.#streams,
      environment,
      nextRecord: () => this.#nextRecord(),
      terminator: () => this.#reader?.terminator ?? '',
      write: async (text) => {
        if (this.#replacement) this.#replacement.push(text)
        else await run.out(text)
      },
    })
    // The code is made of the program's tree by compile.ts, in the sandbox, where every program is somebody's code.
    // What it gives is what compile.ts says.
    const make = new Function('rt', code) as (rt: Runtime) => Compiled
    this.#program = make(this.#runtime)
    for (const [at, value] of ['awk', ...operands].entries())
      this.#runtime.ARGV.set(String(at), new Input(value))
    this.#runtime.setSpecial('ARGC', operands.length + 1)
    const separator = run.options.value('F')
    if (separator !== undefined)
      this.#runtime.setSpecial('FS', separator === 't' ? '\t' : unescapeString(separator))
    for (const text of run.options.values('v')) {
      const [, name, value] = ASSIGNMENT.exec(text) ?? []
      if (name === undefined || value === undefined)
        throw run.misuse(`'${text}' argument to '-v' is not in 'var=value' form`)
      this.#assign(name, value)
    }
  }

  async run(): Promise<void> {
    try {
      const isOver = await this.#guarded(async () => {
        await this.#program.begin()
        if (this.#program.hasRecords) await this.#records()
      })
      if (!isOver) await this.#guarded(() => this.#program.end())
      // `exit` goes on with END, unless it was there.
      else if (this.#program.hasRecords) await this.#guarded(() => this.#program.end())
    } finally {
      await this.#runtime.flushOutput()
      await this.#streams.end()
    }
    if (this.#runtime.exitCode !== 0) this.#run.exitCode = this.#runtime.exitCode
  }

  /** True when the program was left by `exit`. */
  async #guarded(body: () => Promise<void>): Promise<boolean> {
    try {
      await body()
      return false
    } catch (error) {
      if (error instanceof Jump && error.kind === 'exit') return true
      if (error instanceof Jump) throw new CommandError(`\`${error.kind}' used in BEGIN or END action`, 2)
      if (error instanceof RangeError)
        throw new CommandError(`out of memory or too deep: ${error.message}`, 2)
      throw error
    }
  }

  async #records(): Promise<void> {
    for (let records = 0; ; records += 1) {
      const record = this.#reader?.take(this.#runtime.RS) ?? (await this.#nextRecord())
      if (record === undefined) return
      this.#runtime.setRecord(record, true, true)
      try {
        const wait = this.#program.record()
        if (wait !== undefined) await wait
      } catch (error) {
        if (!(error instanceof Jump) || error.kind === 'exit') throw error
        if (error.kind === 'nextfile') await this.#endFile()
      }
      if (records % RECORDS === 0) await this.#settle()
      if (this.#runtime.waitingLength > SHELL_OUTPUT_BUFFER_BYTES) await this.#runtime.flushOutput()
    }
  }

  async #settle(): Promise<void> {
    const wait = this.#run.context.host.tick()
    if (wait !== undefined) await wait
  }

  async #nextRecord(): Promise<string | undefined> {
    for (;;) {
      if (this.#reader === undefined) {
        if (!this.#nextFile()) return undefined
        if (!(await this.#beginFile())) continue
      }
      try {
        const record = await this.#reader?.next(this.#runtime.RS)
        if (record !== undefined) return record
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        this.#complain(error)
        this.#isInFile = false
      }
      await this.#endFile()
    }
  }

  #complain(error: CommandError): void {
    this.#run.complain(`cannot open ${error.message}`, 2)
  }

  /** False when the file is left out: it cannot be read, or BEGINFILE does not want it. */
  async #beginFile(): Promise<boolean> {
    this.#isInFile = true
    const { beginFile } = this.#program
    if (beginFile === undefined && !this.#isInPlace) return true
    let problem: CommandError | undefined
    try {
      await this.#reader?.prepare()
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      problem = error
    }
    if (this.#isInPlace && !problem) await this.#beginReplacement()
    this.#runtime.setSpecial('ERRNO', problem === undefined ? '' : problem.message.replace(/^.*: /s, ''))
    try {
      await beginFile?.()
    } catch (error) {
      if (!(error instanceof Jump) || error.kind !== 'nextfile') throw error
      this.#isInFile = problem === undefined
      await this.#endFile()
      return false
    }
    if (!problem) return true
    this.#complain(problem)
    this.#isInFile = false
    this.#reader = undefined
    return false
  }

  async #endFile(): Promise<void> {
    this.#reader = undefined
    if (!this.#isInFile) return
    this.#isInFile = false
    await this.#program.endFile?.()
    await this.#endReplacement()
  }

  async #beginReplacement(): Promise<void> {
    await this.#runtime.flushOutput()
    this.#replacement = []
  }

  async #endReplacement(): Promise<void> {
    if (!this.#replacement) return
    await this.#runtime.flushOutput()
    const text = this.#replacement.join('')
    this.#replacement = undefined
    this.#streams.replace(this.#runtime.str(this.#runtime.getSpecial('FILENAME')), text)
  }

  /** Opens the next operand that is a file, or stdin when there was none. */
  #nextFile(): boolean {
    const { ARGV } = this.#runtime
    const count = Number(this.#runtime.str(this.#runtime.getSpecial('ARGC')))
    while (this.#at < count) {
      const operand = this.#runtime.str(ARGV.get(String(this.#at)))
      this.#at += 1
      const [, name, value] = ASSIGNMENT.exec(operand) ?? []
      if (operand === '') continue
      if (name !== undefined && value !== undefined) this.#assign(name, value)
      else return this.#open(operand)
    }
    return this.#hasFile ? false : this.#open('-')
  }

  #open(operand: string): boolean {
    this.#hasFile = true
    this.#runtime.setSpecial('FILENAME', operand === '-' ? '' : operand)
    this.#runtime.FNR = 0
    this.#reader = new RecordReader(this.#run.pieces(operand), this.#runtime.regexes)
    return true
  }

  #assign(name: string, text: string): void {
    const value = new Input(unescapeString(text))
    if (SPECIAL.has(name)) this.#runtime.setSpecial(name, value)
    else if (this.#program.set(name, value) === false)
      throw new CommandError(`cannot use array ${name} as a variable`, 2)
  }
}
