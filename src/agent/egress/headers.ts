/** Headers of a request that leaves: which are none, which a browser keeps to itself, and which are secrets. */
import type { EgressProblem } from '../../sandbox/egress.ts'
import { EGRESS_HEADER_BYTES } from '../limits.ts'

type Header = readonly [name: string, value: string]

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i
/** Visible ASCII, spaces, tabs and bytes above: never a line's end, which would begin a header of its own. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that a browser writes itself, or refuses. */
const KEPT_BY_BROWSER =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i

/** Their values are shown to nobody and written nowhere. */
const SECRET =
  /^(authorization|cookie|proxy-authorization|x-api-key|.*(token|secret|password|api-?key|credential).*)$/i

/** What is sent when the way there leads over an address that was not decided on. */
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

export function harmlessOnly(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => HARMLESS.test(name))
}

/** For the user's eyes: secret values are only said to be there. */
export function shownHeaders(headers: readonly Header[]): string[] {
  return headers.map(([name, value]) => `${name}: ${SECRET.test(name) ? '(hidden)' : value}`)
}

/** A query may carry a key; its name stays, its value does not. The fragment never leaves. */
export function shownUrl(url: URL): string {
  const shown = new URL(url.href)
  shown.hash = ''
  for (const name of new Set(shown.searchParams.keys()))
    if (SECRET.test(name) || /^(key|sig|signature|auth|code)$/i.test(name))
      shown.searchParams.set(name, 'hidden')
  return shown.href
}

/** A command line without what it may have of passwords. */
export function shownCommand(command: string): string {
  return command
    .replace(
      /((?:authorization|cookie|[\w-]*(?:token|secret|password|api-?key)[\w-]*)\s*[:=]\s*)[^'"\s][^'"]*/gi,
      '$1(hidden)',
    )
    .replace(/^(?:curl|wget)\b.*/s, (line) =>
      line.replace(/(\s(?:-u|--user|--password|--oauth2-bearer)[ =]?)\S+/g, '$1(hidden)'),
    )
    .replace(/(https?:\/\/)[^/\s@]+@/gi, '$1')
}
