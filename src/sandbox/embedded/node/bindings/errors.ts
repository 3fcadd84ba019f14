/** `errors`: stack traces and what happens to an error that nobody catches. */
import type { NodeContext } from '../context.ts'
import { sourceLine } from '../errors/source-line.ts'
import { firstUserPlace } from '../errors/stack-trace.ts'
import { triggerUncaughtException } from '../errors/uncaught.ts'
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
    // `assert.ok` quotes what failed.
    getErrorSourcePositions: (error: { readonly stack?: unknown }) => {
      const place = typeof error.stack === 'string' ? firstUserPlace(error.stack) : undefined
      return {
        sourceLine: (place && sourceLine(context, place)) ?? '',
        scriptResourceName: place?.file,
        lineNumber: place?.line ?? 1,
        startColumn: (place?.column ?? 1) - 1,
      }
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
