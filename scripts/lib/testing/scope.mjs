/** Which tests run, and the seed of what is taken of long ones (`src/testing/slice.ts`, `soak.ts`). */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { Failure } from '../fail.mjs'

/**
 * Variables for the test runners. `gate` leaves long tests out and `all` runs each case; `changed` takes a slice, as the gate
 * does, and leaves out no file that is named; `soak` runs a round of one soak.
 * @param {'gate' | 'changed' | 'all' | 'soak'} scope
 */
export function scopeVariables(scope) {
  return { TEST_SCOPE: scope, TEST_SEED: String(seed()) }
}

/** `SEED` of the environment, else the first 32 bits of the commit; 0 outside of a repository. */
export function seed(env = process.env) {
  if (env.SEED !== undefined) {
    if (!/^\d{1,10}$/.test(env.SEED)) throw new Failure(`SEED must be a whole number, not "${env.SEED}".`)
    return Number(env.SEED) >>> 0
  }
  const commit = git(['rev-parse', 'HEAD'])
  return commit === undefined ? 0 : Number.parseInt(commit.slice(0, 8), 16)
}

/** Names the state of the sources: the commit, and a hash of what differs from it. Undefined outside of a repository. */
export function sourceState() {
  const commit = git(['rev-parse', 'HEAD'])
  if (commit === undefined) return undefined
  const untracked = git(['ls-files', '--others', '--exclude-standard']) ?? ''
  const changes = `${git(['diff', 'HEAD'])}\n${untracked}\n${git(['hash-object', '--stdin-paths'], { input: untracked })}`
  if (changes.trim() === '') return commit.slice(0, 12)
  return `${commit.slice(0, 12)}-${createHash('sha256').update(changes).digest('hex').slice(0, 12)}`
}

/** The output of git; undefined without git or a repository, as an unpacked archive can be tested, too. */
export function git(args, { input = '', cwd = '.' } = {}) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', input, cwd, maxBuffer: 2 ** 30 })
  return status === 0 ? stdout.trim() : undefined
}
