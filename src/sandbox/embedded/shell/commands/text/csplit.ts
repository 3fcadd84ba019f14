/** `csplit`: cuts a file where lines or patterns say. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'csplit',
  usage: 'csplit [-skzq] [-f PREFIX] [-n DIGITS] [-b FORMAT] FILE PATTERN...',
  options: [
    'b,suffix-format=',
    'f,prefix=',
    'k,keep-files',
    'n,digits=',
    's,q,quiet,silent',
    'z,elide-empty-files',
    'suppress-matched',
  ],
}

export const csplit: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: (run) => new Csplit(run).run() })
}

interface Cut {
  readonly text: string
  /** Undefined: a line number. */
  readonly pattern: RegExp | undefined
  readonly line: number
  readonly offset: number
  /** The lines before the cut are dropped. */
  readonly skips: boolean
}

class Csplit {
  readonly #run: CommandRun
  readonly #lines: readonly string[]
  readonly #made: string[] = []
  #at = 0

  constructor(run: CommandRun) {
    this.#run = run
    const [file] = run.operands
    if (file === undefined) throw run.misuse('missing operand')
    if (run.operands.length < 2) throw run.misuse(`missing operand after '${file}'`)
    this.#lines = run.readText(file).match(/[^\n]*\n|[^\n]+$/g) ?? []
  }

  run(): number {
    try {
      let last: Cut | undefined
      for (const operand of this.#run.operands.slice(1)) {
        const times = /^\{(\*|\d+)\}$/.exec(operand)?.[1]
        if (times === undefined) {
          last = cutOf(operand)
          this.#cut(last)
        } else if (last !== undefined) this.#repeat(last, times)
      }
      this.#write(this.#lines.slice(this.#at))
      return 0
    } catch (error) {
      if (error instanceof CommandError && !this.#run.options.has('k'))
        for (const file of this.#made) this.#run.files.unlink(this.#run.path(file))
      throw error
    }
  }

  #repeat(cut: Cut, times: string): void {
    for (let count = 0; times === '*' || count < Number(times); count += 1) {
      const next = { ...cut, line: cut.line * (count + 2) }
      if (times === '*' && this.#find(next, this.#at + 1) === undefined) return
      this.#cut(next, true)
    }
  }

  #cut(cut: Cut, isRepeated = false): void {
    const end = this.#find(cut, isRepeated ? this.#at + 1 : this.#at)
    if (end === undefined) {
      if (!cut.skips) this.#write(this.#lines.slice(this.#at))
      throw new CommandError(
        `'${cut.text}': ${cut.pattern === undefined ? 'line number out of range' : 'match not found'}`,
      )
    }
    if (!cut.skips) this.#write(this.#lines.slice(this.#at, end))
    this.#at = end + (this.#run.options.has('suppress-matched') ? 1 : 0)
  }

  /** Index of the line to cut before. */
  #find(cut: Cut, from: number): number | undefined {
    const { pattern } = cut
    if (pattern === undefined) return cut.line - 1 <= this.#lines.length - 1 ? cut.line - 1 : undefined
    const found = this.#lines.findIndex((line, at) => at >= from && pattern.test(line.replace(/\n$/, '')))
    const end = found + cut.offset
    return found < 0 || end > this.#lines.length || end < this.#at ? undefined : end
  }

  #write(lines: readonly string[]): void {
    const { options } = this.#run
    if (lines.length === 0 && options.has('z')) return
    const name = (options.value('f') ?? 'xx') + this.#suffix()
    const bytes = new TextEncoder().encode(lines.join(''))
    this.#run.write(name, bytes)
    this.#made.push(name)
    if (!options.has('s')) this.#run.out(`${bytes.length}\n`)
  }

  #suffix(): string {
    const { options } = this.#run
    const number = String(this.#made.length)
    const format = options.value('b')
    if (format === undefined) return number.padStart(Number(options.value('n') ?? 2), '0')
    return format.replace(/%(0?)(\d*)[diu]/, (_, zero: string, width: string) =>
      number.padStart(Number(width), zero === '' ? ' ' : '0'),
    )
  }
}

function cutOf(text: string): Cut {
  const [, mark, source = '', offset = '0'] = /^([/%])([^]*)\1([-+]?\d+)?$/.exec(text) ?? []
  if (mark === undefined) {
    if (!/^\d+$/.test(text)) throw new CommandError(`'${text}': invalid pattern`)
    return { text, pattern: undefined, line: Number(text), offset: 0, skips: false }
  }
  return { text, pattern: basicRegExp(source), line: 0, offset: Number(offset), skips: mark === '%' }
}

/** A basic regular expression: what stands for itself there, and what does not, change places. */
function basicRegExp(source: string): RegExp {
  const swapped = source.replace(/\[[^\]]*\]|\\([(){}|+?])|\\.|([(){}|+?])/g, (all, escaped, plain) => {
    if (escaped !== undefined) return String(escaped)
    return plain === undefined ? all : `\\${String(plain)}`
  })
  try {
    return new RegExp(swapped)
  } catch {
    throw new CommandError(`'${source}': invalid regular expression`)
  }
}
