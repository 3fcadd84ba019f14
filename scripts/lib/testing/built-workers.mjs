/** Workers of the programs in browser tests: built once for a run, as the app has them, instead of module by module. */
import { basename, dirname, relative, resolve } from 'node:path'
import { build } from 'vite'
import { programChunks, programsWithRuntime } from '../build/program-chunks.mjs'
import { contentType } from '../serve/serve.mjs'
import { answer, KEPT } from '../serve/test-response.mjs'

const BASE = '/built-workers/'
/** A module that is not there: it starts each worker. */
const STARTS = resolve('src/worker-starts.js')
/** A worker by its address beside the source file that starts it, as the bundler knows it. */
const ADDRESS = /new URL\(\s*'([^']+\.worker\.ts)',\s*import\.meta\.url\s*\)/g

/**
 * A plugin of the test server: sources that start one of `entries` start the built one. Unbuilt, each new worker asks the
 * server for hundreds of modules, which is most of what a short test of the shell takes.
 */
export function builtWorkers(entries) {
  const names = new Map(entries.map((file) => [resolve(file), basename(file, '.ts')]))
  let files
  return {
    name: 'vivarium-built-workers',
    enforce: 'pre',
    transform: (code, id) => withBuiltAddresses(code, id.split('?')[0], names),
    configureServer({ config, middlewares }) {
      middlewares.use(BASE, (request, response, next) => {
        files ??= buildWorkers(names.keys(), config.define)
        files
          .then((built) => {
            const path = decodeURIComponent(new URL(request.url, 'http://test').pathname).slice(1)
            const content = built.get(path)
            if (content === undefined) return next()
            answer(response, config, { content, type: contentType(path), cacheControl: KEPT })
          })
          .catch(next)
      })
    },
  }
}

/**
 * The source with the addresses of the built workers.
 * @param {string} file Its path.
 * @param {Map<string, string>} names Those of the workers, by their paths.
 */
export function withBuiltAddresses(code, file, names) {
  if (!code.includes('.worker.ts')) return undefined
  const changed = code.replaceAll(ADDRESS, (whole, address) => {
    const name = names.get(resolve(dirname(file), address))
    return name === undefined ? whole : `new URL('${BASE}${name}.js', globalThis.location.origin)`
  })
  return changed === code ? undefined : { code: changed, map: null }
}

/** Their files, by path. */
async function buildWorkers(entries, define) {
  const starts = Array.from(
    entries,
    (file) => `new Worker(new URL('/${relative('.', file)}', import.meta.url), { type: 'module' })`,
  )
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    base: BASE,
    define,
    publicDir: false,
    plugins: [
      {
        name: 'vivarium-worker-starts',
        resolveId: (id) => (id === STARTS ? id : undefined),
        load: (id) => (id === STARTS ? starts.join('\n') : undefined),
      },
    ],
    worker: {
      format: 'es',
      plugins: () => [programsWithRuntime()],
      rolldownOptions: { output: { entryFileNames: '[name].js', codeSplitting: programChunks() } },
    },
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: Number.MAX_SAFE_INTEGER,
      rollupOptions: { input: STARTS },
    },
  })
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]))
}
