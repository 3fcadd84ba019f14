/**
 * The program's own files, kept for when there is no network, and for speed: the browser keeps the compiled form of a
 * script only with an answer that a server has sent and that is given out of the cache as it lies there. So answers are kept as
 * they were sent, and are given only if they are still that: other code of the origin may be able to write the cache.
 */
import { areHeadersOf } from './answer-headers.ts'
import { askForFile } from './ask-server.ts'
import type { BuildLock } from './build.ts'
import type { AppFiles, AppFile } from './app-files.ts'

const PREFIX = 'vivarium-shell-'
/** Their names have a hash of their content, whichever version has kept them. */
export const FIXED_FILES = '/assets/'

export interface AppFilesCacheOptions {
  /** Headers required of cached responses, besides the type; undefined if nobody else writes the cache. */
  readonly headers?: Readonly<Record<string, string>>
}

export class AppFilesCache {
  readonly #files: ReadonlyMap<string, AppFile>
  readonly #name: string
  readonly #headers: Readonly<Record<string, string>> | undefined

  constructor({ version, files }: AppFiles, { headers }: AppFilesCacheOptions = {}) {
    this.#files = new Map(files.map((file) => [file.path, file]))
    this.#name = PREFIX + version
    this.#headers = headers
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /**
   * Fetches what is not kept yet of the files that `wanted` names, and takes over those of the others that a version
   * before has kept. Rejects when a file cannot be had.
   */
  async fill(wanted: (path: string) => boolean = () => true): Promise<void> {
    if (this.#files.size === 0) return
    const cache = await caches.open(this.#name)
    for (const path of this.#files.keys()) {
      if (await cache.match(path)) continue
      const response = wanted(path) ? await askForFile(path, { cache: 'no-cache' }) : await this.read(path)
      if (response) await this.keep(path, response)
    }
  }

  /** Lets go of the older versions of which no page is open. */
  async dropUnused(): Promise<void> {
    const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
    const older = versions.slice(0, Math.max(0, versions.indexOf(this.#name)))
    if (older.length === 0) return
    const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name))
    const isOpen = (version: string) => held.has(`vivarium-build-${version}` satisfies BuildLock)
    await Promise.all(
      older.filter((name) => !isOpen(name.slice(PREFIX.length))).map((name) => caches.delete(name)),
    )
  }

  /** Keeps the answer for one of the files. Rejects when it is none, or of another build. */
  async keep(path: string, response: Response): Promise<void> {
    const hash = this.#files.get(path)?.hash ?? ''
    if (!response.ok) throw new Error(`${path} could not be kept: the server answered ${response.status}.`)
    if (!(await hasHash(response, hash)))
      throw new Error(`${path} could not be kept: it is of another build.`)
    const cache = await caches.open(this.#name)
    await cache.put(path, this.#asAnswered(path, response))
  }

  /**
   * The kept file of this version, and of one that is named by its content that of any: a page of the version before
   * loads its later parts. Undefined when there is none, or not the one that was kept.
   */
  async read(path: string): Promise<Response | undefined> {
    // Two slashes in front are read as a host's name, which none of the files has.
    if (path.startsWith('//')) return undefined
    const own = await caches.match(path, { cacheName: this.#name })
    const kept = own ?? (path.startsWith(FIXED_FILES) ? await caches.match(path) : undefined)
    const file = this.#files.get(path)
    if (!kept || !file || this.#headers === undefined) return kept
    const isOurs = isOwn(path, kept) && kept.status === 200 && this.#hasHeaders(path, kept)
    return isOurs && (await hasHash(kept, file.hash)) ? kept : undefined
  }

  /** A script as it was sent, where that is as it must be; all else with the headers that it must have. */
  #asAnswered(path: string, response: Response): Response {
    const wanted = this.#headersOf(path)
    const isAsWanted = wanted === undefined || areHeadersOf(response.headers, wanted)
    if (isAsWanted && path.endsWith('.js') && !response.redirected) return response
    return new Response(response.body, { headers: wanted ?? response.headers })
  }

  #headersOf(path: string): Headers | undefined {
    if (this.#headers === undefined) return undefined
    const headers = new Headers(this.#headers)
    headers.set('Content-Type', typeOf(path))
    return headers
  }

  #hasHeaders(path: string, { headers }: Response): boolean {
    return areHeadersOf(headers, this.#headersOf(path) ?? new Headers())
  }
}

/** As an answer to a request with a query: a worker takes the address of its answer for its own, and would lose it. */
export function forQuery(answer: Response, requested: URL): Response {
  if (answer.url === '' || requested.search === '') return answer
  return new Response(answer.body, { headers: answer.headers })
}

/** It is the answer to a request for that file, or was put together here. */
function isOwn(path: string, { url }: Response): boolean {
  return url === '' || url === new URL(path, location.origin).href
}

function typeOf(path: string): string {
  if (path.endsWith('.html')) return 'text/html; charset=utf-8'
  if (path.endsWith('.css')) return 'text/css; charset=utf-8'
  if (path.endsWith('.zst')) return 'application/zstd'
  return path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript; charset=utf-8'
}

async function hasHash(response: Response, hash: string): Promise<boolean> {
  return hash === '' || (await sha256(await response.clone().arrayBuffer())) === hash
}

async function sha256(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
