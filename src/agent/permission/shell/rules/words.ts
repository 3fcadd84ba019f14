/**
 * A conservative reading of a command line: it splits plain words and gives up on everything else. It is not
 * a shell parser; text that it does not understand is `opaque`, and opaque commands are never allowed by a
 * rule.
 */
import { SHELL_RULE_CHARS } from '../../../limits.ts'

interface Word {
  readonly text: string
  /** Any part was quoted. */
  readonly quoted: boolean
  /** The shell may replace it by file names. */
  readonly glob: boolean
}

interface SimpleCommand {
  readonly words: readonly Word[]
  readonly redirects: boolean
}

export type CommandLine =
  | {
      readonly kind: 'commands'
      readonly commands: readonly SimpleCommand[]
      /** Joined, piped, sent to the background or only ended: there is `;`, `|`, `&` or a line end. */
      readonly operators: boolean
    }
  | { readonly kind: 'opaque'; readonly reason: string }

/** Words that begin a compound command or change how the rest is read. */
const RESERVED = new Set(
  '! [[ ]] case coproc do done elif else esac fi for function if in select then time until while { }'.split(
    ' ',
  ),
)
const PLAIN_NAME = /^[A-Za-z0-9_./+-]+$/

export function readCommandLine(command: string): CommandLine {
  if (command.length > SHELL_RULE_CHARS) return { kind: 'opaque', reason: 'it is too long' }
  const reader = new Reader(command.trim())
  const commands = reader.read()
  if (typeof commands === 'string') return { kind: 'opaque', reason: commands }
  if (commands.length === 0) return { kind: 'opaque', reason: 'it has an empty command' }
  for (const { words } of commands) {
    const name = words[0]
    if (name === undefined) return { kind: 'opaque', reason: 'it has an empty command' }
    if (name.quoted || name.glob || !PLAIN_NAME.test(name.text)) {
      return { kind: 'opaque', reason: 'its command name is not written plainly' }
    }
    if (RESERVED.has(name.text)) return { kind: 'opaque', reason: `it is a compound command (${name.text})` }
  }
  return { kind: 'commands', commands, operators: reader.operators }
}

/** The words of a command line that is one plain command: no operator, redirection, glob or substitution. */
export function plainWords(command: string): readonly string[] | undefined {
  const line = readCommandLine(command)
  if (line.kind === 'opaque' || line.operators) return undefined
  const only = line.commands[0]
  if (only === undefined || only.redirects) return undefined
  if (only.words.some((word) => word.glob)) return undefined
  return only.words.map((word) => word.text)
}

class Reader {
  operators = false
  readonly #text: string
  #at = 0
  #commands: SimpleCommand[] = []
  #words: Word[] = []
  #redirects = false
  #word: { text: string; quoted: boolean; glob: boolean } | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The commands, or why it gave up. */
  read(): readonly SimpleCommand[] | string {
    while (this.#at < this.#text.length) {
      const problem = this.#step(this.#text.charAt(this.#at))
      if (problem !== undefined) return problem
    }
    this.#endCommand()
    return this.#commands
  }

  #step(char: string): string | undefined {
    if (char === ' ' || char === '\t') return this.#skip(() => this.#endWord())
    if (char === "'" || char === '"') return this.#quote(char)
    if (char === '\n' || char === ';' || char === '|' || char === '&') return this.#operator()
    if (char === '<' || char === '>') return this.#redirect()
    if (char === '#' && this.#word === undefined) return 'it has a comment'
    const refused = REFUSED.get(char)
    if (refused !== undefined) return refused
    if (char < ' ' || char === '\u007f' || (char > '\u007f' && /\s/.test(char))) {
      return 'it has unusual white space or control characters'
    }
    return this.#skip(() => this.#append(char, false, GLOB.has(char)))
  }

  #skip(act: () => void): undefined {
    act()
    this.#at += 1
  }

  #quote(mark: string): string | undefined {
    const end = this.#text.indexOf(mark, this.#at + 1)
    if (end < 0) return 'its quotes are not balanced'
    const inner = this.#text.slice(this.#at + 1, end)
    if (mark === '"' && /[$`\\]/.test(inner)) return 'it has an expansion within double quotes'
    // Builtins evaluate some arguments as arithmetic, which runs substitutions that were quoted.
    if (/\$\(|`|\$\{/.test(inner)) return 'it has a substitution within quotes'
    this.#append(inner, true, false)
    this.#at = end + 1
    return undefined
  }

  #operator(): string | undefined {
    if (this.#text.slice(this.#at).startsWith('&>')) return 'it redirects everything'
    const length = /^(?:&&|\|\||\|&|\n\s*|[;&|])/.exec(this.#text.slice(this.#at))?.[0].length ?? 1
    this.operators = true
    this.#endCommand()
    this.#at += length
    return undefined
  }

  /** `2>&1`, `> file`, `< file`; the target stays a word, so that path rules see it. */
  #redirect(): string | undefined {
    const match = /^(?:>>|>&|>\||>|<)/.exec(this.#text.slice(this.#at))
    const operator = match?.[0] ?? ''
    const next = this.#text[this.#at + operator.length]
    if (next === '<' || next === '>' || next === '(')
      return 'it has a here-document or an unusual redirection'
    if (this.#word !== undefined && !/^\d+$/.test(this.#word.text)) this.#endWord()
    this.#word = undefined
    this.#redirects = true
    this.#at += operator.length
    return undefined
  }

  #append(text: string, quoted: boolean, glob: boolean): void {
    this.#word ??= { text: '', quoted: false, glob: false }
    this.#word.text += text
    this.#word.quoted ||= quoted
    this.#word.glob ||= glob
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word)
    this.#word = undefined
  }

  #endCommand(): void {
    this.#endWord()
    if (this.#words.length > 0 || this.#redirects || this.#at < this.#text.length) {
      this.#commands.push({ words: this.#words, redirects: this.#redirects })
    }
    this.#words = []
    this.#redirects = false
  }
}

const REFUSED = new Map([
  ['$', 'it has a variable or a substitution'],
  ['`', 'it has a command substitution'],
  ['\\', 'it has a backslash'],
  ['(', 'it has a subshell or a function'],
  [')', 'it has a subshell or a function'],
  ['{', 'it has braces'],
  ['}', 'it has braces'],
])
const GLOB = new Set(['*', '?', '[', ']', '~'])
