/** The field `when` in the text of a note, for typing it beside the text: all else of the text stays as it is, byte for byte. */

interface Matter {
  /** The line `---`, with a mark of the encoding before it. */
  readonly opening: string
  /** Lines of the frontmatter, each with its end. */
  readonly lines: readonly string[]
  /** The line `---` behind them. */
  readonly closing: string
  readonly behind: string
}

/** Lines of the frontmatter: the first of the field, and the first behind it. */
type Field = readonly [from: number, to: number]

const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*(?:\r?\n)?$/
const KEY = /^(?:when|"when"|'when')[ \t]*:(?=\s|$)/
const ITEM = /^-(?=\s|$)/
/** Announces a text of several lines. */
const BLOCK = /^[|>][-+\d]{0,2}$/
const IGNORED = /^\s*(?:#|$)/
/** Both are read from a place on, so that no text is looked at twice. */
const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'/y
const UNQUOTED = /[^,\]]*/y

/** Rules of the field in one line, as they are typed; empty where there is no such field. */
export function whenOf(text: string): string {
  const lines = matterOf(text)?.lines ?? []
  const [field] = fieldsIn(lines)
  if (!field) return ''
  const [first = '', ...rest] = lines
    .slice(...field)
    .filter((line) => !IGNORED.test(line))
    .map((line) => line.replace(KEY, '').trim())
  const value = withoutComment(first)
  if (value === '' && ITEM.test(rest[0] ?? '')) return joined(itemsOf(rest))
  const whole = [...(BLOCK.test(value) ? [] : [first]), ...rest].join(' ').trim()
  return whole.startsWith('[') ? joined(flowItems(whole)) : scalar(whole)
}

/** The text with these rules, or without the field where there are none. */
export function withWhen(text: string, value: string): string {
  const rules = value.replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, ' ')
  const line = rules.trim() === '' ? '' : `when: ${JSON.stringify(rules)}`
  const matter = matterOf(text)
  if (!matter) return line === '' ? text : withMatter(text, line)
  const fields = fieldsIn(matter.lines)
  if (line === '' && fields.length === 0) return text
  const lines = replaced(matter, fields, line)
  const { opening, closing, behind } = matter
  if (line !== '' || lines.some((kept) => kept.trim() !== ''))
    return [opening, ...lines, closing, behind].join('')
  const alone = `${markOf(text)}${behind}`
  // A text that looks like a frontmatter would become one.
  return matterOf(alone) ? [opening, ...lines, closing, behind].join('') : alone
}

/** Undefined: there is none, or it does not end. */
function matterOf(text: string): Matter | undefined {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return undefined
  for (let at = opening.length; at < text.length;) {
    const next = endOfLine(text, at)
    const line = text.slice(at, next)
    if (CLOSING.test(line)) {
      const lines = text.slice(opening.length, at).split(/(?<=\n|\r(?!\n))/)
      return { opening, lines: lines.filter((kept) => kept !== ''), closing: line, behind: text.slice(next) }
    }
    at = next
  }
  return undefined
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/** A field that is there more than once is replaced as one. */
function fieldsIn(lines: readonly string[]): readonly Field[] {
  const fields: Field[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const to = KEY.test(line) ? endOfField(lines, at) : at + 1
    if (KEY.test(line)) fields.push([at, to])
    at = to
  }
  return fields
}

/** Empty lines and comments belong to it where more of it follows. */
function endOfField(lines: readonly string[], from: number): number {
  const value = withoutComment((lines[from] ?? '').replace(KEY, '').trim())
  const goesOn = value === '' ? /^(?:[ \t]|-(?=\s|$))/ : value.startsWith('[') ? /^[ \t\]]/ : /^[ \t]/
  let to = from + 1
  for (let at = to; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (IGNORED.test(line)) continue
    if (!goesOn.test(line)) break
    to = at + 1
  }
  return to
}

/** The line stands where the first field stood, else at the end. */
function replaced({ opening, lines }: Matter, fields: readonly Field[], line: string): readonly string[] {
  const starts = new Map(fields)
  const kept: string[] = []
  let written = line
  for (let at = 0; at < lines.length;) {
    const to = starts.get(at)
    if (to === undefined) kept.push(lines[at] ?? '')
    else if (written !== '') {
      kept.push(`${written}${lineEnd(lines[to - 1] ?? '')}`)
      written = ''
    }
    at = to ?? at + 1
  }
  return written === '' ? kept : [...kept, `${written}${lineEnd(opening)}`]
}

function withMatter(text: string, line: string): string {
  const mark = markOf(text)
  const end = text.slice(0, endOfLine(text, 0)).endsWith('\r\n') ? '\r\n' : '\n'
  return `${mark}---${end}${line}${end}---${end}${text.slice(mark.length)}`
}

function markOf(text: string): string {
  return text.startsWith('\uFEFF') ? '\uFEFF' : ''
}

/** A line of the frontmatter has one. */
function lineEnd(line: string): string {
  return line.endsWith('\r\n') ? '\r\n' : line.slice(-1)
}

function joined(items: readonly string[]): string {
  return items.filter((item) => item.trim() !== '').join(' | ')
}

/** Items of a list with a line for each, which may go on in the next. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[][] = []
  for (const line of lines)
    if (ITEM.test(line)) items.push([line.slice(1).trim()])
    else items.at(-1)?.push(line)
  return items.map((parts) => scalar(parts.join(' ').trim()))
}

/** Items of `[A, "B, C"]`. */
function flowItems(text: string): readonly string[] {
  const items: string[] = []
  for (let at = 1; at < text.length && text[at] !== ']';) {
    while (text[at] === ' ' || text[at] === '\t') at += 1
    const quoted = matchAt(QUOTED, text, at)
    if (quoted === '' && /["']/.test(text.charAt(at))) return [...items, text.slice(at)]
    const plain = matchAt(UNQUOTED, text, at + quoted.length)
    items.push(quoted === '' ? scalar(plain.trim()) : scalar(quoted))
    at += quoted.length + plain.length
    if (text[at] === ',') at += 1
  }
  return items
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** A value as YAML means it. */
function scalar(text: string): string {
  const quoted = matchAt(QUOTED, text, 0)
  if (quoted === '') return withoutComment(text)
  const inner = quoted.slice(1, -1)
  return quoted.startsWith('"') ? unescaped(inner) : inner.replaceAll("''", "'")
}

function withoutComment(text: string): string {
  if (text.startsWith('#')) return ''
  const at = text.search(/\s#/)
  return at < 0 ? text : text.slice(0, at).trimEnd()
}

/** JSON's escapes, and those of YAML that stand for a character's number. */
function unescaped(inner: string): string {
  return inner.replaceAll(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(.))/g, (_, four, two, sign: string) => {
    const code: unknown = four ?? two
    if (typeof code === 'string') return String.fromCharCode(Number.parseInt(code, 16))
    return { n: ' ', r: ' ', t: '\t', b: '\b', f: '\f' }[sign] ?? sign
  })
}
