/**
 * The ways in which programs read values out of a file of settings: as JSON, in quotes of one line and of many, as words of a shell,
 * in lists and tables of YAML and TOML, in addresses. A file does not say who reads it, so that all of them count.
 */
export interface Reading {
  /** The text before it; '' for nothing. */
  readonly name: string
  readonly value: string
  /** No other reading is likely: also a short value is one. */
  readonly isSure?: boolean
}

/** Lines that are longer are no settings that people write by hand. */
const MOST_LINE_CHARS = 8_192
const COMMENT = /^(?:#|;|\/\/)\s*/
/** A quote that begins something, and what names it. */
const QUOTE_BEGUN = /(?<=^|[\s=:,([{$&|>+;!'"`])(?:"""|'''|["'`])/gm
const NAME_BEFORE = /([\w.-]{1,100})["']?\s{0,8}(?:=>|[=:,])\s{0,8}$/
/** A name in capitals, or one that says that it is secret, and all behind it. */
const NAMED =
  /(?:^|\s)([A-Z_][A-Z\d_]{1,99}|[\w.-]{0,40}(?:[Pp]ass|[Ss]ecret|[Tt]oken|[Kk]ey)[\w.-]{0,40})\s+(\S.*)$/
const WORD_BEGUN = /(?<=^|[\s;&|(])([A-Za-z_]\w{0,99})=/g
/** The rest of a line behind a word of a shell that was a value as a whole. */
const AFTER_WORD = /^\s*(?:$|[;&|#)]|[A-Za-z_]\w{0,99}=)/
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', 0: '\0' }

export function* readingsOf(text: string): Generator<Reading> {
  yield* leavesOf(text)
  yield* quotedIn(text)
  const joined = text.replaceAll(/\\\r?\n/g, '')
  const lines = new Set([...text.split(/\r\n?|\n/), ...(joined === text ? [] : joined.split(/\r\n?|\n/))])
  for (const line of lines) if (line.length <= MOST_LINE_CHARS) yield* readingsOfLine(line.trim())
}

/** Texts and numbers of a JSON document, by the names of their fields. */
function* leavesOf(text: string): Generator<Reading> {
  if (!/^\s*[[{]/.test(text)) return
  const left: { readonly name: string; readonly value: unknown }[] = [{ name: '', value: parsed(text) }]
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { name, value } = one
    if (typeof value === 'string' || typeof value === 'number') {
      yield { name, value: String(value), isSure: true }
      yield* linesOf(name, String(value))
    } else if (Array.isArray(value)) left.push(...value.map((item: unknown) => ({ name, value: item })))
    else if (typeof value === 'object' && value !== null)
      left.push(
        ...Object.entries(value).map(([key, item]: [string, unknown]) => ({ name: key, value: item })),
      )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Everything in quotes but names, as it stands and with its escapes read. */
function* quotedIn(text: string): Generator<Reading> {
  const begun = new RegExp(QUOTE_BEGUN)
  for (let match = begun.exec(text); match !== null; match = begun.exec(text)) {
    const [mark] = match
    const start = match.index + mark.length
    const end = endOfQuote(text, mark, start)
    if (end < 0) continue
    const value = text.slice(start, end)
    const after = end + mark.length
    // One that spans lines may be a stray apostrophe: the text within it is searched, too.
    if (!value.includes('\n')) begun.lastIndex = after
    const isName =
      /^\s{0,8}(?:=|:(?!\/))/.test(text.slice(after, after + 10)) && /^[^\n"']{1,100}$/.test(value)
    if (isName) continue
    const name = NAME_BEFORE.exec(text.slice(Math.max(0, match.index - 120), match.index))?.[1] ?? ''
    yield { name, value }
    yield* unescapedOf(name, value)
    yield* linesOf(name, value)
  }
}

/** Below 0 where it has none. */
function endOfQuote(text: string, mark: string, start: number): number {
  for (let at = text.indexOf(mark, start); at >= 0; at = text.indexOf(mark, at + 1)) {
    let slashes = 0
    while (text.charAt(at - 1 - slashes) === '\\' && at - 1 - slashes >= start) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return -1
}

function* readingsOfLine(line: string): Generator<Reading> {
  const isComment = COMMENT.test(line)
  const plain = line.replace(COMMENT, '').replace(/^(?:-\s+)+/, '')
  // The head of a section says nothing of what is in it.
  if (plain === '' || /^\[[^\],="']*\]$/.test(plain)) return
  yield* wordsOf(plain)
  yield* addressesOf(plain)
  for (const [, value = ''] of plain.matchAll(/>([^<>]+)</g)) yield { name: '', value }
  for (const [, value = ''] of plain.matchAll(/'((?:[^']|''){1,1000})'/g))
    if (value.includes("''")) yield { name: '', value: value.replaceAll("''", "'") }
  const [name = '', value = ''] = assignedIn(plain) ?? []
  if (value !== '') yield* valuesOf(name, value)
  else if (!isComment && !/[=:]$/.test(plain)) yield* bareOf(plain, line !== plain)
}

/** `name = value`, whatever stands in the name. */
function assignedIn(line: string): readonly [string, string] | undefined {
  const at = line.search(/=|:(?!\/\/)/)
  if (at < 0) return undefined
  const name = line.slice(0, at).replaceAll(/["'\s]+$|^[{\s"']+/g, '')
  return [name.slice(name.search(/\S*$/)), line.slice(at + 1).replace(/^>?\s*/, '')]
}

/** A line without a name: the item of a list, a value by itself, or words of a language of its own (`set -x NAME value`). */
function* bareOf(line: string, isItem: boolean): Generator<Reading> {
  yield* valuesOf('', line)
  const named = NAMED.exec(line)
  if (named !== null && !isItem) yield* valuesOf(named[1] ?? '', named[2] ?? '')
}

function* valuesOf(name: string, value: string): Generator<Reading> {
  const untagged = value.replace(/^(?:[&!]\S*\s+)+/, '')
  const bare = untagged.replace(/\s*[,;]$/, '').replaceAll(/^["'`]+|["'`]+$/g, '')
  yield { name, value: bare }
  yield* unescapedOf(name, bare)
  // Parsers of `.env` end a value at any such sign, others at one behind a blank.
  for (const sign of [/#/, /\s+(?:#|;|\/\/)/]) {
    const at = untagged.search(sign)
    if (at > 0)
      yield {
        name,
        value: untagged
          .slice(0, at)
          .trim()
          .replaceAll(/^["'`]|["'`]$/g, ''),
      }
  }
  if (/^[[{(]/.test(untagged) || untagged.includes(','))
    for (const item of untagged.split(',')) yield* itemOf(name, item)
  // Host, port, database, user, and the password.
  const parts = `${name}:${value}`.split(/(?<!\\):/)
  if (parts.length >= 5) {
    const password = parts.slice(4).join(':')
    yield { name: 'password', value: password.replaceAll(/\\([:\\])/g, '$1') }
  }
}

/** An item of a list or a table in one line. */
function* itemOf(name: string, text: string): Generator<Reading> {
  const plain = text.replaceAll(/^[\s[{(]+|[\s\])}]+$/g, '')
  const [own = name, value = plain] = assignedIn(plain) ?? []
  const bare = value.replaceAll(/^["'`\s]+|["'`\s]+$/g, '')
  yield { name: own, value: bare }
  yield* unescapedOf(own, bare)
}

/** `A=x B='y z'; export A`: as a shell puts the pieces of a word together. */
function* wordsOf(line: string): Generator<Reading> {
  for (const match of line.matchAll(WORD_BEGUN)) {
    const { value, end } = shellWord(line, match.index + match[0].length)
    if (AFTER_WORD.test(line.slice(end, end + 120))) yield { name: match[1] ?? '', value }
  }
}

function shellWord(line: string, start: number): { readonly value: string; readonly end: number } {
  let value = ''
  let quote = ''
  let at = start
  for (; at < line.length; at += 1) {
    const char = line.charAt(at)
    if (char === '\\' && quote !== "'") {
      const next = line.charAt(at + 1)
      value += quote === "$'" ? (ESCAPES[next] ?? next) : next
      at += 1
    } else if (quote !== '' && char === quote.slice(-1)) quote = ''
    else if (quote !== '') value += char
    else if (char === '"' || char === "'") quote = char
    else if (char === '$' && line.charAt(at + 1) === "'") {
      quote = "$'"
      at += 1
    } else if (/[\s;&|)]/.test(char)) break
    else value += char
  }
  return { value, end: at }
}

/** Users, passwords and parameters. */
function* addressesOf(line: string): Generator<Reading> {
  for (const [, user = '', password] of line.matchAll(
    /:\/\/([^\s/@:'"]{1,4096})(?::([^\s/@'"]{1,4096}))?@/g,
  )) {
    const secret = password ?? user
    yield { name: 'password', value: secret }
    yield { name: 'password', value: percentDecoded(secret) }
  }
  for (const [, name = '', value = ''] of line.matchAll(/[?&]([\w.-]{1,100})=([^\s&#'"]{1,4096})/g)) {
    yield { name, value }
    yield { name, value: percentDecoded(value) }
  }
}

/** As JSON and `.env` files have it: `\n` is the end of a line, and all else stands for itself. */
function* unescapedOf(name: string, value: string): Generator<Reading> {
  if (!value.includes('\\')) return
  const read = value.replaceAll(
    /\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|([^]))/g,
    (_, four?: string, two?: string, char = '') =>
      four === undefined && two === undefined
        ? (ESCAPES[char] ?? char)
        : String.fromCharCode(Number.parseInt(four ?? two ?? '', 16)),
  )
  yield { name, value: read }
  yield* linesOf(name, read)
}

function* linesOf(name: string, value: string): Generator<Reading> {
  if (!value.includes('\n')) return
  for (const line of value.split(/\r?\n/)) if (!/^-----(?:BEGIN|END)/.test(line)) yield { name, value: line }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
