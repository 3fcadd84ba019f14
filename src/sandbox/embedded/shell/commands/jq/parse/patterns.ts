/** Parses the destructuring patterns of `as`. */
import type { Grammar } from './grammar.ts'
import type { Pattern, PatternEntry } from '../syntax-tree.ts'
import { parseVariable } from './variables.ts'
import { parseKey } from './objects.ts'

export function parsePatterns(grammar: Grammar): readonly Pattern[] {
  grammar.tokens.wantWord('as')
  const patterns: Pattern[] = []
  do patterns.push(parsePattern(grammar))
  while (grammar.tokens.take('?//'))
  return patterns
}

function parsePattern(grammar: Grammar): Pattern {
  if (grammar.tokens.peek.type === 'variable') return { type: 'variable', name: parseVariable(grammar) }
  if (grammar.tokens.take('[')) {
    const items: Pattern[] = []
    do items.push(parsePattern(grammar))
    while (grammar.tokens.take(','))
    grammar.tokens.want(']')
    return { type: 'array', items }
  }
  if (!grammar.tokens.take('{')) throw grammar.tokens.unexpected("BINDING or '[' or '{'")
  const entries: PatternEntry[] = []
  do entries.push(parsePatternEntry(grammar))
  while (grammar.tokens.take(','))
  grammar.tokens.want('}')
  return { type: 'object', entries }
}

function parsePatternEntry(grammar: Grammar): PatternEntry {
  if (grammar.tokens.peek.type === 'variable') {
    const variable = parseVariable(grammar)
    const pattern = grammar.tokens.take(':') ? parsePattern(grammar) : undefined
    return { key: { type: 'literal', value: variable }, variable, pattern }
  }
  const key = parseKey(grammar)
  grammar.tokens.want(':')
  return { key, variable: undefined, pattern: parsePattern(grammar) }
}
