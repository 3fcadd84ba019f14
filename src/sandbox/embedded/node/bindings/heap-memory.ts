/** What an engine may say about its memory, in bytes; Chromium does. */

interface EngineMemory {
  readonly usedJSHeapSize: number
  readonly totalJSHeapSize: number
  readonly jsHeapSizeLimit: number
}

/** What 64-bit browsers give a heap at least, for engines that do not say. */
const USUAL_LIMIT = 2 * 1024 ** 3
const engine = performance as { readonly memory?: EngineMemory }

export function heapMemory(): { readonly used: number; readonly total: number; readonly limit: number } {
  const { memory } = engine
  return {
    used: memory?.usedJSHeapSize ?? 0,
    total: memory?.totalJSHeapSize ?? 0,
    limit: memory?.jsHeapSizeLimit ?? USUAL_LIMIT,
  }
}
