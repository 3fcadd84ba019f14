/** Pyodide's files, as the package has them: loaded when `python3` is first run. */
import loaderUrl from 'pyodide/pyodide.mjs?url'
import glueUrl from 'pyodide/pyodide.asm.mjs?url'
import programUrl from 'pyodide/pyodide.asm.wasm?url'
import libraryUrl from 'pyodide/python_stdlib.zip?url'

const absolute = (url: string): string => new URL(url, import.meta.url).href

export const ASSETS = {
  loader: absolute(loaderUrl),
  glue: absolute(glueUrl),
  program: absolute(programUrl),
  library: absolute(libraryUrl),
}

/** All of them together, rounded: what is said before they are loaded. */
export const ASSETS_MEGABYTES = 14

/** Whether the service worker has kept them. A browser that cannot say has not. */
export async function areAssetsKept(): Promise<boolean> {
  try {
    const kept = await Promise.all(Object.values(ASSETS).map((url) => caches.match(url)))
    return kept.every((response) => response !== undefined)
  } catch {
    return false
  }
}
