/** Serves the stand-in for WebContainer's hosted runtime where its client looks for that, in tests. */
import { readFileSync } from 'node:fs'
import { createServer } from 'vite'
import { contentType } from './serve.mjs'
import { answer } from './test-response.mjs'

const PAGE = 'src/sandbox/webcontainer/testing/headless.html'
/** Stands for every page that a program in it serves. */
const PREVIEW = 'src/sandbox/webcontainer/testing/preview.html'

/** The program that the stand-in's page loads. */
export const STAND_IN_PROGRAM = 'src/sandbox/webcontainer/testing/stand-in.ts'

/** A plugin of the test server. */
export function webContainerStandIn() {
  return {
    name: 'webcontainer-stand-in',
    configureServer(server) {
      const show = (response, content) =>
        answer(response, server.config, { content, type: contentType(PAGE) })
      server.middlewares.use('/headless-preview', (request, response) => {
        show(response, readFileSync(PREVIEW, 'utf8'))
      })
      server.middlewares.use('/headless', (request, response, next) => {
        server
          .transformIndexHtml('/headless', readFileSync(PAGE, 'utf8'))
          .then((page) => show(response, page))
          .catch(next)
      })
    },
  }
}

/** Serves it on an origin of its own, for a whole app that is told of it. */
export async function serveWebContainerStandIn() {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    // Not that of the tests, which may run meanwhile.
    cacheDir: 'node_modules/.vite-stand-in',
    plugins: [webContainerStandIn()],
    worker: { format: 'es' },
    define: { __APP_VERSION__: JSON.stringify('test') },
    optimizeDeps: { include: ['comlink-4.3'], entries: [STAND_IN_PROGRAM] },
    server: {
      host: 'localhost',
      port: 0,
      hmr: false,
      headers: {
        'Cross-Origin-Embedder-Policy': 'require-corp',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    },
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('The stand-in has no port.')
  return { origin: `http://localhost:${address.port}`, close: () => server.close() }
}
