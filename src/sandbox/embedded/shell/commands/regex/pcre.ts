/** Perl's expressions (`grep -P`) for JavaScript's engine: what differs is rewritten, what it lacks is refused. */
import { RegexError } from './regex-error.ts'
import { CLASSES, isClassName } from './syntax-tree.ts'

export interface PcreSource {
  /** For the flag `u`. */
  readonly source: string
  readonly ignoreCase: boolean
  /** Name of the group at whose start the match begins, if `\K` was used. */
  readonly keepGroup: string | undefined
}

const KEPT = 'kept'
const LINE_START = '(?<![^\\n])'
const LINE_END = '(?![^\\n])'
const SIMPLE: Readonly<Record<string, string>> = {
  A: LINE_START,
  z: LINE_END,
  Z: LINE_END,
  h: '[ \\t]',
  H: '[^ \\t\\n]',
  R: '(?:\\r\\n|[\\v\\f\\r\\u2028\\u2029])',
  N: '[^\\n]',
  a: '\\x07',
  e: '\\x1b',
  s: '[^\\S\\n]',
  W: '[^\\w\\n]',
  D: '[^\\d\\n]',
}
const UNSUPPORTED_GROUPS = /^\(\?(?:R|\d|[+-]\d|&|P>|\(|\||C)/

/** Throws `RegexError` for what is not Perl's, and for what is not supported here. */
export function pcreToSource(pattern: string): PcreSource {
  const translator = new Translator(pattern)
  return translator.run()
}

class Translator {
  readonly #pattern: string
  #at = 0
  #ignoreCase = false
  #isExtended = false
  #dotAll = false
  #keepsAt = -1
  #atomics = 0
  #hasNumberedBack = false
  readonly #out: string[] = []
  /** Start of each open group in the output. */
  readonly #open: number[] = []
  #lastAtom = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  run(): PcreSource {
    while (this.#at < this.#pattern.length) this.#step()
    if (this.#atomics > 0 && this.#hasNumberedBack)
      throw new RegexError('possessive groups together with numbered back references are not supported here')
    const keepGroup = this.#keepsAt >= 0 ? KEPT : undefined
    if (this.#keepsAt >= 0) {
      if (this.#open.length > 0) throw new RegexError('\\K within a group is not supported here')
      this.#out.splice(this.#keepsAt, 0, `(?<${KEPT}>`)
      this.#out.push(')')
    }
    return { source: this.#out.join(''), ignoreCase: this.#ignoreCase, keepGroup }
  }

  #rest(): string {
    return this.#pattern.slice(this.#at)
  }

  /** `length` letters of the pattern become an atom. */
  #atom(text: string, length: number): void {
    this.#lastAtom = this.#out.length
    this.#out.push(text)
    this.#at += length
  }

  #step(): void {
    const rest = this.#rest()
    const char = String.fromCodePoint(rest.codePointAt(0) ?? 0)
    if (this.#isExtended && /\s/.test(char)) this.#at += 1
    else if (this.#isExtended && char === '#') this.#at += (/^[^\n]*\n?/.exec(rest)?.[0] ?? char).length
    else if (char === '\\') this.#escape(rest)
    else if (char === '[') this.#bracket(rest)
    else if (char === '(') this.#group(rest)
    else if (char === ')') this.#close()
    else if (/[*+?{]/.test(char)) this.#quantifier(rest)
    else if (char === '.') this.#atom(this.#dotAll ? '[^]' : '[^\\n]', 1)
    else if (char === '^') this.#atom(LINE_START, 1)
    else if (char === '$') this.#atom(LINE_END, 1)
    else if (char === '|') this.#atom('|', 1)
    else this.#atom(/[}\]/]/.test(char) ? `\\${char}` : char, char.length)
  }

  #close(): void {
    const start = this.#open.pop()
    if (start === undefined) throw new RegexError('unmatched closing parenthesis')
    this.#out.push(
      this.#out[start]?.startsWith('(?=(?<possessive') ? `))\\k<possessive${this.#numberAt(start)}>` : ')',
    )
    this.#lastAtom = start
    this.#at += 1
  }

  #numberAt(start: number): string {
    return /possessive(\d+)/.exec(this.#out[start] ?? '')?.[1] ?? ''
  }

  #group(rest: string): void {
    const comment = /^\(\?#[^)]*\)/.exec(rest)?.[0]
    if (comment !== undefined) {
      this.#at += comment.length
      return
    }
    const flags = /^\(\?([a-z]*)(?:-[a-z]+)?\)/.exec(rest)
    if (flags !== null) return this.#flags(flags[0], flags[1] ?? '')
    if (UNSUPPORTED_GROUPS.test(rest) || rest.startsWith('(*'))
      throw new RegexError(`${rest.slice(0, 4)}… is not supported here`)
    const open = /^\(\?(?:P?<(?![=!])[A-Za-z_]\w*>|<[=!]|[:=!>]|'[A-Za-z_]\w*')|^\(/.exec(rest)?.[0] ?? '('
    if (rest.startsWith('(?') && open === '(')
      throw new RegexError(`${rest.slice(0, 4)}… is not supported here`)
    this.#open.push(this.#out.length)
    if (open === '(?>') {
      this.#atomics += 1
      this.#out.push(`(?=(?<possessive${this.#atomics}>`)
    } else this.#out.push(open.replace('(?P<', '(?<').replace(/'(\w+)'/, '<$1>'))
    this.#at += open.length
  }

  #flags(text: string, letters: string): void {
    if (this.#out.length > 0 || text.includes('-') || /[^imsxu]/.test(letters))
      throw new RegexError(`${text}: flags are supported at the start only, and only i, m, s, x and u`)
    this.#ignoreCase ||= letters.includes('i')
    this.#isExtended ||= letters.includes('x')
    this.#dotAll ||= letters.includes('s')
    this.#at += text.length
  }

  #quantifier(rest: string): void {
    const [whole, body = ''] = /^([*+?]|\{\d*,?\d*\})[?+]?/.exec(rest) ?? []
    if (whole === undefined || body === '{}' || body === '{,}') return this.#atom('\\{', 1)
    if (this.#out.length === 0) throw new RegexError('quantifier does not follow a repeatable item')
    const own = body.startsWith('{,') ? `{0${body.slice(1)}` : body
    this.#at += whole.length
    if (!whole.endsWith('+') || whole === '+') {
      this.#out.push(whole.endsWith('?') && whole !== '?' ? `${own}?` : own)
      return
    }
    this.#atomics += 1
    this.#out.splice(this.#lastAtom, 0, `(?=(?<possessive${this.#atomics}>`)
    this.#out.push(`${own}))\\k<possessive${this.#atomics}>`)
  }

  #escape(rest: string): void {
    const char = rest.charAt(1)
    if (char === '') throw new RegexError('\\ at end of pattern')
    const quoted = /^\\Q([^]*?)(?:\\E|$)/.exec(rest)
    if (quoted !== null)
      return this.#atom((quoted[1] ?? '').replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'), quoted[0].length)
    if (char === 'E') {
      this.#at += 2
      return
    }
    if (char === 'K') {
      this.#keepsAt = this.#out.length
      this.#at += 2
      return
    }
    const simple = SIMPLE[char]
    if (simple !== undefined) return this.#atom(simple, 2)
    const hex = /^\\x\{([0-9a-fA-F]+)\}/.exec(rest)
    if (hex !== null) return this.#atom(`\\u{${hex[1] ?? ''}}`, hex[0].length)
    const named = /^\\(?:k[{<'](\w+)[}>']|g\{([A-Za-z_]\w*)\}|P=(\w+))/.exec(rest)
    if (named !== null) return this.#atom(`\\k<${named[1] ?? named[2] ?? ''}>`, named[0].length)
    const back = /^\\(?:g\{?(\d+)\}?|([1-9]\d?))/.exec(rest)
    if (back !== null) {
      this.#hasNumberedBack = true
      return this.#atom(`(?:\\${back[1] ?? back[2] ?? ''})`, back[0].length)
    }
    const property = /^\\[pP](?:\{\^?\w+\}|\w)/.exec(rest)?.[0]
    if (property !== undefined)
      return this.#atom(property.replace(/^(\\[pP])(\w)$/, '$1{$2}'), property.length)
    if (/[wdSbBntrfv]/.test(char)) return this.#atom(`\\${char}`, 2)
    if (char === '0') return this.#atom('\\x00', 2)
    if (char === 'x') {
      const digits = /^\\x([0-9a-fA-F]{0,2})/.exec(rest)?.[1] ?? ''
      return this.#atom(`\\x${digits.padStart(2, '0')}`, 2 + digits.length)
    }
    if (/[A-Za-z0-9]/.test(char)) throw new RegexError(`\\${char} is not supported here`)
    this.#atom(/[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char, 2)
  }

  #bracket(rest: string): void {
    const whole = /^\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]/.exec(rest)?.[0]
    if (whole === undefined) throw new RegexError('missing terminating ] for character class')
    const isNegated = whole.startsWith('[^')
    const inside = whole.slice(isNegated ? 2 : 1, -1)
    const parts = /\[:(\w+):\]|\\x\{([0-9a-fA-F]+)\}|\\(.)|[[\]^]/gsu
    const text = inside.replaceAll(parts, (part, name?: string, hex?: string, escaped?: string) => {
      if (name !== undefined) return className(name)
      if (hex !== undefined) return `\\u{${hex}}`
      return escaped === undefined ? `\\${part}` : classEscape(escaped)
    })
    const safe = text.replaceAll(/(\\[wdsWDS])-/g, '$1\\-').replace(/^-|-$/g, '\\-')
    this.#atom(isNegated ? `[^${safe}\\n]` : `[${safe}]`, whole.length)
  }
}

function className(name: string): string {
  if (name === 'word') return '\\w'
  if (!isClassName(name)) throw new RegexError('unknown POSIX class name')
  return CLASSES[name]
}

function classEscape(escaped: string): string {
  if (/[wdsWDSbntrfvpP]/.test(escaped)) return `\\${escaped}`
  if (escaped === 'h') return ' \\t'
  if (escaped === 'e') return '\\x1b'
  if (escaped === 'x') return '\\x'
  if (/[A-Za-z0-9]/.test(escaped)) throw new RegexError(`\\${escaped} in a class is not supported here`)
  return /[\^$\\.*+?()[\]{}|/-]/.test(escaped) ? `\\${escaped}` : escaped
}
