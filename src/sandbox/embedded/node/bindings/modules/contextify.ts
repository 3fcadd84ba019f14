/**
 * `contextify`: compiling scripts and functions.
 */
import { Parser } from 'acorn'
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { awaitInContext, iterateInContext } from '../../async-context.ts'
import { keepDeclarations } from '../../esm/prompt-declarations.ts'
import { keptRewrite } from '../../esm/kept-transforms.ts'
import { HELPER_PARAMETERS, rewriteScript } from '../../esm/script-rewrites.ts'
import { rememberPrefix, sourceUrlComment } from '../../errors/stack-trace.ts'
import { decorateError } from '../../errors/decorate-error.ts'
import { decorateSyntaxError } from '../../errors/syntax-error.ts'
import type { Binding } from '../binding.ts'
import { toNodeBuffer } from '../buffer.ts'
import { importDynamically } from './module-wrap.ts'
import { runInSandbox } from './vm-context.ts'

const indirectEval = globalThis.eval
/** For scripts, whose declarations must be global: no function is around them. */
const GLOBAL_NAMES = {
  load: `globalThis[Symbol.for('vivarium.import')]`,
  wait: `globalThis[Symbol.for('vivarium.await')]`,
  each: `globalThis[Symbol.for('vivarium.each')]`,
}
/** Syntax that only a module has, or that only its wrapper allows. */
const MODULE_HINT = /\b(?:import|export|await)\b/

/** How the library names what is typed at its prompt. */
const PROMPT_LINE = /^REPL\d+$/

interface Script {
  readonly source: string
  readonly name: string
  readonly hostOption: unknown
}

/** Lines and characters that a script may stand below and behind, without text that would fill the memory. */
const MOST_OFFSET = 100_000

function offsetOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= MOST_OFFSET ? value : 0
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

/** Arguments of the native `compileFunction` after the text and its name. */
type CompileOptions = readonly [
  line: unknown,
  column: unknown,
  cachedData: unknown,
  producesCachedData: unknown,
  sandbox: unknown,
  extensions: unknown,
  parameters?: readonly string[],
  hostOption?: unknown,
]

interface Shape {
  readonly parameters: readonly string[]
  /** The text begins on a line of its own, as programs see it in the function's text. */
  readonly startsLine: boolean
}

function compileFunction(
  context: NodeContext,
  script: Script,
  { parameters, startsLine }: Shape,
): (...args: unknown[]) => unknown {
  const { source, name } = script
  // The engine compiles a function in brackets at once; others it reads twice.
  const prefix = `(function(${HELPER_PARAMETERS}){return (function (${parameters.join(', ')}) {${startsLine ? '\n' : ''}`
  if (startsLine) rememberPrefix(name, 0, 1)
  else rememberPrefix(name, prefix.length)
  const body = keptRewrite(syscalls(context), name, withoutHashBang(source))
  try {
    // The text is a function of the helpers that returns one.
    const outer = indirectEval(`${prefix}${body}\n})})${sourceUrlComment(name)}`) as (
      ...helpers: unknown[]
    ) => (...args: unknown[]) => unknown
    return outer(importer(context, script), awaitInContext, iterateInContext)
  } catch (error) {
    throw decorateSyntaxError(context, error, { name, source, script: true })
  }
}

/** One whose free names are the context's. */
function compileInSandbox(
  context: NodeContext,
  script: Script,
  { parameters, sandbox }: { readonly parameters: readonly string[]; readonly sandbox: object },
): unknown {
  const { source, name } = script
  const head = `(function (${parameters.join(', ')}) {`
  const text = `${head}${withoutHashBang(source)}\n})`
  try {
    const place = { name, line: 0, column: 0, added: head.length }
    return runInSandbox({ text, ...place }, sandbox, importer(context, script))
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

export function contextify(context: NodeContext, binding: Binding): void {
  const hostOptionSymbol = context.privateSymbols['host_defined_option_symbol'] ?? Symbol('host')
  const contextSymbol = context.privateSymbols['contextify_context_private_symbol'] ?? Symbol('context')

  class ContextifyScript {
    readonly #script: Script
    readonly #line: number
    readonly #column: number
    readonly sourceMapURL: string | undefined
    cachedDataRejected: boolean | undefined

    constructor(source: string, name: string, ...rest: unknown[]) {
      this.#script = { source, name, hostOption: rest[5] }
      this.#line = offsetOf(rest[0])
      this.#column = offsetOf(rest[1])
      Object.assign(this, { [hostOptionSymbol]: rest[5] })
      this.sourceMapURL = sourceMapOf(source)
      if (rest[2] !== undefined) this.cachedDataRejected = true
      this.#check()
    }

    createCachedData(): Uint8Array {
      return toNodeBuffer(context, new Uint8Array(0))
    }

    runInContext(sandbox: object | null, ...rest: readonly unknown[]): unknown {
      try {
        return sandbox === null ? this.#runHere() : this.#runIn(sandbox)
      } catch (error) {
        const [, displaysErrors] = rest
        const { source, name } = this.#script
        const place = { line: this.#line, column: this.#column }
        throw displaysErrors === true ? decorateError(context, error, { ...place, source, name }) : error
      }
    }

    #runIn(sandbox: object): unknown {
      const { source, name } = this.#script
      const script = { text: withoutHashBang(source), name, line: this.#line, column: this.#column }
      return runInSandbox(script, sandbox, importer(context, this.#script))
    }

    #runHere(): unknown {
      const { source, name } = this.#script
      const text =
        '\n'.repeat(this.#line) +
        ' '.repeat(this.#column) +
        rewriteScript(
          PROMPT_LINE.test(name) ? keepDeclarations(source) : withoutHashBang(source),
          GLOBAL_NAMES,
        )
      Object.assign(globalThis, {
        [Symbol.for('vivarium.import')]: importer(context, this.#script),
        [Symbol.for('vivarium.await')]: awaitInContext,
        [Symbol.for('vivarium.each')]: iterateInContext,
      })
      return indirectEval(text + sourceUrlComment(name))
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
    compileFunction: (source: string, name: string, ...rest: CompileOptions) => {
      const [, , , , sandbox, , parameters = [], hostOption] = rest
      const script = { source, name, hostOption }
      const compiled: unknown =
        typeof sandbox === 'object' && sandbox !== null
          ? compileInSandbox(context, script, { parameters, sandbox })
          : compileFunction(context, script, { parameters, startsLine: true })
      if (typeof compiled === 'function') Object.assign(compiled, { [hostOptionSymbol]: hostOption })
      return { function: compiled, sourceMapURL: sourceMapOf(source) }
    },
    compileFunctionForCJSLoader: (source: string, name: string, _isSea: boolean, detect: boolean) => {
      const hostOption = context.perIsolateSymbols['vm_dynamic_import_default_internal']
      try {
        const shape = { parameters: CJS_PARAMETERS, startsLine: false }
        const compiled = compileFunction(context, { source, name, hostOption }, shape)
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
    // Nothing stops an expression in its course here: an interrupt that it does not answer ends the process.
    startSigintWatchdog: () => true,
    stopSigintWatchdog: () => false,
    watchdogHasPendingSigint: () => false,
  })
}
