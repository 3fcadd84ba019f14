/** Oniguruma's expressions, as jq uses them, for JavaScript's engine with the flag `v`. */
import { RegexError } from '../regex/regex-error.ts'

export interface RegexSource {
  readonly source: string
  readonly ignoreCase: boolean
  /** Groups that only stand in for what JavaScript lacks. */
  readonly helpers: readonly string[]
}

const CLASSES: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  w: String.raw`[\p{L}\p{M}\p{N}\p{Pc}]`,
  W: String.raw`[^\p{L}\p{M}\p{N}\p{Pc}]`,
  s: String.raw`\s`,
  S: String.raw`\S`,
  h: '[0-9a-fA-F]',
  H: '[^0-9a-fA-F]',
}
const POSIX: Readonly<Record<string, string>> = {
  alnum: String.raw`\p{L}\p{M}\p{Nd}`,
  alpha: String.raw`\p{L}\p{M}`,
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\p{Zs}\t`,
  cntrl: String.raw`\p{Cc}`,
  digit: String.raw`\p{Nd}`,
  graph: String.raw`[\p{L}\p{M}\p{N}\p{P}\p{S}]`,
  lower: String.raw`\p{Ll}`,
  print: String.raw`[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]`,
  punct: String.raw`\p{P}\p{S}`,
  space: String.raw`\s`,
  upper: String.raw`\p{Lu}`,
  word: String.raw`\p{L}\p{M}\p{N}\p{Pc}`,
  xdigit: '0-9a-fA-F',
}
const ANCHORS: Readonly<Record<string, string>> = {
  b: String.raw`(?:(?<=[\p{L}\p{M}\p{N}\p{Pc}])(?![\p{L}\p{M}\p{N}\p{Pc}])|(?<![\p{L}\p{M}\p{N}\p{Pc}])(?=[\p{L}\p{M}\p{N}\p{Pc}]))`,
  B: String.raw`(?:(?<=[\p{L}\p{M}\p{N}\p{Pc}])(?=[\p{L}\p{M}\p{N}\p{Pc}])|(?<![\p{L}\p{M}\p{N}\p{Pc}])(?![\p{L}\p{M}\p{N}\p{Pc}]))`,
}
/** The end, or a line end that is the last letter. */
const BEFORE_END = String.raw`(?=\n?(?![^]))`
const CONTROLS: Readonly<Record<string, string>> = { a: String.raw`\x07`, e: String.raw`\x1b` }

/** Throws `RegexError`. */
export function regexSource(
  pattern: string,
  flags: { readonly isExtended: boolean; readonly dotAll: boolean },
): RegexSource {
  return new Translator(pattern, flags).run()
}

class Translator {
  readonly #pattern: string
  readonly #out: string[] = []
  /** Start of each open group in the output; `helper`: its end needs more than a parenthesis. */
  readonly #open: { readonly start: number; readonly helper: string | undefined }[] = []
  readonly #helpers: string[] = []
  #isExtended: boolean
  #dotAll: boolean
  #ignoreCase = false
  #isMultiline = false
  #hasNames: boolean
  #at = 0
  #lastAtom = 0

  constructor(pattern: string, flags: { readonly isExtended: boolean; readonly dotAll: boolean }) {
    this.#pattern = pattern
    this.#isExtended = flags.isExtended
    this.#dotAll = flags.dotAll
    this.#hasNames = /\(\?<(?![=!])/.test(pattern)
  }

  run(): RegexSource {
    while (this.#at < this.#pattern.length) this.#step()
    if (this.#open.length > 0) throw new RegexError('end pattern with unmatched parenthesis')
    return { source: this.#out.join(''), ignoreCase: this.#ignoreCase, helpers: this.#helpers }
  }

  #atom(text: string, length: number): void {
    this.#lastAtom = this.#out.length
    this.#out.push(text)
    this.#at += length
  }

  #step(): void {
    const rest = this.#pattern.slice(this.#at)
    const char = String.fromCodePoint(rest.codePointAt(0) ?? 0)
    if (this.#isExtended && /\s/.test(char)) this.#at += 1
    else if (this.#isExtended && char === '#') this.#at += /^[^\n]*/.exec(rest)?.[0].length ?? 1
    else if (char === '\\') this.#escape(rest)
    else if (char === '[') this.#class()
    else if (char === '(') this.#group(rest)
    else if (char === ')') this.#close()
    else if (/[*+?{]/.test(char)) this.#quantifier(rest)
    else if (char === '.') this.#atom(this.#dotAll ? '[^]' : String.raw`[^\n]`, 1)
    else if (char === '$') this.#atom(this.#isMultiline ? String.raw`(?![^\n])` : BEFORE_END, 1)
    else if (char === '^') this.#atom(this.#isMultiline ? String.raw`(?<![^\n])` : '(?<![^])', 1)
    else if (char === '|') this.#atom('|', 1)
    else this.#atom(/[\]}/]/.test(char) ? `\\${char}` : char, char.length)
  }

  #helper(): string {
    const name = `helper${this.#helpers.length}`
    this.#helpers.push(name)
    return name
  }

  #group(rest: string): void {
    const comment = /^\(\?#[^)]*\)/.exec(rest)?.[0]
    if (comment !== undefined) {
      this.#at += comment.length
      return
    }
    const flags = /^\(\?([imsx]*)\)/.exec(rest)
    if (flags !== null) {
      const letters = flags[1] ?? ''
      if (letters.includes('i') && this.#out.length > 0)
        throw new RegexError('(?i) behind the start of an expression is not supported here')
      this.#ignoreCase ||= letters.includes('i')
      this.#isExtended ||= letters.includes('x')
      this.#dotAll ||= letters.includes('s')
      this.#isMultiline ||= letters.includes('m')
      this.#at += flags[0].length
      return
    }
    const open = /^\(\?(?:<(?![=!])[\p{L}_]\w*>|<[=!]|[:=!>])|^\((?!\?)/u.exec(rest)?.[0]
    if (open === undefined) throw new RegexError('undefined group option')
    const helper = open === '(?>' ? this.#helper() : undefined
    this.#open.push({ start: this.#out.length, helper })
    // With names, groups without one do not capture.
    const plain = open === '(' && this.#hasNames ? '(?:' : open
    this.#out.push(helper === undefined ? plain : `(?=(?<${helper}>`)
    this.#at += open.length
  }

  #close(): void {
    const group = this.#open.pop()
    if (group === undefined) throw new RegexError('unmatched close parenthesis')
    this.#out.push(group.helper === undefined ? ')' : `))\\k<${group.helper}>`)
    this.#lastAtom = group.start
    this.#at += 1
  }

  #quantifier(rest: string): void {
    const [whole, body = ''] = /^([*+?]|\{\d*,?\d*\})[?+]?/.exec(rest) ?? []
    if (whole === undefined || body === '{}' || body === '{,}') return this.#atom('\\{', 1)
    if (this.#out.length === 0) throw new RegexError('target of repeat operator is not specified')
    const own = body.replace(/^\{,/, '{0,')
    this.#at += whole.length
    // `{1,2}+` repeats twice.
    const isPossessive = whole.length > body.length && whole.endsWith('+') && !body.startsWith('{')
    if (!isPossessive) {
      this.#out.push(own + (whole.length > body.length && whole.endsWith('?') ? '?' : ''))
      return
    }
    const helper = this.#helper()
    this.#out.splice(this.#lastAtom, 0, `(?=(?<${helper}>`)
    this.#out.push(`${own}))\\k<${helper}>`)
  }

  #escape(rest: string): void {
    const char = rest.charAt(1)
    if (char === '') throw new RegexError('end pattern at escape')
    const simple = CLASSES[char] ?? CONTROLS[char]
    if (simple !== undefined) return this.#atom(simple, 2)
    if (char === 'A') return this.#atom('(?<![^])', 2)
    if (char === 'z') return this.#atom('(?![^])', 2)
    if (char === 'Z') return this.#atom(BEFORE_END, 2)
    const anchor = ANCHORS[char]
    if (anchor !== undefined) return this.#atom(anchor, 2)
    const hex = /^\\x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{1,2}))/.exec(rest)
    if (hex !== null) return this.#atom(`\\u{${hex[1] ?? hex[2] ?? ''}}`, hex[0].length)
    const named = /^\\k<([\p{L}_]\w*)>/u.exec(rest)
    if (named !== null) return this.#atom(named[0], named[0].length)
    const back = /^\\([1-9]\d?)/.exec(rest)
    if (back !== null) return this.#atom(`(?:\\${back[1] ?? ''})`, back[0].length)
    const property = /^\\[pP]\{\^?[\w ]+\}/.exec(rest)?.[0]
    if (property !== undefined) return this.#atom(propertyClass(property), property.length)
    if (/[nrtfv]/.test(char)) return this.#atom(`\\${char}`, 2)
    if (char === '0') return this.#atom(String.raw`\x00`, 2)
    if (/[GKRXNOyYgQE]/.test(char)) throw new RegexError(`\\${char} is not supported here`)
    const letter = String.fromCodePoint(rest.codePointAt(1) ?? 0)
    this.#atom(/[\^$\\.*+?()[\]{}|/]/.test(letter) ? `\\${letter}` : letter, 1 + letter.length)
  }

  #class(): void {
    const start = this.#at
    const text = this.#classFrom()
    const length = this.#at - start
    this.#at = start
    this.#atom(text, length)
  }

  /** A class in the syntax of the flag `v`. */
  #classFrom(): string {
    let text = '['
    this.#at += 1
    if (this.#pattern.charAt(this.#at) === '^') {
      text += '^'
      this.#at += 1
    }
    for (let isFirst = true; ; isFirst = false) {
      const rest = this.#pattern.slice(this.#at)
      const char = String.fromCodePoint(rest.codePointAt(0) ?? 0)
      if (rest === '') throw new RegexError('premature end of char-class')
      if (char === ']' && !isFirst) break
      const posix = /^\[:(\^?)(\w+):\]/.exec(rest)
      if (posix !== null) {
        const set = POSIX[posix[2] ?? '']
        if (set === undefined) throw new RegexError('invalid POSIX bracket type')
        text += posix[1] === '^' ? `[^${set}]` : `[${set}]`
        this.#at += posix[0].length
      } else if (char === '[') text += this.#classFrom()
      else if (rest.startsWith('&&')) {
        text += '&&'
        this.#at += 2
      } else if (char === '\\') text += this.#classEscape(rest)
      else {
        const isRange = char === '-' && !isFirst && !/^-\]/.test(rest)
        text += isRange ? '-' : /[()[\]{}/\-|\\&!#%,:;<=>@`~^$*+.?]/.test(char) ? `\\${char}` : char
        this.#at += char.length
      }
    }
    this.#at += 1
    return `${text}]`
  }

  #classEscape(rest: string): string {
    const char = rest.charAt(1)
    const hex = /^\\x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{1,2}))/.exec(rest)
    if (hex !== null) {
      this.#at += hex[0].length
      return `\\u{${hex[1] ?? hex[2] ?? ''}}`
    }
    const property = /^\\[pP]\{\^?[\w ]+\}/.exec(rest)?.[0]
    if (property !== undefined) {
      this.#at += property.length
      return propertyClass(property)
    }
    this.#at += 2
    const simple = CLASSES[char] ?? CONTROLS[char]
    if (simple !== undefined) return simple
    if (char === 'b') return String.raw`\x08`
    if (/[nrtfv]/.test(char)) return `\\${char}`
    return /[A-Za-z0-9_]/.test(char) ? char : /[ "']/.test(char) ? char : `\\${char}`
  }
}

function propertyClass(text: string): string {
  const [, letter = 'p', caret = '', name = ''] = /^\\([pP])\{(\^?)([\w ]+)\}/.exec(text) ?? []
  const isNegated = (letter === 'P') !== (caret === '^')
  const set = POSIX[name.toLowerCase()]
  if (set !== undefined) return isNegated ? `[^${set}]` : `[${set}]`
  const isScript =
    /^[A-Z][a-z]{3,}$/.test(name) && !['Letter', 'Mark', 'Number', 'Punctuation', 'Symbol'].includes(name)
  return `\\${isNegated ? 'P' : 'p'}{${isScript ? `Script=${name}` : name}}`
}
