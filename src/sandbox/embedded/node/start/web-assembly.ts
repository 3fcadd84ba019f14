/** Compiling in the background keeps the process alive, as it does natively; here only the engine knows of it. */
import type { EventLoop } from '../event-loop.ts'

const NAMES = ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming'] as const

export function holdWhileCompiling(loop: EventLoop): void {
  for (const name of NAMES) {
    const native = WebAssembly[name]
    const held = (...args: unknown[]): Promise<unknown> => {
      const promise: Promise<unknown> = Reflect.apply(native, WebAssembly, args)
      loop.ref()
      const done = () => loop.unref()
      promise.then(done, done)
      return promise
    }
    Object.defineProperty(held, 'name', { value: name })
    Object.defineProperty(WebAssembly, name, {
      value: held,
      writable: true,
      configurable: true,
      enumerable: true,
    })
  }
}
