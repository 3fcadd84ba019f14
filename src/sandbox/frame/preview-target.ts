/** Which file of which sandbox an address of the preview means. The host page's script must not import this: see there. */

/** Query parameter of the host page's address: names it among the host pages of other tabs. */
export const SESSION_PARAMETER = 'session'
/** Query parameter of the host page's address: the build that the app's page is of. */
export const BUILD_PARAMETER = 'build'
/**
 * Prefix of the preview's addresses: `/preview/<session>/<path in the workspace>`, or, for a server,
 * `/preview/<session>:<port>/<path>`.
 */
export const PREVIEW_PREFIX = '/preview/'
export const HOST_PAGE = '/host.html'
/** The script that every page begins with. */
export const PAGE_CLIENT = '/vivarium-page.js'
/** A frame's name begins so, with session and port behind it: by that a document that was loaded without them finds them again. */
export const PAGE_NAME_MARK = 'vivarium:'

export interface PreviewTarget {
  readonly session: string
  /** Port of the program that serves it; absent for a file. */
  readonly port?: number
  /** Within the workspace; begins with a slash, percent-encoding is undone. */
  readonly path: string
  /** The page that asked by an absolute path, likewise. */
  readonly page?: string
}

/** `url` is what is asked for, `client` the page that asks. Undefined when neither belongs to a preview. */
export function findTarget(url: string, client: string | undefined): PreviewTarget | undefined {
  const own = parse(new URL(url))
  if (own) return own
  const asking = client === undefined ? undefined : parse(new URL(client))
  const path = decode(new URL(url).pathname)
  if (!asking || path === undefined || new URL(url).origin !== new URL(client ?? url).origin) return undefined
  if (asking.port !== undefined) return { session: asking.session, port: asking.port, path }
  return { session: asking.session, path, page: asking.path }
}

/** Path and query of what a program serves, as they go on the wire. */
export function wireTarget(url: string): string {
  const { pathname, search } = new URL(url)
  const own = /^\/preview\/[^/]+(\/.*)$/.exec(pathname)
  return (own?.[1] ?? pathname) + search
}

/** Preview address of a program's page; undefined if the URL is not one of this machine. */
export function servedAddress(url: URL, session: string): string | undefined {
  if (!isLocalHost(url.hostname) || url.protocol !== 'http:') return undefined
  return `${PREVIEW_PREFIX}${session}:${url.port === '' ? '80' : url.port}${url.pathname}${url.search}${url.hash}`
}

/** Whether a page by that host name means this machine, which for it is the sandbox. */
export function isLocalHost(name: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(name)
}

/** Whether `url` is the host page of that session. */
export function isHostOf(url: string, session: string): boolean {
  const { pathname, searchParams } = new URL(url)
  return pathname === HOST_PAGE && searchParams.get(SESSION_PARAMETER) === session
}

function parse({ pathname }: URL): PreviewTarget | undefined {
  if (!pathname.startsWith(PREVIEW_PREFIX)) return undefined
  const rest = pathname.slice(PREVIEW_PREFIX.length)
  const slash = rest.indexOf('/')
  if (slash <= 0) return undefined
  const path = decode(rest.slice(slash))
  const [, session, port] = /^([^:]+)(?::(\d{1,5}))?$/.exec(rest.slice(0, slash)) ?? []
  if (path === undefined || session === undefined) return undefined
  return { session, path, ...(port === undefined ? {} : { port: Number(port) }) }
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined // a stray percent sign: no name that we would have made
  }
}
