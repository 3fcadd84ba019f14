/** `util`: what only an engine knows about values, as far as a page can find it out. */
import { syscalls } from '../context.ts'
import type { NodeContext } from '../context.ts'
import { Errno } from '../../syscalls.ts'
import { captureCallSites } from '../errors/stack-trace.ts'
import { parseEnv } from './parse-env.ts'
import type { Binding } from './binding.ts'

const SKIP_SYMBOLS = 16
const ONLY_ENUMERABLE = 2
const PENDING = 0

const sleepArray =
  typeof SharedArrayBuffer === 'function' ? new Int32Array(new SharedArrayBuffer(4)) : undefined
const wait = Atomics.wait.bind(Atomics)

function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4294967295
}

function ownNonIndexProperties(value: object, filter: number): PropertyKey[] {
  return Reflect.ownKeys(value).filter((key) => {
    if (typeof key === 'symbol') {
      if ((filter & SKIP_SYMBOLS) !== 0) return false
    } else if (isIndex(key)) return false
    return (filter & ONLY_ENUMERABLE) === 0 || Object.prototype.propertyIsEnumerable.call(value, key)
  })
}

function constructorName(value: object): string {
  for (
    let object: unknown = value;
    object !== null && object !== undefined;
    object = Object.getPrototypeOf(object)
  ) {
    const maker: unknown = Object.getOwnPropertyDescriptor(object, 'constructor')?.value
    if (typeof maker === 'function' && maker.name !== '') return String(maker.name)
  }
  return 'Object'
}

/** Entries of a collection without disturbing it. Iterators cannot be read without moving them: nothing is shown. */
function previewEntries(value: unknown, withKind: boolean): unknown {
  if (value instanceof Map) {
    const entries = [...Map.prototype.entries.call(value)].flat()
    return withKind ? [entries, true] : entries
  }
  if (value instanceof Set) {
    const entries = [...Set.prototype.values.call(value)]
    return withKind ? [entries, false] : entries
  }
  return withKind ? [[], false] : []
}

function lazyProperties(
  context: NodeContext,
  target: object,
  id: string,
  rest: readonly [readonly string[], boolean?],
): void {
  const [keys, enumerable = true] = rest
  for (const key of keys) {
    let value: unknown
    let known = false
    Object.defineProperty(target, key, {
      configurable: true,
      enumerable,
      get: Object.defineProperty(
        () => {
          if (!known) {
            value = context.callbacks.requireBuiltin?.(id)[key]
            known = true
          }
          return value
        },
        'name',
        { value: key },
      ),
      set: Object.defineProperty(
        function (this: object, replacement: unknown) {
          Object.defineProperty(target, key, {
            value: replacement,
            writable: true,
            configurable: true,
            enumerable,
          })
        },
        'name',
        { value: key },
      ),
    })
  }
}

/** Order of the library's handle types: TCP, TTY, UDP, FILE, PIPE, UNKNOWN, INVALID. */
const HANDLE = { TTY: 1, FILE: 3, INVALID: 6 } as const

/** Pipes count as files: their reads are asynchronous and their writes synchronous, as Node's for pipes are on Linux. */
function guessHandleType(context: NodeContext, fd: number): number {
  try {
    if (syscalls(context).isatty(fd)) return HANDLE.TTY
    syscalls(context).fstat(fd)
    return HANDLE.FILE
  } catch (error) {
    if (error instanceof Errno) return HANDLE.INVALID
    throw error
  }
}

class WeakReference {
  readonly #reference: WeakRef<object>
  #strong: object | undefined
  #count = 0

  constructor(object: object) {
    this.#reference = new WeakRef(object)
  }

  get(): object | undefined {
    return this.#reference.deref()
  }

  incRef(): number {
    this.#strong = this.get()
    this.#count += 1
    return this.#count
  }

  decRef(): number {
    this.#count -= 1
    if (this.#count === 0) this.#strong = undefined
    return this.#count
  }

  /** Only so that the strong reference is one. */
  get held(): boolean {
    return this.#strong !== undefined
  }
}

export function util(context: NodeContext, binding: Binding): void {
  Object.assign(binding, {
    privateSymbols: context.privateSymbols,
    WeakReference,
    // A page cannot ask a promise for its state.
    getPromiseDetails: () => [PENDING, undefined],
    getProxyDetails: (value: unknown, both = true) => {
      const details = context.proxies.details(value)
      if (!details) return undefined
      return both ? [...details] : details[0]
    },
    getCallerLocation: () => undefined,
    previewEntries,
    getOwnNonIndexProperties: ownNonIndexProperties,
    getConstructorName: constructorName,
    getExternalValue: () => 0n,
    getCallSites: (count: number) => captureCallSites(count),
    sleep: (milliseconds: number) => {
      if (sleepArray) wait(sleepArray, 0, 0, milliseconds)
    },
    isInsideNodeModules: (_frames: number) =>
      captureCallSites(10).some((site) => /[/\\]node_modules[/\\]/.test(site.scriptName)),
    defineLazyProperties: (target: object, id: string, ...rest: [readonly string[], boolean?]) => {
      lazyProperties(context, target, id, rest)
    },
    guessHandleType: (fd: number) => guessHandleType(context, fd),
    arrayBufferViewHasBuffer: () => true,
    parseEnv,
    shouldAbortOnUncaughtToggle: [0],
  })
}
