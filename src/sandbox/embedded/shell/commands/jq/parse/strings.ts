/** Strings with what is put into them, and formats. */
import type { Grammar } from './grammar.ts'
import type { Node } from '../syntax-tree.ts'
import { parseJson, JsonError } from '../json-reader.ts'
import { JqCompileError } from '../jq-error.ts'

export function parseFormatted(grammar: Grammar): Node {
  const name = grammar.tokens.next().text.slice(1)
  return grammar.tokens.peek.type === 'quote' ? parseString(grammar, name) : { type: 'format', name }
}

export function parseString(grammar: Grammar, format: string | undefined): Node {
  grammar.tokens.next()
  const parts: (string | Node)[] = []
  for (;;) {
    const { raw, at, isEnd } = grammar.tokens.stringPart()
    if (raw !== '') parts.push(unescape(raw, at))
    if (isEnd) break
    parts.push(grammar.pipe())
    // The text goes on right behind the parenthesis: no token may be read ahead.
    if (!grammar.tokens.is(')')) throw grammar.tokens.unexpected("QQSTRING_INTERP_END or '|' or ','")
    grammar.tokens.next()
  }
  const [only = ''] = parts
  if (parts.length <= 1 && typeof only === 'string') return { type: 'literal', value: only }
  return { type: 'string', format, parts }
}

function unescape(raw: string, at: number): string {
  // A program's strings may have what JSON wants escaped.
  const json = raw
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\t', String.raw`\t`)
  try {
    const value = parseJson(`"${json}"`)
    if (typeof value === 'string') return value
    throw new JsonError('not a string')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new JqCompileError(`${error.message} (while parsing '"${raw}"')`, at, raw.length)
  }
}
