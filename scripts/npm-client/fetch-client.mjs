/** npm's own client as it is published, for what is built of it and what is compared with it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { INTEGRITY, VERSION } from './pin.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Its folder: unpacked, out of the cache or by npm itself. Throws with what to do when it cannot be had, or is another. */
export function fetchClient() {
  const folder = join(root, 'node_modules/.cache/npm-client', VERSION)
  if (existsSync(join(folder, 'package.json'))) return folder
  mkdirSync(join(folder, '..'), { recursive: true })
  const temporary = mkdtempSync(`${folder}-`)
  try {
    // On Windows npm is a batch file, which only a shell can start; no argument comes from outside.
    const shell = process.platform === 'win32'
    execFileSync(
      'npm',
      ['pack', `npm@${VERSION}`, '--pack-destination', '.', '--ignore-scripts', '--silent'],
      {
        cwd: temporary,
        shell,
      },
    )
    const archive = join(temporary, `npm-${VERSION}.tgz`)
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (found !== INTEGRITY) throw new Error(`it is another than the pinned one (${found})`)
    execFileSync('tar', ['-xzf', `npm-${VERSION}.tgz`], { cwd: temporary })
    renameSync(join(temporary, 'package'), folder)
  } catch (error) {
    throw new Error(
      `npm ${VERSION}, which the sandbox runs, could not be fetched with npm: ${error.message}\n` +
        'Check the network and the registry that npm is set to, then run the same command again.',
      { cause: error },
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return folder
}
