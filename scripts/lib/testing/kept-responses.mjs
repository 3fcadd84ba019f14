/** Responses of the test server that the browser keeps for the run: each test file has a page that loads hundreds of them. */
import { readFileSync } from 'node:fs'
import { contentType } from '../serve/serve.mjs'
import { answer, KEPT } from '../serve/test-response.mjs'

const SOURCE = /\.(?:ts|js|mjs|svelte|css)(?:\?|$)/
/** Scripts that are built already (`scripts/node-library`); a worker must get them unchanged. */
const LIBRARY = '/src/sandbox/embedded/node/generated/'

/** Queries by which the bundler asks for a file as a module. */
const BUNDLERS_OWN = ['raw', 'url', 'import']

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
        const { pathname, searchParams } = new URL(request.url, 'http://test')
        if (!pathname.endsWith('.js') || BUNDLERS_OWN.some((name) => searchParams.has(name))) return next()
        const content = readFileSync(`.${LIBRARY}${pathname.slice(1)}`)
        answer(response, config, { content, type: contentType(pathname), cacheControl: KEPT })
      })
    },
  }
}
