/**
 * Which asynchronous context runs: what `AsyncLocalStorage` keeps through timers, ticks, promises and `await`. The
 * engine keeps none in a worker. So `await` is rewritten where code is compiled (`esm/script-rewrites.ts`): just before
 * the continuation a job of ours sets the context again. Promises' `then` is replaced once a program sets a context at
 * all; until then nothing costs anything.
 */
let frame: unknown
let isActive = false
let hookedThen: typeof contextualThen | undefined

/** The engine's own, whatever a program sees. */
export const NativePromise = globalThis.Promise
const nativeThen = NativePromise.prototype.then

/** As parameters of compiled code. */
export const AWAIT_NAME = '__vivarium_await'
export const ITERATE_NAME = '__vivarium_each'

export function currentFrame(): unknown {
  return frame
}

export function setFrame(next: unknown): void {
  if (next !== undefined && !isActive) activate()
  frame = next
}

/** Wraps the operand of an `await`, so that the context afterwards is the one of before. */
export function awaitInContext(value: unknown): unknown {
  if (!isActive) return value
  const own = frame
  const restore = (): void => {
    frame = own
  }
  if (value instanceof NativePromise && value.constructor === NativePromise) {
    try {
      // Its job is queued right before the continuation's, whenever the promise settles.
      void nativeThen.call(value, restore, restore)
      return value
    } catch {
      // A proxy around a promise, which is waited for by its own `then` like all that has one.
    }
  }
  const promise = NativePromise.resolve(value)
  void nativeThen.call(promise, restore, restore)
  return promise
}

/** The operand of a `for await`, which may be anything. */
type Operand = Partial<AsyncIterable<unknown> & Iterable<unknown>> | null | undefined

/** Wraps the operand of a `for await`: each round runs in the context of the loop. */
export function iterateInContext(iterable: Operand): unknown {
  const iterator = iteratorOf(iterable)
  // The loop itself says what is wrong with it.
  if (typeof iterator?.next !== 'function') return iterable
  const inContext = { next: (value: unknown) => awaitInContext(iterator.next(value)) }
  // A loop that is left asks for it only where it is.
  Object.defineProperty(inContext, 'return', {
    get: () => iterator.return && ((value: unknown) => awaitInContext(iterator.return?.(value))),
  })
  return { [Symbol.asyncIterator]: () => inContext }
}

function iteratorOf(iterable: Operand): AsyncIterator<unknown> | undefined {
  const method = iterable?.[Symbol.asyncIterator]
  if (typeof method === 'function') return method.call(iterable)
  const plain = isActive ? iterable?.[Symbol.iterator]?.() : undefined
  return plain && waitingForValues(plain)
}

/** As the language does with an iterator that knows nothing of promises. */
function waitingForValues(iterator: Iterator<unknown>): AsyncIterator<unknown> {
  const settle = ({ value, done }: IteratorResult<unknown>): Promise<IteratorResult<unknown>> =>
    nativeThen.call(NativePromise.resolve(value), (settled) => ({ value: settled, done })) as Promise<
      IteratorResult<unknown>
    >
  return {
    next: (value) => settle(iterator.next(value)),
    ...(iterator.return
      ? { return: (value) => settle(iterator.return?.(value) ?? { value, done: true }) }
      : {}),
  }
}

type Callback = ((value: unknown) => unknown) | null | undefined

function inFrame(callback: Callback, own: unknown): Callback {
  if (typeof callback !== 'function') return callback
  return (value) => {
    const prior = frame
    frame = own
    try {
      return callback(value)
    } finally {
      frame = prior
    }
  }
}

/** `then` for the library, which keeps what it finds at boot. */
export function contextualThen(
  this: Promise<unknown>,
  onFulfilled?: Callback,
  onRejected?: Callback,
): Promise<unknown> {
  if (!isActive) return nativeThen.call(this, onFulfilled, onRejected)
  return nativeThen.call(this, inFrame(onFulfilled, frame), inFrame(onRejected, frame))
}

/** Puts another `then` over the one that keeps contexts; none takes it away again. */
export function setThen(outer: typeof contextualThen | undefined): void {
  hookedThen = outer
  showThen()
}

function showThen(): void {
  const value = hookedThen ?? (isActive ? contextualThen : nativeThen)
  void Object.defineProperty(NativePromise.prototype, 'then', { value, writable: true, configurable: true })
}

/** Runs the boot that copies the language's methods, so that the library's copy of `then` knows of contexts. */
export function withContextualThen(boot: () => void): void {
  setThen(contextualThen)
  boot()
  setThen(undefined)
}

function activate(): void {
  isActive = true
  showThen()
}
