/** The scripts that this worker is made of, by the URLs it was started with; captured before user code runs. */
import { UnavailableError } from '../bindings/binding.ts'
import { ChunksAhead } from './chunks-ahead.ts'
import { libraryScope, LOADED_CHUNKS } from '../library.ts'
import type { Chunk, ChunkName, LoadedChunk } from '../library.ts'

/** Says, in a worker's address, that it is for a further thread of a process. */
export const THREAD_PARAMETER = 'thread'
/** Has, in a worker's address, that of its program; without it the worker is made from the program itself. */
export const PROGRAM_PARAMETER = 'program'

export interface Scripts {
  /** This worker is for a thread of `worker_threads`, not for a process. */
  readonly isThread: boolean
  /** Runs that chunk's script before it returns, or does what it would. */
  readonly load: (chunk: LoadedChunk) => void
  /** While the worker waits; until `startsProgram`. */
  readonly loadAhead: (chunks: readonly LoadedChunk[]) => void
  readonly startsProgram: () => void
  /** Which chunk a script in a stack trace is, or begins with. */
  readonly chunkOf: (url: string) => ChunkName | undefined
}

export function readScripts(): Scripts {
  const { href } = globalThis.location
  // Only classic workers have it, which the worker types do not say.
  const importScripts = (
    globalThis as unknown as { importScripts: (...urls: string[]) => void }
  ).importScripts.bind(globalThis)
  // Behind the `#` where the worker's own address is a `blob:`: such an address has no query.
  const { hash, search } = globalThis.location
  const parameters = new URLSearchParams(hash === '' ? search : hash.slice(1))
  const urls = new Map(
    LOADED_CHUNKS.map((name) => {
      const beside = URL.canParse(`${name}.js`, href) ? new URL(`${name}.js`, href).href : undefined
      return [name, parameters.get(name) ?? beside]
    }),
  )
  const chunks = new Map<string | undefined, ChunkName>([...urls].map(([name, url]) => [url, name]))
  const program = parameters.get(PROGRAM_PARAMETER) ?? withoutHash(href)
  const ahead = new ChunksAhead()
  return {
    isThread: parameters.has(THREAD_PARAMETER),
    loadAhead: (names) => void ahead.begin(names.map((name) => urls.get(name))),
    startsProgram: () => ahead.end(),
    load: (chunk) => {
      const known = ahead.take(chunk)
      if (known) return register(known)
      const url = urls.get(chunk)
      // Such a frame gets at its start all that it ever has, and so only what most programs need.
      if (url === undefined)
        throw new UnavailableError(`The part "${chunk}" of Node's library in a frame without an origin`)
      importScripts(url)
    },
    chunkOf: (url) => (withoutHash(url) === program ? 'start' : chunks.get(url)),
  }
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, '')
}

function register(chunk: Chunk): void {
  libraryScope.registerNodeLibrary?.(...chunk)
}
