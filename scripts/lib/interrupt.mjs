/** Scripts that can be interrupted at any moment, and leave neither a process nor a temporary folder. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMain } from './fail.mjs'
import { endChildren, giveChildrenGroups } from './run.mjs'

/** Exit codes as shells have them: 128 and the signal's number. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }
/** Milliseconds for a test runner to close its browsers. */
const GRACE_MS = 10_000
/** Milliseconds between looks for processes that were killed and are not gone yet. */
const LOOK_MS = 50
const LOOKS = 40

/**
 * Runs `main` as `runMain` does. Temporary files of the script and its children are in a folder of its own, which goes in the
 * end. A signal says so, ends the children, prints `sentence()`, which says how to go on, and exits; a second one does not wait
 * for them.
 * @param {() => Promise<void>} main
 * @param {() => string} sentence
 */
export async function runInterruptibly(main, sentence) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vivarium-tests-')))
  process.env.TMPDIR = folder
  giveChildrenGroups()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const impatience = new AbortController()
  let isEnding = false
  for (const [signal, code] of Object.entries(SIGNALS))
    process.on(signal, () => {
      if (isEnding) return impatience.abort()
      isEnding = true
      console.error('\nEnding what runs …')
      void end(folder, impatience.signal).then(() => {
        console.error(`\nInterrupted. ${sentence()}`)
        process.exit(code)
      })
    })
  await runMain(main)
}

async function end(folder, signal) {
  await endChildren({ graceMs: GRACE_MS, signal })
  for (let look = 0; look < LOOKS; look++) {
    const left = processesWith(folder)
    if (left.length === 0) return
    for (const pid of left) kill(pid)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/**
 * Processes that have the folder in their environment: browsers, too, which lead groups of their own and may have lost their
 * parent. Linux alone tells; elsewhere runners close their browsers themselves.
 */
function processesWith(folder) {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => environmentOf(pid).split('\0').includes(`TMPDIR=${folder}`))
    .map(Number)
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return '' // another user's, or gone since it was listed
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // gone by itself
  }
}
