/**
 * Builds what a `node` process of the sandbox loads, into src/sandbox/embedded/node/generated/ (never committed):
 * the worker script and Node's own library in three chunks, with Node's licence beside them. Run before dev,
 * test, check and build; does nothing when all is up to date.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import parserBytes from 'undici/lib/llhttp/llhttp-wasm.js'
import { buildUnlessStamped, filesBelow, stampOf } from '../lib/build/build-stamp.mjs'
import { brotliModule, zstdModule } from './codecs.mjs'
import { chunkOf, writeChunks } from './chunks.mjs'
import { findDistribution } from './distribution.mjs'
import { BROTLI_ID, EXECUTABLE, PARSER_ID, ZSTD_ID } from './pin.mjs'
import { checksum, cutSources } from './sources.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nodeFolder = join(root, 'src/sandbox/embedded/node')
const output = join(nodeFolder, 'generated')
const scripts = join(root, 'scripts/node-library')
const OUTPUTS = [
  'llhttp.ts',
  'start.js',
  'common.js',
  'rare.js',
  'web.js',
  'brotli.js',
  'zstd.js',
  'LICENSE.txt',
  'node.worker.js',
  'node.program.js',
]

const pinned = JSON.parse(readFileSync(join(scripts, 'sources.json'), 'utf8'))
const stamp = stampOf({ root, files: inputs(), text: pinned.library })
await buildUnlessStamped({ output, outputs: OUTPUTS, stamp }, async () => {
  writeParser()
  await buildLibrary()
  await buildWorkers()
})

/**
 * Everything that the outputs may be made from: of the sandbox all that is written by hand, since the worker may import
 * any of it. What is generated is made after this, or is made here.
 */
function inputs() {
  return [
    join(root, 'package-lock.json'),
    ...filesBelow(scripts),
    ...filesBelow(join(root, 'src/sandbox'), (folder) => basename(folder) === 'generated'),
  ]
}

/** llhttp as Node's own client is published with it: for the kernel as a module, for `node` in the library's chunk. */
function writeParser() {
  writeFileSync(join(output, 'llhttp.ts'), `export const LLHTTP =\n  '${parserModule()}'\n`)
}

function parserModule() {
  return parserBytes.toString('base64')
}

async function buildLibrary() {
  const libraryStamp = join(output, 'library.txt')
  const wanted = libraryInputs()
  if (existsSync(libraryStamp) && readFileSync(libraryStamp, 'utf8') === wanted) return
  const distribution = await findDistribution()
  const sources = cutSources(readFileSync(join(distribution, EXECUTABLE)), pinned.places)
  const found = checksum(sources)
  if (found !== pinned.library) {
    throw new Error(`Node's library is not the pinned one: SHA-256 ${found}, pinned ${pinned.library}.`)
  }
  const modules = { [PARSER_ID]: parserModule(), [BROTLI_ID]: brotliModule(), [ZSTD_ID]: zstdModule() }
  const own = Object.entries(modules).map(([id, base64]) => [id, `module.exports = '${base64}'`])
  writeChunks({ sources: new Map([...sources, ...own]), output, chunkOf })
  writeFileSync(join(output, 'LICENSE.txt'), readFileSync(join(distribution, 'LICENSE')))
  writeFileSync(libraryStamp, wanted)
}

function libraryInputs() {
  const hash = createHash('sha256')
  for (const file of filesBelow(scripts).sort()) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * A classic script, which alone has `importScripts` for loading library chunks synchronously; and the program that it
 * imports, whose compiled form the browser keeps: the library's start with ours behind it. That is no module by its
 * text, so that a worker can be made from it, too.
 */
async function buildWorkers() {
  writeFileSync(join(output, 'node.worker.js'), await bundle('node.worker'))
  const library = readFileSync(join(output, 'start.js'), 'utf8')
  writeFileSync(join(output, 'node.program.js'), library + (await bundle('node.program')))
}

async function bundle(name) {
  const { outputFiles } = await build({
    entryPoints: [join(nodeFolder, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    minifyWhitespace: true,
    legalComments: 'inline',
    logLevel: 'error',
  })
  return outputFiles[0].text
}
