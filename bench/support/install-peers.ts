/**
 * Packages that a bench wants beside ours: the agents that ours is measured against, and programs that measure. They are hundreds of
 * megabytes that nothing else needs, so they have lock files of their own and are installed by the bench that wants them.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The agents. */
export function installPeers(): void {
  installPackages(join(import.meta.dirname, '..', 'peers'))
}

/** Does nothing when they are there as the folder's lock file has them. Throws with npm's own words when they cannot be had. */
export function installPackages(folder: string): void {
  const mark = join(folder, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  console.log(`Installing the packages of bench/${basename(folder)} …`)
  // Peers that ask for a newer Node than this one run in the browser.
  const command = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', command, { cwd: folder, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`bench/${basename(folder)} could not be installed (npm ended with ${status}):\n${stderr}`)
  writeFileSync(mark, wanted)
}
