/** From the text of a script to its commands. */
import { CommandError } from '../../contract/command-error.ts'
import { escaped, parseReplacement } from './parse-replacement.ts'
import { ScriptReader } from './script-reader.ts'
import type { Action, Address, Command, RangeEnd, Script, Selection, Substitution } from './script.ts'

/** GNU's code for what it cannot go on with. */
export const PANIC = 4

/** How an expression is to be read. */
export interface RegexFlags {
  readonly ignoreCase: boolean
  readonly isMultiline: boolean
}

/** The parser has to know how many groups a replacement may name. */
export interface CompiledRegex {
  readonly groups: number
}

export interface ScriptSyntax<R extends CompiledRegex> {
  /** Says what is wrong with a pattern in the words of a message. */
  readonly compile: (pattern: string, flags: RegexFlags) => R | { readonly problem: string }
  /** `w` and the like are refused, as is `e`. */
  readonly isSandboxed: boolean
  /** Which place of which script a position is, for messages. */
  readonly where: (at: number) => string
}

/** Throws `CommandError`. */
export function parseScript<R extends CompiledRegex>(text: string, syntax: ScriptSyntax<R>): Script<R> {
  return new ScriptParser(text, syntax).parse()
}

class ScriptParser<R extends CompiledRegex> {
  readonly #in: ScriptReader
  readonly #syntax: ScriptSyntax<R>
  readonly #commands: Command<R>[] = []
  readonly #labels = new Map<string, number>()
  /** The blocks that are open. */
  readonly #blocks: { end: number }[] = []

  constructor(text: string, syntax: ScriptSyntax<R>) {
    this.#in = new ScriptReader(text, syntax.where)
    this.#syntax = syntax
  }

  parse(): Script<R> {
    const isQuiet = /^#n(\n|$)/.test(this.#in.text)
    for (;;) {
      this.#in.skip(/[\s;]/)
      if (this.#in.isAtEnd) break
      this.#command()
    }
    if (this.#blocks.length > 0) throw this.#in.failure("unmatched `{'", 0)
    for (const { action } of this.#commands) {
      if (action.type !== 'b' && action.type !== 't' && action.type !== 'T') continue
      if (action.label !== '' && !this.#labels.has(action.label))
        throw new CommandError(`can't find label for jump to \`${action.label}'`, PANIC)
    }
    return { commands: this.#commands, labels: this.#labels, isQuiet }
  }

  #command(): void {
    const selection = this.#selection()
    this.#in.skip(/\s/)
    let isInverted = false
    while (this.#in.peek() === '!') {
      this.#in.next()
      isInverted = true
      this.#in.skip(/\s/)
    }
    if (this.#in.isAtEnd) throw this.#in.failure('missing command')
    const name = this.#in.next()
    if (name === '#') {
      if (selection !== undefined) throw this.#in.failure("comments don't accept any addresses")
      this.#in.restOfLine()
      return
    }
    if (name === ':') return this.#label(selection)
    if (name === '}') return this.#closeBlock(selection)
    const action = this.#action(name)
    if (selection?.to !== undefined && (name === 'q' || name === 'Q'))
      throw this.#in.failure('command only uses one address')
    this.#commands.push({ selection, isInverted, action })
  }

  #label(selection: Selection<R> | undefined): void {
    if (selection !== undefined) throw this.#in.failure(": doesn't want any addresses")
    this.#in.skip(/[ \t]/)
    const label = this.#word()
    if (label === '') throw this.#in.failure('":" lacks a label')
    this.#labels.set(label, this.#commands.length)
  }

  #word(): string {
    const start = this.#in.at
    while (!this.#in.isAtEnd && !/[\s;]/.test(this.#in.peek())) this.#in.next()
    return this.#in.text.slice(start, this.#in.at)
  }

  #closeBlock(selection: Selection<R> | undefined): void {
    if (selection !== undefined) throw this.#in.failure("} doesn't want any addresses")
    const block = this.#blocks.pop()
    if (block === undefined) throw this.#in.failure("unexpected `}'")
    block.end = this.#commands.length
    this.#endOfCommand()
  }

  #endOfCommand(): void {
    this.#in.skip(/[ \t\r]/)
    const char = this.#in.peek()
    if (char === '' || char === '}' || char === '#') return
    if (char === ';' || char === '\n') this.#in.next()
    else throw this.#in.failure('extra characters after command', this.#in.at + 1)
  }

  #selection(): Selection<R> | undefined {
    const from = this.#address()
    if (from === undefined) return undefined
    this.#in.skip(/[ \t]/)
    const isZero = from.type === 'line' && from.line === 0
    if (this.#in.peek() !== ',') {
      if (isZero) throw this.#in.failure('invalid usage of line address 0', this.#in.at + 1)
      return { from }
    }
    this.#in.next()
    this.#in.skip(/[ \t]/)
    const to = this.#rangeEnd()
    if (to === undefined) throw this.#in.failure("unexpected `,'")
    if (isZero && to.type !== 'match')
      throw this.#in.failure('invalid usage of line address 0', this.#in.at + 1)
    return { from, to }
  }

  #rangeEnd(): RangeEnd<R> | undefined {
    const char = this.#in.peek()
    if (char !== '+' && char !== '~') return this.#address()
    this.#in.next()
    const number = this.#in.number() ?? 0
    return char === '+' ? { type: 'more', lines: number } : { type: 'multiple', of: number }
  }

  #address(): Address<R> | undefined {
    const char = this.#in.peek()
    if (char === '$') {
      this.#in.next()
      return { type: 'last' }
    }
    if (char === '/' || char === '\\') {
      this.#in.next()
      const delimiter = char === '/' ? '/' : this.#in.next()
      const pattern = this.#in.until(delimiter, true)
      if (pattern === undefined) throw this.#in.failure('unterminated address regex')
      const flags = /^[IM]*/.exec(this.#in.text.slice(this.#in.at))?.[0] ?? ''
      this.#in.at += flags.length
      return { type: 'match', regex: this.#regex(pattern, flags) }
    }
    const line = this.#in.number()
    if (line === undefined) return undefined
    this.#in.skip(/[ \t]/)
    if (this.#in.peek() !== '~') return { type: 'line', line }
    this.#in.next()
    return { type: 'step', first: line, step: this.#in.number() ?? 0 }
  }

  #regex(pattern: string, flags: string): R | undefined {
    if (pattern === '') {
      if (flags !== '') throw this.#in.failure('cannot specify modifiers on empty regexp')
      return undefined
    }
    const compiled = this.#syntax.compile(pattern, {
      ignoreCase: /i/i.test(flags),
      isMultiline: /m/i.test(flags),
    })
    if ('problem' in compiled) throw this.#in.failure(compiled.problem)
    return compiled
  }

  #action(name: string): Action<R> {
    switch (name) {
      case '{': {
        const block = { type: '{' as const, end: 0 }
        this.#blocks.push(block)
        return block
      }
      case 's':
        return this.#substitution()
      case 'y':
        return this.#transliteration()
      case 'a':
      case 'i':
      case 'c':
        return { type: name, text: this.#text() }
      case 'r':
      case 'R':
      case 'w':
      case 'W':
        return { type: name, file: this.#fileName() }
      case 'b':
      case 't':
      case 'T':
        return this.#jump(name)
      case 'q':
      case 'Q':
        return this.#ended({ type: name, code: this.#optionalNumber() ?? 0 })
      case 'l':
        return this.#ended({ type: 'l', width: this.#optionalNumber() })
      case 'e':
        this.#in.skip(/[ \t]/)
        return { type: 'e', command: this.#notSandboxed(this.#in.restOfLine()) }
      case 'v':
        this.#in.restOfLine()
        return { type: 'nothing' }
      case 'd':
      case 'D':
      case 'g':
      case 'G':
      case 'h':
      case 'H':
      case 'n':
      case 'N':
      case 'p':
      case 'P':
      case 'x':
      case 'z':
      case '=':
      case 'F':
        return this.#ended({ type: name })
      default:
        throw this.#in.failure(`unknown command: \`${name}'`)
    }
  }

  #ended(action: Action<R>): Action<R> {
    this.#endOfCommand()
    return action
  }

  #optionalNumber(): number | undefined {
    this.#in.skip(/[ \t]/)
    return this.#in.number()
  }

  #jump(type: 'b' | 't' | 'T'): Action<R> {
    this.#in.skip(/[ \t]/)
    const start = this.#in.at
    while (!this.#in.isAtEnd && !/[\s;}]/.test(this.#in.peek())) this.#in.next()
    const label = this.#in.text.slice(start, this.#in.at)
    return this.#ended({ type, label })
  }

  #fileName(): string {
    this.#in.skip(/[ \t]/)
    const file = this.#in.restOfLine()
    if (file === '') throw this.#in.failure('missing filename in r/R/w/W commands')
    return this.#notSandboxed(file)
  }

  #notSandboxed(text: string): string {
    if (this.#syntax.isSandboxed) throw this.#in.failure('e/r/w commands disabled in sandbox mode')
    return text
  }

  /** The text of `a`, `i` and `c`, with its newline. */
  #text(): string {
    this.#in.skip(/[ \t]/)
    if (this.#in.isAtEnd) throw this.#in.failure("expected \\ after `a', `c' or `i'")
    if (this.#in.peek() === '\\') {
      const [whole = '', newline] = /^\\[ \t]*(\n)?/.exec(this.#in.text.slice(this.#in.at)) ?? []
      // One line: what follows the backslash is the text, its blanks too.
      this.#in.at += newline === undefined ? 1 : whole.length
      if (this.#in.isAtEnd) return ''
    }
    let text = ''
    while (!this.#in.isAtEnd) {
      const char = this.#in.next()
      if (char === '\n') return `${text}\n`
      if (char !== '\\') text += char
      else if (!this.#in.isAtEnd) {
        const rest = this.#in.text.slice(this.#in.at)
        const [value, length] = rest.startsWith('\n') ? ['\n', 1] : escaped(rest)
        text += value
        this.#in.at += length
      }
    }
    return `${text}\n`
  }

  #substitution(): Action<R> {
    const delimiter = this.#in.next()
    const pattern = this.#in.until(delimiter, true)
    const replacement = pattern === undefined ? undefined : this.#in.until(delimiter, false)
    if (pattern === undefined || replacement === undefined || delimiter === '\n' || delimiter === '\\')
      throw this.#in.failure("unterminated `s' command")
    const flags = this.#flags()
    const regex = this.#regex(pattern, flags.regex)
    const parts = parseReplacement(replacement, delimiter)
    for (const part of parts) {
      if (part.type === 'group' && regex !== undefined && part.index > regex.groups)
        throw this.#in.failure(`invalid reference \\${part.index} on \`s' command's RHS`)
    }
    return { type: 's', regex, replacement: parts, ...flags.rest }
  }

  #flags(): {
    regex: string
    rest: Pick<Substitution<R>, 'nth' | 'isGlobal' | 'prints' | 'runs' | 'file'>
  } {
    let regex = ''
    let nth: number | undefined
    let isGlobal = false
    let prints = 0
    let runs = false
    let file: string | undefined
    for (;;) {
      const char = this.#in.peek()
      if (/[iImM]/.test(char) && char !== '') regex += char
      else if (char === 'g') {
        if (isGlobal) throw this.#in.failure("multiple `g' options to `s' command", this.#in.at + 1)
        isGlobal = true
      } else if (char === 'p') prints += 1
      else if (char === 'e') {
        this.#notSandboxed('')
        runs = true
      } else if (/[0-9]/.test(char) && char !== '') {
        if (nth !== undefined)
          throw this.#in.failure("multiple number options to `s' command", this.#in.at + 1)
        nth = this.#in.number() ?? 0
        if (nth === 0) throw this.#in.failure("number option to `s' command may not be zero")
        continue
      } else if (char === 'w') {
        this.#in.next()
        file = this.#fileName()
        break
      } else {
        this.#endOfSubstitution(char)
        break
      }
      this.#in.next()
    }
    return { regex, rest: { nth: nth ?? 1, isGlobal, prints, runs, file } }
  }

  #endOfSubstitution(char: string): void {
    if (/[\s;}#]/.test(char) || char === '') this.#endOfCommand()
    else throw this.#in.failure("unknown option to `s'", this.#in.at + 1)
  }

  #transliteration(): Action<R> {
    const delimiter = this.#in.next()
    const from = this.#in.until(delimiter, false)
    const to = from === undefined ? undefined : this.#in.until(delimiter, false)
    if (from === undefined || to === undefined) throw this.#in.failure("unterminated `y' command")
    const [source, target] = [from, to].map((text) => [...unescaped(text, delimiter)])
    if (source?.length !== target?.length)
      throw this.#in.failure("strings for `y' command are different lengths")
    const map = new Map<string, string>()
    for (const [at, char] of source?.entries() ?? []) if (!map.has(char)) map.set(char, target?.[at] ?? '')
    return this.#ended({ type: 'y', map })
  }
}

function unescaped(text: string, delimiter: string): string {
  return text.replaceAll(/\\([^])/g, (whole, char: string) => {
    if (char === '\\' || char === delimiter) return char
    return char === 'n' ? '\n' : escaped(char)[0] === char ? whole : escaped(char)[0]
  })
}
