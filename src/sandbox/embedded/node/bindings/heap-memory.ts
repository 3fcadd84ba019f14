/** Memory of the engine in bytes, as Chromium reports it. */

interface EngineMemory {
  readonly usedJSHeapSize: number
  readonly totalJSHeapSize: number
  readonly jsHeapSizeLimit: number
}

/** Least heap limit of 64-bit browsers, for engines that do not report it. */
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
