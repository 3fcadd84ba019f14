/** Walks the syntax tree of an awk program. */
import type { Expr, Program, Rule, Statement } from './syntax-tree.ts'

/** All of a program: its rules with their patterns, and its functions. */
export function nodesOfProgram({ rules, functions }: Program): readonly (Expr | Statement)[] {
  return [...rules.flatMap(nodesOfRule), ...functions.flatMap(({ body }) => nodesOf(body))]
}

export function nodesOfRule({ pattern, body = [] }: Rule): readonly (Expr | Statement)[] {
  const tests =
    pattern.type === 'test' ? [pattern.test] : pattern.type === 'range' ? [pattern.from, pattern.to] : []
  return [...nodesOf(tests), ...nodesOf(body)]
}

/** The variables and arrays that it names itself. */
export function namesOf(node: Expr | Statement): readonly string[] {
  if (node.type === 'variable') return [node.name]
  if (node.type === 'for in') return [node.name, node.array.name]
  if (node.type === 'element' || node.type === 'in' || node.type === 'delete') return [node.array.name]
  return []
}

/** All of the tree, from the outside in. */
export function nodesOf(nodes: readonly (Expr | Statement | undefined)[]): readonly (Expr | Statement)[] {
  const found: (Expr | Statement)[] = []
  // A stack of its own: a program may be nested more deeply than calls can be.
  const open = nodes.toReversed()
  while (open.length > 0) {
    const node = open.pop()
    if (node === undefined) continue
    found.push(node)
    for (const child of childrenOf(node).toReversed()) open.push(child)
  }
  return found
}

function childrenOf(node: Expr | Statement): readonly (Expr | Statement | undefined)[] {
  switch (node.type) {
    case 'field':
      return [node.index]
    case 'element':
    case 'in':
      return [...node.array.path.flat(), ...node.key]
    case 'group':
    case 'unary':
    case 'expression':
      return [node.of]
    case 'assign':
      return [node.to, node.value]
    case 'step':
      return [node.on]
    case 'binary':
      return [node.left, node.right]
    case 'condition':
      return [node.test, node.yes, node.no]
    case 'call':
    case 'builtin':
      return node.args
    case 'indirect':
      return [node.name, ...node.args]
    case 'switch':
      return [node.of, ...node.cases.flatMap(({ test, body }) => [test, ...body])]
    case 'getline':
      return [node.source, node.to]
    case 'print':
    case 'printf':
      return [...node.args, node.to?.to]
    case 'block':
      return node.body
    case 'if':
      return [node.test, node.yes, node.no]
    case 'while':
    case 'do':
      return [node.test, node.body]
    case 'for':
      return [node.first, node.test, node.next, node.body]
    case 'for in':
      return [...node.array.path.flat(), node.body]
    case 'delete':
      return [...node.array.path.flat(), ...(node.key ?? [])]
    case 'exit':
    case 'return':
      return [node.value]
    default:
      return []
  }
}
