import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interrupt-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A script whose child ignores signals and has a child in a group of its own, as a test runner has a browser. */
function start(main: string): { child: ChildProcess; said: () => string; ended: Promise<number | null> } {
  writeFileSync(
    join(folder, 'child.mjs'),
    `import { spawn } from 'node:child_process'
     process.on('SIGINT', () => {})
     const own = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
     own.unref()
     console.log('pids', process.pid, own.pid)
     setInterval(() => {}, 1000)`,
  )
  const script = join(folder, 'script.mjs')
  const lib = import.meta.dirname
  writeFileSync(
    script,
    `import { mkdtempSync } from 'node:fs'
     import { tmpdir } from 'node:os'
     import { join } from 'node:path'
     import { run } from ${JSON.stringify(join(lib, 'run.mjs'))}
     import { runInterruptibly } from ${JSON.stringify(join(lib, 'interrupt.mjs'))}
     await runInterruptibly(main, () => 'Go on with: again')
     async function main() { ${main} }`,
  )
  const child = spawn(process.execPath, [script], { env: { ...process.env, TMPDIR: folder } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  return { child, said: () => said, ended: new Promise((resolve) => child.on('close', resolve)) }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const CHILD = `mkdtempSync(join(tmpdir(), 'work-')); await run(process.execPath, [join(import.meta.dirname, 'child.mjs')], { echo: true }); console.log('went on')`
const temporary = () => readdirSync(folder).filter((name) => name.startsWith('vivarium-'))

test.runIf(process.platform === 'linux')(
  'an interrupted script ends its children, those of theirs too, removes its temporary files and says how to go on',
  async () => {
    const { child, said, ended } = start(CHILD)
    await expect.poll(said).toMatch(/pids \d+ \d+/)
    const [, ...pids] = /pids (\d+) (\d+)/.exec(said()) ?? []
    expect(pids.map((pid) => isAlive(Number(pid)))).toEqual([true, true])
    expect(temporary()).toHaveLength(1)
    // The child ignores the first; a second one does not wait for it. Two that are pending may arrive in either order.
    child.kill('SIGINT')
    await expect.poll(said).toContain('Ending what runs')
    child.kill('SIGTERM')
    expect(await ended).toBe(130)
    expect(said()).toContain('Interrupted. Go on with: again')
    expect(said()).not.toContain('went on')
    expect(temporary()).toEqual([])
    await expect.poll(() => pids.map((pid) => isAlive(Number(pid)))).toEqual([false, false])
  },
)

test.runIf(process.platform !== 'win32')('each signal has its exit code', async () => {
  const { child, said, ended } = start(
    `console.log('waits'); await new Promise((resolve) => setTimeout(resolve, 1e6))`,
  )
  await expect.poll(said).toContain('waits')
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

test('a script that ends by itself, or fails, removes its temporary files', async () => {
  const good = start(`mkdtempSync(join(tmpdir(), 'work-'))`)
  expect([await good.ended, good.said(), temporary()]).toEqual([0, '', []])
  const bad = start(`throw Object.assign(new Error('write'), { code: 'ENOSPC' })`)
  expect(await bad.ended).toBe(1)
  expect(bad.said()).toContain('The disk is full.')
  expect(temporary()).toEqual([])
})
