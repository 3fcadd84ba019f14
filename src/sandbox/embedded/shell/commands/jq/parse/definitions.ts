/** `def`, `import` and `include`. */
import type { Grammar } from './grammar.ts'
import type { Import, Definition, Node } from '../syntax-tree.ts'
import { parseTerm } from './terms.ts'
import { isObject, isArray } from '../value.ts'
import { parseString } from './strings.ts'
import { JqCompileError } from '../jq-error.ts'

export function parseImport(grammar: Grammar): Import {
  const isInclude = grammar.tokens.next().text === 'include'
  const path = constantString(grammar)
  let as: string | undefined
  let isData = false
  if (!isInclude) {
    grammar.tokens.wantWord('as')
    const token = grammar.tokens.next()
    isData = token.type === 'variable'
    if (!isData && token.type !== 'word') throw grammar.tokens.unexpected('BINDING or IDENT')
    as = isData ? token.text.slice(1) : token.text
  }
  const search: string[] = []
  if (!grammar.tokens.is(';')) {
    const metadata = constantOf(parseTerm(grammar))
    const found =
      metadata?.type === 'literal' && isObject(metadata.value) ? metadata.value.get('search') : null
    for (const one of isArray(found ?? null) ? [found].flat() : [found])
      if (typeof one === 'string') search.push(one)
  }
  grammar.tokens.want(';')
  return { path, as, isData, search }
}

function constantString(grammar: Grammar): string {
  if (grammar.tokens.peek.type !== 'quote') throw grammar.tokens.unexpected('QQSTRING_START')
  const node = parseString(grammar, undefined)
  if (node.type === 'literal' && typeof node.value === 'string') return node.value
  throw new JqCompileError('Import path must be constant')
}

export function parseDefinition(grammar: Grammar): Definition {
  grammar.tokens.wantWord('def')
  const { type, text } = grammar.tokens.peek
  if (type !== 'word') throw grammar.tokens.unexpected('IDENT')
  grammar.tokens.next()
  const params: string[] = []
  if (grammar.tokens.take('(')) {
    do {
      const token = grammar.tokens.peek
      if (token.type !== 'word' && token.type !== 'variable') throw grammar.tokens.unexpected()
      params.push(grammar.tokens.next().text)
    } while (grammar.tokens.take(';'))
    grammar.tokens.want(')')
  }
  grammar.tokens.want(':')
  const body = grammar.pipe()
  grammar.tokens.want(';')
  return { name: text, params, body }
}

/** An object of constants as the value that it is. */
function constantOf(node: Node): Node | undefined {
  if (node.type === 'literal') return node
  if (node.type !== 'object') return undefined
  const entries = node.entries.map(([key, value]) => [constantOf(key), constantOf(value)] as const)
  const map = new Map(
    entries.flatMap(([key, value]) =>
      key?.type === 'literal' && typeof key.value === 'string' && value?.type === 'literal'
        ? [[key.value, value.value] as const]
        : [],
    ),
  )
  return { type: 'literal', value: map }
}
