/** Command-line options as GNU programs take them: clusters, `--`, `--long=value`, unique beginnings of long names. */
import { CommandError } from '../contract/command-error.ts'

export interface Syntax {
  readonly name: string
  /** The line after `Usage: ` that `--help` prints. */
  readonly usage: string
  /**
   * One string an option: its letters and long names, then `=` when it takes a value or `=?` when it may take one,
   * e.g. `c,stdout`, `C,directory=`, `color=?`. The first name is what the rest of the program calls it.
   */
  readonly options: readonly string[]
  /** Exit code for a wrong command line; 1 where nothing is said, as most GNU programs. */
  readonly misuse?: number
  /** Hint after a usage error; `'NAME --help'` by default. */
  readonly hint?: string
  /** Options end at the first operand, as for programs that start others. */
  readonly operandsLast?: boolean
}

export type Argument =
  | { readonly type: 'option'; readonly name: string; readonly value: string | undefined }
  | { readonly type: 'operand'; readonly value: string }

type Takes = 'nothing' | 'value' | 'maybe'

interface Option {
  readonly name: string
  readonly takes: Takes
}

export class Options {
  /** As they were given, in order. */
  readonly all: readonly Argument[]
  readonly operands: readonly string[]
  /** Without the operands, which may be thousands. */
  readonly #given: readonly Extract<Argument, { type: 'option' }>[]

  constructor(all: readonly Argument[]) {
    this.all = all
    this.#given = all.filter((argument) => argument.type === 'option')
    this.operands = all.flatMap((argument) => (argument.type === 'operand' ? [argument.value] : []))
  }

  has(name: string): boolean {
    return this.#given.some((option) => option.name === name)
  }

  /** Every value of the option, in order. */
  values(name: string): readonly string[] {
    return this.#given.flatMap((option) =>
      option.name === name && option.value !== undefined ? [option.value] : [],
    )
  }

  /** The last value. */
  value(name: string): string | undefined {
    return this.values(name).at(-1)
  }

  /** Which of these options was given last. */
  lastOf(names: readonly string[]): string | undefined {
    return this.#given.findLast(({ name }) => names.includes(name))?.name
  }
}

/** Throws `CommandError` for what the syntax does not have. */
export function parseOptions(syntax: Syntax, args: readonly string[]): Options {
  const parser = new Parser(syntax, args)
  return new Options(parser.parse())
}

class Parser {
  readonly #syntax: Syntax
  readonly #args: readonly string[]
  readonly #short = new Map<string, Option>()
  readonly #long = new Map<string, Option>()
  readonly #found: Argument[] = []
  #at = 0

  constructor(syntax: Syntax, args: readonly string[]) {
    this.#syntax = syntax
    this.#args = args
    for (const text of [...syntax.options, 'help', 'version']) this.#define(text)
  }

  #define(text: string): void {
    const [, names = '', suffix = ''] = /^(.*?)(=\??)?$/.exec(text) ?? []
    const takes: Takes = suffix === '' ? 'nothing' : suffix === '=' ? 'value' : 'maybe'
    const all = names.split(',')
    for (const name of all)
      (name.length === 1 ? this.#short : this.#long).set(name, { name: all[0] ?? '', takes })
  }

  parse(): readonly Argument[] {
    while (this.#at < this.#args.length) {
      const arg = this.#args[this.#at] ?? ''
      this.#at += 1
      if (arg === '--') return this.#endWithOperands()
      if (arg.startsWith('--')) this.#readLong(arg.slice(2))
      else if (arg.startsWith('-') && arg !== '-') this.#readCluster(arg.slice(1))
      else {
        this.#found.push({ type: 'operand', value: arg })
        if (this.#syntax.operandsLast) return this.#endWithOperands()
      }
    }
    return this.#found
  }

  #endWithOperands(): readonly Argument[] {
    for (const value of this.#args.slice(this.#at)) this.#found.push({ type: 'operand', value })
    return this.#found
  }

  #readLong(text: string): void {
    const cut = text.indexOf('=')
    const given = cut < 0 ? text : text.slice(0, cut)
    const [name, option] = this.#findLong(given)
    const attached = cut < 0 ? undefined : text.slice(cut + 1)
    if (option.takes === 'nothing' && attached !== undefined)
      throw this.#misuse(`option '--${name}' doesn't allow an argument`)
    const value = option.takes === 'value' ? (attached ?? this.#next(`option '--${name}'`)) : attached
    this.#found.push({ type: 'option', name: option.name, value })
  }

  /** The option, and its name in full. */
  #findLong(given: string): readonly [name: string, option: Option] {
    const exact = this.#long.get(given)
    if (exact !== undefined) return [given, exact]
    const fitting = [...this.#long].filter(([name]) => name.startsWith(given))
    const [first] = fitting
    if (first === undefined) throw this.#misuse(`unrecognized option '--${given}'`)
    if (fitting.every(([, option]) => option.name === first[1].name)) return first
    const possible = fitting.map(([name]) => `'--${name}'`).join(' ')
    throw this.#misuse(`option '--${given}' is ambiguous; possibilities: ${possible}`)
  }

  #readCluster(letters: string): void {
    for (let at = 0; at < letters.length; at += 1) {
      const letter = letters.charAt(at)
      const option = this.#short.get(letter)
      if (option === undefined) throw this.#misuse(`invalid option -- '${letter}'`)
      const attached = letters.slice(at + 1)
      if (option.takes === 'nothing') {
        this.#found.push({ type: 'option', name: option.name, value: undefined })
        continue
      }
      const needed = option.takes === 'value' && attached === ''
      const value = needed ? this.#next('option', ` -- '${letter}'`) : attached === '' ? undefined : attached
      this.#found.push({ type: 'option', name: option.name, value })
      return
    }
  }

  #next(what: string, which = ''): string {
    const value = this.#args[this.#at]
    if (value === undefined) throw this.#misuse(`${what} requires an argument${which}`)
    this.#at += 1
    return value
  }

  #misuse(message: string): CommandError {
    return usageError(this.#syntax, message)
  }
}

export function usageError(syntax: Syntax, message: string): CommandError {
  const hint = syntax.hint ?? `'${syntax.name} --help'`
  return new CommandError(`${message}\nTry ${hint} for more information.`, syntax.misuse ?? 1)
}
