/** Calls of functions: of the program's own, and of those that jq has. */
import { bindClosure, bindValue, many, single, type Closure, type Env, type Filter } from './filter.ts'
import { JqCompileError } from './jq-error.ts'
import {
  envAt,
  findFunction,
  NO_SCOPE,
  withFunction,
  withValue,
  type Compile,
  type FunctionEntry,
  type Scope,
} from './scope.ts'
import type { Definition, Node } from './syntax-tree.ts'
import type { Value } from './value.ts'

/** Works on the input and one value for each argument. */
export type Native = (value: Value, ...args: Value[]) => Value
/** Makes a filter of the arguments' filters. */
export type Form = (...args: Filter[]) => Filter

/** Resolves jq's builtins, by `name/number of arguments`. */
export interface Resolver {
  native(name: string): Native | undefined
  form(name: string): Form | undefined
  definition(name: string): Definition | undefined
  /** A variable that is there from the start. */
  variable(name: string): (() => Value) | undefined
}

interface Tools {
  readonly compile: Compile
  readonly resolver: Resolver
}

const library = new WeakMap<Resolver, Map<string, FunctionEntry>>()

export function compileCall(node: Extract<Node, { type: 'call' }>, scope: Scope, tools: Tools): Filter {
  const { resolver, compile } = tools
  const name = `${node.name}/${node.args.length}`
  const found = findFunction(scope, name)
  if (found !== undefined && found.entry === undefined) return callParameter(found.steps)
  if (found?.entry !== undefined)
    return callFunction(found.entry, found.steps, { ...tools, args: node.args, scope })
  const form = resolver.form(name)
  if (form !== undefined) return form(...node.args.map((arg) => compile(arg, scope)))
  const native = resolver.native(name)
  if (native !== undefined)
    return callNative(
      native,
      node.args.map((arg) => compile(arg, scope)),
    )
  const entry = libraryFunction(name, resolver)
  if (entry !== undefined) return callFunction(entry, scope.level, { ...tools, args: node.args, scope })
  throw new JqCompileError(`${name} is not defined`, node.span.at, node.span.length)
}

function libraryFunction(name: string, resolver: Resolver): FunctionEntry | undefined {
  const entries = library.get(resolver) ?? new Map<string, FunctionEntry>()
  library.set(resolver, entries)
  const known = entries.get(name)
  if (known !== undefined) return known
  const definition = resolver.definition(name)
  if (definition === undefined) return undefined
  const inside = withFunction(NO_SCOPE, definition)
  if (inside.entry?.kind !== 'function') return undefined
  entries.set(name, inside.entry.entry)
  return inside.entry.entry
}

function callParameter(steps: number): Filter {
  return {
    one: undefined,
    each: (value, env, emit) => {
      const closure = envAt(env, steps)?.closure
      closure?.filter.each(value, closure.env, emit)
    },
    places: (place, env, emit) => {
      const closure = envAt(env, steps)?.closure
      closure?.filter.places(place, closure.env, emit)
    },
  }
}

function callFunction(
  entry: FunctionEntry,
  steps: number,
  call: Tools & { readonly args: readonly Node[]; readonly scope: Scope },
): Filter {
  const { params } = entry.definition
  const args = call.args.map((arg) => argument(arg, call))
  const body = bodyOf(entry, call.compile)
  if (params.length === 0 && body !== undefined)
    return {
      one: body.one && ((value, env) => body.one?.(value, envAt(env, steps)) ?? null),
      each: (value, env, emit) => body.each(value, envAt(env, steps), emit),
      places: (place, env, emit) => body.places(place, envAt(env, steps), emit),
    }
  const compiled = (): Filter => {
    if (typeof entry.compiled === 'object') return entry.compiled
    throw new Error(`${entry.definition.name} runs before it is compiled`)
  }
  /** Values for `$name` come first to last, each within the one before. */
  const enter = (value: Value, env: Env | undefined, run: (own: Env | undefined) => void): void => {
    let own = envAt(env, steps)
    const closures = args.map((make) => make(env))
    for (const closure of closures) own = bindClosure(own, closure)
    const from = (at: number, inside: Env | undefined): void => {
      const closure = closures[at]
      if (closure === undefined) run(inside)
      else if (params[at]?.startsWith('$'))
        closure.filter.each(value, closure.env, (given) => from(at + 1, bindValue(inside, given)))
      else from(at + 1, inside)
    }
    from(0, own)
  }
  return {
    one: undefined,
    each: (value, env, emit) => enter(value, env, (own) => compiled().each(value, own, emit)),
    places: (place, env, emit) => enter(place.value, env, (own) => compiled().places(place, own, emit)),
  }
}

/** A parameter that is handed on is not wrapped again. */
function argument(
  node: Node,
  { compile, scope }: { compile: Compile; scope: Scope },
): (env: Env | undefined) => Closure {
  const handedOn =
    node.type === 'call' && node.args.length === 0 ? findFunction(scope, `${node.name}/0`) : undefined
  const filter = compile(node, scope)
  if (handedOn === undefined || handedOn.entry !== undefined) return (env) => ({ filter, env })
  return (env) => envAt(env, handedOn.steps)?.closure ?? { filter, env }
}

/** Undefined while it is being compiled: it calls itself. */
function bodyOf(entry: FunctionEntry, compile: Compile): Filter | undefined {
  if (entry.compiled === 'running') return undefined
  if (entry.compiled !== undefined) return entry.compiled
  entry.compiled = 'running'
  const { params, body } = entry.definition
  const names = params.map((param) => param.replace('$', ''))
  let inside = names.reduce((up, name) => withValue(up, 'closure', name), entry.scope)
  for (const param of params)
    if (param.startsWith('$')) inside = withValue(inside, 'variable', param.slice(1))
  entry.compiled = compile(body, inside)
  return entry.compiled
}

/** Once for each combination of the arguments' results; the last argument is the outermost loop. */
function callNative(native: Native, args: readonly Filter[]): Filter {
  const [first, second] = args
  if (first === undefined) return single((value) => native(value))
  const ones = args.map((arg) => arg.one)
  const [one, other] = ones
  if (second === undefined && one !== undefined) return single((value, env) => native(value, one(value, env)))
  if (args.length === 2 && one !== undefined && other !== undefined)
    return single((value, env) => {
      const last = other(value, env)
      return native(value, one(value, env), last)
    })
  return many((value, env, emit) => {
    const from = (at: number, given: readonly Value[]): void => {
      const arg = args[at]
      if (arg === undefined) emit(native(value, ...given))
      else arg.each(value, env, (result) => from(at - 1, [result, ...given]))
    }
    from(args.length - 1, [])
  })
}
