/**
 * Rejects requests that a browser cannot send or that must not be sent, before anything is decided or
 * asked.
 */
import type { EgressOutcome, EgressRequest } from '../../sandbox/contract/egress.ts'
import { EGRESS_BODY_BYTES } from '../limits.ts'
import { sortHeaders } from './headers.ts'
import { purposeOf, type Purpose } from './purpose.ts'

export type Stop = Exclude<EgressOutcome, { type: 'response' }>

/** A request that could be sent. */
export interface CheckedRequest {
  readonly request: EgressRequest
  readonly url: URL
  readonly purpose: Purpose
  readonly headers: EgressRequest['headers']
  readonly unsent: readonly string[]
}

export const INVALID: Stop = {
  type: 'failed',
  reason: 'invalid',
  message: 'That is no address; nothing was sent.',
}

export function checkRequest(request: EgressRequest): CheckedRequest | Stop {
  const invalid = (message: string, hint?: string): Stop => ({
    type: 'failed',
    reason: 'invalid',
    message,
    ...(hint === undefined ? {} : { hint }),
  })
  if (!URL.canParse(request.url)) return INVALID
  const url = new URL(request.url)
  url.hash = ''
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return unsupported(`The scheme "${url.protocol}" cannot be reached from a browser tab.`, 'Use https.')
  if (url.username !== '' || url.password !== '')
    return invalid(
      'The address has a user name in it; nothing was sent.',
      `It would have gone to ${url.host}. Give the name apart (curl -u).`,
    )
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    return unsupported(
      `${url.host} was asked for without encryption, which the page that this runs in does not allow.`,
      `Use https://${url.host}.`,
    )
  if (!/^[A-Z]{1,32}$/.test(request.method) || /^(CONNECT|TRACE|TRACK)$/.test(request.method))
    return invalid(`A browser does not send the method "${request.method.slice(0, 40)}"; nothing was sent.`)
  const size = request.body?.length ?? 0
  if (size > EGRESS_BODY_BYTES)
    return {
      type: 'failed',
      reason: 'too_large',
      message: `The body has ${size} bytes; at most ${EGRESS_BODY_BYTES} can be sent. Nothing was sent.`,
    }
  if (request.body !== undefined && /^(GET|HEAD)$/.test(request.method))
    return invalid(`A browser sends no body with ${request.method}; nothing was sent.`)
  const headers = sortHeaders(request.headers)
  if ('reason' in headers) return { type: 'failed', ...headers }
  return { request, url, purpose: purposeOf(request, url), headers: headers.sent, unsent: headers.unsent }
}

function unsupported(message: string, hint: string): Stop {
  return { type: 'failed', reason: 'unsupported', message, hint }
}

/** As the page's policy has it: the only places that may be reached without encryption. */
function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1'
}
