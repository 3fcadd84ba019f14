/** Finds the place at which a text stops being JSON, and names that an object in it has twice: `JSON.parse` tells neither in every browser. */

/** One token behind its blanks: a text, whose content is left to `JSON.parse`, a number or word, or a mark. */
const TOKEN = /[ \t\n\r]*(?:("[^"\\\n]*(?:\\[^\n][^"\\\n]*)*")|([\w.+-]+)|([{}[\],:]))/y

const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

type Wanted = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'next' | 'end'

export type JsonProblem =
  | { readonly kind: 'cut_off' }
  | { readonly kind: 'wrong'; readonly line: number; readonly column: number }
  | { readonly kind: 'twice'; readonly name: string }

/** Undefined where its tokens follow one another as in JSON, and no object has a name twice. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const reader = new TokenReader()
  for (let at = 0; ;) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (!found) {
      const rest = text.slice(at).trimStart()
      if (rest === '') return reader.isWhole ? undefined : { kind: 'cut_off' }
      const isOpenText = rest.startsWith('"') && !rest.includes('\n')
      return isOpenText ? { kind: 'cut_off' } : wrongAt(text, text.length - rest.length)
    }
    const [all, string, word, mark = ''] = found
    const start = at + all.length - (string ?? word ?? mark).length
    const twice = string === undefined ? undefined : reader.repeats(string)
    if (twice !== undefined) return { kind: 'twice', name: twice }
    const isWrong = word !== undefined && !WORD.test(word)
    if (isWrong || !reader.take(string === undefined ? (word === undefined ? mark : 'word') : 'string'))
      return wrongAt(text, start)
    at = TOKEN.lastIndex
  }
}

class TokenReader {
  /** Names so far of each open object, outermost first; undefined for a list. */
  readonly #open: (Set<string> | undefined)[] = []
  #wanted: Wanted = 'value'

  get isWhole(): boolean {
    return this.#wanted === 'end'
  }

  /** The name, where it is one that the object has already. Takes note of it. */
  repeats(string: string): string | undefined {
    const names = this.#open.at(-1)
    if (!names || !this.#wanted.endsWith('name')) return undefined
    const name = unescaped(string)
    if (names.has(name)) return name
    names.add(name)
    return undefined
  }

  /** False where that token cannot stand here. */
  take(token: string): boolean {
    if (token === '}' || token === ']') return this.#close(token)
    if (token === ',' || token === ':') return this.#goOn(token)
    if (token === 'string' && this.#wanted.endsWith('name')) return this.#want('colon')
    if (!this.#wanted.endsWith('value')) return false
    if (token !== '{' && token !== '[') return this.#valueEnded()
    this.#open.push(token === '{' ? new Set() : undefined)
    return this.#want(token === '{' ? 'first name' : 'first value')
  }

  #close(token: '}' | ']'): boolean {
    const isObject = this.#open.at(-1) !== undefined
    const mayEnd = this.#wanted === 'next' || this.#wanted === (isObject ? 'first name' : 'first value')
    if (this.#open.length === 0 || !mayEnd || isObject !== (token === '}')) return false
    this.#open.pop()
    return this.#valueEnded()
  }

  #goOn(token: ',' | ':'): boolean {
    if (this.#wanted !== (token === ',' ? 'next' : 'colon')) return false
    return this.#want(token === ',' && this.#open.at(-1) !== undefined ? 'name' : 'value')
  }

  #valueEnded(): true {
    return this.#want(this.#open.length === 0 ? 'end' : 'next')
  }

  #want(wanted: Wanted): true {
    this.#wanted = wanted
    return true
  }
}

/** As it stands where its escapes are wrong, which `JSON.parse` tells of the whole. */
function unescaped(string: string): string {
  try {
    return String(JSON.parse(string))
  } catch {
    return string
  }
}

function wrongAt(text: string, at: number): JsonProblem {
  const before = text.slice(0, at).split('\n')
  return { kind: 'wrong', line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
