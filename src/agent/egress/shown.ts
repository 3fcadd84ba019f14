/**
 * The parts of a request that the deciding user is shown, and that are logged.
 *
 * Two needs pull apart: no key may lie in the log or on the screen, and nothing may leave unseen under a name
 * that passes for a key's. So values that are known to be keys are hidden everywhere. A value that only has
 * the name of one is hidden in the log; in the question it is hidden up to the length of a usual key, and
 * begins to be shown beyond it: a longer value is as likely content, and its first characters tell a user
 * which, but no key. A hidden or cut text is replaced by its length, and the sizes of address, headers and
 * body are told apart from all of that.
 */
import {
  EGRESS_HOST_MARK_CHARS,
  EGRESS_MARK_CHARS,
  EGRESS_SHOWN_CHARS,
  EGRESS_VALUE_BEGUN_CHARS,
} from '../limits.ts'
import type { EgressSizes, LargePart } from '../protocol/permission-requests.ts'
import type { CheckedRequest } from './check-request.ts'
import { isSecretName, type Header } from './headers.ts'
import { shownKeys, type ProgramKey } from './placeholders.ts'

export interface Showing {
  readonly to: 'person' | 'log'
  /** Takes out what is known to be a key. */
  readonly redact: (text: string) => string
}

/** Names of parameters that carry keys, besides those that headers have, too. */
const SECRET_PARAMETER = /^(key|sig|signature|auth|code)$/i

export function sizesOf({ url, headers, request }: CheckedRequest): EgressSizes {
  return {
    address: request.method.length + url.href.length,
    headers: headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0),
    body: request.body?.length ?? 0,
  }
}

export function totalOf({ address, headers, body }: EgressSizes): number {
  return address + headers + body
}

/** Parts that hold more than an address or a header usually does; many small ones count together. */
export function largeParts({ url, headers }: CheckedRequest): readonly LargePart[] {
  const large: LargePart[] = []
  if (url.hostname.length > EGRESS_HOST_MARK_CHARS)
    large.push({ part: 'host', name: '', chars: url.hostname.length })
  const place = url.pathname.length + url.search.length
  if (place > EGRESS_MARK_CHARS) large.push({ part: 'address', name: '', chars: place })
  for (const [name, value] of headers)
    if (value.length > EGRESS_MARK_CHARS)
      large.push({ part: 'header', name: name.slice(0, 80), chars: value.length })
  const all = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const isMarked = large.some(({ part }) => part === 'header')
  if (!isMarked && all > 2 * EGRESS_MARK_CHARS) large.push({ part: 'headers', name: '', chars: all })
  return large
}

/** Without its fragment, which never leaves. */
export function shownUrl(url: URL, showing: Showing): string {
  const path = url.pathname.split('/').map((segment) => shownPart(segment, showing))
  const pairs = url.search === '' ? [] : url.search.slice(1).split('&')
  const query = pairs.map((pair) => shownPair(pair, showing)).join('&')
  return whole(`${url.origin}${path.join('/')}${query === '' ? '' : `?${query}`}`, showing)
}

/** One line each. */
export function shownHeaders(
  headers: readonly Header[],
  keys: readonly ProgramKey[],
  showing: Showing,
): readonly string[] {
  return headers.map(([name, value]) => {
    const named = shownKeys(value, keys)
    const shown =
      named === value ? shownValue(value, isSecretName(name), showing) : beginningOf(named, showing)
    return `${beginningOf(name, showing)}: ${shown}`
  })
}

/** A command line without what it may have of passwords. */
export function shownCommand(command: string): string {
  const shown = command
    .replace(
      /((?:authorization|cookie|[\w-]*(?:token|secret|password|api-?key)[\w-]*)\s*[:=]\s*)([^'"\s][^'"]*)/gi,
      (_, name: string, value: string) => `${name}${hidden(value)}`,
    )
    .replace(/^(?:curl|wget)\b.*/s, (line) =>
      line.replace(
        /(\s(?:-u|--user|--password|--oauth2-bearer)[ =]?)(\S+)/g,
        (_, option: string, value: string) => `${option}${hidden(value)}`,
      ),
    )
    .replace(/(https?:\/\/)[^/\s@]+@/gi, '$1')
  return cut(shown, EGRESS_SHOWN_CHARS)
}

function shownPair(pair: string, showing: Showing): string {
  const at = pair.indexOf('=')
  if (at < 0) return shownPart(pair, showing)
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  const plain = decoded(name)
  const isSecret = isSecretName(plain) || SECRET_PARAMETER.test(plain)
  return `${shownPart(name, showing)}=${shownValue(value, isSecret, showing)}`
}

function shownPart(text: string, showing: Showing): string {
  return shownValue(text, false, showing)
}

function shownValue(value: string, isSecret: boolean, showing: Showing): string {
  const { redact } = showing
  // Only the key: text beside one in the same value would hide behind it.
  const clean = redact(value)
  if (clean !== value) return `${beginningOf(clean, showing)} (${counted(value.length)})`
  const plain = decoded(value)
  if (redact(plain) !== plain) return `${beginningOf(redact(plain), showing)} (${counted(value.length)})`
  if (!isSecret) return beginningOf(value, showing)
  if (showing.to === 'log' || value.length <= EGRESS_MARK_CHARS) return value === '' ? '' : hidden(value)
  return cut(value, EGRESS_VALUE_BEGUN_CHARS)
}

function beginningOf(text: string, { to }: Showing): string {
  return cut(text, to === 'log' ? EGRESS_MARK_CHARS : 2 * EGRESS_MARK_CHARS)
}

function whole(text: string, { to }: Showing): string {
  return cut(text, to === 'log' ? EGRESS_SHOWN_CHARS / 2 : EGRESS_SHOWN_CHARS)
}

function hidden(value: string): string {
  return `(hidden, ${counted(value.length)})`
}

function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars)}… (${counted(text.length)})`
}

function counted(chars: number): string {
  return `${chars.toLocaleString('en-US')} character${chars === 1 ? '' : 's'}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // No such encoding: it is looked at as it stands.
    return text
  }
}
