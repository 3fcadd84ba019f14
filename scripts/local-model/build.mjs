/**
 * Builds what runs a model in the tab into src/agent/model/local/generated/ (never committed): wllama's client, and its
 * worker as a file. The library makes its workers of text at run time, which the page's policy forbids; here the same
 * text is a file of our origin. Run before dev, test, check and build; does nothing when all is up to date.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildUnlessStamped, stampOf } from '../lib/build/build-stamp.mjs'

/** The replacements below are made for it. */
const VERSION = '3.13.0'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scripts = join(root, 'scripts/local-model')
const library = join(root, 'node_modules/@wllama/wllama')
const output = join(root, 'src/agent/model/local/generated')
const OUTPUTS = ['wllama.js', 'wllama.d.ts', 'llama-worker.js', 'llama.wasm', 'LICENSE.txt']

/** Types of the library's used parts; its own are made for other compiler options. */
const TYPES = readFileSync(join(scripts, 'wllama.d.ts'), 'utf8')

const inputs = ['build.mjs', 'create-worker.js', 'worker-head.js', 'wllama.d.ts'].map((name) =>
  join(scripts, name),
)
await buildUnlessStamped(
  { output, outputs: OUTPUTS, stamp: stampOf({ root, files: inputs, text: VERSION }) },
  async () => {
    const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
    if (version !== VERSION)
      throw new Error(`@wllama/wllama is ${version}, but scripts/local-model is made for ${VERSION}.`)
    await buildClient()
    await buildWorker()
    writeFileSync(join(output, 'wllama.d.ts'), TYPES)
    copyFileSync(join(library, 'esm/wasm/wllama.wasm'), join(output, 'llama.wasm'))
    copyFileSync(join(library, 'LICENCE'), join(output, 'LICENSE.txt'))
  },
)

/** The library without its workers' texts and without addresses of others' servers. */
async function buildClient() {
  const { llamaVersion } = texts()
  const stub = (contents) => () => ({ contents, loader: 'js' })
  await build({
    stdin: {
      contents: `export { Wllama, WllamaError, WllamaAbortError } from '@wllama/wllama/src/wllama.ts'
export { setWorkerScript } from './create-worker.js'`,
      resolveDir: scripts,
    },
    outfile: join(output, 'wllama.js'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    logLevel: 'error',
    plugins: [
      {
        name: 'workers-are-files',
        setup(esbuild) {
          const on = (file, load) => esbuild.onLoad({ filter: new RegExp(`wllama/src/${file}$`) }, load)
          on(
            'workers-code/generated\\.ts',
            stub(`export const LIBLLAMA_VERSION = ${JSON.stringify(llamaVersion)}
export const LLAMA_CPP_WORKER_CODE = '', WLLAMA_EMSCRIPTEN_CODE = ' ', OPFS_UTILS_WORKER_CODE = ''`),
          )
          on('wasm-from-cdn\\.ts', stub('export const WasmCompatFromCDN = { worker: "", wasm: "" }'))
          on('worker\\.ts', ({ path }) => ({
            contents: replaced(
              replaced(
                readFileSync(path, 'utf8'),
                'createWorker(completeCode)',
                'createWorker({ ...runOptions, noWebGPU: this.resources.noWebGPU === true })',
              ),
              '  createWorker,\n',
              '',
            ).concat(`import { createWorker } from ${JSON.stringify(join(scripts, 'create-worker.js'))}`),
            loader: 'ts',
          }))
        },
      },
    ],
  })
}

async function buildWorker() {
  const { module, worker } = texts()
  const moduleCode = replaced(
    replaced(module, 'var Module', 'var ___Module'),
    'new Worker(pthreadMainJs,{workerData:"em-pthread",name:"em-pthread"})',
    'new Worker(RUN_OPTIONS.threadScript,{name:RUN_OPTIONS.threadName})',
  )
  const code = [
    readFileSync(join(scripts, 'worker-head.js'), 'utf8'),
    `function wModuleInit() { ${moduleCode}; return Module }`,
    worker,
    'if (IS_THREAD) { Module = {}; wModuleInit() }',
  ]
  writeFileSync(join(output, 'llama-worker.js'), code.join('\n'))
}

/** The scripts that the library carries as texts. */
function texts() {
  const source = readFileSync(join(library, 'src/workers-code/generated.ts'), 'utf8')
  const value = (name) => {
    const [, text] = new RegExp(`^export const ${name} = (.*);$`, 'm').exec(source) ?? []
    if (text === undefined) throw new Error(`wllama has no ${name} any more.`)
    return text.startsWith('"') ? JSON.parse(text) : text.slice(1, -1)
  }
  return {
    llamaVersion: value('LIBLLAMA_VERSION'),
    worker: value('LLAMA_CPP_WORKER_CODE'),
    module: value('WLLAMA_EMSCRIPTEN_CODE'),
  }
}

/** Throws unless `from` is there exactly once. */
function replaced(text, from, to) {
  if (text.split(from).length !== 2) throw new Error(`wllama has not exactly one place like: ${from}`)
  return text.replace(from, () => to)
}
