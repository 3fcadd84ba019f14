/**
 * Runs files of Node's own test suite in a page, on the real kernel, processes and runtime.
 * Call `close` in the end: it ends the browser and the server.
 */
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { BROWSER_ARGS } from '../browser/find-browser.mjs'

const PAGE = 'src/sandbox/embedded/node/testing/suite-page.ts'
/** Files at a time; more do not go faster on two cores. */
const AT_ONCE = 4
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** `archive` is the zip with the tests, their common parts and `test/index.json`. */
export async function openNodeSuite({ archive, executablePath }) {
  const files = unzipSync(readFileSync(archive))
  const server = await servePage()
  const { chromium } = await import('playwright')
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const page = await browser.newPage()
  await page.goto(server.resolvedUrls.local[0])
  await page.waitForFunction(() => window.runNodeTest !== undefined)
  const own = Object.entries(files).filter(([path]) => !path.endsWith('/'))
  for (const [path, data] of own) {
    const base64 = Buffer.from(data).toString('base64')
    await page.evaluate(([to, bytes]) => window.writeSuiteFile(to, bytes), [path, base64])
  }
  return {
    entries: JSON.parse(Buffer.from(files['test/index.json']).toString()),
    run: (entries, onEnd) => runAll(page, entries, onEnd),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/** Calls `onEnd` with each entry and how it ended, in the order in which they end. */
async function runAll(page, entries, onEnd) {
  const waiting = [...entries]
  const worker = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const { name, flags } = entry
      const outcome = await page.evaluate(([file, text]) => window.runNodeTest(file, text), [name, flags])
      onEnd(entry, outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function servePage() {
  const { createServer } = await import('vite')
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    cacheDir: 'node_modules/.vite-suite',
    server: { headers: HEADERS, port: 0, hmr: false, watch: null },
    worker: { format: 'es' },
    optimizeDeps: { entries: [PAGE] },
    plugins: [{ name: 'suite-page', configureServer: (own) => () => own.middlewares.use(answerPage) }],
  })
  return server.listen()
}

function answerPage(_request, response) {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html' })
  response.end(`<!doctype html><script type="module" src="/${PAGE}"></script>`)
}
