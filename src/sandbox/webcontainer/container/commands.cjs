/** Command lines inside the container: `jsh` with pipes, so that its outputs are apart and its input has an end. */
'use strict'
const { spawn } = require('node:child_process')

/** `say` takes `{ key, stream, data }` for output (base64) and `{ key, exit, signal }` for the end. */
function createCommands(say) {
  const running = new Map()

  function run({ key, command, cwd, env }, stdin) {
    const child = spawn('jsh', ['-c', command], {
      cwd,
      env: { ...process.env, ...env },
      // A group of its own where there are groups, so that a kill reaches what the shell has started.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    running.set(key, child)
    for (const stream of ['stdout', 'stderr']) {
      child[stream].on('data', (data) => {
        say({ key, stream, data: data.toString('base64') })
        // The client takes all at once; what it has not taken yet must not pile up here.
        if (process.stdout.writableNeedDrain) pauseUntilDrained(child[stream])
      })
    }
    child.stdin.on('error', () => undefined) // it ended without reading all of its input
    child.stdin.end(stdin)
    child.on('error', (error) => end(key, { error: error.message }))
    child.on('close', (exit, signal) => end(key, { exit, signal }))
  }

  function end(key, outcome) {
    if (running.delete(key)) say({ key, ...outcome })
  }

  /** False when nothing runs under that key. */
  function kill(key, signal) {
    const child = running.get(key)
    if (child === undefined) return false
    try {
      process.kill(-child.pid, signal)
    } catch {
      child.kill(signal) // no groups here
    }
    return true
  }

  return { run, kill }
}

function pauseUntilDrained(stream) {
  stream.pause()
  process.stdout.once('drain', () => stream.resume())
}

module.exports = { createCommands }
