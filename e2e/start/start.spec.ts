/** `npm start` as a process: what it prints, what it serves, how it fails and how it ends. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'

const ROOT = join(import.meta.dirname, '../..')

/** Starts it with these variables; `said` grows, `ended` gives the exit code. */
function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env: { ...process.env, ...env } })
  const run = {
    said: '',
    child,
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (run.said += String(data)))
  return run
}

/** A port that is taken until `close`. */
async function takenPort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('serves two origins, says where, and ends when it is told to @smoke', async () => {
  const [one, two] = [await takenPort(), await takenPort()]
  one.close()
  two.close()
  const run = start({ PORT: String(one.port), SANDBOX_PORT: String(two.port) })
  try {
    const address = `http://localhost:${one.port}/`
    await expect.poll(() => run.said, { timeout: patience(60_000) }).toContain(`Vivarium is at ${address}`)
    const app = await fetch(address)
    expect(await app.text()).toContain(`http://localhost:${two.port}`)
    expect(app.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    const sandbox = await fetch(`http://localhost:${two.port}/host.html`)
    expect(sandbox.headers.get('content-security-policy')).toContain(
      `frame-ancestors 'self' http://localhost:${one.port}`,
    )
  } finally {
    run.child.kill('SIGTERM')
  }
  expect(await run.ended).toBe(0)
})

test('says which port is taken and offers the next', async () => {
  const taken = await takenPort()
  try {
    const run = start({ PORT: String(taken.port) })
    expect(await run.ended).toBe(1)
    expect(run.said).toContain(`${taken.port}`)
    expect(run.said).toMatch(/PORT=\d+ npm start/)
    expect(run.said).not.toContain('    at ')
  } finally {
    taken.close()
  }
})

test('refuses what is no port', async () => {
  const run = start({ PORT: 'http' })
  expect(await run.ended).toBe(1)
  expect(run.said).toContain('PORT is "http". It must be a whole number from 1 to 65534.')
})
