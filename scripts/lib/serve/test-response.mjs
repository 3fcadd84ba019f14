/** Answers of our own on the test server. */

/** How long the browser keeps what does not change during a run. */
export const KEPT = 'max-age=3600, immutable'

/**
 * Ends `response` with `content`, under the headers that the server gives to all files.
 * @param {import('vite').ResolvedConfig} config
 * @param {{ content: string | Uint8Array, type: string, cacheControl?: string }} answer
 */
export function answer(response, config, { content, type, cacheControl }) {
  for (const [name, value] of Object.entries(config.server.headers ?? {})) response.setHeader(name, value)
  response.setHeader('Content-Type', type)
  if (cacheControl) response.setHeader('Cache-Control', cacheControl)
  response.end(content)
}
