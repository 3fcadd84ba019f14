/** Runs programs of this machine for our scripts. */
import { spawn } from 'node:child_process'

const WINDOWS = process.platform === 'win32'

/** Children that have not ended. */
const running = new Set()
let haveOwnGroups = false
let isEnding = false

/**
 * Runs to the end and resolves with the exit code and what was printed. With `echo` the output is shown as it comes, too: as it
 * is, or by a function that gets each piece and its stream. `onMessage` gets what a Node program sends with `process.send`. Never
 * rejects for a non-zero exit; `code` is 127 when the program cannot be started. Never settles once `endChildren` was called.
 */
export function run(command, args, { echo = false, cwd, env, timeoutMs, onMessage } = {}) {
  return new Promise((resolve) => {
    if (isEnding) return
    let output = ''
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? ['ipc'] : [])],
      shell: WINDOWS,
      timeout: timeoutMs,
      detached: haveOwnGroups && !WINDOWS,
    })
    running.add(child)
    const settle = (result) => {
      running.delete(child)
      if (!isEnding) resolve(result)
    }
    const show = typeof echo === 'function' ? echo : (chunk, target) => target.write(chunk)
    const collect = (target) => (chunk) => {
      output += chunk
      if (echo) show(chunk, target)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    if (onMessage) child.on('message', onMessage)
    child.on('error', (error) => settle({ code: 127, output: output + error.message }))
    child.on('close', (code) => settle({ code: code ?? 1, output }))
  })
}

/** From now on each child leads a process group: a terminal's Ctrl+C reaches this process alone, which ends its children. */
export function giveChildrenGroups() {
  haveOwnGroups = true
}

/**
 * Asks the children to end and resolves when they have, or after `graceMs` or an abort of `signal`: then they are killed, with
 * their groups. Nothing is started any more.
 * @param {{ graceMs: number, signal?: AbortSignal }} options
 */
export async function endChildren({ graceMs, signal }) {
  isEnding = true
  const children = [...running]
  const ended = children.map((child) => new Promise((resolve) => child.once('close', resolve)))
  for (const child of children) child.kill('SIGINT')
  await Promise.race([
    Promise.all(ended),
    new Promise((resolve) => {
      setTimeout(resolve, graceMs).unref()
      signal?.addEventListener('abort', resolve)
    }),
  ])
  for (const child of children) killGroup(child)
}

function killGroup(child) {
  try {
    if (haveOwnGroups && !WINDOWS) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // nobody of the group is left
  }
}
