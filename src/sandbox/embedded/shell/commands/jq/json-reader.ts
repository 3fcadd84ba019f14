/** JSON values from text that comes in pieces, with the messages of jq's own parser. */
import { parseNumber } from './json-number.ts'
import { isArray, isObject, type Value } from './value.ts'

/** Reports the position as jq does: the amount read when the error was noticed. */
export class JsonError extends Error {}

interface OpenArray {
  readonly type: 'array'
  readonly items: Value[]
}
interface OpenObject {
  readonly type: 'object'
  readonly entries: Map<string, Value>
  /** Waits for its value. */
  key: string | undefined
}
type Open = OpenArray | OpenObject

const MAX_DEPTH = 10_000
const SPACE = new Set([' ', '\t', '\n', '\r'])
const MARKS = new Set(['[', ']', '{', '}', ',', ':'])
const LITERAL_END = /[[\]{},:"\s\x1e]/g
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const CONTROL = /[\x00-\x1f]/
const SEPARATOR = '\x1e'

export class JsonReader {
  readonly #isSequence: boolean
  readonly #stack: Open[] = []
  #next: Value | undefined
  #done: Value[] = []
  /** Line ends up to where the last value was complete, the one of its own line included. */
  #doneLines: number[] = []
  /** The next line end in `#text`, once it has been looked for. */
  #lineEnd = -2
  #scanned = 0
  /** Line ends in the part of `#text` that was scanned. */
  #scannedLines = 0
  #text = ''
  #isFirst = true
  /** Lines and letters before `#text`. */
  #lines = 0
  #column = 0

  /** `isSequence`: values come between record separators, and one that is cut off is passed over. */
  constructor(isSequence = false) {
    this.#isSequence = isSequence
  }

  /** Finds the values that end in this piece. `isEnd`: it is the last one. Throws `JsonError`. */
  read(piece: string, isEnd: boolean): void {
    this.#text += this.#isFirst ? piece.replace(/^\ufeff/, '') : piece
    this.#lineEnd = -2
    if (piece !== '') this.#isFirst = false
    this.#scan(isEnd)
    if (isEnd) this.#finish()
  }

  /** Values found so far, also before an error, each with the number of lines read by then. */
  taken(): readonly (readonly [value: Value, lines: number])[] {
    const [values, lines] = [this.#done, this.#doneLines]
    this.#done = []
    this.#doneLines = []
    return values.map((value, at) => [value, lines[at] ?? 0])
  }

  /** Values inside of what is not complete, with their paths. */
  unfinished(): readonly (readonly [path: readonly Value[], value: Value])[] {
    const found: (readonly [readonly Value[], Value])[] = []
    const path: Value[] = []
    for (const open of this.#stack) {
      if (open.type === 'array') {
        for (const [at, item] of open.items.entries()) found.push([[...path, at], item])
        path.push(open.items.length)
      } else {
        for (const [key, value] of open.entries) found.push([[...path, key], value])
        path.push(open.key ?? null)
      }
    }
    return found
  }

  #scan(isEnd: boolean): void {
    const text = this.#text
    let at = 0
    while (at < text.length) {
      const char = text.charAt(at)
      this.#scanned = at
      if (SPACE.has(char)) {
        at += 1
        if (char === '\n') this.#scannedLines += 1
      } else if (char === SEPARATOR && this.#isSequence) {
        at += 1
        this.#abandon(at)
      } else if (MARKS.has(char)) {
        at += 1
        this.#mark(char, at)
      } else if (char === '"') {
        const end = closingQuote(text, at + 1)
        if (end < 0) break
        this.#value(this.#string(text.slice(at + 1, end), end + 1), end + 1)
        at = end + 1
      } else {
        LITERAL_END.lastIndex = at
        const end = LITERAL_END.exec(text)?.index ?? -1
        if (end < 0) break
        this.#value(this.#literal(text.slice(at, end), end + 1), end + 1)
        at = end
      }
    }
    if (isEnd && at < text.length) this.#last(text, at)
    else this.#consume(at)
  }

  /** A value on the top level is complete once something follows it. */
  #settle(): void {
    if (this.#stack.length > 0 || this.#next === undefined) return
    this.#done.push(this.#next)
    this.#doneLines.push(this.#linesAt(this.#scanned))
    this.#next = undefined
  }

  #linesAt(at: number): number {
    if (this.#lineEnd !== -1 && this.#lineEnd < at) this.#lineEnd = this.#text.indexOf('\n', at)
    return this.#lines + this.#scannedLines + (this.#lineEnd < 0 ? 0 : 1)
  }

  /** Finishes the value that begins at `at` and runs to the end of the input. */
  #last(text: string, at: number): void {
    if (text.charAt(at) === '"') throw this.#error('Unfinished string at EOF', text.length)
    this.#value(this.#literal(text.slice(at), text.length, ' at EOF'), text.length)
    this.#consume(text.length)
  }

  #finish(): void {
    if (this.#stack.length > 0) throw this.#error('Unfinished JSON term at EOF', 0)
    this.#settle()
  }

  #abandon(at: number): void {
    if (this.#stack.length > 0) {
      this.#stack.length = 0
      this.#next = undefined
      throw this.#error('Unfinished abandoned text', at)
    }
    this.#settle()
  }

  #consume(count: number): void {
    const taken = this.#text.slice(0, count)
    this.#scannedLines = 0
    const last = taken.lastIndexOf('\n')
    if (last >= 0) {
      this.#lines += taken.split('\n').length - 1
      this.#column = 0
    }
    this.#column += new TextEncoder().encode(taken.slice(last + 1)).length
    this.#text = this.#text.slice(count)
  }

  #error(message: string, at: number): JsonError {
    this.#consume(at)
    return new JsonError(`${message} at line ${this.#lines + 1}, column ${this.#column}`)
  }

  #value(value: Value, at: number): void {
    if (this.#next !== undefined) {
      if (this.#stack.length > 0) throw this.#error('Expected separator between values', at)
      this.#settle()
    }
    this.#next = value
    this.#settle()
  }

  #mark(mark: string, at: number): void {
    switch (mark) {
      case '[':
      case '{':
        return this.#begin(mark, at)
      case ':':
        return this.#colon(at)
      case ',':
        return this.#comma(at)
      case ']':
        return this.#endArray(at)
      default:
        return this.#endObject(at)
    }
  }

  #begin(mark: string, at: number): void {
    if (this.#stack.length >= MAX_DEPTH) throw this.#error('Exceeds depth limit for parsing', at)
    if (this.#next !== undefined) throw this.#error('Expected separator between values', at)
    this.#stack.push(
      mark === '[' ? { type: 'array', items: [] } : { type: 'object', entries: new Map(), key: undefined },
    )
  }

  #colon(at: number): void {
    const open = this.#stack.at(-1)
    if (this.#next === undefined) throw this.#error("Expected string key before ':'", at)
    if (open?.type !== 'object' || open.key !== undefined)
      throw this.#error("':' not as part of an object", at)
    if (typeof this.#next !== 'string') throw this.#error('Object keys must be strings', at)
    open.key = this.#next
    this.#next = undefined
  }

  #comma(at: number): void {
    const open = this.#stack.at(-1)
    if (this.#next === undefined) throw this.#error("Expected value before ','", at)
    if (open === undefined) throw this.#error("',' not as part of an object or array", at)
    this.#add(open, at)
  }

  #add(open: Open, at: number): void {
    if (this.#next === undefined) return
    if (open.type === 'array') open.items.push(this.#next)
    else {
      if (open.key === undefined) throw this.#error('Objects must consist of key:value pairs', at)
      open.entries.set(open.key, this.#next)
      open.key = undefined
    }
    this.#next = undefined
  }

  #endArray(at: number): void {
    const open = this.#stack.at(-1)
    if (open?.type !== 'array') throw this.#error("Unmatched ']'", at)
    if (this.#next === undefined && open.items.length > 0)
      throw this.#error('Expected another array element', at)
    this.#add(open, at)
    this.#close(open.items)
  }

  #endObject(at: number): void {
    const open = this.#stack.at(-1)
    if (open === undefined) throw this.#error("Unmatched '}'", at)
    if (open.type === 'array') {
      const hasValue = this.#next !== undefined
      throw this.#error(hasValue ? 'Objects must consist of key:value pairs' : "Unmatched '}'", at)
    }
    if (this.#next === undefined && (open.entries.size > 0 || open.key !== undefined))
      throw this.#error('Expected another key-value pair', at)
    this.#add(open, at)
    this.#close(open.entries)
  }

  #close(value: Value): void {
    this.#stack.pop()
    this.#next = value
    this.#settle()
  }

  #literal(text: string, at: number, where = ''): Value {
    if (text === 'true') return true
    if (text === 'false') return false
    if (text === 'null') return null
    if (text.startsWith("'")) throw this.#error(`Invalid string literal; expected ", but got '${where}`, at)
    if (/^[tf]|^n(?!an$)/.test(text)) throw this.#error(`Invalid literal${where}`, at)
    const number = parseNumber(text)
    if (number === undefined) throw this.#error(`Invalid numeric literal${where}`, at)
    return number
  }

  #string(raw: string, at: number): string {
    if (CONTROL.test(raw))
      throw this.#error('Invalid string: control characters from U+0000 through U+001F must be escaped', at)
    if (!raw.includes('\\')) return raw
    return raw.replaceAll(
      /\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|([^]))/g,
      (...found) => {
        const [, first, second, char]: unknown[] = found
        if (typeof char === 'string') {
          const plain = ESCAPES[char]
          if (plain !== undefined) return plain
          throw this.#error(char === 'u' ? String.raw`Invalid \uXXXX escape` : 'Invalid escape', at)
        }
        return this.#pair(String(first), typeof second === 'string' ? second : undefined, at)
      },
    )
  }

  #pair(first: string, second: string | undefined, at: number): string {
    const unit = Number.parseInt(first, 16)
    const low = second === undefined ? '' : String.fromCharCode(Number.parseInt(second, 16))
    if (unit >= 0xd800 && unit <= 0xdfff && (low === '' || unit >= 0xdc00))
      throw this.#error(String.raw`Invalid \uXXXX\uXXXX surrogate pair escape`, at)
    if (low !== '' && unit < 0xd800)
      throw this.#error(String.raw`Invalid \uXXXX\uXXXX surrogate pair escape`, at)
    return String.fromCharCode(unit) + low
  }
}

/** One that no odd number of backslashes stands before; -1: none. */
function closingQuote(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charAt(end - 1 - slashes) === '\\') slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}

/** The one value of a text. Throws `JsonError`. */
export function parseJson(text: string): Value | undefined {
  const reader = new JsonReader()
  reader.read(text, true)
  const [first, second] = reader.taken()
  if (second !== undefined) throw new JsonError('Unexpected extra JSON values')
  return first?.[0]
}

/** A value's leaves with their paths, and where each of its lists and objects ends. */
export function* streamEvents(value: Value, path: readonly Value[] = []): Generator<Value> {
  const entries: readonly (readonly [Value, Value])[] | undefined = isArray(value)
    ? value.map((item, at) => [at, item] as const)
    : isObject(value)
      ? [...value]
      : undefined
  const last = entries?.at(-1)
  if (entries === undefined || last === undefined) {
    yield [path, value]
    return
  }
  for (const [key, item] of entries) yield* streamEvents(item, [...path, key])
  yield [[...path, last[0]]]
}
