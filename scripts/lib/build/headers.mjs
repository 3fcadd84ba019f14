/**
 * The header sets of the two origins (measured in a real browser; see the decision record docs/decisions/2026-11-21-origins.md).
 * A static host must send the same ones with every file and every status.
 */

/**
 * Hosts that the app may connect to: any model API that the user configures, and servers on the user's own
 * machine.
 */
const MODEL_SOURCES = ['https:', 'http://localhost:*', 'http://127.0.0.1:*']

/**
 * Headers of the app origin, but for the documents of `opaqueHeaders`. Without a `sandboxOrigin` there is one origin.
 * `connectSources` narrows which model APIs can be reached, where a deployment knows them. `containerOrigin` is the host
 * of WebContainer's runtime; none: it cannot be used. `containerPreviews` are the hosts of what its programs serve.
 * @param {{ sandboxOrigin?: string, containerOrigin?: string, containerPreviews?: string, connectSources?: readonly string[] }} options
 * @returns {Record<string, string>}
 */
export function appHeaders({
  sandboxOrigin,
  containerOrigin = '',
  containerPreviews = '',
  connectSources = MODEL_SOURCES,
} = {}) {
  const container = containerOrigin === '' ? [] : [containerOrigin]
  const previews = containerOrigin === '' || containerPreviews === '' ? [] : [containerPreviews]
  return {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': policy({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...connectSources, ...container],
      'worker-src': ["'self'"],
      // The app's own documents refuse it by `frame-ancestors`, but for those on no origin.
      'frame-src': [
        ...(sandboxOrigin === undefined ? [] : [sandboxOrigin]),
        ...container,
        ...previews,
        "'self'",
      ],
      'manifest-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['svelte-trusted-html', 'app-url', 'md-html', 'dompurify'],
    }),
  }
}

/**
 * Headers of the sandbox origin. Its service worker puts the same on what it makes up, as it got them from the server.
 * Nothing there reaches a network: what a program may fetch goes through the app.
 * @param {{ appOrigin: string }} options
 * @returns {Record<string, string>}
 */
export function sandboxHeaders({ appOrigin }) {
  return {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Origin-Agent-Cluster': '?1',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Connection-Allowlist': '(response-origin)',
    'Content-Security-Policy': `${SANDBOX_POLICY}; frame-ancestors 'self' ${appOrigin}`,
  }
}

/**
 * Headers of the app origin's `/opaque/*.html`: documents that `sandbox` puts on no origin, where all scripts come by
 * message and nothing reaches a server, the app's included.
 * @returns {Record<string, string>}
 */
export function opaqueHeaders() {
  return {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Connection-Allowlist': '()',
    'Content-Security-Policy': `sandbox allow-scripts allow-forms; ${OPAQUE_POLICY}; frame-ancestors 'self'`,
  }
}

/**
 * Headers of the app origin's `/embed/`: what any page may load.
 * @returns {Record<string, string>}
 */
export function embedHeaders() {
  return {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  }
}

/** The base of the pages that are shown there: an address that leads nowhere (src/sandbox/frame/inline/addresses.ts). */
const INLINED_PAGES = 'http://preview.invalid'

/** The part of the policy that a document can carry itself: its `meta` element has it, too. */
export const OPAQUE_POLICY = policy({
  'default-src': ["'none'"],
  'script-src': ["'unsafe-inline'", "'unsafe-eval'", 'blob:', "'wasm-unsafe-eval'"],
  'style-src': ["'unsafe-inline'", 'data:', 'blob:'],
  'img-src': ['data:', 'blob:'],
  'font-src': ['data:', 'blob:'],
  'media-src': ['data:', 'blob:'],
  'connect-src': ['data:', 'blob:'],
  'worker-src': ['blob:'],
  'form-action': ["'none'"],
  'base-uri': [INLINED_PAGES],
  'object-src': ["'none'"],
})

const SANDBOX_POLICY = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'", 'blob:', "'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", "'unsafe-inline'", 'data:', 'blob:'],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'", 'data:', 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': ["'self'", 'blob:'],
  'form-action': ["'self'"],
  'base-uri': ["'self'"],
  'object-src': ["'none'"],
})

function policy(directives) {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
