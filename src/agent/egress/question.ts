/** The question that a request asks: all that would leave, with its sizes. */
import { EGRESS_PREVIEW_CHARS } from '../limits.ts'
import type { EgressQuestion } from '../protocol/permission-requests.ts'
import type { CheckedRequest } from './check-request.ts'
import type { ProgramKey } from './placeholders.ts'
import { readPush } from './read-push.ts'
import { largeParts, shownCommand, shownHeaders, shownUrl, sizesOf } from './shown.ts'

interface Asked {
  readonly id: string
  readonly checked: CheckedRequest
  readonly keys: readonly ProgramKey[]
  readonly redact: (text: string) => string
  /** The person's token for the host goes along. */
  readonly withToken: boolean
  readonly reason: string
  readonly suggestedRule: string
}

export function questionOf({ id, checked, keys, redact, withToken, ...rest }: Asked): EgressQuestion {
  const { request, url, headers, purpose } = checked
  const { body, method, initiator } = request
  const push = purpose.publishes ? readPush(body, headers) : undefined
  // Besides its references, a push that can be read has only packed objects to show.
  const preview = body === undefined || push?.type === 'refs' ? '' : previewOf(body)
  const showing = { to: 'person', redact } as const
  return {
    id: `exit-${id}`,
    command: shownCommand(initiator.command),
    method,
    url: shownUrl(url, showing),
    host: url.host,
    headers: shownHeaders(headers, keys, showing),
    sizes: sizesOf(checked),
    large: largeParts(checked),
    preview,
    publishes: purpose.publishes,
    ...(push && { push }),
    ...(withToken && { token: { host: url.host, repository: purpose.repository ?? url.origin } }),
    ...rest,
  }
}

function previewOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, EGRESS_PREVIEW_CHARS))
  return /[\0-\x08\x0e-\x1f\ufffd]/.test(text.slice(0, -3)) ? '(binary)' : text
}
