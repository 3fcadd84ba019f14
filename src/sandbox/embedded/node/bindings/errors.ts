/** `errors`: stack traces and what happens to an error that nobody catches. */
import type { NodeContext } from '../context.ts'
import { triggerUncaughtException } from '../uncaught.ts'
import type { Binding } from './binding.ts'

export function errors(context: NodeContext, binding: Binding): void {
  const { callbacks } = context
  Object.assign(binding, {
    setPrepareStackTraceCallback: (callback: typeof callbacks.prepareStackTrace) => {
      callbacks.prepareStackTrace = callback
    },
    // Source maps are read by the library itself from what it cached.
    setGetSourceMapErrorSource: () => undefined,
    setSourceMapsEnabled: () => undefined,
    setMaybeCacheGeneratedSourceMap: () => undefined,
    setEnhanceStackForFatalException: (
      before: typeof callbacks.enhanceStackBefore,
      after: typeof callbacks.enhanceStackAfter,
    ) => {
      callbacks.enhanceStackBefore = before
      callbacks.enhanceStackAfter = after
    },
    noSideEffectsToString: (value: unknown) => {
      try {
        return String(value)
      } catch {
        // A hostile toString must not break the report of another error.
        return Object.prototype.toString.call(value)
      }
    },
    triggerUncaughtException: (error: unknown, fromPromise: boolean) => {
      triggerUncaughtException(context, error, fromPromise)
    },
  })
}
