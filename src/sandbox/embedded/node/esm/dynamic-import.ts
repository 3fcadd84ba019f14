import { Parser } from 'acorn'
import type { AnyNode } from 'acorn'
import { childrenOf } from './scopes.ts'

const MAYBE_IMPORT = /\bimport\b/

/**
 * Replaces `import(` by a call of `name` in a script. Text that does not parse comes back unchanged: the engine
 * then reports what is wrong with it.
 */
export function rewriteDynamicImports(source: string, name: string): string {
  if (!MAYBE_IMPORT.test(source)) return source
  let program: AnyNode
  try {
    program = Parser.parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowHashBang: true,
    }) as AnyNode
  } catch {
    // Not a script by this parser's grammar.
    return source
  }
  const starts: number[] = []
  const visit = (node: AnyNode): void => {
    if (node.type === 'ImportExpression') starts.push(node.start)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  let text = ''
  let position = 0
  for (const start of starts.sort((left, right) => left - right)) {
    text += source.slice(position, start) + name
    position = start + 'import'.length
  }
  return text + source.slice(position)
}
