/** Builds both origins into dist/, when what they are made of has changed. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failOnFullDisk, Failure } from '../fail.mjs'
import { writeLicenses } from './licenses.mjs'
import { writeOpaqueFiles } from './opaque-files.mjs'
import { timed } from '../progress.mjs'
import { run } from '../run.mjs'
import { buildLibraries } from '../setup.mjs'
import { writeAppFiles } from './app-files.mjs'
import { checkStartSize } from './start-budget.mjs'

const INPUTS = [
  'src',
  'public',
  'index.html',
  'erase.html',
  'vite.config.ts',
  'vite.sandbox.config.ts',
  'vite.embed.config.ts',
  'svelte.config.js',
  'package-lock.json',
  'scripts/node-library',
  'scripts/shell-library',
  'scripts/local-model',
  'scripts/opaque-frame',
  'scripts/lib/build/early-script.mjs',
  'scripts/lib/build/build-checks.mjs',
  'scripts/lib/build/headers.mjs',
  'scripts/lib/build/node-only-imports.mjs',
  'scripts/lib/build/program-chunks.mjs',
  'scripts/lib/build/start-chunks.mjs',
]
/** The part of the program that each configuration makes, for the lines of a build. */
const PARTS = {
  'the app and the agent': 'vite.config.ts',
  'the sandbox': 'vite.sandbox.config.ts',
  'the element for other pages': 'vite.embed.config.ts',
}
const BUILT_MARK = 'dist/.built-from'

/** Builds what is out of date. Prints what it does only when there is something to do. */
export async function buildIfNeeded({ force = false } = {}) {
  await buildLibraries()
  const state = hashInputs()
  if (!force && existsSync(BUILT_MARK) && readFileSync(BUILT_MARK, 'utf8') === state) return
  console.log('Building …')
  // A build that is interrupted leaves a mixture.
  rmSync(BUILT_MARK, { force: true })
  for (const [part, config] of Object.entries(PARTS)) await timed(part, () => bundle(config))
  await timed('sizes, licences and lists of files', async () => {
    await checkStartSize('dist/app')
    const build = state.slice(0, 12)
    writeOpaqueFiles('dist/app', { build })
    writeLicenses(['dist/app', 'dist/sandbox'])
    writeAppFiles('dist/app', { build, index: 'index.html' })
    writeAppFiles('dist/sandbox', { build })
  })
  writeFileSync(BUILT_MARK, state)
}

/** Prints the bundler's warnings; there are none unless something is wrong. */
async function bundle(config) {
  const { code, output } = await run(process.execPath, [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    config,
    '--logLevel',
    'warn',
  ])
  if (code !== 0) {
    failOnFullDisk(output)
    throw new Failure(`The build failed (${config}):\n\n${output}`)
  }
  if (output.trim() !== '') console.log(`\n${output.trim()}`)
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const input of INPUTS) addToHash(hash, input)
  return hash.digest('hex')
}

function addToHash(hash, path) {
  if (!existsSync(path)) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name))
    return
  }
  if (path.endsWith('.test.ts')) return
  hash.update(path).update('\0').update(readFileSync(path)).update('\0')
}
