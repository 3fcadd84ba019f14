/** A shell line as its simple commands. Knows quotes, operators and redirections; does not expand anything. */

/** Characters of a line that are read; longer ones are scripts. */
const LINE_CHARS = 20_000
/** Lines within lines, such as `bash -c "sh -c …"`. */
const NESTED_LINES = 3

type Operator = '&&' | '||' | '|' | '&' | ';' | ''

export interface ShellPart {
  /** Words without their quotes; without assignments in front. */
  readonly words: readonly string[]
  /** Files that output goes to. */
  readonly writes: readonly string[]
  /** The operator before it, and the one after it; empty at the ends of the line. */
  readonly before: Operator
  readonly after: Operator
  /** It stands in an `if` or a loop, or its exit code is turned round. */
  readonly isConditional: boolean
}

type Token = { readonly type: 'word' | 'redirect' | 'operator'; readonly text: string }

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash'])
const OPENING = new Set(['if', 'while', 'until', 'for', 'case'])
const CLOSING = new Set(['fi', 'done', 'esac'])
const KEYWORDS = new Set([...OPENING, ...CLOSING, '!', 'then', 'elif', 'else', 'do', '{', '}'])
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

/** The simple commands of a line, in order. Never throws; a damaged line gives what can be read of it. */
export function shellParts(line: string, depth = 0): readonly ShellPart[] {
  const parts = partsOf(tokensOf(line.slice(0, LINE_CHARS)))
  if (depth >= NESTED_LINES) return parts
  return parts.flatMap((part) => {
    const inner = innerLine(part.words)
    return inner === undefined ? [part] : nested(part, shellParts(inner, depth + 1))
  })
}

function nested(outer: ShellPart, inner: readonly ShellPart[]): readonly ShellPart[] {
  const last = inner.length - 1
  return inner.map((part, index) => ({
    ...part,
    before: index === 0 ? outer.before : part.before,
    after: index === last ? outer.after : part.after,
    isConditional: part.isConditional || outer.isConditional,
  }))
}

/** The line of `bash -c`. */
function innerLine([program = '', ...rest]: readonly string[]): string | undefined {
  if (!SHELLS.has(program.slice(program.lastIndexOf('/') + 1))) return undefined
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word))
  return flag < 0 ? undefined : rest[flag + 1]
}

function partsOf(tokens: readonly Token[]): ShellPart[] {
  const parts: ShellPart[] = []
  let words: string[] = []
  let writes: string[] = []
  let before: Operator = ''
  let isTurned = false
  let open = 0
  const end = (after: Operator) => {
    if (words.length === 0 && writes.length === 0) {
      // `;` before a line break, or the bracket of a group.
      before = before === '' || before === ';' ? after : before
      return
    }
    parts.push({ words, writes, before, after, isConditional: isTurned || open > 0 })
    words = []
    writes = []
    before = after
    isTurned = false
  }
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'operator') {
      end(operatorOf(token.text))
    } else if (token.type === 'redirect') {
      const target = tokens[index + 1]
      if (token.text.includes('>') && target?.type === 'word') writes.push(target.text)
    } else if (tokens[index - 1]?.type !== 'redirect') {
      if (words.length === 0 && KEYWORDS.has(token.text)) {
        isTurned ||= token.text === '!'
        open += OPENING.has(token.text) ? 1 : CLOSING.has(token.text) ? -1 : 0
      } else if (words.length > 0 || !ASSIGNMENT.test(token.text)) words.push(token.text)
    }
  }
  end('')
  return withoutLastOperator(parts)
}

/** A `;` at the end of the line ends nothing that could hide an exit code. */
function withoutLastOperator(parts: ShellPart[]): ShellPart[] {
  const last = parts.at(-1)
  return last?.after === ';' ? [...parts.slice(0, -1), { ...last, after: '' }] : parts
}

function operatorOf(text: string): Operator {
  switch (text) {
    case '&&':
    case '||':
    case '&':
      return text
    case '|':
    case '|&':
      return '|'
    default:
      return ';'
  }
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  /** Ends of here-documents whose bodies begin on the next line. */
  const ends: string[] = []
  let at = 0
  while (at < line.length) {
    const char = line.charAt(at)
    if (char === '\n') {
      tokens.push({ type: 'operator', text: ';' })
      at = afterDocuments(line, at + 1, ends.splice(0))
    } else if (/\s/.test(char)) {
      at++
    } else if (line.startsWith('\\\n', at)) {
      at += 2
    } else if (char === '#') {
      at = lineEnd(line, at)
    } else {
      at = readToken(line, at, { tokens, ends })
    }
  }
  return tokens
}

const REDIRECT = /(?:\d*|&)(?:>>|>\||>&|>|<<<|<<-?|<&|<)/y
const OPERATOR = /&&|\|\||\|&|;;|[|&;]/y
const GROUP = /[()]/y

function readToken(
  line: string,
  at: number,
  { tokens, ends }: { readonly tokens: Token[]; readonly ends: string[] },
): number {
  const redirect = matchAt(REDIRECT, line, at)
  if (redirect !== undefined) return readRedirect(line, at, { redirect, tokens, ends })
  const operator = matchAt(OPERATOR, line, at)
  if (operator !== undefined) {
    tokens.push({ type: 'operator', text: operator })
    return at + operator.length
  }
  // Brackets of a group: its commands stand in the line as if they were not there.
  if (matchAt(GROUP, line, at) !== undefined) return at + 1
  const word = readWord(line, at)
  tokens.push({ type: 'word', text: word.text })
  return word.end
}

function readRedirect(
  line: string,
  at: number,
  {
    redirect,
    tokens,
    ends,
  }: { readonly redirect: string; readonly tokens: Token[]; readonly ends: string[] },
): number {
  const start = at + redirect.length
  if (/^\d*<<-?$/.test(redirect)) {
    const word = readWord(line, skipBlanks(line, start))
    ends.push(word.text)
    return word.end
  }
  // `2>&1` leads nowhere new.
  const copy = matchAt(/\d+|-/y, line, start)
  if (redirect.endsWith('&') && copy !== undefined) return start + copy.length
  tokens.push({ type: 'redirect', text: redirect })
  return start
}

/** One word from `at`, with its quotes taken away. Always moves on. */
function readWord(line: string, start: number): { readonly text: string; readonly end: number } {
  let text = ''
  let at = start
  while (at < line.length) {
    const char = line.charAt(at)
    if (char === "'") {
      const end = indexOrEnd(line, "'", at + 1)
      text += line.slice(at + 1, end)
      at = end + 1
    } else if (char === '"') {
      const quoted = readDoubleQuotes(line, at + 1)
      text += quoted.text
      at = quoted.end
    } else if (char === '\\') {
      text += line[at + 1] === '\n' ? '' : line.charAt(at + 1)
      at += 2
    } else if (line.startsWith('$(', at) || char === '`') {
      const end = char === '`' ? indexOrEnd(line, '`', at + 1) + 1 : bracketsEnd(line, at + 2)
      text += line.slice(at, end)
      at = end
    } else if (/[\s|&;<>()]/.test(char)) {
      break
    } else {
      text += char
      at++
    }
  }
  return { text, end: Math.max(at, start + 1) }
}

function readDoubleQuotes(line: string, start: number): { readonly text: string; readonly end: number } {
  let text = ''
  let at = start
  while (at < line.length && line[at] !== '"') {
    if (line[at] === '\\') at++
    text += line.charAt(at)
    at++
  }
  return { text, end: at + 1 }
}

function bracketsEnd(line: string, start: number): number {
  let open = 1
  let at = start
  for (; at < line.length && open > 0; at++) {
    if (line[at] === '(') open++
    else if (line[at] === ')') open--
  }
  return at
}

function afterDocuments(line: string, start: number, ends: readonly string[]): number {
  let at = start
  for (const end of ends) {
    while (at < line.length) {
      const next = lineEnd(line, at)
      const text = line.slice(at, next).trim()
      at = next + 1
      if (text === end) break
    }
  }
  return at
}

function matchAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(line)?.[0]
}

function skipBlanks(line: string, start: number): number {
  let at = start
  while (line[at] === ' ' || line[at] === '\t') at++
  return at
}

function lineEnd(line: string, at: number): number {
  return indexOrEnd(line, '\n', at)
}

function indexOrEnd(line: string, text: string, at: number): number {
  const found = line.indexOf(text, at)
  return found < 0 ? line.length : found
}
