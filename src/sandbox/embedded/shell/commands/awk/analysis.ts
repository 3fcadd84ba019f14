/** Which names are arrays, and which functions wait for something. */
import { CommandError } from '../../../../contract/command-error.ts'
import { SPECIAL_ARRAYS } from './compile/special.ts'
import { namesOf, nodesOf, nodesOfRule } from '../../../../languages/awk/nodes.ts'
import type { AwkFunction, Expr, Program, Statement } from '../../../../languages/awk/syntax-tree.ts'

export interface Analysis {
  /** By function (empty: outside): the names that are arrays. */
  readonly arrays: ReadonlyMap<string, ReadonlySet<string>>
  readonly waiting: ReadonlySet<string>
  /** Names outside of functions, arrays among them. */
  readonly globals: ReadonlySet<string>
}

const WAITING = new Set(['system', 'close', 'fflush'])
/** Which arguments of a function are arrays. */
const ARRAY_ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  split: [1, 3],
  patsplit: [1, 3],
  match: [2],
  asort: [0, 1],
  asorti: [0, 1],
}

export function analyse(program: Program, special: ReadonlySet<string>): Analysis {
  const functions = new Map(program.functions.map((own) => [own.name, own]))
  const arrays = new Map<string, Set<string>>([['', new Set(SPECIAL_ARRAYS)]])
  for (const own of program.functions) arrays.set(own.name, new Set())
  const waiting = new Set<string>()
  const globals = new Set<string>()
  const bodies: { readonly own: AwkFunction | undefined; readonly nodes: readonly (Expr | Statement)[] }[] = [
    ...program.functions.map((own) => ({ own, nodes: nodesOf(own.body) })),
    { own: undefined, nodes: program.rules.flatMap(nodesOfRule) },
  ]
  /** Scope of a name used in a body: its function, or '' for a global. */
  const scope = (name: string, own: AwkFunction | undefined): string =>
    own?.params.includes(name) ? own.name : ''
  let hasChanged = true
  const mark = (name: string, own: AwkFunction | undefined): void => {
    const set = arrays.get(scope(name, own))
    if (set === undefined || set.has(name)) return
    set.add(name)
    hasChanged = true
  }
  const markArguments = (node: Extract<Expr, { type: 'call' }>, own: AwkFunction | undefined): void => {
    const callee = functions.get(node.name)
    if (callee === undefined) throw new CommandError(`function ${node.name} is not defined`, 2)
    if (node.args.length > callee.params.length)
      throw new CommandError(`function ${node.name} called with more arguments than it has`, 2)
    for (const [at, arg] of node.args.entries()) {
      const param = callee.params[at] ?? ''
      if (arg.type !== 'variable') continue
      if (arrays.get(callee.name)?.has(param)) mark(arg.name, own)
      else if (arrays.get(scope(arg.name, own))?.has(arg.name)) mark(param, callee)
    }
  }
  const examine = (node: Expr | Statement, own: AwkFunction | undefined): void => {
    for (const name of arraysOf(node)) mark(name, own)
    if (node.type === 'call') markArguments(node, own)
    if (own === undefined || waiting.has(own.name) || !waits(node, waiting)) return
    waiting.add(own.name)
    hasChanged = true
  }
  while (hasChanged) {
    hasChanged = false
    for (const { own, nodes } of bodies) for (const node of nodes) examine(node, own)
  }
  for (const { own, nodes } of bodies)
    for (const node of nodes)
      for (const name of namesOf(node)) if (scope(name, own) === '' && !special.has(name)) globals.add(name)
  return { arrays, waiting, globals }
}

/** Names that can only be those of arrays. */
function arraysOf(node: Expr | Statement): readonly string[] {
  if (node.type === 'element' || node.type === 'in' || node.type === 'for in' || node.type === 'delete')
    return [node.array.name]
  if (node.type !== 'builtin') return []
  return (ARRAY_ARGUMENTS[node.name] ?? []).flatMap((at) => {
    const argument = node.args[at]
    return argument?.type === 'variable' ? [argument.name] : []
  })
}

function waits(node: Expr | Statement, waiting: ReadonlySet<string>): boolean {
  if (node.type === 'getline' || node.type === 'indirect') return true
  return (
    (node.type === 'builtin' && WAITING.has(node.name)) || (node.type === 'call' && waiting.has(node.name))
  )
}
