/** From the tree of a POSIX expression to the source of a JavaScript one (flag `u`), or of one for RE2. */
import { CLASSES, NEWLINE_IN, type Node, type SetItem, type WordPlace } from './syntax-tree.ts'

export interface SourceOptions {
  /** Line separator of a text of many lines, which nothing matches; undefined for a single text. */
  readonly separator?: '\n' | '\0' | undefined
  /** `^` and `$` match at the lines of one text too. */
  readonly isMultiline?: boolean
  readonly target: 'js' | 're2'
}

const WORD = `[${CLASSES.word}]`
const NOT_WORD_BEFORE = `(?<!${WORD})`
const WORD_BEFORE = `(?<=${WORD})`
const NOT_WORD_AFTER = `(?!${WORD})`
const WORD_AFTER = `(?=${WORD})`
/** A byte that is no part of a letter, as `decodeLoosely` gives it: no expression but its own matches it. */
const looseByte = ({ target }: SourceOptions): string =>
  target === 're2' ? '\\x{dc80}-\\x{dcff}' : '\\udc80-\\udcff'

export function toSource(node: Node, options: SourceOptions): string {
  const source = (part: Node): string => {
    switch (part.type) {
      case 'char':
        return escapeChar(part.value)
      case 'any':
        return `[^${looseByte(options)}${separatorText(options)}]`
      case 'set':
        return set(part.items, part.isNegated, options)
      case 'group':
        return `(${source(part.body)})`
      case 'sequence':
        return part.items
          .map((item) => (item.type === 'choice' ? `(?:${source(item)})` : source(item)))
          .join('')
      case 'choice':
        return part.options.map(source).join('|')
      case 'repeat':
        return `${atom(part.body, source)}${quantifier(part.min, part.max)}`
      case 'anchor':
        return anchor(part.at, options)
      case 'word':
        return wordAnchor(part.at, options)
      case 'back':
        return `(?:\\${part.index})`
      default:
        return part satisfies never
    }
  }
  return source(node)
}

function atom(body: Node, source: (part: Node) => string): string {
  return ['char', 'any', 'set', 'group'].includes(body.type) ? source(body) : `(?:${source(body)})`
}

function quantifier(min: number, max: number): string {
  if (max === Infinity) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}

function separatorText({ separator }: SourceOptions): string {
  return separator === '\n' ? '\\n' : separator === '\0' ? '\\x00' : ''
}

function set(items: readonly SetItem[], isNegated: boolean, options: SourceOptions): string {
  const text = items.map((item) => setItem(item, options)).join('')
  if (isNegated) {
    const newline = items.some(hasNewline) && options.separator === undefined ? '\\n' : ''
    return `[^${text}${newline}${looseByte(options)}${separatorText(options)}]`
  }
  const separator = options.separator?.codePointAt(0)
  const isInRange = items.some(
    (item) =>
      separator !== undefined &&
      item.type === 'range' &&
      (item.from.codePointAt(0) ?? 0) <= separator &&
      (item.to.codePointAt(0) ?? 0) >= separator,
  )
  const newline = items.some(hasNewline) && options.separator !== '\n' ? '\\n' : ''
  return `${isInRange ? `(?!${separatorText(options)})` : ''}[${text}${newline}]`
}

function hasNewline(item: SetItem): boolean {
  return item.type === 'class' && NEWLINE_IN.has(item.name)
}

function setItem(item: SetItem, { target }: SourceOptions): string {
  if (item.type === 'class') return target === 're2' ? RE2_CLASSES[item.name] : CLASSES[item.name]
  const from = escapeInSet(item.from)
  return item.from === item.to ? from : `${from}-${escapeInSet(item.to)}`
}

/** RE2 knows the same properties; only its escapes differ. */
const RE2_CLASSES: typeof CLASSES = Object.fromEntries(
  Object.entries(CLASSES).map(([name, text]) => [
    name,
    text.replaceAll(/\\u([0-9a-f]{4})/g, '\\x{$1}').replace('\\0', '\\x00'),
  ]),
) as typeof CLASSES // The same keys.

function anchor(
  at: 'start' | 'end' | 'textStart' | 'textEnd',
  { separator, isMultiline, target }: SourceOptions,
): string {
  if (at === 'textStart') return target === 're2' ? '\\A' : '(?<![^])'
  if (at === 'textEnd') return target === 're2' ? '\\z' : '(?![^])'
  if (separator === undefined && !isMultiline) return at === 'start' ? '^' : '$'
  if (target === 're2') return at === 'start' ? '(?m:^)' : '(?m:$)'
  const other = separator === '\0' ? '[^\\x00]' : '[^\\n]'
  return at === 'start' ? `(?<!${other})` : `(?!${other})`
}

function wordAnchor(at: WordPlace, { target }: SourceOptions): string {
  if (target === 're2') return at === 'inside' ? '\\B' : '\\b'
  const start = `${NOT_WORD_BEFORE}${WORD_AFTER}`
  const end = `${WORD_BEFORE}${NOT_WORD_AFTER}`
  if (at === 'notAfter') return NOT_WORD_BEFORE
  if (at === 'notBefore') return NOT_WORD_AFTER
  if (at === 'start') return start
  if (at === 'end') return end
  if (at === 'edge') return `(?:${start}|${end})`
  return `(?:${WORD_BEFORE}${WORD_AFTER}|${NOT_WORD_BEFORE}${NOT_WORD_AFTER})`
}

function escapeChar(char: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : control(char)
}

function escapeInSet(char: string): string {
  return /[\\\]^[-]/.test(char) ? `\\${char}` : control(char)
}

function control(char: string): string {
  const code = char.codePointAt(0) ?? 0
  if (code < 32) return `\\x${code.toString(16).padStart(2, '0')}`
  return char
}
