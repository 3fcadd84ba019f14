/**
 * `contextify`: compiling scripts and functions. A worker has one global, so contexts of their own are a subset:
 * the code runs in this realm with the context object's properties in front of the globals.
 */
import { Parser } from 'acorn'
import type { NodeContext } from '../context.ts'
import { rewriteDynamicImports } from '../esm/dynamic-import.ts'
import { rememberPrefix, sourceUrlComment } from '../stack-trace.ts'
import { decorateSyntaxError } from '../syntax-error.ts'
import type { Binding } from './binding.ts'
import { toNodeBuffer } from './buffer.ts'
import { importDynamically } from './module-wrap.ts'

const indirectEval = globalThis.eval
const NativeProxy = globalThis.Proxy
const IMPORT = '__vivarium_import'
/** Syntax that only a module has, or that only its wrapper allows. */
const MODULE_HINT = /\b(?:import|export|await)\b/

interface Script {
  readonly source: string
  readonly name: string
  readonly hostOption: unknown
}

function importer(context: NodeContext, { name, hostOption }: Script) {
  const id =
    typeof hostOption === 'symbol' ? hostOption : context.perIsolateSymbols['vm_dynamic_import_missing_flag']
  return (specifier: unknown, options?: unknown) =>
    importDynamically(context, { id, referrer: name }, [specifier, options])
}

/** A "#!" line is a comment in a file but not inside a function. */
function withoutHashBang(source: string): string {
  return source.startsWith('#!') ? `//${source.slice(2)}` : source
}

function compileFunction(
  context: NodeContext,
  script: Script,
  parameters: readonly string[],
): (...args: unknown[]) => unknown {
  const { source, name } = script
  const prefix = `(function(${IMPORT}){return function (${parameters.join(', ')}) {`
  rememberPrefix(name, prefix.length)
  const body = rewriteDynamicImports(withoutHashBang(source), IMPORT)
  try {
    const outer = indirectEval(`${prefix}${body}\n}})${sourceUrlComment(name)}`) as (
      load: unknown,
    ) => (...args: unknown[]) => unknown
    return outer(importer(context, script))
  } catch (error) {
    throw decorateSyntaxError(context, error, { name, source, script: true })
  }
}

function parses(source: string, sourceType: 'module' | 'script'): boolean {
  try {
    Parser.parse(source, {
      ecmaVersion: 'latest',
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: sourceType === 'script',
    })
    return true
  } catch {
    // A syntax error is the answer.
    return false
  }
}

/** As native Node: text that fails as CommonJS and succeeds as a module is one. */
function containsModuleSyntax(source: string): boolean {
  return MODULE_HINT.test(source) && !parses(source, 'script') && parses(source, 'module')
}

function sourceMapOf(source: string): string | undefined {
  return /^\/\/[#@] sourceMappingURL=(\S+)\s*$/m.exec(source)?.[1]
}

const CJS_PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname']

/** The context object first, then the worker's globals; writes of new names land in the context object. */
function scopeOf(context: object): object {
  return new NativeProxy(context, {
    has: () => true,
    get: (target, key) => {
      if (key === Symbol.unscopables) return undefined
      if (key in target) return Reflect.get(target, key) as unknown
      if (key === 'globalThis') return target
      if (key in globalThis && BUILT_INS.has(String(key)))
        return (globalThis as Record<PropertyKey, unknown>)[key]
      throw new ReferenceError(`${String(key)} is not defined`)
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  })
}

/** A new context natively has the language's globals and none of Node's. */
const BUILT_INS = new Set(
  Object.getOwnPropertyNames(globalThis).filter((key) =>
    /^(?:Object|Function|Array|Number|parseFloat|parseInt|Infinity|NaN|undefined|Boolean|String|Symbol|Date|Promise|RegExp|Error|AggregateError|EvalError|RangeError|ReferenceError|SyntaxError|TypeError|URIError|JSON|Math|Intl|ArrayBuffer|Atomics|\w*Array|DataView|Map|BigInt|Set|Iterator|WeakMap|WeakSet|WeakRef|Proxy|Reflect|FinalizationRegistry|SharedArrayBuffer|decodeURI|decodeURIComponent|encodeURI|encodeURIComponent|escape|unescape|eval|isFinite|isNaN|WebAssembly)$/.test(
      key,
    ),
  ),
)

/** Top-level declarations of a script become properties of its context. */
function declaredNames(source: string): string[] {
  try {
    const program = Parser.parse(source, { ecmaVersion: 'latest', allowHashBang: true })
    return program.body.flatMap((statement) => {
      if (statement.type === 'FunctionDeclaration') return [statement.id.name]
      if (statement.type !== 'VariableDeclaration' || statement.kind !== 'var') return []
      return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    })
  } catch {
    // It did not parse; running it reports why.
    return []
  }
}

function runInContext(context: NodeContext, script: Script, sandbox: object): unknown {
  const text = rewriteDynamicImports(withoutHashBang(script.source), IMPORT)
  for (const name of declaredNames(script.source))
    if (!(name in sandbox)) Reflect.set(sandbox, name, undefined)
  const prefix = `(function(__vivarium_scope,${IMPORT}){with(__vivarium_scope){return eval(`
  const run = indirectEval(`${prefix}${JSON.stringify(text + sourceUrlComment(script.name))})}})`) as (
    scope: object,
    load: unknown,
  ) => unknown
  return run.call(sandbox, scopeOf(sandbox), importer(context, script))
}

export function contextify(context: NodeContext, binding: Binding): void {
  const hostOptionSymbol = context.privateSymbols['host_defined_option_symbol'] ?? Symbol('host')
  const contextSymbol = context.privateSymbols['contextify_context_private_symbol'] ?? Symbol('context')

  class ContextifyScript {
    readonly #script: Script
    readonly sourceMapURL: string | undefined
    cachedDataRejected: boolean | undefined

    constructor(source: string, name: string, ...rest: unknown[]) {
      this.#script = { source, name, hostOption: rest[5] }
      Object.assign(this, { [hostOptionSymbol]: rest[5] })
      this.sourceMapURL = sourceMapOf(source)
      if (rest[2] !== undefined) this.cachedDataRejected = true
      this.#check()
    }

    createCachedData(): Uint8Array {
      return toNodeBuffer(context, new Uint8Array(0))
    }

    runInContext(sandbox: object | null): unknown {
      if (sandbox !== null) return runInContext(context, this.#script, sandbox)
      const { source, name } = this.#script
      const text = rewriteDynamicImports(withoutHashBang(source), `globalThis[Symbol.for('vivarium.import')]`)
      ;(globalThis as Record<symbol, unknown>)[Symbol.for('vivarium.import')] = importer(
        context,
        this.#script,
      )
      return indirectEval(text + sourceUrlComment(name)) as unknown
    }

    /** Compiling must fail here and not when run; a body that is never called is enough for the engine. */
    #check(): void {
      const { source, name } = this.#script
      try {
        if (!parses(source, 'script')) indirectEval(`(function(){${withoutHashBang(source)}\n})`)
      } catch (error) {
        throw decorateSyntaxError(context, error, { name, source, script: true })
      }
    }
  }

  Object.assign(binding, {
    ContextifyScript,
    makeContext: (sandbox: object | symbol, ...rest: unknown[]) => {
      const target = typeof sandbox === 'symbol' ? {} : sandbox
      Object.assign(target, { [contextSymbol]: target, [hostOptionSymbol]: rest[5] })
      return target
    },
    compileFunction: (source: string, name: string, ...rest: unknown[]) => {
      const script = { source, name, hostOption: rest[7] }
      const parameters = (rest[6] as readonly string[] | undefined) ?? []
      const compiled = compileFunction(context, script, parameters)
      Object.assign(compiled, { [hostOptionSymbol]: script.hostOption })
      return { function: compiled, sourceMapURL: sourceMapOf(source) }
    },
    compileFunctionForCJSLoader: (source: string, name: string, _isSea: boolean, detect: boolean) => {
      const hostOption = context.perIsolateSymbols['vm_dynamic_import_default_internal']
      try {
        const compiled = compileFunction(context, { source, name, hostOption }, CJS_PARAMETERS)
        return {
          cachedDataRejected: false,
          sourceMapURL: sourceMapOf(source),
          canParseAsESM: false,
          function: compiled,
        }
      } catch (error) {
        if (detect && containsModuleSyntax(source)) return { cachedDataRejected: false, canParseAsESM: true }
        throw error
      }
    },
    containsModuleSyntax: (source: string) => containsModuleSyntax(source),
    startSigintWatchdog: () => undefined,
    stopSigintWatchdog: () => false,
    watchdogHasPendingSigint: () => false,
  })
}
