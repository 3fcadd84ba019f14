/** Whether a kept answer has the headers that this origin's files must have, and nothing besides that a browser acts on. */

/** Harmless headers added by servers and proxies: time, caching, transfer and server identity. */
const HARMLESS = new Set([
  'accept-ranges',
  'age',
  'alt-svc',
  'cache-control',
  'cf-cache-status',
  'cf-ray',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'pragma',
  'server',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'via',
  'x-amz-cf-id',
  'x-amz-cf-pop',
  'x-cache',
  'x-cache-hits',
  'x-served-by',
  'x-timer',
])
const SCRIPT_TYPE = /^(?:text|application)\/javascript(?:;\s*charset=utf-8)?$/i

export function areHeadersOf(given: Headers, wanted: Headers): boolean {
  for (const [name, value] of wanted) if (!isAlike(name, given.get(name), value)) return false
  return [...given.keys()].every((name) => wanted.has(name) || HARMLESS.has(name))
}

function isAlike(name: string, given: string | null, wanted: string): boolean {
  if (given === wanted) return true
  if (given === null) return false
  if (name === 'content-type') return SCRIPT_TYPE.test(given) && SCRIPT_TYPE.test(wanted)
  // The server may choose who can frame a document.
  if (name === 'content-security-policy') return withoutAncestors(given) === withoutAncestors(wanted)
  return false
}

function withoutAncestors(policy: string): string {
  return policy.replace(/;\s*frame-ancestors [^;,]*$/, '')
}
