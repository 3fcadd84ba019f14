/** Brings a fresh clone to where it can build and serve: Node's version, packages, Node's library for the sandbox. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { failOnFullDisk, Failure } from './fail.mjs'
import { timed } from './progress.mjs'
import { run } from './run.mjs'

const INSTALLED_MARK = 'node_modules/.vivarium-installed'

/** Throws `Failure` unless this Node can run the build tools (see `engines` in package.json). */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const good = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  if (good) return
  throw new Failure(
    `Node ${version} cannot build Vivarium. Install Node 20.19 or newer, 22.12 or newer, or 24 (nodejs.org), then try again.`,
  )
}

/** Installs the packages of the lock file when they are not there or the lock file has changed. */
export async function installPackages() {
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(INSTALLED_MARK) && readFileSync(INSTALLED_MARK, 'utf8') === wanted) return
  console.log('Installing packages …')
  // No package's own scripts: nothing here needs one, and one of them would compile an optional C library.
  const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (code !== 0) throw new Failure(explainInstallFailure(code, output))
  mkdirSync(dirname(INSTALLED_MARK), { recursive: true })
  writeFileSync(INSTALLED_MARK, wanted)
}

export function explainInstallFailure(code, output) {
  if (code === 127) return 'npm was not found. It comes with Node: install Node again, with npm.'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return `The packages could not be installed: the package registry cannot be reached. Check the network (or \`npm config get registry\`) and try again.\n\n${tail(output)}`
  }
  if (/ENOSPC/.test(output)) return 'The packages could not be installed: the disk is full.'
  return `The packages could not be installed (npm ended with ${code}):\n\n${tail(output)}`
}

/** The last is made of what the others have made. */
const LIBRARIES = {
  "Node's library": 'scripts/node-library/build.mjs',
  npm: 'scripts/npm-client/build.mjs',
  'the templates': 'scripts/templates/build.mjs',
  'the shell': 'scripts/shell-library/build.mjs',
  'what runs a model in the tab': 'scripts/local-model/build.mjs',
  'the opaque frame': 'scripts/opaque-frame/build.mjs',
}

/**
 * Builds the generated sources: Node's library, the shell, the runtime of models in the tab, and the opaque
 * frame's scripts. Each build does nothing when it is up to date.
 */
export async function buildLibraries() {
  for (const [title, script] of Object.entries(LIBRARIES)) {
    const { code, output } = await timed(title, () => run(process.execPath, [script]), {
      hasWorked: ({ output }) => output !== '',
    })
    if (code !== 0) {
      failOnFullDisk(output)
      throw new Failure(`A part of the program could not be built (${script}):\n\n${tail(output)}`)
    }
  }
}

function tail(text, lines = 25) {
  return text.trimEnd().split('\n').slice(-lines).join('\n')
}
