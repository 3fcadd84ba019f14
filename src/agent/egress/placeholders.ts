/**
 * Keys of programs: in the sandbox a variable holds a placeholder, and the gate puts the key itself into headers of requests to
 * the hosts that the person has named for it. Nowhere else does either leave (15, 35, 42).
 */
import type { EgressRequest } from '../../sandbox/contract/egress.ts'

export interface ProgramKey {
  /** The variable's name. */
  readonly name: string
  readonly value: string
  /** As it may stand in addresses, bodies and answers: as it is, and encoded. */
  readonly forms: readonly string[]
  readonly placeholder: string
  /** As `URL.host` has them. */
  readonly hosts: readonly string[]
}

type Header = EgressRequest['headers'][number]

export interface Leaving {
  readonly url: URL
  readonly headers: readonly Header[]
  readonly body?: Uint8Array | undefined
}

/** Why the request is refused: a placeholder where none is replaced, or a key on its way to where it does not belong. */
export function misplacedKey(
  { url, headers, body }: Leaving,
  keys: readonly ProgramKey[],
): string | undefined {
  for (const { name, value, forms, placeholder, hosts } of keys) {
    const isNamed = hosts.includes(url.host)
    const only = `It is for ${hosts.join(', ')} only.`
    const inHeaders = (text: string) => headers.some((header) => plainValue(header).includes(text))
    if (!isNamed && inHeaders(placeholder)) return `The key ${name} is not for ${url.host}. ${only}`
    const elsewhere = (text: string) => addressHas(url, text) || bodyHas(body, text)
    if (elsewhere(placeholder))
      return `The placeholder of ${name} stands in the address or the body. It is replaced in headers only; nothing was sent.`
    if (!isNamed && (inHeaders(value) || forms.some(elsewhere)))
      return `The request holds the key ${name}, which is not for ${url.host}. ${only}`
  }
  return undefined
}

/** The headers as they are sent. Whether they may be was decided by `misplacedKey`. */
export function withKeys(
  headers: readonly Header[],
  url: URL,
  keys: readonly ProgramKey[],
): readonly Header[] {
  const own = keys.filter(({ hosts }) => hosts.includes(url.host))
  const put = (text: string) =>
    own.reduce((made, { placeholder, value }) => made.replaceAll(placeholder, () => value), text)
  return headers.map(([name, value]): Header => {
    const credentials = basicOf(name, value)
    return [name, credentials === undefined ? put(value) : `Basic ${btoa(put(credentials))}`]
  })
}

/** For what follows a redirect to a place that was not decided on. */
export function withoutPlaceholders(
  headers: readonly Header[],
  keys: readonly ProgramKey[],
): readonly Header[] {
  return headers.filter(
    (header) =>
      !keys.some(
        ({ placeholder, value }) =>
          plainValue(header).includes(placeholder) || plainValue(header).includes(value),
      ),
  )
}

/** Names of those that are put into these headers. */
export function keysUsed({ url, headers }: Leaving, keys: readonly ProgramKey[]): readonly string[] {
  const used = keys.filter(
    ({ placeholder, hosts }) =>
      hosts.includes(url.host) && headers.some((header) => plainValue(header).includes(placeholder)),
  )
  return used.map(({ name }) => name)
}

/** For the person: which key is put where a placeholder stands. */
export function shownKeys(text: string, keys: readonly ProgramKey[]): string {
  return keys.reduce(
    (shown, { placeholder, name }) => shown.replaceAll(placeholder, `(the key ${name})`),
    text,
  )
}

/** Values to mask in an answer of that host, in every form that is searched for. */
export function valuesToMask(url: URL, keys: readonly ProgramKey[]): readonly string[] {
  return keys.filter(({ hosts }) => hosts.includes(url.host)).flatMap(({ forms }) => forms)
}

/** A header as it was before it was encoded for basic authentication. */
function plainValue([name, value]: Header): string {
  return basicOf(name, value) ?? value
}

/** `user:password`; undefined for all else. */
function basicOf(name: string, value: string): string | undefined {
  const encoded = /^authorization$/i.test(name)
    ? /^basic +([a-z0-9+/]+=*)$/i.exec(value.trim())?.[1]
    : undefined
  if (encoded === undefined) return undefined
  try {
    return atob(encoded)
  } catch {
    // No Base64: the server will say so.
    return undefined
  }
}

function addressHas(url: URL, text: string): boolean {
  return url.href.includes(text) || decoded(url.href).includes(text)
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function bodyHas(body: Uint8Array | undefined, text: string): boolean {
  return body !== undefined && new TextDecoder('latin1').decode(body).includes(text)
}
