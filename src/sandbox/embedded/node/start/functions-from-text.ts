/**
 * `new Function(…)` and its kin. An `import()` in such text belongs natively to the script that called the
 * constructor; the engine of a worker would ask the network for it.
 */
import { importDynamically } from '../bindings/modules/module-wrap.ts'
import type { NodeContext } from '../context.ts'
import { awaitInContext, iterateInContext } from '../async-context.ts'
import { HELPER_NAMES, HELPER_PARAMETERS, rewriteScript } from '../esm/script-rewrites.ts'
import { captureCallSites } from '../errors/stack-trace.ts'

const NativeProxy = globalThis.Proxy
const indirectEval = globalThis.eval

/** Runs after the library has captured the native constructors. */
export function installFunctionConstructors(context: NodeContext): void {
  const kinds = [
    ['function', Function],
    ['async function', (async () => undefined).constructor],
    ['function*', function* () {}.constructor],
    ['async function*', async function* () {}.constructor],
  ] as const
  for (const [keyword, native] of kinds) {
    const wrapper = wrap(context, keyword, native)
    Object.defineProperty(native.prototype, 'constructor', {
      ...Object.getOwnPropertyDescriptor(native.prototype, 'constructor'),
      value: wrapper,
    })
  }
  Object.defineProperty(globalThis, 'Function', {
    value: Function.prototype.constructor,
    writable: true,
    configurable: true,
  })
}

function wrap(context: NodeContext, keyword: string, native: CallableFunction): CallableFunction {
  const wrapper: CallableFunction = new NativeProxy(native, {
    apply: (_target, _receiver, args: unknown[]) => compile(context, { keyword, native, args }),
    construct: (_target, args: unknown[], newTarget) =>
      compile(context, {
        keyword,
        native,
        args,
        newTarget: newTarget === wrapper ? native : newTarget,
      }),
  })
  return wrapper
}

interface Text {
  readonly keyword: string
  readonly native: CallableFunction
  readonly args: readonly unknown[]
  readonly newTarget?: CallableFunction
}

function compile(context: NodeContext, { keyword, native, args, newTarget = native }: Text): object {
  const texts = args.map(String)
  // Also tells what is wrong with the text, in the engine's words.
  const compiled: object = Reflect.construct(native, texts, newTarget)
  const body = texts.pop() ?? ''
  const source = `(${keyword} anonymous(${texts.join(',')}\n) {\n${body}\n})`
  const rewritten = rewriteScript(source, HELPER_NAMES)
  if (rewritten === source) return compiled
  const id = context.perIsolateSymbols['vm_dynamic_import_default_internal']
  const referrer = captureCallSites(1)[0]?.scriptName ?? ''
  const outer: (...helpers: unknown[]) => object = indirectEval(
    `(function(${HELPER_PARAMETERS}){return ${rewritten}})`,
  )
  const load = (specifier: unknown, options?: unknown) =>
    importDynamically(context, { id, referrer }, [specifier, options])
  const made = outer(load, awaitInContext, iterateInContext)
  return Object.setPrototypeOf(made, Reflect.getPrototypeOf(compiled))
}
