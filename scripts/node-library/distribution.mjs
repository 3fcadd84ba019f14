/** Finds the pinned distribution: installed by npm where the platform matches, else fetched with npm's own client. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE, VERSION } from './pin.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The package's folder. Throws with what to do when there is none and none can be fetched. */
export async function findDistribution() {
  const installed = join(root, 'node_modules', PACKAGE)
  if (hasVersion(installed)) return installed
  const cached = join(root, 'node_modules', '.cache', 'node-library', `${PACKAGE}-${VERSION}`)
  if (hasVersion(cached)) return cached
  return fetchInto(cached)
}

function hasVersion(folder) {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === VERSION
}

function fetchInto(folder) {
  mkdirSync(join(folder, '..'), { recursive: true })
  const temporary = mkdtempSync(`${folder}-`)
  try {
    // On Windows npm is a batch file, which only a shell can start; no argument comes from outside.
    const shell = process.platform === 'win32'
    execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--pack-destination', '.'], {
      cwd: temporary,
      shell,
    })
    execFileSync('tar', ['-xzf', `${PACKAGE}-${VERSION}.tgz`], { cwd: temporary })
    renameSync(join(temporary, 'package'), folder)
  } catch (error) {
    throw new Error(
      `${PACKAGE} ${VERSION} is not installed and could not be fetched with npm: ${error.message}\n` +
        'Check the network and the registry that npm is set to, then run the same command again.',
      { cause: error },
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return folder
}
