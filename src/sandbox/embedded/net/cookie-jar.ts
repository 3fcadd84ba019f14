/**
 * Cookies of the programs of one sandbox, as a browser keeps them for one host (RFC 6265): whatever the port, by path. The
 * browser's own would be shared with every other session on the origin, and with the app.
 */
import { COOKIE_MAX_BYTES, COOKIES_MAX } from '../../contract/limits.ts'

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** Milliseconds since the epoch; undefined: until the sandbox ends. */
  readonly expires: number | undefined
  readonly isHttpOnly: boolean
}

export class CookieJar {
  /** By name and path; the oldest first. */
  readonly #cookies = new Map<string, Cookie>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** A `Set-Cookie` header of an answer from that path; or, where it is the page that says it, what `document.cookie` was set to. */
  store(text: string, { path, isPage = false }: { path: string; isPage?: boolean }): void {
    const cookie = parse(text, path, this.#now())
    if (!cookie || text.length > COOKIE_MAX_BYTES) return
    const key = `${cookie.name}\n${cookie.path}`
    if (isPage && (cookie.isHttpOnly || this.#cookies.get(key)?.isHttpOnly)) return
    this.#cookies.delete(key)
    if (cookie.expires !== undefined && cookie.expires <= this.#now()) return
    this.#cookies.set(key, cookie)
    const [oldest] = this.#cookies.keys()
    if (this.#cookies.size > COOKIES_MAX && oldest !== undefined) this.#cookies.delete(oldest)
  }

  /** The `Cookie` header for that path, or what its page may see of it; '' when there is none. */
  read(path: string, { isPage = false }: { isPage?: boolean } = {}): string {
    return (
      [...this.#cookies.values()]
        .filter(
          (cookie) =>
            isWithin(path, cookie.path) &&
            !(isPage && cookie.isHttpOnly) &&
            (cookie.expires === undefined || cookie.expires > this.#now()),
        )
        // The longer path first; of the same length the older one.
        .sort((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => (name === '' ? value : `${name}=${value}`))
        .join('; ')
    )
  }
}

/** Undefined for what a browser would not keep either. */
function parse(text: string, from: string, now: number): Cookie | undefined {
  const [pair = '', ...attributes] = text.split(';')
  const equals = pair.indexOf('=')
  const name = equals < 0 ? '' : pair.slice(0, equals).trim()
  const value = pair.slice(equals + 1).trim()
  // Control characters would end the header that it is sent in.
  if ((name === '' && value === '') || hasControls(pair)) return undefined
  const given = new Map(
    attributes.map((attribute) => {
      const [key = '', ...rest] = attribute.split('=')
      return [key.trim().toLowerCase(), rest.join('=').trim()]
    }),
  )
  const domain = (given.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  if (domain !== '' && domain !== 'localhost' && domain !== '127.0.0.1') return undefined
  const path = given.get('path') ?? ''
  return {
    name,
    value,
    path: path.startsWith('/') ? path : folderOf(from),
    expires: expiry(given, now),
    isHttpOnly: given.has('httponly'),
  }
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007F')
}

/** `Max-Age` comes before `Expires`. */
function expiry(given: ReadonlyMap<string, string>, now: number): number | undefined {
  const age = given.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return now + Number(age) * 1000
  const date = Date.parse(given.get('expires') ?? '')
  return Number.isNaN(date) ? undefined : date
}

/** Default path of a cookie. */
function folderOf(path: string): string {
  const [plain = '/'] = path.split('?')
  return plain.slice(0, Math.max(1, plain.lastIndexOf('/')))
}

function isWithin(path: string, folder: string): boolean {
  const [plain = '/'] = path.split('?')
  if (plain === folder) return true
  return plain.startsWith(folder) && (folder.endsWith('/') || plain[folder.length] === '/')
}
