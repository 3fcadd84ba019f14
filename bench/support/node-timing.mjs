/**
 * Run by the bench of Node, in the sandbox and natively: times a program that it starts itself, and prints the
 * milliseconds as JSON. `cold` starts it when no worker can be ready: two are, of which this program has one and another
 * takes the second before; `warm` twice after a pause, of which the first fills caches and does not count.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

const [kind, ...args] = process.argv.slice(2)
const PAUSE_MS = 700

function timed() {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const took = performance.now() - start
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`)
  return took
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

if (kind === 'warm') {
  await pause()
  timed()
  await pause()
}
if (kind === 'cold') {
  const holder = spawn(process.execPath, ['-e', 'console.log(0); setInterval(() => undefined, 1000)'])
  await once(holder.stdout, 'data')
  console.log(JSON.stringify(timed()))
  holder.kill('SIGKILL')
} else console.log(JSON.stringify(timed()))
