import type { IncomingMessage, ServerResponse } from 'node:http'

/** Exact header names a preflight may ask for, beside every `x-stainless-*` one. */
const ALLOWED_HEADERS = [
  'content-type',
  'accept',
  'authorization',
  'x-api-key',
  'anthropic-version',
  'anthropic-beta',
  'anthropic-dangerous-direct-browser-access',
  'x-client-request-id',
  'x-app',
  'user-agent',
]
const EXPOSED_HEADERS =
  'request-id, x-request-id, retry-after, retry-after-ms, x-should-retry, anthropic-ratelimit-unified-reset'

function allowedHeaders(asked: string | undefined, extra: readonly string[]): string {
  const wanted = (asked ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name.startsWith('x-stainless-'))
  return [...ALLOWED_HEADERS, ...extra.map((name) => name.toLowerCase()), ...wanted].join(', ')
}

/** Headers of every answer to a page; without them the page sees a network error. */
export function setCorsHeaders(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', EXPOSED_HEADERS)
  // A page with COEP: require-corp may read it, and a page on a public address may reach the loopback.
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
}

export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  extra: readonly string[],
): void {
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS')
  response.setHeader(
    'access-control-allow-headers',
    allowedHeaders(request.headers['access-control-request-headers'], extra),
  )
  response.setHeader('access-control-allow-private-network', 'true')
  response.setHeader('access-control-max-age', '600')
  response.writeHead(204).end()
}
