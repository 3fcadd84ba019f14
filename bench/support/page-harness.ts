/** Serves a page with parts of the screen, bundled from source as the app is, without the rest of it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
}
const PAGE = 'page.js'

/** `entry` is a file of this folder. */
export async function servePage(entry: string): Promise<{ readonly url: string; close(): void }> {
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, '..', '..'),
    logLevel: 'error',
    plugins: [svelte()],
    build: {
      write: false,
      target: 'es2023',
      rollupOptions: { input: join(import.meta.dirname, entry), output: { entryFileNames: PAGE } },
    },
  })
  const files = new Map<string, string | Uint8Array>()
  for (const { output } of [built].flat().filter((result) => 'output' in result)) {
    for (const file of output) files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
  }
  const styles = [...files.keys()].filter((path) => path.endsWith('.css'))
  const page = `<!doctype html><title>Harness</title>${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}<body><script type="module" src="/${PAGE}"></script>`
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    response.setHeader(
      'Content-Type',
      file === undefined ? 'text/html' : (TYPES[url.split('.').at(-1) ?? ''] ?? ''),
    )
    response.end(file ?? page)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
