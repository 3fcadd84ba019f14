/** An instruction file as a Markdown text: its comments, and the files that it imports. Code is neither. */
import { isAddress } from './config-file.ts'
import MarkdownIt, { type Token } from 'markdown-it'
import { INSTRUCTION_NESTING, INSTRUCTION_PATH_CHARS } from '../../limits.ts'

/**
 * Nothing is rendered. Of the inline rules only code spans and escapes count: emphasis or a link would take characters out of
 * a path. Only blocks with an `@` are looked at within. Each line may be asked about at each level of quotations and lists.
 */
const markdown = new MarkdownIt({ html: true }).set({ maxNesting: INSTRUCTION_NESTING })
markdown.core.ruler.enableOnly(['normalize', 'block'])
markdown.inline.ruler.enableOnly(['text', 'escape', 'backticks'])
markdown.inline.ruler2.enableOnly([])

/** As Markdown has them: without it, lines of the text and of its blocks differ. */
const LINE_END = /\r\n?|\n/

/** A path behind `@`, at the beginning of a line or behind a space or an opening bracket; what a backslash escapes belongs to it. */
const IMPORT = /(?:^|[\s([{'"])@((?:\\.|[^\s\\`])+)/g
/** A path begins like one: not a second `@`, and no sign. */
const PATH = /^(?:~\/|\.{0,2}\/|[\p{L}\p{N}._-])/u
/** Signs at the end of a sentence or a bracket are no part of a path. */
const BEHIND = new Set('.,;:!?)]}\'"')

/** The text without comments that stand as blocks; those in code, and those behind other text in their line, stay. */
export function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text
  const lines = text.split(LINE_END)
  const kept = new Map<number, string | undefined>()
  for (const { type, map } of markdown.parse(text, {})) {
    if (type !== 'html_block' || !map) continue
    const [from, to] = map
    const block = lines.slice(from, to).join('\n')
    if (!block.trimStart().startsWith('<!--')) continue
    // Text behind it on its last line stays.
    const rest = behindComments(block)
    for (let line = from; line < to; line += 1) kept.set(line, undefined)
    if (rest !== '') kept.set(from, rest)
  }
  return lines.flatMap((line, index) => (kept.has(index) ? (kept.get(index) ?? []) : line)).join('\n')
}

/** Paths as they are written, in order, each once. */
export function importsIn(text: string): readonly string[] {
  if (!text.includes('@')) return []
  const found = new Set<string>()
  for (const { type, content } of markdown.parse(text, {})) {
    if (type !== 'inline' || !content.includes('@')) continue
    for (const [, path = ''] of proseOf(content).matchAll(IMPORT))
      for (const one of pathIn(path)) found.add(one)
  }
  return [...found]
}

/** As it was written, with a backtick where code stands. */
function proseOf(content: string): string {
  const tokens: Token[] = []
  markdown.inline.parse(content, markdown, {}, tokens)
  return tokens.map(written).join('')
}

function written({ type, content, markup }: Token): string {
  if (type === 'code_inline') return '`'
  if (type === 'hardbreak') return '\n'
  return type === 'text_special' ? markup : content
}

function behindComments(block: string): string {
  let rest = block.trim()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end < 0) return ''
    rest = rest.slice(end + '-->'.length).trimStart()
  }
  return rest
}

function pathIn(written: string): string[] {
  const [whole = ''] = written.split('#', 1)
  const path = withoutSignsBehind(whole.replaceAll(/\\(.)/g, '$1'))
  return PATH.test(path) && path !== '/' && path.length <= INSTRUCTION_PATH_CHARS && !isAddress(path)
    ? [path]
    : []
}

function withoutSignsBehind(path: string): string {
  let end = path.length
  while (BEHIND.has(path[end - 1] ?? '')) end -= 1
  return path.slice(0, end)
}
