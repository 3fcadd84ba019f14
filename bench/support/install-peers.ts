/**
 * The packages of the agents that ours is measured against. They are hundreds of megabytes that nothing else needs, so
 * they have a lock file of their own and are installed by the bench that wants them.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', 'peers')
const MARK = join(FOLDER, 'node_modules', '.installed')

/** Does nothing when they are there as the lock file has them. Throws with npm's own words when they cannot be had. */
export function installPeers(): void {
  const wanted = createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex')
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return
  console.log('Installing the peers …')
  // Those that ask for a newer Node than this one run in the browser.
  const command = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', command, { cwd: FOLDER, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The peers could not be installed (npm ended with ${status}):\n${stderr}`)
  writeFileSync(MARK, wanted)
}
