/** Expansion of `$(…)`. */
import { MakeError } from './make-error.ts'
import { substituteReference } from './words.ts'
import type { Variables } from './variables.ts'

/** The functions' interface to make. */
export interface Surroundings {
  /** Output of a command, its newlines turned into blanks. */
  shell(command: string): Promise<string>
  /** Paths that fit a glob, sorted. */
  wildcard(pattern: string): readonly string[]
  /** Undefined when there is no such file. */
  realpath(path: string): string | undefined
  absolute(path: string): string
  /** Reads more makefile text. */
  evaluate(text: string): Promise<void>
  say(text: string): void
  /** Says where it is said. */
  warn(text: string): void
  missing(text: string): void
  readFile(path: string): string
  writeFile(path: string, text: string, appends: boolean): void
}

/** Variables that refer to each other without end stop here. */
const MAX_DEPTH = 200

/** One use of a function. */
export interface Call {
  readonly expander: Expander
  readonly variables: Variables
  /** Text after the function's name, unexpanded. */
  readonly text: string
}

export type MakeFunction = (call: Call) => Promise<string>

export class Expander {
  readonly surroundings: Surroundings
  readonly #functions: ReadonlyMap<string, MakeFunction>
  readonly #expanding: string[] = []
  #depth = 0

  constructor(surroundings: Surroundings, functions: ReadonlyMap<string, MakeFunction>) {
    this.surroundings = surroundings
    this.#functions = functions
  }

  async expand(text: string, variables: Variables): Promise<string> {
    if (!text.includes('$')) return text
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new MakeError('expansion is nested too deeply')
    try {
      let result = ''
      let at = 0
      for (;;) {
        const dollar = text.indexOf('$', at)
        if (dollar < 0) return result + text.slice(at)
        result += text.slice(at, dollar)
        const open = text.charAt(dollar + 1)
        if (open !== '(' && open !== '{') {
          result += open === '$' || open === '' ? '$' : await this.variable(open, variables)
          at = dollar + 2
          continue
        }
        const end = closing(text, dollar + 1)
        if (end < 0) throw new MakeError('unterminated variable reference')
        result += await this.#reference(text.slice(dollar + 2, end), variables)
        at = end + 1
      }
    } finally {
      this.#depth -= 1
    }
  }

  async variable(name: string, variables: Variables): Promise<string> {
    const found = variables.get(name)
    if (found === undefined) return ''
    if (!found.isRecursive) return found.value
    if (this.#expanding.includes(name))
      throw new MakeError(`Recursive variable '${name}' references itself (eventually)`)
    this.#expanding.push(name)
    try {
      return await this.expand(found.value, variables)
    } finally {
      this.#expanding.pop()
    }
  }

  async #reference(inside: string, variables: Variables): Promise<string> {
    const [, word = '', rest = ''] = /^([a-z-]+)[ \t]+([^]*)$/.exec(inside) ?? []
    const body = this.#functions.get(word)
    if (body !== undefined) return body({ expander: this, variables, text: rest })
    const name = await this.expand(inside, variables)
    const [, variable, from, to] = /^([^:=]+):([^=]*)=([^]*)$/.exec(name) ?? []
    if (variable === undefined) return this.variable(name, variables)
    return substituteReference(await this.variable(variable, variables), from ?? '', to ?? '')
  }
}

/** Index of the bracket that closes the one at `open`; -1 when none does. */
function closing(text: string, open: number): number {
  const opener = text.charAt(open)
  const closer = opener === '(' ? ')' : '}'
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === opener) depth += 1
    if (char !== closer) continue
    depth -= 1
    if (depth === 0) return at
  }
  return -1
}
