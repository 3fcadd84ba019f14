/**
 * Builds the shell's library into src/sandbox/embedded/shell/generated/ (never committed): just-bash with the
 * changes of `patches.mjs`, in one module without imports, with its licence beside it. Run before dev, test,
 * check and build; does nothing when all is up to date.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { applyPatches, PATCHED_VERSION } from './patches.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scripts = join(root, 'scripts/shell-library')
const output = join(root, 'src/sandbox/embedded/shell/generated')
const library = join(root, 'node_modules/just-bash')
const ENTRY = join(library, 'dist/bundle/browser.js')
/** Called by what the patches put in. */
const HELPERS = [
  'live.js',
  'pipeline.js',
  'jobs.js',
  'session.js',
  'traps.js',
  'integers.js',
  'arithmetic.js',
  'arithmetic-syntax.js',
  'variables.js',
  'units.js',
  'regex.js',
  'glob.js',
  'printf.js',
  'builtins.js',
  'transform.js',
  'words.js',
]
/** What the module exports besides: see `session.js`. */
const TYPES = `export * from 'just-bash/browser'
export function liveAbandon(state: object, exitCode: number): void
`
const STAMP = join(output, 'checksum.txt')

const stamp = inputStamp()
if (!isUpToDate()) {
  checkVersion()
  mkdirSync(output, { recursive: true })
  await buildLibrary()
  copyFileSync(join(library, 'LICENSE'), join(output, 'LICENSE.txt'))
  writeFileSync(join(output, 'just-bash.d.ts'), TYPES)
  writeFileSync(STAMP, `${stamp}\n`)
}

function inputStamp() {
  const hash = createHash('sha256').update(PATCHED_VERSION)
  for (const name of [...HELPERS, 'build.mjs', 'patches.mjs', 'language-patches.mjs', 'zlib.js'])
    hash.update(readFileSync(join(scripts, name)))
  return hash.update(readFileSync(ENTRY)).digest('hex')
}

function isUpToDate() {
  const built = ['just-bash.js', 'just-bash.d.ts', 'LICENSE.txt'].every((name) =>
    existsSync(join(output, name)),
  )
  return built && existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === stamp
}

function checkVersion() {
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  if (version === PATCHED_VERSION) return
  throw new Error(
    `just-bash is ${version}, but the changes to it are made for ${PATCHED_VERSION}: see scripts/shell-library/patches.mjs.`,
  )
}

async function buildLibrary() {
  await build({
    entryPoints: [ENTRY],
    outfile: join(output, 'just-bash.js'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    legalComments: 'inline',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { 'node:zlib': join(scripts, 'zlib.js') },
    plugins: [{ name: 'patch', setup: patch }],
  })
}

function patch(esbuild) {
  const imports = HELPERS.map((name) => {
    const path = join(scripts, name)
    const found = readFileSync(path, 'utf8').matchAll(/^export (?:async )?function (\w+)/gm)
    return `import { ${[...found].map(([, exported]) => exported).join(', ')} } from ${JSON.stringify(path)}\n`
  })
  esbuild.onLoad({ filter: /just-bash\/dist\/bundle\/browser\.js$/ }, ({ path }) => ({
    contents: imports.join('') + 'export { liveAbandon };\n' + applyPatches(readFileSync(path, 'utf8')),
    loader: 'js',
  }))
}
