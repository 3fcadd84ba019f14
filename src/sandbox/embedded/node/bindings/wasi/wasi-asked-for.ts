import { captureCallSites } from '../../errors/stack-trace.ts'

/** As npm names packages that hold a program as WebAssembly besides the native ones. */
const STAND_IN = /\/node_modules\/(?:.*\/)?[^/]*wasm32-wasi[^/]*\//
/** Calls between a program and the part of the library that it loads. */
const DEPTH = 40

/**
 * Whether the program itself wants WASI, which Node calls experimental. A package's build for `wasm32-wasi` does not count: where
 * npm has a native one for the machine, that is loaded, and nobody is warned. What an `import` loads is seen to be loaded
 * by nobody, which is no then (`isLoading`): whoever uses it is looked at again.
 */
export function isWasiAskedFor(isLoading: boolean): boolean {
  const caller = captureCallSites(DEPTH)[0]?.scriptName
  if (caller === undefined || caller.startsWith('node:')) return !isLoading
  return !STAND_IN.test(caller)
}
