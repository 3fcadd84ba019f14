/** The user's own headers for a gateway, as they are typed: one "Name: Value" a line. */

export interface ParsedHeaders {
  /** An empty value forgets the header. Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** A sentence for each line that was not taken, without its value. */
  readonly dropped: readonly string[]
}

/** Names that a browser sets itself and takes from nobody, beside those that begin with `proxy-` or `sec-`. */
const FORBIDDEN = new Set(
  (
    'accept-charset accept-encoding access-control-request-headers access-control-request-method connection ' +
    'content-length cookie cookie2 date dnt expect host keep-alive origin referer set-cookie te trailer ' +
    'transfer-encoding upgrade via'
  ).split(' '),
)
/** Names that say how the request is read. */
const OURS = new Set(['content-type', 'accept'])

export function parseHeaders(text: string): ParsedHeaders {
  const headers = new Map<string, string>()
  const dropped: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    const problem =
      colon < 1 ? 'A line without a colon was not taken: it is "Name: Value".' : wrong(name, value)
    if (problem === undefined) headers.set(name, value)
    else dropped.push(problem)
  }
  return { headers: [...headers], dropped }
}

function wrong(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return `"${name}" is not a header’s name.`
  if (FORBIDDEN.has(name) || /^(proxy|sec)-/.test(name))
    return `The header "${name}" was left out: browsers set it themselves.`
  if (OURS.has(name)) return `The header "${name}" was left out: it belongs to the request’s format.`
  if (/[^\t\x20-\x7e]/.test(value))
    return `The value of "${name}" was not taken: it has characters outside ASCII.`
  return undefined
}
