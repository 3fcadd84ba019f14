/**
 * Hooks into promises (`v8.promiseHooks`, `async_hooks.createHook`). The engine tells a worker nothing of its promises: so
 * while a program has hooks, `then` and the global `Promise` are ours. Promises that the engine makes by itself, those of
 * async functions, and what comes after an `await`, are not seen.
 */
import { contextualThen, NativePromise, setThen } from './async-context.ts'

type Hook = (promise: Promise<unknown>, parent?: Promise<unknown>) => void
type Callback = ((value: unknown) => unknown) | null | undefined

interface Hooks {
  readonly init: Hook | undefined
  readonly before: Hook | undefined
  readonly after: Hook | undefined
  readonly settled: Hook | undefined
}

let hooks: Hooks = { init: undefined, before: undefined, after: undefined, settled: undefined }
let isInstalled = false

/** In the order in which Node's library gives them. */
export function setPromiseHooks(init?: Hook, before?: Hook, after?: Hook, settled?: Hook): void {
  hooks = { init, before, after, settled }
  const isWanted = [init, before, after, settled].some((hook) => hook !== undefined)
  if (isWanted === isInstalled) return
  isInstalled = isWanted
  setThen(isWanted ? hookedThen : undefined)
  Object.defineProperty(globalThis, 'Promise', {
    value: isWanted ? HookedPromise : NativePromise,
    writable: true,
    configurable: true,
    enumerable: false,
  })
}

function hookedThen(this: Promise<unknown>, onFulfilled?: Callback, onRejected?: Callback): Promise<unknown> {
  const run = (callback: (value: unknown) => unknown) => (value: unknown) => {
    hooks.before?.(child)
    try {
      return callback(value)
    } finally {
      hooks.settled?.(child)
      hooks.after?.(child)
    }
  }
  const child: Promise<unknown> = contextualThen.call(
    this,
    run(typeof onFulfilled === 'function' ? onFulfilled : (value) => value),
    run(typeof onRejected === 'function' ? onRejected : rethrow),
  )
  hooks.init?.(child, this)
  return child
}

function rethrow(reason: unknown): never {
  throw reason
}

/** `Promise.resolve` and `Promise.reject`. */
function settledAtOnce(name: 'resolve' | 'reject') {
  const native: (this: unknown, value?: unknown) => Promise<unknown> = NativePromise[name]
  const method = {
    [name](this: unknown, value?: unknown): unknown {
      const own = this === HookedPromise ? NativePromise : this
      const promise = native.call(own, value)
      if (own === NativePromise && promise !== value) {
        hooks.init?.(promise)
        hooks.settled?.(promise)
      }
      return promise
    },
  }
  return method[name]
}

const STATICS = new Map<PropertyKey, unknown>([
  ['resolve', settledAtOnce('resolve')],
  ['reject', settledAtOnce('reject')],
])

const HookedPromise: typeof NativePromise = new Proxy(NativePromise, {
  get: (target, name): unknown => STATICS.get(name) ?? Reflect.get(target, name),
  construct: (target, [executor], newTarget: NewableFunction): object => {
    const own = newTarget === HookedPromise ? target : newTarget
    // The engine says what is wrong with it.
    if (typeof executor !== 'function') return Reflect.construct(target, [executor], own)
    let settle: readonly ((value: unknown) => void)[] = []
    const promise: Promise<unknown> = Reflect.construct(
      target,
      [(...functions: ((value: unknown) => void)[]) => (settle = functions)],
      own,
    )
    hooks.init?.(promise)
    let isSettled = false
    const [resolve, reject] = settle.map((native) => (value: unknown) => {
      if (!isSettled) hooks.settled?.(promise)
      isSettled = true
      native(value)
    })
    try {
      Reflect.apply(executor, undefined, [resolve, reject])
    } catch (error) {
      reject?.(error)
    }
    return promise
  },
})
