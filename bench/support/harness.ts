/** Serves a page on an origin of its own, with workers bundled from source: the product's parts without its screen. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { IS_SMALLEST } from './size.ts'

export interface Harness {
  readonly url: string
  /** Path of a worker's script. */
  scriptOf(worker: string): string
  close(): void
}

/** `workers` are files, seen from this folder; `loop-harness.worker.ts` is served as `/loop-harness.worker.js`. */
export async function serveHarness(...workers: readonly string[]): Promise<Harness> {
  const scripts = new Map<string, Uint8Array>()
  const files = new Map<string, string>()
  for (const worker of workers) {
    const { outputFiles } = await build({
      entryPoints: [join(import.meta.dirname, worker)],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2023',
      minify: true,
      logLevel: 'error',
      // For `size.ts`: a worker has no environment.
      define: { 'process.env': JSON.stringify(IS_SMALLEST ? { BENCH_SIZE: 'smallest' } : {}) },
      plugins: [addressesOfFiles(files)],
    })
    const [output] = outputFiles
    if (output) scripts.set(scriptOf(worker), output.contents)
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    const script = file === undefined ? scripts.get(request.url ?? '') : readFileSync(file)
    const type = file === undefined || file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
    response.setHeader('Content-Type', script ? type : 'text/html')
    response.end(script ?? '<!doctype html><title>Harness</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, scriptOf, close: () => server.close() }
}

function scriptOf(worker: string): string {
  return `/${basename(worker).replace(/\.m?[jt]s$/, '.js')}`
}

/** `import address from 'file?url'` is the file's address, as the product's bundler has it; the file is not bundled. */
function addressesOfFiles(files: Map<string, string>): Plugin {
  return {
    name: 'addresses-of-files',
    setup: (esbuild) => {
      esbuild.onResolve({ filter: /\?url$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path.replace(/\?url$/, '')),
        namespace: 'address',
      }))
      esbuild.onLoad({ filter: /./, namespace: 'address' }, ({ path }) => {
        const address = `/files/${basename(path)}`
        files.set(address, path)
        return { contents: `export default ${JSON.stringify(address)}` }
      })
    },
  }
}
