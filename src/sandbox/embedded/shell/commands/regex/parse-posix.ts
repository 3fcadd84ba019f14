/** POSIX regular expressions, basic and extended, with GNU's additions. */
import { CHAR_ESCAPES } from '../../../../languages/char-escapes.ts'
import { parseBracket } from './parse-bracket.ts'
import { RegexError } from './regex-error.ts'
import type { Node } from './syntax-tree.ts'

export interface PosixSyntax {
  readonly isExtended: boolean
  /** `\n`, `\t`, `\x41` and the like are characters, as in sed and awk; grep takes the letter. */
  readonly hasEscapes?: boolean
  /** awk: no back references, and a backslash works within brackets. */
  readonly isAwk?: boolean
  /** How many groups there are before this one, in patterns that are joined. */
  readonly groupsBefore?: number
  /** Told what is most likely a mistake. */
  readonly onWarning?: (message: string) => void
}

export interface Parsed {
  readonly tree: Node
  readonly groups: number
  readonly hasBackReference: boolean
}

/** As regcomp's RE_DUP_MAX. */
const MAX_REPEAT = 32_767

/** Throws `RegexError` with GNU's words for what is wrong. */
export function parsePosix(pattern: string, syntax: PosixSyntax): Parsed {
  const parser = new Parser(pattern, syntax)
  return parser.parse()
}

class Parser {
  readonly #chars: readonly string[]
  readonly #syntax: PosixSyntax
  #at = 0
  #groups: number
  readonly #open: number[] = []
  readonly #closed = new Set<number>()
  #hasBackReference = false

  constructor(pattern: string, syntax: PosixSyntax) {
    this.#chars = [...pattern]
    this.#syntax = syntax
    this.#groups = syntax.groupsBefore ?? 0
  }

  parse(): Parsed {
    const tree = this.#choice()
    if (this.#at < this.#chars.length) throw new RegexError('Unmatched ) or \\)')
    const groups = this.#groups - (this.#syntax.groupsBefore ?? 0)
    return { tree, groups, hasBackReference: this.#hasBackReference }
  }

  #choice(): Node {
    const options = [this.#sequence()]
    while (this.#takeOperator('|')) options.push(this.#sequence())
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { type: 'choice', options }
  }

  #sequence(): Node {
    const items: Node[] = []
    while (this.#at < this.#chars.length && !this.#isOperator('|') && !this.#closesGroup()) {
      const item = this.#item(items)
      items.push(this.#repeated(item))
    }
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { type: 'sequence', items }
  }

  #closesGroup(): boolean {
    if (!this.#isOperator(')')) return false
    return this.#open.length > 0 || !this.#syntax.isExtended || this.#syntax.isAwk === true
  }

  /** `|`, `(`, `)`, `{`, `+` and `?` are written with a backslash in basic expressions. */
  #isOperator(operator: string): boolean {
    if (this.#syntax.isExtended) return this.#chars[this.#at] === operator
    return this.#chars[this.#at] === '\\' && this.#chars[this.#at + 1] === operator
  }

  #takeOperator(operator: string): boolean {
    if (!this.#isOperator(operator)) return false
    this.#at += this.#syntax.isExtended ? 1 : 2
    return true
  }

  #item(before: readonly Node[]): Node {
    const { isExtended } = this.#syntax
    if (this.#takeOperator('(')) return this.#group()
    const char = this.#chars[this.#at] ?? ''
    this.#at += 1
    if (char === '\\') return this.#escape()
    if (char === '[') {
      const { node, next } = parseBracket(this.#chars, this.#at, this.#syntax)
      this.#at = next
      return node
    }
    if (char === '.') return { type: 'any' }
    if (char === '^' && (isExtended || before.length === 0)) return { type: 'anchor', at: 'start' }
    if (char === '$' && (isExtended || this.#isAtEnd())) return { type: 'anchor', at: 'end' }
    if (isExtended && /[*+?]/.test(char) && before.length === 0) {
      this.#syntax.onWarning?.(`${char} at start of expression`)
      return { type: 'sequence', items: [] }
    }
    return { type: 'char', value: char }
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#chars.length || this.#isOperator('|') || this.#isOperator(')')
  }

  #group(): Node {
    this.#groups += 1
    const index = this.#groups
    this.#open.push(index)
    const body = this.#choice()
    if (!this.#takeOperator(')')) throw new RegexError('Unmatched ( or \\(')
    this.#open.pop()
    this.#closed.add(index)
    return { type: 'group', index, body }
  }

  #escape(): Node {
    const char = this.#chars[this.#at]
    if (char === undefined) throw new RegexError('Trailing backslash')
    this.#at += 1
    const { isAwk, hasEscapes, groupsBefore = 0 } = this.#syntax
    if (/[1-9]/.test(char) && !isAwk) {
      const index = Number(char) + groupsBefore
      if (!this.#closed.has(index)) throw new RegexError('Invalid back reference')
      this.#hasBackReference = true
      return { type: 'back', index }
    }
    // In awk `\b` is a backspace, as in its strings.
    if (!isAwk || char !== 'b') {
      const word = this.#wordEscape(char)
      if (word !== undefined) return word
    }
    if (hasEscapes) {
      const value = this.#charEscape(char)
      if (value !== undefined) return { type: 'char', value }
    } else if (/[a-zA-Z]/.test(char)) this.#syntax.onWarning?.(`stray \\ before ${char}`)
    return { type: 'char', value: char }
  }

  #wordEscape(char: string): Node | undefined {
    if (char === 'b' || char === 'y') return { type: 'word', at: 'edge' }
    if (char === 'B') return { type: 'word', at: 'inside' }
    if (char === '<') return { type: 'word', at: 'start' }
    if (char === '>') return { type: 'word', at: 'end' }
    if (char === '`') return { type: 'anchor', at: 'textStart' }
    if (char === "'") return { type: 'anchor', at: 'textEnd' }
    const name = { w: 'word', s: 'space' }[char.toLowerCase()]
    if (name !== 'word' && name !== 'space') return undefined
    return { type: 'set', isNegated: char !== char.toLowerCase(), items: [{ type: 'class', name }] }
  }

  #charEscape(char: string): string | undefined {
    const simple = CHAR_ESCAPES[char]
    if (simple !== undefined) return simple
    const rest = this.#chars.slice(this.#at, this.#at + 3).join('')
    const form = { d: /^\d{1,3}/, o: /^[0-7]{1,3}/, x: /^[0-9a-fA-F]{1,2}/ }[char]
    const digits = form?.exec(rest)?.[0]
    if (digits !== undefined) {
      this.#at += digits.length
      return String.fromCharCode(Number.parseInt(digits, { d: 10, o: 8, x: 16 }[char]) & 255)
    }
    if (char === 'c' && rest !== '') {
      this.#at += 1
      return String.fromCharCode(rest.toUpperCase().charCodeAt(0) ^ 64)
    }
    return undefined
  }

  #repeated(item: Node): Node {
    let node = item
    for (;;) {
      const bounds = this.#bounds(node)
      if (bounds === undefined) return node
      const [min, max] = bounds
      node =
        node.type === 'repeat' && min === 0 && max === Infinity && node.min === 0 && node.max === Infinity
          ? node
          : { type: 'repeat', body: node, min, max }
    }
  }

  #bounds(node: Node): readonly [number, number] | undefined {
    if (this.#chars[this.#at] === '*' && (this.#syntax.isExtended || node.type !== 'anchor')) {
      this.#at += 1
      return [0, Infinity]
    }
    if (this.#takeOperator('+')) return [1, Infinity]
    if (this.#takeOperator('?')) return [0, 1]
    if (!this.#isOperator('{')) return undefined
    const { isExtended, hasEscapes, isAwk } = this.#syntax
    // A lone brace is a letter for grep and awk.
    const isStrict = hasEscapes === true && isAwk !== true
    const rest = this.#chars.slice(this.#at + (isExtended ? 1 : 2), this.#at + 24).join('')
    const [whole, least, comma, most] =
      (isExtended ? /^(\d*)(,?)(\d*)\}/ : /^(\d*)(,?)(\d*)\\\}/).exec(rest) ?? []
    if (whole === undefined || (least === '' && comma === '')) {
      if (isExtended && !isStrict) return undefined
      throw new RegexError(rest.includes('\\}') ? 'Invalid content of \\{\\}' : 'Unmatched { or \\{')
    }
    this.#at += whole.length + (isExtended ? 1 : 2)
    const min = Number(least)
    const max = comma === '' ? min : most === '' ? Infinity : Number(most)
    if (max < min) throw new RegexError('Invalid content of \\{\\}')
    if (min > MAX_REPEAT || (max !== Infinity && max > MAX_REPEAT))
      throw new RegexError('Regular expression too big')
    return [min, max]
  }
}
