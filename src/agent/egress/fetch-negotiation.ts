/**
 * The body of a fetch or clone: the commits that are wanted and those that are there. Nothing else passes for it, as a request to
 * read may go by a rule where one that hands something over is asked for.
 */
import { GIT_NEGOTIATION_BYTES, GIT_NEGOTIATION_TEXT_CHARS } from '../limits.ts'
import { isEncoded, type Header } from './headers.ts'
import { packetAt } from './pkt-lines.ts'

/** Lines without a word of the sender's own. */
const PLAIN =
  /^(?:(?:want|have|shallow) (?:[0-9a-f]{40}|[0-9a-f]{64})|done|deepen \d{1,10}|deepen-since \d{1,12}|deepen-relative|command=(?:fetch|ls-refs)|object-format=sha(?:1|256)|thin-pack|no-progress|include-tag|ofs-delta|sideband-all|wait-for-done|peel|symrefs|unborn)$/
/** Lines with some: capabilities, names, a filter. */
const WORDED =
  /^(?:want (?:[0-9a-f]{40}|[0-9a-f]{64}) |want-ref |ref-prefix |deepen-not |filter |agent=|session-id=|server-option=)[\x20-\x7e]*$/

export function isFetchNegotiation(body: Uint8Array | undefined, headers: readonly Header[]): boolean {
  if (body === undefined || body.length > GIT_NEGOTIATION_BYTES || isEncoded(headers)) return false
  let words = 0
  for (let at = 0; at < body.length;) {
    const packet = packetAt(body, at)
    if (packet === undefined) return false
    at = packet.end
    if (typeof packet.line === 'string' || PLAIN.test(packet.line.text)) continue
    if (!WORDED.test(packet.line.text)) return false
    words += packet.line.text.length
  }
  return words <= GIT_NEGOTIATION_TEXT_CHARS
}
