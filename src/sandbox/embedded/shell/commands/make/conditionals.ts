/** `ifeq`, `ifdef`, `else` and `endif`. */
import { MakeError } from './make-error.ts'

interface Level {
  /** Lines count now. */
  active: boolean
  /** One of its branches has been taken. */
  taken: boolean
  hadElse: boolean
  readonly outer: boolean
}

type Expand = (text: string) => Promise<string>
type Lookup = (name: string) => string | undefined

export class Conditionals {
  readonly #levels: Level[] = []

  get isActive(): boolean {
    return this.#levels.at(-1)?.active ?? true
  }

  get isOpen(): boolean {
    return this.#levels.length > 0
  }

  /** True when the line was of a conditional. */
  async take(line: string, expand: Expand, lookup: Lookup): Promise<boolean> {
    const [, word = '', rest = ''] = /^(ifeq|ifneq|ifdef|ifndef|else|endif)\b[ \t]*([^]*)$/.exec(line) ?? []
    if (word === '') return false
    if (word === 'endif') {
      if (this.#levels.pop() === undefined) throw new MakeError("extraneous 'endif'")
    } else if (word === 'else') await this.#else(rest, expand, lookup)
    else {
      const outer = this.isActive
      const active = outer && (await test(word, rest, { expand, lookup }))
      this.#levels.push({ active, taken: active, hadElse: false, outer })
    }
    return true
  }

  async #else(rest: string, expand: Expand, lookup: Lookup): Promise<void> {
    const level = this.#levels.at(-1)
    if (level === undefined) throw new MakeError("extraneous 'else'")
    if (level.hadElse) throw new MakeError("only one 'else' per conditional")
    const [, word, condition = ''] = /^(ifeq|ifneq|ifdef|ifndef)\b[ \t]*([^]*)$/.exec(rest) ?? []
    level.hadElse = word === undefined
    const mayBe = level.outer && !level.taken
    level.active = mayBe && (word === undefined || (await test(word, condition, { expand, lookup })))
    level.taken ||= level.active
  }
}

async function test(
  word: string,
  text: string,
  { expand, lookup }: { expand: Expand; lookup: Lookup },
): Promise<boolean> {
  if (word === 'ifdef' || word === 'ifndef') {
    const value = lookup((await expand(text)).trim()) ?? ''
    return (value !== '') === (word === 'ifdef')
  }
  const [left, right] = sidesOf(text.trim())
  return ((await expand(left)) === (await expand(right))) === (word === 'ifeq')
}

/** `(a,b)`, `"a" "b"` or `'a' 'b'`. */
function sidesOf(text: string): [string, string] {
  if (text.startsWith('(') && text.endsWith(')')) {
    const inside = text.slice(1, -1)
    let depth = 0
    for (let at = 0; at < inside.length; at += 1) {
      const char = inside.charAt(at)
      if (char === '(' || char === '{') depth += 1
      else if (char === ')' || char === '}') depth -= 1
      else if (char === ',' && depth === 0) return [inside.slice(0, at).trim(), inside.slice(at + 1).trim()]
    }
  }
  const quoted = /^(?:"([^"]*)"|'([^']*)')\s*(?:"([^"]*)"|'([^']*)')$/.exec(text)
  if (quoted === null) throw new MakeError('invalid syntax in conditional')
  return [quoted[1] ?? quoted[2] ?? '', quoted[3] ?? quoted[4] ?? '']
}
