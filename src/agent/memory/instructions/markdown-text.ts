/** An instruction file as a Markdown text: its comments, and the files that it imports. Code is neither. */
import { isAddress } from './config-file.ts'
import MarkdownIt, { type Token } from 'markdown-it'

/**
 * Nothing is rendered. Of the inline rules only code spans and escapes count: emphasis or a link would take characters out of
 * a path.
 */
const markdown = new MarkdownIt({ html: true })
markdown.inline.ruler.enableOnly(['text', 'escape', 'backticks'])
markdown.inline.ruler2.enableOnly([])
markdown.core.ruler.disable('text_join')

/** A path behind `@`, at the begin of a line or behind a space or an opening bracket; what a backslash escapes belongs to it. */
const IMPORT = /(?:^|[\s([{'"])@((?:\\.|[^\s\\`])+)/g
/** A path begins like one: not a second `@`, and no sign. */
const PATH = /^(?:~\/|\.{0,2}\/|[\p{L}\p{N}._-])/u
/** Signs at the end of a sentence or a bracket are no part of a path. */
const BEHIND = /[.,;:!?)\]}'"]+$/

/** The text without comments that stand as blocks; those in code, and those within a line, stay. */
export function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text
  const lines = text.split('\n')
  const kept = new Map<number, string | undefined>()
  for (const { type, map } of markdown.parse(text, {})) {
    if (type !== 'html_block' || !map) continue
    const [from, to] = map
    const block = lines.slice(from, to).join('\n')
    if (!block.trimStart().startsWith('<!--')) continue
    // Text behind the comment on its last line stays.
    const rest = block.slice(endOfComment(block)).trim()
    for (let line = from; line < to; line += 1) kept.set(line, undefined)
    if (rest !== '') kept.set(from, rest)
  }
  return lines.flatMap((line, index) => (kept.has(index) ? (kept.get(index) ?? []) : line)).join('\n')
}

/** Paths as they are written, in order, each once. */
export function importsIn(text: string): readonly string[] {
  if (!text.includes('@')) return []
  const found = new Set<string>()
  for (const { children } of markdown.parse(text, {}))
    for (const [, path = ''] of proseOf(children ?? []).matchAll(IMPORT))
      for (const one of pathIn(path)) found.add(one)
  return [...found]
}

/** As it was written, with a backtick where code stands. */
function proseOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, markup }) =>
      type === 'code_inline' ? '`' : type === 'text_special' ? markup : content,
    )
    .join('')
}

function endOfComment(block: string): number {
  const end = block.indexOf('-->')
  return end < 0 ? block.length : end + '-->'.length
}

function pathIn(written: string): string[] {
  const [whole = ''] = written.split('#')
  const path = whole.replaceAll(/\\(.)/g, '$1').replace(BEHIND, '')
  return PATH.test(path) && path !== '/' && !isAddress(path) ? [path] : []
}
