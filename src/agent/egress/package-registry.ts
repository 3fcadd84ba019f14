/**
 * The package registry of the sandbox: which one it is, and how it is read. A published version never
 * changes, so archives of packages are cached in the browser; a registry's answer about a package is
 * requested anew, and cached for when that fails.
 */

export interface PackageRegistryOptions {
  /** The user's setting; '' for none. */
  readonly setting: () => Promise<string>
  /** The registry that the page's server is set up for. */
  readonly served: () => ServedRegistry
  readonly fetch: typeof fetch
  /** Undefined where the browser has no such store. */
  readonly caches: Pick<CacheStorage, 'open' | 'delete'> | undefined
}

export interface ServedRegistry {
  /** '' for none. */
  readonly address: string
  /** Absolute address under which the server passes requests on to it; '' where it does not. */
  readonly proxy: string
}

const CACHE = 'vivarium-packages'
const ARCHIVE = /\/-\/.*\.tgz$/

export class PackageRegistry {
  readonly #options: PackageRegistryOptions

  constructor(options: PackageRegistryOptions) {
    this.#options = options
  }

  /** With a slash at its end; undefined when none is set, and npm's own default counts. */
  async address(): Promise<string | undefined> {
    return this.addressBy(await this.#options.setting())
  }

  /** The same, for a caller that has read the setting. */
  addressBy(setting: string): string | undefined {
    return folderOf(setting || this.#options.served().address)
  }

  /** Whether it is an address of the registry that was chosen. */
  async covers(url: URL): Promise<boolean> {
    const address = await this.address()
    return address !== undefined && url.href.startsWith(address)
  }

  /** As `fetch`, for addresses that it covers. `Cache-Control: only-if-cached` asks nobody. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.method !== 'GET') return this.#send(request)
    const cache = await this.#options.caches?.open(CACHE).catch(() => undefined)
    const key = keyOf(request)
    const isArchive = ARCHIVE.test(new URL(request.url).pathname)
    const kept = await cache?.match(key)
    if (kept && isArchive) return kept
    if (request.headers.get('cache-control') === 'only-if-cached')
      return kept ?? new Response(null, { status: 504 })
    try {
      const response = await this.#send(request)
      if (response.ok && cache) void this.#keep(cache, key, response.clone())
      return response
    } catch (error) {
      // No registry can be reached: the last answer may do.
      if (kept && !request.signal.aborted) return kept
      throw error
    }
  }

  /** By way of the page's server, where it is the one that this passes on to. */
  async #send(request: Request): Promise<Response> {
    const { fetch } = this.#options
    const served = this.#options.served()
    const { method, headers, signal, url } = request
    const base = folderOf(served.address)
    // It passes on only what reads.
    const isPassedOn = served.proxy !== '' && /^(GET|HEAD)$/.test(method)
    if (!isPassedOn || base === undefined || !url.startsWith(base)) return fetch(request)
    const response = await fetch(`${served.proxy}${url.slice(base.length)}`, {
      method,
      headers,
      signal,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
    })
    // Without the address of the proxy, which is nobody's business.
    const { status, statusText } = response
    return new Response(response.body, { status, statusText, headers: response.headers })
  }

  async #keep(cache: Cache, key: Request, response: Response): Promise<void> {
    try {
      await cache.put(key, response)
    } catch (error) {
      // The disk is full: packages can be fetched again, the user's work cannot. An answer that broke off is not kept.
      if (error instanceof Error && error.name === 'QuotaExceededError')
        await this.#options.caches?.delete(CACHE)
    }
  }
}

/** With a slash at its end; undefined for what is no address. */
function folderOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { href } = new URL(address)
  return href.endsWith('/') ? href : `${href}/`
}

/** A registry answers one address in two forms, by what is accepted. */
function keyOf({ url, headers }: Request): Request {
  const key = new URL(url)
  if (/vnd\.npm\.install/.test(headers.get('accept') ?? '')) key.searchParams.set('form', 'install')
  return new Request(key)
}
