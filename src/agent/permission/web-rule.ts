/**
 * Patterns of `WebFetch(…)` and `WebSend(…)`: `domain:example.com`, `domain:*.example.com`, `domain:localhost:1234`, each also for
 * single methods, `domain:example.com method:POST,PUT`. `WebFetch` is for what only reads, `WebSend` for what changes something there.
 * `WebFetch(repository:https://example.com/a/b.git)` is for what git reads of that repository, with the token of its host.
 */
import { addressKind } from '../protocol/address-kind.ts'
import { isWellFormed, parseRule } from './rule.ts'

type Behavior = 'allow' | 'ask' | 'deny'

/** The request that a rule is checked against. */
export interface WebUse {
  readonly url: URL
  /** Nothing is changed there, as far as a method says. */
  readonly readOnly: boolean
  /** In capitals; `ANY_METHOD` for whether there is one that the rule speaks of. */
  readonly method: string
  /** The address of the repository that git reads. */
  readonly repository?: string | undefined
}

export const ANY_METHOD = '*'

export interface WebPattern {
  /** With its port, as written. */
  readonly host: string
  /** Undefined for all. */
  readonly methods: readonly string[] | undefined
}

/** Undefined when the pattern means nothing. */
export function readWebPattern(pattern: string): WebPattern | undefined {
  const [, host, methods] = /^domain:\s*(\S+)(?:\s+method:([a-z]+(?:,[a-z]+)*))?$/i.exec(pattern.trim()) ?? []
  return host === undefined ? undefined : { host, methods: methods?.toUpperCase().split(',') }
}

/** The first rule that speaks about it, as written. Allow rules are read strictly, deny and ask rules leniently. */
export function findWebRule(rules: readonly string[], use: WebUse, behavior: Behavior): string | undefined {
  return rules.find((text) => matches(text, use, behavior))
}

/** Whether a rule names it, letter by letter: only then does a token go there. */
export function namesRepository(text: string, repository: string): boolean {
  const { tool, pattern = '' } = parseRule(text)
  return tool === 'WebFetch' && isWellFormed(text) && repositoryIn(pattern) === repository
}

/** Undefined for every other pattern. */
function repositoryIn(pattern: string): string | undefined {
  const address = /^repository:\s*(https?:\/\/\S+)$/.exec(pattern.trim())?.[1]
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin, pathname, search, hash, username } = new URL(address)
  return search === '' && hash === '' && username === ''
    ? `${origin}${pathname.replace(/\/+$/, '')}`
    : undefined
}

function matches(text: string, use: WebUse, behavior: Behavior): boolean {
  const { url, readOnly, method, repository } = use
  const { tool, pattern } = parseRule(text)
  // A denied reading denies the sending too: a sender also reads the answer.
  const speaks = readOnly
    ? tool === 'WebFetch'
    : tool === 'WebSend' || (behavior !== 'allow' && tool === 'WebFetch')
  if (!speaks) return false
  if (behavior === 'allow' && !isWellFormed(text)) return false
  const isPrivate = addressKind(url.hostname) === 'private'
  // Nothing but the exact address opens the user's own network.
  if (pattern === undefined) return behavior !== 'allow' || !isPrivate
  const named = repositoryIn(pattern)
  if (named !== undefined)
    return (
      repository !== undefined &&
      (behavior === 'allow' ? named === repository : isSameRepository(named, repository))
    )
  const wanted = readWebPattern(pattern)
  // A pattern that means nothing allows nothing, and denies all.
  if (wanted === undefined) return behavior !== 'allow'
  if (wanted.methods !== undefined && method !== ANY_METHOD && !wanted.methods.includes(method)) return false
  return behavior === 'allow' ? allowsHost(wanted.host, url, isPrivate) : mentionsHost(wanted.host, url)
}

function allowsHost(wanted: string, url: URL, isPrivate: boolean): boolean {
  const { host, port } = splitPort(wanted)
  const wildcard = /^\*\.([^*]+)$/.exec(host)?.[1]
  if (isPrivate)
    return wildcard === undefined && plainHost(host) === plain(url.hostname) && port === portOf(url)
  if ((port ?? defaultPort(url)) !== portOf(url)) return false
  if (host === '*') return true
  if (wildcard !== undefined) return plain(url.hostname).endsWith(`.${plainHost(wildcard)}`)
  return !host.includes('*') && plainHost(host) === plain(url.hostname)
}

/** A denied domain denies what lies below it, at every port unless one is named. */
export function mentionsHost(wanted: string, url: URL): boolean {
  const { host, port } = splitPort(wanted)
  if (port !== undefined && port !== portOf(url)) return false
  if (host === '*') return true
  const name = plainHost(host.replace(/^\*\./, ''))
  return plain(url.hostname) === name || plain(url.hostname).endsWith(`.${name}`)
}

/** As hosts take one for the other: with and without `.git`, in small letters and in capitals. */
function isSameRepository(one: string, other: string): boolean {
  const plainName = (address: string) => address.toLowerCase().replace(/\.git$/, '')
  return plainName(one) === plainName(other)
}

export function repositoryRule(repository: string): string {
  return `WebFetch(repository:${repository})`
}

/** The rule that "Always allow" would add: as narrow as is useful. */
export function suggestWebRule({ url, readOnly, method }: WebUse): string {
  const { hostname } = url
  const port = portOf(url) === defaultPort(url) && addressKind(hostname) === 'public' ? '' : `:${portOf(url)}`
  // Reading methods are much alike; a permission to add something must not become one to delete it.
  return readOnly
    ? `WebFetch(domain:${hostname}${port})`
    : `WebSend(domain:${hostname}${port} method:${method})`
}

function splitPort(wanted: string): { host: string; port: string | undefined } {
  const [, host = wanted, port] = /^(.*?)(?::(\d+))?$/.exec(wanted.trim()) ?? []
  // An IPv6 address without brackets has colons of its own: then there is no port.
  return host.includes(':') && !host.startsWith('[')
    ? { host: `[${wanted.trim()}]`, port: undefined }
    : { host, port }
}

/** As `URL` writes it, so that every spelling of an address is the same; as it stands where it is no host. */
function plainHost(host: string): string {
  const address = `https://${host}/`
  return URL.canParse(address) ? plain(new URL(address).hostname) : host
}

function plain(hostname: string): string {
  return hostname.replace(/\.+$/, '')
}

function portOf(url: URL): string {
  return url.port === '' ? defaultPort(url) : url.port
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80'
}
