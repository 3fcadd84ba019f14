/** Failing tests by name, and causes outside of the code: read from what a check prints. Pure. */

/** Names of failing tests as the runners write them: spec and TAP, Jest and Vitest, Mocha, pytest, Go, unittest. */
const FAILING: readonly RegExp[] = [
  /^\s*(?:✖|✗|✕|×)\s+(.+)$/u,
  /^\s*not ok \d+ -? ?(.+)$/,
  /^\s*●\s+(.+)$/u,
  /^\s*\d+\) (.+)$/,
  /^FAILED (\S+)/,
  /^--- FAIL: (\S+)/,
  /^(?:FAIL|ERROR): (\S+)/,
  /^(\S+\(\d+,\d+\): error TS\d+)/,
]

/** Failing tests that are remembered. */
const MOST = 50

/** Names of the failing tests; if the runner names none, the lines that look like errors. */
export function failingIn(output: string): ReadonlySet<string> {
  const lines = output.split('\n')
  const named = lines.flatMap((line) => {
    for (const pattern of FAILING) {
      const name = pattern.exec(line)?.[1]
      if (name !== undefined) return [withoutNumbers(name)]
    }
    return []
  })
  const found =
    named.length > 0 ? named : lines.filter((line) => /error|fail|expected/i.test(line)).map(withoutNumbers)
  return new Set(found.filter((name) => name !== '').slice(0, MOST))
}

/** Durations, counts and places differ from run to run though nothing else does. */
function withoutNumbers(text: string): string {
  return text
    .replace(/\(?\d+(?:\.\d+)? ?(?:ms|s)\)?/g, '')
    .replace(/\d+/g, '#')
    .trim()
}

/** Messages of Node, browsers, curl, Python and Go about causes outside the code. */
const OUTSIDE: readonly (readonly [RegExp, string])[] = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|getaddrinfo|Could not resolve host|Name or service not known)\b/,
    'a name that is not found',
  ],
  [/\b(ECONNREFUSED|Connection refused)\b/, 'a connection that is refused'],
  [/\b(ECONNRESET|EPIPE|socket hang up|Connection reset)\b/, 'a connection that breaks'],
  [
    /\b(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_CONNECT_TIMEOUT|connect timed? ?out)\b/i,
    'a server that does not answer',
  ],
  [
    /\b(50[234] (Bad Gateway|Service Unavailable|Gateway Time-?out)|Service Unavailable|status(?: code)?:? 50[234])\b/i,
    'a service that is down',
  ],
  [
    /\b(Failed to fetch|NetworkError|blocked by CORS|Network request failed|net::ERR_\w+)\b/,
    'the network, or a server that allows no browsers',
  ],
  [/\b429 Too Many Requests\b/i, 'a service that limits its callers'],
]

/** Named where a failure comes from outside of the code; undefined where nothing says so. */
export function outsideCause(output: string): string | undefined {
  return OUTSIDE.find(([pattern]) => pattern.test(output))?.[1]
}
