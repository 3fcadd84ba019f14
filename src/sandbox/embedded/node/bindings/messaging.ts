/** `messaging`: structured clones and channels, from the browser's own. Worker threads are not available. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { UnavailableError } from './binding.ts'

const nativeClone = globalThis.structuredClone.bind(globalThis)

export function messaging(context: NodeContext, binding: Binding): void {
  let exceptionClass: unknown
  const domException = (): unknown => {
    if (exceptionClass === undefined) {
      const exports: Record<string, unknown> = {}
      const source = context.library.find('internal/per_context/domexception')
      source?.call(undefined, exports, context.primordials, context.privateSymbols, context.perIsolateSymbols)
      exceptionClass = exports['DOMException']
    }
    return exceptionClass
  }
  Object.defineProperty(binding, 'DOMException', { get: domException, configurable: true, enumerable: true })
  class MessagePort {
    constructor() {
      throw new UnavailableError('MessagePort of worker_threads')
    }
  }
  Object.assign(binding, {
    MessagePort,
    exposeLazyDOMExceptionProperty: (target: object) => {
      Object.defineProperty(target, 'DOMException', {
        configurable: true,
        enumerable: false,
        get: domException,
        set(value: unknown) {
          Object.defineProperty(target, 'DOMException', { value, writable: true, configurable: true })
        },
      })
    },
    setDeserializerCreateObjectFunction: () => undefined,
    structuredClone: (value: unknown, options?: { transfer?: Transferable[] }) =>
      clone(domException, value, options),
    stopMessagePort: () => undefined,
    checkMessagePort: () => false,
  })
}

function clone(
  domException: () => unknown,
  value: unknown,
  options?: { transfer?: Transferable[] },
): unknown {
  try {
    return nativeClone(value, options)
  } catch (error) {
    // The program must meet the library's class, not the browser's.
    const Exception = domException() as new (message: string, name: string) => Error
    if (error instanceof Error && error.name === 'DataCloneError')
      throw new Exception(error.message, error.name)
    throw error
  }
}
