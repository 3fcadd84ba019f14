/** `gzip`, `gunzip` and `zcat`. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { gunzip as unpack, gzip as pack, type GzipLevel } from './gzip-format.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'gzip',
  usage: 'gzip [-cdfknqrtv123456789] [-S SUFFIX] [FILE]...',
  options: [
    'c,stdout,to-stdout',
    'd,decompress,uncompress',
    'f,force',
    'k,keep',
    'n,no-name',
    'N,name',
    'q,quiet',
    'r,recursive',
    'S,suffix=',
    't,test',
    'v,verbose',
    '1,fast',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9,best',
  ],
}
const LEVELS: readonly GzipLevel[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
/** Suffixes that are taken off, and what comes instead. */
const SUFFIXES: readonly (readonly [string, string])[] = [
  ['.gz', ''],
  ['-gz', ''],
  ['.z', ''],
  ['-z', ''],
  ['.tgz', '.tar'],
  ['.taz', '.tar'],
]
/** A warning: the others were done. */
const WARNING = 2

export const gzip: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: (run) => new Gzip(run).run() })
}

export const gunzip: CommandBody = (args, context) => gzip(['-d', ...args], context)

export const zcat: CommandBody = (args, context) => gzip(['-cd', ...args], context)

class Gzip {
  readonly #run: CommandRun
  readonly #isTest: boolean
  readonly #unpacks: boolean
  readonly #toStdout: boolean
  readonly #suffix: string
  readonly #level: GzipLevel
  #code = 0

  constructor(run: CommandRun) {
    const { options } = run
    this.#run = run
    this.#isTest = options.has('t')
    this.#unpacks = options.has('d') || this.#isTest
    this.#toStdout = options.has('c') || this.#isTest
    this.#suffix = options.value('S') ?? '.gz'
    const level = Number(options.lastOf(LEVELS.map(String)) ?? 6)
    this.#level = LEVELS.find((known) => known === level) ?? 6
  }

  run(): number {
    const { operands, options } = this.#run
    if (this.#unpacks && options.has('N'))
      throw new CommandError('-N with -d (restoring the stored name) is not supported here')
    // Asked for before anything is done: it may not be there yet.
    if (operands.includes('-')) this.#run.stdin()
    if (operands.length === 0) this.#stdin()
    for (const operand of operands) {
      if (operand === '-') this.#stdin()
      else this.#operand(operand)
    }
    return this.#code
  }

  #stdin(): void {
    const data = this.#unpacks
      ? this.#unpacked('stdin', this.#run.stdin())
      : pack(this.#run.stdin(), this.#level)
    if (data !== undefined && !this.#isTest) this.#run.outBytes(data)
  }

  #operand(operand: string): void {
    const { files, options } = this.#run
    try {
      const path = this.#run.path(operand)
      const stats = this.#run.attempt(operand, () => files.stat(path))
      if (stats.kind !== 'directory') return this.#file(operand)
      if (!options.has('r')) return this.#warn(`${operand} is a directory -- ignored`)
      for (const { name } of files.readdir(path)) this.#operand(`${operand.replace(/\/+$/, '')}/${name}`)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#fail(error.message)
    }
  }

  #file(operand: string): void {
    const target = this.#toStdout ? undefined : this.#target(operand)
    if (target === null) return
    const stats = this.#run.files.stat(this.#run.path(operand))
    const input = this.#run.read(operand)
    const about = this.#run.options.has('n')
      ? {}
      : { name: operand.slice(operand.lastIndexOf('/') + 1), mtimeMs: stats.mtimeMs }
    const output = this.#unpacks ? this.#unpacked(operand, input) : pack(input, this.#level, about)
    if (output === undefined || this.#isTest) return
    if (target === undefined) return this.#run.outBytes(output)
    if (this.#run.exists(target) && !this.#run.options.has('f'))
      return this.#warn(`${target} already exists;\tnot overwritten`)
    this.#run.write(target, output, stats.mode)
    this.#run.files.chmod(this.#run.path(target), stats.mode)
    this.#run.files.utimes(this.#run.path(target), stats.mtimeMs, stats.mtimeMs)
    if (!this.#run.options.has('k')) this.#run.files.unlink(this.#run.path(operand))
    if (this.#run.options.has('v')) this.#report({ operand, target, from: input.length, to: output.length })
  }

  #report({
    operand,
    target,
    from,
    to,
  }: {
    operand: string
    target: string
    from: number
    to: number
  }): void {
    const [small, large] = this.#unpacks ? [from, to] : [to, from]
    const ratio = large === 0 ? 0 : (100 * (large - small)) / large
    const verb = this.#run.options.has('k') ? 'created' : 'replaced with'
    this.#run.err(`${operand}:\t${ratio.toFixed(1).padStart(5)}% -- ${verb} ${target}\n`)
  }

  /** The file to write; null when there is none for a file of this name, which has been said. */
  #target(operand: string): string | null {
    if (!this.#unpacks) {
      if (!operand.endsWith(this.#suffix) || this.#run.options.has('f')) return operand + this.#suffix
      this.#warn(`${operand} already has ${this.#suffix} suffix -- unchanged`)
      return null
    }
    const all = [[this.#suffix, ''] as const, ...SUFFIXES]
    const [suffix, instead] = all.find(([known]) => operand.endsWith(known)) ?? []
    if (suffix !== undefined) return operand.slice(0, -suffix.length) + (instead ?? '')
    this.#warn(`${operand}: unknown suffix -- ignored`)
    return null
  }

  #unpacked(name: string, bytes: Uint8Array): Uint8Array | undefined {
    const { data, problem, hasGarbage } = unpack(bytes)
    if (problem === 'not in gzip format' && this.#run.options.has('f') && this.#toStdout) return bytes
    if (problem !== undefined) {
      if (this.#toStdout && !this.#isTest) this.#run.outBytes(data)
      this.#run.err('\n')
      this.#fail(`${name}: ${problem}`)
      return undefined
    }
    if (hasGarbage) {
      this.#run.err('\n')
      this.#warn(`${name}: decompression OK, trailing garbage ignored`)
    }
    return data
  }

  #warn(message: string): void {
    if (!this.#run.options.has('q')) this.#run.warn(message)
    if (this.#code === 0) this.#code = WARNING
  }

  #fail(message: string): void {
    this.#run.warn(message)
    this.#code = 1
  }
}
