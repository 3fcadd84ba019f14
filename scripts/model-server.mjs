/** Starts the model server of the tests by hand: node scripts/model-server.mjs [--port N] [--script file] [--key K] */
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = join(root, 'e2e', '.artifacts', 'model-server')

/** Bundles TypeScript to a module that this Node can import; gives its path. */
async function bundle(entry) {
  await mkdir(output, { recursive: true })
  const outfile = join(output, basename(entry).replace(/\.[cm]?[jt]s$/, '.mjs'))
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return outfile
}

try {
  const server = await import(pathToFileURL(await bundle(join(root, 'e2e', 'model-server', 'cli.ts'))).href)
  await server.main(process.argv.slice(2), bundle)
} catch (error) {
  console.error(error.code === 'EADDRINUSE' ? `That port is taken; give another with --port.` : error.message)
  process.exitCode = 1
}
