/** Serves the stand-in for WebContainer's hosted runtime where its client looks for that, in browser tests. */
import { readFileSync } from 'node:fs'

const PAGE = 'src/sandbox/webcontainer/testing/headless.html'

/** What that page loads. */
export const STAND_IN_PROGRAM = 'src/sandbox/webcontainer/testing/stand-in.ts'

/** A plugin of the test server. */
export function webContainerStandIn() {
  return {
    name: 'webcontainer-stand-in',
    configureServer(server) {
      server.middlewares.use('/headless', (request, response, next) => {
        server
          .transformIndexHtml('/headless', readFileSync(PAGE, 'utf8'))
          .then((page) => {
            for (const [name, value] of Object.entries(server.config.server.headers ?? {})) {
              response.setHeader(name, value)
            }
            response.setHeader('Content-Type', 'text/html; charset=utf-8')
            response.end(page)
          })
          .catch(next)
      })
    },
  }
}
