/** Serves a page on an origin of its own, with workers bundled from source: the product's parts without its screen. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

export interface Harness {
  readonly url: string
  /** Path of a worker's script. */
  scriptOf(worker: string): string
  close(): void
}

/** `workers` are files, seen from this folder; `loop-harness.worker.ts` is served as `/loop-harness.worker.js`. */
export async function serveHarness(...workers: readonly string[]): Promise<Harness> {
  const scripts = new Map<string, Uint8Array>()
  for (const worker of workers) {
    const { outputFiles } = await build({
      entryPoints: [join(import.meta.dirname, worker)],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2023',
      minify: true,
      logLevel: 'error',
    })
    const [output] = outputFiles
    if (output) scripts.set(scriptOf(worker), output.contents)
  }
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html')
    response.end(script ?? '<!doctype html><title>Harness</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, scriptOf, close: () => server.close() }
}

function scriptOf(worker: string): string {
  return `/${basename(worker).replace(/\.m?[jt]s$/, '.js')}`
}
