/** `module_wrap`: what the library's ES module loader needs of the engine, on our own graph. */
import { awaitInContext, iterateInContext } from '../../async-context.ts'
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { ModuleRecord, STATUS } from '../../esm/module-record.ts'
import type { ModuleBody } from '../../esm/module-record.ts'
import { keptTransform } from '../../esm/kept-transforms.ts'
import type { TransformedModule } from '../../esm/transform.ts'
import { rememberPrefix, sourceUrlComment } from '../../errors/stack-trace.ts'
import { decorateSyntaxError } from '../../errors/syntax-error.ts'
import type { Binding } from '../binding.ts'
import { evaluateInSandbox } from './vm-context.ts'

/** `requests` are the linked modules; the generator stops once after wiring its exports. */
type ModuleFactory = (
  ...helpers: [
    requests: readonly ModuleRecord[],
    meta: () => object,
    load: (specifier: unknown, options?: unknown) => Promise<unknown>,
    exports: (getters: Record<string, () => unknown>) => void,
    wait: typeof awaitInContext,
    each: typeof iterateInContext,
  ]
) => Iterator<unknown> | AsyncIterator<unknown>

const indirectEval = globalThis.eval

/** Attributes of an `import()` call's second argument. */
function importAttributes(options: unknown): Record<string, string> {
  const given = (options as { with?: Record<string, string> } | undefined)?.with
  return attributesOf(given)
}

/** As the library reads them: without inherited names. */
function attributesOf(given: Readonly<Record<string, string>> | undefined): Record<string, string> {
  // A new object has no field of another type.
  return Object.assign(Object.create(null) as Record<string, string>, given)
}

/** The library sets its prototype to null, so nothing may be inherited. */
class ModuleWrap {
  readonly url: string
  readonly record: ModuleRecord
  readonly sourceMapURL: string | undefined
  readonly sourceURL: string | undefined
  readonly #requests: readonly { specifier: string; attributes: Record<string, string> }[]
  readonly #synthetic = new Map<string, unknown>()
  readonly #syntheticNames: readonly string[] | undefined
  #isLinked = false
  callbackReferrer: unknown
  isMain: boolean | undefined
  async: boolean | undefined

  constructor(
    url: string,
    sandbox: object | undefined,
    source: string | readonly string[],
    ...rest: unknown[]
  ) {
    this.url = url
    if (typeof source === 'string') {
      const id = typeof rest[2] === 'symbol' ? rest[2] : Symbol(url)
      const compiled = compile(this, { source, id, sandbox })
      const symbol = active?.privateSymbols['host_defined_option_symbol']
      // ModuleWrap.prototype has no prototype: the accessor on Object.prototype does not reach it.
      if (symbol) Object.defineProperty(this, symbol, { value: id })
      this.record = new ModuleRecord(url, compiled.body)
      this.#requests = compiled.requests
      this.sourceMapURL = /^\/\/[#@] sourceMappingURL=(\S+)\s*$/m.exec(source)?.[1]
    } else {
      this.#requests = []
      this.#syntheticNames = Array.from(source)
      this.#isLinked = true
      this.record = new ModuleRecord(url, this.#syntheticBody(source, rest[0]))
    }
  }

  getModuleRequests(): readonly object[] {
    return this.#requests
  }

  link(modules: readonly ModuleWrap[]): void {
    // The library's array has no prototype.
    this.record.linked = Array.from(modules, (module) => module.record)
    this.#isLinked = true
  }

  instantiate(): void {
    if (!this.#isLinked)
      throw Object.assign(new Error('module is not linked'), { code: 'ERR_VM_MODULE_LINK_FAILURE' })
    this.record.instantiate()
  }

  instantiateSync(): boolean {
    this.record.instantiate()
    return this.record.isAsync()
  }

  isGraphAsync(): boolean {
    return this.record.isAsync()
  }

  hasTopLevelAwait(): boolean {
    return this.record.body.hasTopLevelAwait
  }

  evaluate(): Promise<void> {
    return this.record.evaluate()
  }

  evaluateSync(): object {
    return this.record.evaluateSync()
  }

  getNamespace(): object {
    return this.record.namespace
  }

  getNamespaceSync(): object {
    return this.record.namespace
  }

  getStatus(): number {
    return this.record.status
  }

  getError(): unknown {
    return this.record.error
  }

  setExport(name: string, value: unknown): void {
    const names = this.#syntheticNames
    if (names?.includes(name) !== true) throw new ReferenceError(`Export '${name}' is not defined in module`)
    this.#synthetic.set(name, value)
  }

  createCachedData(): Uint8Array {
    return new Uint8Array(0)
  }

  #syntheticBody(names: readonly string[], steps: unknown): ModuleBody {
    if (typeof steps !== 'function') throw new TypeError('A synthetic module was made without its steps.')
    return {
      localExports: [...new Set(names)],
      indirectExports: [],
      starExports: [],
      imports: [],
      hasTopLevelAwait: false,
      specifiers: [],
      instantiate: () =>
        Object.fromEntries(names.map((name) => [name, () => this.#synthetic.get(name)] as const)),
      evaluate: () => {
        steps.call(this)
      },
    }
  }
}

let active: NodeContext | undefined

interface ModuleText {
  readonly source: string
  readonly id: symbol
  /** Context whose globals a `vm.SourceTextModule` has. */
  readonly sandbox: object | undefined
}

function compile(
  wrap: ModuleWrap,
  { source, id, sandbox }: ModuleText,
): { body: ModuleBody; requests: { specifier: string; attributes: Record<string, string> }[] } {
  const context = active
  if (!context) throw new Error('A module was compiled before the bindings were there.')
  const { url } = wrap
  let factory: ModuleFactory
  let transformed: TransformedModule
  try {
    transformed = keptTransform(syscalls(context), url, source)
    rememberPrefix(url, transformed.prefix)
    const code = transformed.code + sourceUrlComment(url)
    // The transform writes one function of that shape around the module's text.
    factory = (sandbox ? evaluateInSandbox(code, sandbox) : indirectEval(code)) as ModuleFactory
  } catch (error) {
    throw decorateSyntaxError(context, error, { name: url, source })
  }
  const { usesImportMeta: _unused, ...shape } = transformed
  let meta: object | undefined
  const importMeta = (): object => {
    if (!meta) {
      meta = { __proto__: null }
      context.callbacks.initializeImportMeta?.(id, meta, wrap)
    }
    return meta
  }
  const load = (specifier: unknown, options?: unknown) =>
    importDynamically(context, { id, referrer: url }, [specifier, options])
  let body: Iterator<unknown> | AsyncIterator<unknown> | undefined
  return {
    requests: transformed.requests.map(({ specifier, attributes }) => ({
      specifier,
      attributes: attributesOf(attributes),
    })),
    body: {
      ...shape,
      specifiers: transformed.requests.map(({ specifier }) => specifier),
      decorate: (error, line, name) => {
        const text = source.split('\n')[line - 1] ?? ''
        const caret = ' '.repeat(Math.max(0, text.indexOf(name))) + '^'.repeat(name.length)
        const symbol = context.privateSymbols['arrow_message_private_symbol']
        if (symbol) Object.assign(error, { [symbol]: `${url}:${line}\n${text}\n${caret}\n` })
      },
      instantiate: (record) => {
        let getters: Record<string, () => unknown> = {}
        const take = (given: Record<string, () => unknown>): void => {
          getters = given
        }
        body = factory(record.linked, importMeta, load, take, awaitInContext, iterateInContext)
        // The generator's first step; an async one runs it synchronously too.
        void body.next()
        return getters
      },
      evaluate: () => {
        const step = body?.next()
        return step instanceof Promise ? step : undefined
      },
    },
  }
}

export async function importDynamically(
  context: NodeContext,
  from: { readonly id: symbol | undefined; readonly referrer: string },
  [specifier, options]: readonly [unknown, unknown?],
): Promise<unknown> {
  const callback = context.callbacks.importModuleDynamically
  if (!callback) throw new Error('import() was called before the module loader was there.')
  return callback(from.id, String(specifier), importAttributes(options), from.referrer)
}

export function moduleWrap(context: NodeContext, binding: Binding): void {
  active = context
  const { callbacks } = context
  Object.assign(binding, {
    ModuleWrap,
    kUninstantiated: STATUS.uninstantiated,
    kInstantiating: STATUS.instantiating,
    kInstantiated: STATUS.instantiated,
    kEvaluating: STATUS.evaluating,
    kEvaluated: STATUS.evaluated,
    kErrored: STATUS.errored,
    setImportModuleDynamicallyCallback: (callback: typeof callbacks.importModuleDynamically) => {
      callbacks.importModuleDynamically = callback
    },
    setInitializeImportMetaObjectCallback: (callback: typeof callbacks.initializeImportMeta) => {
      callbacks.initializeImportMeta = callback
    },
    // Result of `require` for an ES module with a default export: its names plus `__esModule`.
    createRequiredModuleFacade: (wrap: ModuleWrap) => facadeOf(wrap),
    throwIfPromiseRejected: () => undefined,
  })
}

function facadeOf(wrap: ModuleWrap): object {
  const { record } = wrap
  const names = record.exportedNames()
  const facade = new ModuleRecord('node:internal/require_module_default_facade', {
    localExports: [...names, '__esModule'],
    indirectExports: [],
    starExports: [],
    imports: [],
    hasTopLevelAwait: false,
    specifiers: [],
    instantiate: () => {
      const { values } = record
      const getters: Record<string, () => unknown> = { __esModule: () => true }
      for (const name of names) getters[name] = () => Reflect.get(values, name)
      return getters
    },
    evaluate: () => undefined,
  })
  facade.instantiate()
  return facade.namespace
}
