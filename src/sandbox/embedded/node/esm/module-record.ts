/** One module of the graph: exports, resolution of re-exports, instantiation and evaluation as ECMAScript has them. */
import { rememberNamespace } from '../bindings/types.ts'

export const STATUS = {
  uninstantiated: 0,
  instantiating: 1,
  instantiated: 2,
  evaluating: 3,
  evaluated: 4,
  errored: 5,
} as const
export type Status = (typeof STATUS)[keyof typeof STATUS]

type Getter = () => unknown

/** A module's own code, as the graph sees it. */
export interface ModuleBody {
  readonly localExports: readonly string[]
  readonly indirectExports: readonly {
    readonly exported: string
    readonly request: number
    readonly imported: string | undefined
  }[]
  readonly starExports: readonly number[]
  readonly imports: readonly { readonly request: number; readonly imported: string; readonly line: number }[]
  readonly hasTopLevelAwait: boolean
  readonly specifiers: readonly string[]
  /** Puts file, line and caret ahead of the stack of a link error. */
  readonly decorate?: (error: Error, line: number, name: string) => void
  /** Makes functions and exports exist; gives the getters of the local exports. */
  readonly instantiate: (record: ModuleRecord) => Readonly<Record<string, Getter>>
  /** Runs the code; a promise only when there is a top-level await. */
  readonly evaluate: () => unknown
}

/** Captured before the tracked `Proxy` replaces it: a namespace is not a proxy to the program. */
const NativeProxy = globalThis.Proxy
const nativeThen: (this: Promise<unknown>, next: () => Promise<void>) => Promise<void> =
  Promise.prototype.then

type Resolution = { readonly record: ModuleRecord; readonly name: string } | 'ambiguous' | undefined

export class ModuleRecord {
  readonly url: string
  readonly body: ModuleBody
  status: Status = STATUS.uninstantiated
  error: unknown
  linked: readonly ModuleRecord[] = []
  /** Live values by exported name, for generated code. */
  readonly values: Record<PropertyKey, unknown> = Object.create(null)
  #getters: Readonly<Record<string, Getter>> = {}
  #namespace: object | undefined
  #evaluation: Promise<void> | undefined

  constructor(url: string, body: ModuleBody) {
    this.url = url
    this.body = body
  }

  get namespace(): object {
    this.#namespace ??= createNamespace(this)
    return this.#namespace
  }

  exportedNames(visited = new Set<ModuleRecord>()): string[] {
    if (visited.has(this)) return []
    visited.add(this)
    const names = new Set([
      ...this.body.localExports,
      ...this.body.indirectExports.map(({ exported }) => exported),
    ])
    for (const request of this.body.starExports) {
      for (const name of this.linked[request]?.exportedNames(visited) ?? [])
        if (name !== 'default') names.add(name)
    }
    return [...names]
  }

  resolveExport(name: string, visited = new Map<ModuleRecord, Set<string>>()): Resolution {
    const seen = visited.get(this) ?? new Set<string>()
    if (seen.has(name)) return undefined
    seen.add(name)
    visited.set(this, seen)
    if (this.body.localExports.includes(name)) return { record: this, name }
    const indirect = this.body.indirectExports.find(({ exported }) => exported === name)
    if (indirect) {
      const target = this.linked[indirect.request]
      if (!target) return undefined
      return indirect.imported === undefined
        ? { record: target, name: '*namespace*' }
        : target.resolveExport(indirect.imported, visited)
    }
    return name === 'default' ? undefined : this.#resolveStar(name, visited)
  }

  /** The value of a resolved local export; throws in its temporal dead zone. */
  read(name: string): unknown {
    if (name === '*namespace*') return this.namespace
    const getter = this.#getters[name]
    if (!getter) throw new ReferenceError(`Cannot access '${name}' before initialization`)
    return getter()
  }

  /** The whole graph below, errors included; names that nobody exports are syntax errors. */
  instantiate(): void {
    const graph: ModuleRecord[] = []
    this.#collect(graph, (record) => record.status === STATUS.uninstantiated)
    for (const record of graph) record.#checkImports()
    for (const record of graph) record.#defineValues()
    for (const record of graph) {
      record.#getters = record.body.instantiate(record)
      record.status = STATUS.instantiated
    }
  }

  isAsync(visited = new Set<ModuleRecord>()): boolean {
    if (visited.has(this)) return false
    visited.add(this)
    return this.body.hasTopLevelAwait || this.linked.some((record) => record.isAsync(visited))
  }

  /** Settles when this module and all it needs have run. Runs synchronously as far as no await is met. */
  evaluate(): Promise<void> {
    const outcome = this.#evaluateFrom([])
    if (this.status === STATUS.errored) return Promise.reject(this.error)
    return outcome ?? Promise.resolve()
  }

  /** For a graph without top-level await: throws what a module threw. */
  evaluateSync(): object {
    void this.#evaluateFrom([])
    if (this.status === STATUS.errored) throw this.error
    return this.namespace
  }

  /** A promise while something below waits; modules on the path are a cycle and not waited for. */
  #evaluateFrom(path: readonly ModuleRecord[]): Promise<void> | undefined {
    if (this.status === STATUS.evaluated || this.status === STATUS.errored) return undefined
    if (this.#evaluation) return path.includes(this) ? undefined : this.#evaluation
    if (this.status === STATUS.evaluating) return undefined
    this.status = STATUS.evaluating
    const waiting: Promise<void>[] = []
    for (const dependency of this.linked) {
      const pending = dependency.#evaluateFrom([...path, this])
      if (pending) waiting.push(pending)
      if (dependency.status === STATUS.errored) {
        this.#fail(dependency.error)
        return undefined
      }
    }
    if (waiting.length === 0 && !this.body.hasTopLevelAwait) {
      this.#runSync()
      return undefined
    }
    const ready =
      waiting.length === 0 ? this.#runAsync() : thenRun(Promise.all(waiting), () => this.#runAsync())
    this.#evaluation = ready.catch((error: unknown) => {
      this.#fail(error)
      throw error
    })
    return this.#evaluation
  }

  #runSync(): void {
    try {
      this.body.evaluate()
      this.status = STATUS.evaluated
    } catch (error) {
      this.#fail(error)
    }
  }

  async #runAsync(): Promise<void> {
    await this.body.evaluate()
    this.status = STATUS.evaluated
  }

  #fail(error: unknown): void {
    this.status = STATUS.errored
    this.error = error
  }

  #collect(graph: ModuleRecord[], wanted: (record: ModuleRecord) => boolean): void {
    if (!wanted(this)) return
    this.status = STATUS.instantiating
    for (const record of this.linked) record.#collect(graph, wanted)
    graph.push(this)
  }

  #resolveStar(name: string, visited: Map<ModuleRecord, Set<string>>): Resolution {
    let found: Resolution
    for (const request of this.body.starExports) {
      const resolution = this.linked[request]?.resolveExport(name, visited)
      if (resolution === 'ambiguous') return resolution
      if (!resolution) continue
      if (
        found &&
        found !== 'ambiguous' &&
        (found.record !== resolution.record || found.name !== resolution.name)
      ) {
        return 'ambiguous'
      }
      found = resolution
    }
    return found
  }

  #checkImports(): void {
    for (const { request, imported, line } of this.body.imports) {
      const target = this.linked[request]
      const resolution = target?.resolveExport(imported)
      if (resolution !== undefined && resolution !== 'ambiguous') continue
      const specifier = this.body.specifiers[request] ?? ''
      this.status = STATUS.uninstantiated
      const error = new SyntaxError(
        resolution === 'ambiguous'
          ? `The requested module '${specifier}' contains conflicting star exports for name '${imported}'`
          : `The requested module '${specifier}' does not provide an export named '${imported}'`,
      )
      this.body.decorate?.(error, line, imported)
      throw error
    }
  }

  #defineValues(): void {
    for (const name of this.exportedNames()) {
      const resolution = this.resolveExport(name)
      if (!resolution || resolution === 'ambiguous') continue
      const { record, name: local } = resolution
      Object.defineProperty(this.values, name, { enumerable: true, get: () => record.read(local) })
    }
  }
}

function thenRun(first: Promise<unknown>, next: () => Promise<void>): Promise<void> {
  return nativeThen.call(first, next)
}

function createNamespace(record: ModuleRecord): object {
  const target: object = Object.create(null)
  for (const name of Object.keys(record.values).sort()) {
    Object.defineProperty(target, name, {
      value: undefined,
      writable: true,
      enumerable: true,
      configurable: false,
    })
  }
  Object.defineProperty(target, Symbol.toStringTag, { value: 'Module' })
  Object.preventExtensions(target)
  const { values } = record
  const namespace = new NativeProxy(target, {
    get: (_target, key) => (key === Symbol.toStringTag ? 'Module' : values[key]),
    set: () => false,
    defineProperty: () => false,
    deleteProperty: (_target, key) => !Object.hasOwn(target, key),
    getOwnPropertyDescriptor: (_target, key) => {
      const descriptor = Object.getOwnPropertyDescriptor(target, key)
      return descriptor && typeof key === 'string' ? { ...descriptor, value: values[key] } : descriptor
    },
  })
  rememberNamespace(namespace)
  return namespace
}
