/**
 * The header sets of the two origins (measured in a real browser; see the decision record docs/decisions/2026-11-21-origins.md).
 * A static host must send the same ones with every file and every status.
 */

/** Where the app may connect to: any model API that the user configures, and servers on the user's own machine. */
const MODEL_SOURCES = ['https:', 'http://localhost:*', 'http://127.0.0.1:*']

/**
 * Headers of the app origin. `connectSources` narrows which model APIs can be reached, where a deployment knows them.
 * @param {{ sandboxOrigin: string, connectSources?: readonly string[] }} options
 * @returns {Record<string, string>}
 */
export function appHeaders({ sandboxOrigin, connectSources = MODEL_SOURCES }) {
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
      'connect-src': ["'self'", ...connectSources],
      'worker-src': ["'self'"],
      'frame-src': [sandboxOrigin],
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
