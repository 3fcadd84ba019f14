/** Responses of the test server that the browser keeps for the run: each test file has a page that loads hundreds of them. */
import { readFileSync } from 'node:fs'

const KEPT = 'max-age=3600, immutable'
const SOURCE = /\.(?:ts|js|mjs|svelte|css)(?:\?|$)/
/** Scripts that are built already (`scripts/node-library`); a worker must get them unchanged. */
const LIBRARY = '/src/sandbox/embedded/node/generated/'

/** A plugin of the test server. Nothing is kept while somebody edits: with `vitest --watch`. */
export function keptResponses() {
  return {
    name: 'vivarium-kept-responses',
    configureServer({ config, middlewares }) {
      if (config.server.watch !== null) return
      middlewares.use((request, response, next) => {
        const setHeader = response.setHeader.bind(response)
        response.setHeader = (name, value) =>
          setHeader(name, value === 'no-cache' && SOURCE.test(request.url) ? KEPT : value)
        next()
      })
      middlewares.use(LIBRARY, (request, response, next) => {
        const path = new URL(request.url, 'http://test').pathname.slice(1)
        if (!path.endsWith('.js') || request.url.includes('raw')) return next()
        for (const [name, value] of Object.entries(config.server.headers)) response.setHeader(name, value)
        response.setHeader('Content-Type', 'text/javascript')
        response.setHeader('Cache-Control', KEPT)
        response.end(readFileSync(`.${LIBRARY}${path}`))
      })
    },
  }
}
