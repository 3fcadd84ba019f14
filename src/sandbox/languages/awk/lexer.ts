/** The words of an awk program. */
import { CHAR_ESCAPES } from '../char-escapes.ts'
import { CommandError } from '../../contract/command-error.ts'

export interface Token {
  readonly type: 'number' | 'string' | 'regex' | 'name' | 'call' | 'keyword' | 'operator' | 'newline' | 'end'
  readonly text: string
  readonly line: number
}

const KEYWORDS = new Set(
  'BEGIN END BEGINFILE ENDFILE function func if else while for do break continue switch case default next nextfile exit return delete in getline print printf'.split(
    ' ',
  ),
)
const OPERATORS =
  /^(?:\*\*=|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|\*\*|==|<=|>=|!=|!~|>>|&&|\|\||\|&|[-+*/%^!~<>=?:,;{}()[\]$|&@])/
const ESCAPES: Readonly<Record<string, string>> = { ...CHAR_ESCAPES, b: '\b', '\\': '\\', '"': '"', '/': '/' }

export function tokens(source: string): readonly Token[] {
  const all: Token[] = []
  let at = 0
  let line = 1
  const add = (type: Token['type'], text: string): void => {
    all.push({ type, text, line })
  }
  while (at < source.length) {
    const rest = source.slice(at, at + 4096)
    const blank = /^(?:[ \t\r]+|\\\r?\n|#[^\n]*)/.exec(rest)?.[0]
    if (blank !== undefined) {
      if (blank.startsWith('\\')) line += 1
      at += blank.length
      continue
    }
    const char = rest.charAt(0)
    if (char === '\n') {
      add('newline', '\n')
      line += 1
      at += 1
    } else if (char === '"') {
      const end = endOf(source, at, '"', line)
      add('string', unescapeString(source.slice(at + 1, end)))
      at = end + 1
    } else if (char === '/' && !isOperand(all.at(-1))) {
      const end = endOfRegex(source, at, line)
      add('regex', source.slice(at + 1, end).replaceAll('\\/', '/'))
      at = end + 1
    } else {
      const word = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_]\w*)/.exec(rest)?.[0]
      const text = word ?? OPERATORS.exec(rest)?.[0]
      if (text === undefined) throw new CommandError(`line ${line}: unexpected character '${char}'`, 2)
      if (word === undefined) add('operator', text === '**' ? '^' : text === '**=' ? '^=' : text)
      else if (/^[\d.]/.test(word)) add('number', word)
      else if (KEYWORDS.has(word)) add('keyword', word === 'func' ? 'function' : word)
      else add(source.charAt(at + word.length) === '(' ? 'call' : 'name', word)
      at += text.length
    }
  }
  add('newline', '\n')
  add('end', '')
  return all
}

/** A slash behind it divides. */
function isOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (['number', 'string', 'name', 'regex'].includes(token.type)) return true
  return [')', ']', '$', '++', '--'].includes(token.text)
}

function endOf(source: string, start: number, mark: string, line: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (char === '\\') at += 1
    else if (char === mark) return at
    else if (char === '\n') break
  }
  throw new CommandError(`line ${line}: unterminated string ${source.slice(start, start + 20)}...`, 2)
}

/** A slash in brackets is one of the letters. */
function endOfRegex(source: string, start: number, line: number): number {
  let bracket = -1
  for (let at = start + 1; at < source.length && source.charAt(at) !== '\n'; at += 1) {
    const char = source.charAt(at)
    if (char === '\\') at += 1
    else if (bracket >= 0) {
      if (char === ']' && at > bracket + 1 && source.slice(bracket + 1, at) !== '^') bracket = -1
    } else if (char === '[') bracket = at
    else if (char === '/') return at
  }
  throw new CommandError(
    `line ${line}: unterminated regular expression ${source.slice(start, start + 20)}...`,
    2,
  )
}

/** A backslash in front of what means nothing special stays. */
export function unescapeString(text: string): string {
  return text.replaceAll(/\\(\r?\n|[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[^])/g, (whole, after: string) => {
    if (/^\r?\n$/.test(after)) return ''
    if (/^[0-7]/.test(after)) return String.fromCharCode(Number.parseInt(after, 8))
    if (/^x[0-9a-fA-F]/.test(after)) return String.fromCharCode(Number.parseInt(after.slice(1), 16))
    return ESCAPES[after] ?? whole
  })
}
