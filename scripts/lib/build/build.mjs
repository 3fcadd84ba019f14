/** Builds both origins into dist/, when what they are made of has changed. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failOnFullDisk, Failure } from '../fail.mjs'
import { writeLicenses } from './licenses.mjs'
import { writeOpaqueFiles } from './opaque-files.mjs'
import { timed } from '../progress.mjs'
import { run } from '../run.mjs'
import { buildLibraries } from '../setup.mjs'
import { POLICY_FILE, writeAppFiles } from './app-files.mjs'
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
/** No input: a build is the same, and pages stay on it, whatever its operator sets. */
const POLICY = join('public', POLICY_FILE)

/** Builds what is out of date. Prints what it does only when there is something to do. */
export async function buildIfNeeded({ force = false } = {}) {
  await buildLibraries()
  const state = hashInputs()
  const mark = `${state} ${hashOf(POLICY)}`
  const built = !force && existsSync(BUILT_MARK) ? readFileSync(BUILT_MARK, 'utf8') : ''
  if (built === mark) return
  if (built.startsWith(`${state} `)) {
    copyFileSync(POLICY, join('dist/app', POLICY_FILE))
    return writeFileSync(BUILT_MARK, mark)
  }
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
  writeFileSync(BUILT_MARK, mark)
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

function hashOf(path) {
  const hash = createHash('sha256')
  if (existsSync(path)) hash.update(readFileSync(path))
  return hash.digest('hex')
}

function addToHash(hash, path) {
  if (!existsSync(path) || path === POLICY) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name))
    return
  }
  if (path.endsWith('.test.ts')) return
  hash.update(path).update('\0').update(readFileSync(path)).update('\0')
}
