/** Headers of a request that leaves: which are none, which a browser keeps to itself, and which are secrets. */
import type { EgressProblem } from '../../sandbox/contract/egress.ts'
import { EGRESS_HEADER_BYTES, EGRESS_MARK_CHARS } from '../limits.ts'

export type Header = readonly [name: string, value: string]

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i
/** Visible ASCII, spaces, tabs and bytes above: never a line's end, which would begin a header of its own. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that a browser writes itself, or refuses. */
const KEPT_BY_BROWSER =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i

/** Names of headers, and of parameters, that carry keys. */
const SECRET =
  /^(authorization|cookie|proxy-authorization|x-api-key|.*(token|secret|password|api-?key|credential).*)$/i

/** Headers that still go along if a redirect led over an address that was not decided on. */
const HARMLESS = /^(accept|accept-language|range|user-agent)$/i

export interface SortedHeaders {
  readonly sent: readonly Header[]
  readonly unsent: readonly string[]
}

/** Refuses the whole request when a header is malformed. */
export function sortHeaders(headers: readonly Header[]): SortedHeaders | EgressProblem {
  const wrong = headers.find(([name, value]) => !TOKEN.test(name) || !VALUE.test(value))
  if (wrong) {
    const name = JSON.stringify(wrong[0].slice(0, 80))
    const message = `The header ${name} has characters that no header may have; nothing was sent.`
    return { reason: 'invalid', message }
  }
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  if (bytes > EGRESS_HEADER_BYTES) {
    const message = `The headers have ${bytes} bytes; at most ${EGRESS_HEADER_BYTES} can be sent. Nothing was sent.`
    return { reason: 'too_large', message }
  }
  const isKept = ([name]: Header) => KEPT_BY_BROWSER.test(name)
  return {
    sent: headers.filter((header) => !isKept(header)),
    unsent: headers.filter(isKept).map(([name]) => name),
  }
}

/** None of them where they are so long that they could carry something. */
export function harmlessOnly(headers: readonly Header[]): readonly Header[] {
  const harmless = headers.filter(([name]) => HARMLESS.test(name))
  const chars = harmless.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return chars > 2 * EGRESS_MARK_CHARS ? [] : harmless
}

/** The body is not to be read as it stands. */
export function isEncoded(headers: readonly Header[]): boolean {
  return headers.some(([name, value]) => /^content-encoding$/i.test(name) && !/^\s*identity\s*$/i.test(value))
}

/** Headers that git sends with a request to one of its services, and nothing in them but that. */
export function isOfGit([name, value]: Header): boolean {
  return /^(accept|content-type)$/i.test(name) && /^application\/x-git-[a-z-]{1,40}$/.test(value)
}

export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}
