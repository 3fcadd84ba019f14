/** The question that a request asks: all that would leave, with its sizes. */
import { EGRESS_PREVIEW_CHARS } from '../limits.ts'
import type { ExitRequest } from '../protocol/permission-requests.ts'
import type { CheckedRequest } from './check-request.ts'
import type { ProgramKey } from './placeholders.ts'
import { largeParts, shownCommand, shownHeaders, shownUrl, sizesOf } from './shown.ts'

interface Asked {
  readonly id: string
  readonly checked: CheckedRequest
  readonly keys: readonly ProgramKey[]
  readonly redact: (text: string) => string
  readonly reason: string
  readonly suggestedRule: string
}

export function questionOf({ id, checked, keys, redact, reason, suggestedRule }: Asked): ExitRequest {
  const { request, url, headers, purpose } = checked
  const { body, method, initiator } = request
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
    preview: body === undefined ? '' : previewOf(body),
    publishes: purpose.publishes,
    reason,
    suggestedRule,
  }
}

function previewOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, EGRESS_PREVIEW_CHARS))
  return /[\0-\x08\x0e-\x1f\ufffd]/.test(text.slice(0, -3)) ? '(binary)' : text
}
