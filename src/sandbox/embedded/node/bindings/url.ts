/** `url`: the browser's own URL parser, captured before the library replaces the global, plus component offsets. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'

const NativeURL = globalThis.URL
const OMITTED = 4294967295
/** Order of the library's numbers for schemes: http, not special, https, ws, ftp, wss, file. */
const SCHEME_TYPES: Readonly<Record<string, number>> = {
  'http:': 0,
  'https:': 2,
  'ws:': 3,
  'ftp:': 4,
  'wss:': 5,
  'file:': 6,
}
const NOT_SPECIAL = 1

/** Order of the library's numbers for what to change. */
const UPDATES = [
  'protocol',
  'host',
  'hostname',
  'port',
  'username',
  'password',
  'pathname',
  'search',
  'hash',
  'href',
] as const

function invalidUrl(input: string, base: string | undefined): Error {
  const error = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input })
  return base === undefined ? error : Object.assign(error, { base })
}

function parse(input: string, base: string | undefined): URL | undefined {
  try {
    return base === undefined ? new NativeURL(input) : new NativeURL(input, base)
  } catch {
    // Not a URL; the caller decides whether that is an error.
    return undefined
  }
}

/** Writes the offsets at which the parts of `href` begin or end. */
function componentsOf(url: URL, into: Uint32Array): void {
  const { href, protocol } = url
  const protocolEnd = protocol.length
  const hasAuthority = href.startsWith('//', protocolEnd)
  let position = hasAuthority ? protocolEnd + 2 : protocolEnd
  const usernameEnd = position + url.username.length
  position = usernameEnd
  if (url.password !== '') position += 1 + url.password.length
  const hostStart = position
  if (url.username !== '' || url.password !== '') position += 1
  const hostEnd = position + url.hostname.length
  let pathnameStart = hostEnd + (url.port === '' ? 0 : url.port.length + 1)
  // "/." before a path that begins with two slashes and no host.
  if (!hasAuthority && href.startsWith('/.//', pathnameStart)) pathnameStart += 2
  const hashStart = href.indexOf('#')
  const queryStart = href.indexOf('?')
  const searchStart = queryStart >= 0 && (hashStart < 0 || queryStart < hashStart) ? queryStart : -1
  into.set([
    protocolEnd,
    usernameEnd,
    hostStart,
    hostEnd,
    url.port === '' ? OMITTED : Number(url.port),
    pathnameStart,
    searchStart < 0 ? OMITTED : searchStart,
    hashStart < 0 ? OMITTED : hashStart,
    SCHEME_TYPES[protocol] ?? NOT_SPECIAL,
  ])
}

/** Escapes characters for `pathToFileURL` beyond those that the parser escapes itself. */
function escapePath(path: string, windows: boolean): string {
  const escaped = path
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A')
    .replaceAll('\r', '%0D')
    .replaceAll('\t', '%09')
    .replaceAll('?', '%3F')
    .replaceAll('#', '%23')
    .replaceAll('[', '%5B')
    .replaceAll(']', '%5D')
    .replaceAll('^', '%5E')
    .replaceAll('|', '%7C')
    .replaceAll('~', '%7E')
  return windows ? escaped : escaped.replaceAll('\\', '%5C')
}

function update(href: string, action: number, value: string): string | false {
  const url = new NativeURL(href)
  const property = UPDATES[action]
  if (property === undefined) return false
  if (property === 'href') return parse(value, undefined)?.href ?? false
  url[property] = value
  return url.href
}

function format(href: string, options: { fragment: boolean; search: boolean; auth: boolean }): string {
  const url = new NativeURL(href)
  if (!options.fragment) url.hash = ''
  if (!options.search) url.search = ''
  if (!options.auth) {
    url.username = ''
    url.password = ''
  }
  return url.href
}

export function url(_context: NodeContext, binding: Binding): void {
  const components = new Uint32Array(9)
  const found = (result: URL): string => {
    componentsOf(result, components)
    return result.href
  }
  Object.assign(binding, {
    urlComponents: components,
    parse: (input: string, base: string | undefined, throws: boolean) => {
      const result = parse(input, base)
      if (result) return found(result)
      if (throws) throw invalidUrl(input, base)
      return undefined
    },
    canParse: (input: string, base?: string) => parse(input, base) !== undefined,
    pathToFileURL: (path: string, windows: boolean, host?: string) => {
      const escaped = escapePath(windows ? path.replaceAll('\\', '/') : path, windows)
      const result = new NativeURL(`file://${escaped.startsWith('/') ? '' : '/'}${escaped}`)
      if (windows && host !== undefined) result.hostname = host
      return found(result)
    },
    update: (href: string, action: number, value: string) => {
      const result = update(href, action, value)
      if (result !== false) componentsOf(new NativeURL(result), components)
      return result
    },
    format: (href: string, fragment: boolean, _unicode: boolean, ...rest: [boolean, boolean]) =>
      format(href, { fragment, search: rest[0], auth: rest[1] }),
    domainToASCII: (domain: string) => parse(`ws://${domain}`, undefined)?.hostname ?? '',
    domainToUnicode: (domain: string) => parse(`ws://${domain}`, undefined)?.hostname ?? '',
    getOrigin: (input: string) => parse(input, undefined)?.origin,
  })
}
