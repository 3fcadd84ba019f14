/**
 * Scripts in contexts of their own. A worker has one realm, so this is a subset: the code runs here, with the context
 * object in front of the globals. What it sets or declares by `var` or `function` lands in that object; what it
 * declares by `let`, `const` or `class` ends with the script; the language's objects are those of this realm.
 */
import { Parser } from 'acorn'
import type { AnyNode, Program } from 'acorn'
import { awaitInContext, iterateInContext } from '../../async-context.ts'
import { LANGUAGE } from '../../browser-globals.ts'
import { HELPER_NAMES, HELPER_PARAMETERS, rewriteScript } from '../../esm/script-rewrites.ts'
import { childrenOf } from '../../esm/scopes.ts'
import { rememberPrefix, sourceUrlComment, WRAPPER_COMMENT } from '../../errors/stack-trace.ts'

const indirectEval = globalThis.eval
const NativeProxy = globalThis.Proxy
const SCOPE = '__vivarium_scope'
const HOIST = '__vivarium_hoist'
const CODE = '__vivarium_code'
/** Runs text inside `with`; the text's functions become variables of this function, behind the context object. */
const RUNNER = `(function(${SCOPE},${CODE},${HOIST},${HELPER_PARAMETERS}){with(${SCOPE}){return eval(${CODE})}})${WRAPPER_COMMENT}`

/** A new context natively has the language's globals and none of Node's. */
function isBuiltIn(name: string): boolean {
  return LANGUAGE.has(name) || name === 'WebAssembly'
}

interface SandboxScript {
  readonly text: string
  readonly name: string
  /** Place of the script in its file: lines above it, and characters before it. */
  readonly line: number
  readonly column: number
  /** Characters of its first line that are ours. */
  readonly added?: number
}

/** The value of the script's last statement. Throws what the script throws. */
export function runInSandbox(
  { text, name, line, column, added = 0 }: SandboxScript,
  sandbox: object,
  load: unknown,
): unknown {
  const names = namesOf(text)
  for (const variable of names.variables)
    if (!(variable in sandbox)) Reflect.set(sandbox, variable, undefined)
  const { directive, functions } = names
  const scope = new Scope(names.assigned, directive !== '')
  // On the first line, so that the lines of the script stay what they are.
  const prologue = functions.length === 0 ? '' : `${directive}${HOIST}(()=>({${functions.join(',')}}));`
  rememberPrefix(name, line === 0 ? prologue.length + added : 0)
  const place = '\n'.repeat(line) + ' '.repeat(column)
  const code = prologue + place + rewriteScript(text, HELPER_NAMES) + sourceUrlComment(name)
  const value = newRunner().call(
    sandbox,
    scope.over(sandbox),
    code,
    (read: () => object) => Object.assign(sandbox, scope.behind(read)),
    load,
    awaitInContext,
    iterateInContext,
  )
  return names.isOnlyFunctions ? undefined : value
}

/** The value of a strict expression whose free names are the context's. */
export function evaluateInSandbox(code: string, sandbox: object): unknown {
  return newRunner().call(undefined, new Scope(new Set(), true).over(sandbox), code)
}

function newRunner(): (...args: unknown[]) => unknown {
  // The text is that of a function.
  return indirectEval(RUNNER) as (...args: unknown[]) => unknown
}

/**
 * The context object first, then the language's globals. Names that are nowhere are left to the engine, which throws
 * or says `undefined` to `typeof`; of Node's globals `typeof` must say that too, so they read as undefined.
 */
class Scope {
  readonly #assigned: ReadonlySet<string>
  readonly #isStrict: boolean
  #isOpen = false

  constructor(assigned: ReadonlySet<string>, isStrict: boolean) {
    this.#assigned = assigned
    this.#isStrict = isStrict
  }

  over(sandbox: object): object {
    return new NativeProxy(sandbox, {
      has: (target, key) =>
        !this.#isOpen && (key in target || key in globalThis || this.#assigned.has(String(key))),
      get: (target, key) => {
        if (key === Symbol.unscopables) return undefined
        // Test runners copy all that the context lacks, and natively this is none of it.
        if (key === 'Function' && (Reflect.get(target, key) ?? Function) === Function)
          return functionOf(target)
        if (key in target) return Reflect.get(target, key)
        if (key === 'globalThis') return target
        return isBuiltIn(String(key)) ? Reflect.get(globalThis, key) : undefined
      },
      set: (target, key, value) => {
        const isSet = Reflect.set(target, key, value)
        // The engine's own error would mention the proxy.
        if (!isSet && this.#isStrict)
          throw new TypeError(`Cannot assign to read only property '${String(key)}' of object '#<Object>'`)
        return isSet
      },
    })
  }

  /** Runs `read` with names that resolve past the context object. */
  behind<T>(read: () => T): T {
    this.#isOpen = true
    try {
      return read()
    } finally {
      this.#isOpen = false
    }
  }
}

type NewTarget = Parameters<typeof Reflect.construct>[2]

const functionConstructors = new WeakMap<object, unknown>()

/** `new Function(…)` as that context has it: free names, and `this` where nobody says it, are the context's. */
function functionOf(sandbox: object): unknown {
  const known = functionConstructors.get(sandbox)
  if (known !== undefined) return known
  const compile = (args: readonly unknown[], newTarget?: NewTarget): object => {
    const texts = args.map(String)
    // Also tells what is wrong with the text, in the engine's words.
    const own = newTarget === undefined || newTarget === constructor ? Function : newTarget
    const plain = Reflect.construct(Function, texts, own)
    const body = texts.pop() ?? ''
    const made = evaluateInSandbox(`(function anonymous(${texts.join(',')}\n) {\n${body}\n})`, sandbox)
    if (typeof made !== 'function') throw new TypeError('The text of a function has made none.')
    Object.setPrototypeOf(made, Object.getPrototypeOf(plain))
    return new NativeProxy(made, {
      apply: (target, receiver: unknown, given: unknown[]) =>
        Reflect.apply(target, receiver ?? sandbox, given),
    })
  }
  const constructor: unknown = new NativeProxy(Function, {
    apply: (_target, _receiver, args: unknown[]) => compile(args),
    construct: (_target, args: unknown[], newTarget) => compile(args, newTarget),
  })
  functionConstructors.set(sandbox, constructor)
  return constructor
}

interface Names {
  /** Declared by `var` at the top, or in a block of it. */
  readonly variables: readonly string[]
  /** Declared by `function` at the top. */
  readonly functions: readonly string[]
  /** Set anywhere: where no function of the script declares them, they are the context's. */
  readonly assigned: ReadonlySet<string>
  readonly directive: string
  readonly isOnlyFunctions: boolean
}

function namesOf(source: string): Names {
  const assigned = new Set<string>()
  const variables = new Set<string>()
  const visit = (node: AnyNode, isInFunction: boolean): void => {
    const isLoop = node.type === 'ForInStatement' || node.type === 'ForOfStatement'
    if (node.type === 'AssignmentExpression' || isLoop) addTargets(node.left, assigned)
    if (node.type === 'VariableDeclaration' && node.kind === 'var' && !isInFunction)
      for (const { id } of node.declarations) addTargets(id, variables)
    const isFunction = /Function/.test(node.type)
    for (const child of childrenOf(node)) visit(child, isInFunction || isFunction)
  }
  const program = parse(source)
  if (program) visit(program, false)
  const body = program?.body ?? []
  const [first] = body
  return {
    assigned,
    variables: [...variables],
    functions: body.flatMap((statement) =>
      statement.type === 'FunctionDeclaration' ? [statement.id.name] : [],
    ),
    directive:
      first?.type === 'ExpressionStatement' && first.directive === 'use strict' ? `'use strict';` : '',
    isOnlyFunctions: body.length > 0 && body.every(({ type }) => type === 'FunctionDeclaration'),
  }
}

function parse(source: string): Program | undefined {
  try {
    return Parser.parse(source, { ecmaVersion: 'latest', allowHashBang: true })
  } catch {
    // Running it reports why.
    return undefined
  }
}

/** The names that a pattern binds or sets. */
function addTargets(pattern: AnyNode, names: Set<string>): void {
  if (pattern.type === 'Identifier') names.add(pattern.name)
  else if (pattern.type === 'Property') addTargets(pattern.value, names)
  else if (pattern.type === 'AssignmentPattern') addTargets(pattern.left, names)
  else if (/Pattern$|^RestElement$/.test(pattern.type))
    for (const child of childrenOf(pattern)) addTargets(child, names)
}
