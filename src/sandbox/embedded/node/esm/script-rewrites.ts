import { Parser } from 'acorn'
import type { AnyNode } from 'acorn'
import { AWAIT_NAME, ITERATE_NAME } from '../async-context.ts'
import { childrenOf } from './scopes.ts'

/** Tells at a glance what is surely left as it is. */
export function mayNeedRewriting(source: string): boolean {
  return /\bimport\b|\bawait\b/.test(source)
}

/** Functions that replace syntax which only the engine could serve. */
interface RewriteNames {
  /** For `import()`. */
  readonly load: string
  /** Gets what `await` waits for. */
  readonly wait: string
  /** Gets what `for await` goes over. */
  readonly each: string
}

/** The names as parameters of a function around the code. */
export const HELPER_NAMES: RewriteNames = {
  load: '__vivarium_import',
  wait: AWAIT_NAME,
  each: ITERATE_NAME,
}
export const HELPER_PARAMETERS: string = [HELPER_NAMES.load, HELPER_NAMES.wait, HELPER_NAMES.each].join(',')

interface Insertion {
  readonly at: number
  readonly text: string
}

/** Wraps the operand of an `await` or `for await`, so that the asynchronous context survives it. */
export function contextInsertions(
  source: string,
  node: AnyNode,
  names: Pick<RewriteNames, 'wait' | 'each'>,
): Insertion[] {
  const around = (operand: AnyNode, name: string): Insertion[] => [
    // `await(a).b` has nothing between the two words that this makes.
    { at: operand.start, text: `${/\w/.test(source.charAt(operand.start - 1)) ? ' ' : ''}${name}(` },
    { at: operand.end, text: ')' },
  ]
  if (node.type === 'AwaitExpression') return around(node.argument, names.wait)
  if (node.type === 'ForOfStatement' && node.await) return around(node.right, names.each)
  return []
}

/**
 * Puts the names in place of `import(`, and around what is awaited. Text that does not parse comes back unchanged: the
 * engine then reports what is wrong with it.
 */
export function rewriteScript(source: string, names: RewriteNames): string {
  if (!mayNeedRewriting(source)) return source
  let program: AnyNode
  try {
    program = Parser.parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowHashBang: true,
    })
  } catch {
    // Not a script by this parser's grammar.
    return source
  }
  const edits: { readonly at: number; readonly end: number; readonly text: string }[] = []
  const visit = (node: AnyNode): void => {
    if (node.type === 'ImportExpression')
      edits.push({ at: node.start, end: node.start + 'import'.length, text: names.load })
    for (const { at, text } of contextInsertions(source, node, names)) edits.push({ at, end: at, text })
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  let text = ''
  let position = 0
  // At the same position insertions come before replacements.
  for (const edit of edits.sort((left, right) => left.at - right.at || left.end - right.end)) {
    text += source.slice(position, edit.at) + edit.text
    position = edit.end
  }
  return text + source.slice(position)
}
