/** Pages of programs in the container, as the app shows them. */
import { afterEach, expect, it } from 'vitest'
import { bytes, kindOf, text, value } from '../contract/suite/contract-test-support.ts'
import type { Sandbox } from '../contract/contract.ts'
import { MemoryBlobStore } from '../memory/blob-store.ts'
import type { PageLine } from '../page/page-report.ts'
import { bootWebContainer } from './boot.ts'

const PATIENT = { probeMs: 30_000, silenceMs: 30_000, bootMs: 60_000 }
const SIZE = { columns: 80, rows: 24 }

const open: Sandbox[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.dispose()))
})

async function booted() {
  const outcome = await bootWebContainer({ origin: location.origin, deadlines: PATIENT })
  if (!outcome.ok) throw new Error(outcome.message)
  const sandbox = outcome.container.createSandbox(new MemoryBlobStore())
  open.push(sandbox)
  return { sandbox, previews: outcome.container.previews }
}

it('have an address as long as their port is open, and what fails on them is heard', async () => {
  const { sandbox, previews } = await booted()
  const server = `require('node:http')
    .createServer((request, response) => response.end('<h1>at ' + request.url + '</h1><script>console.error("bad", { a: 1 }); setTimeout(() => { null.x })</script>'))
    .listen(3000)`
  await value(sandbox.writeFile({ path: 'serve.cjs', data: bytes(server) }))
  const serving = sandbox.exec({ id: 'serve', command: 'node serve.cjs' })
  let addresses: ReadonlyMap<number, string> = new Map()
  const errors: [number, PageLine][] = []
  previews.listen({
    onAddresses: (now) => (addresses = now),
    onError: (port, line) => errors.push([port, line]),
  })
  await expect.poll(() => [...addresses.keys()]).toEqual([3000])
  const frame = document.createElement('iframe')
  frame.src = `${addresses.get(3000)}docs/?x`
  document.body.append(frame)
  await expect.poll(() => frame.contentDocument?.body?.textContent).toContain('at /docs/?x')
  await expect.poll(() => errors.length).toBe(2)
  expect(errors).toEqual([
    [3000, { level: 'error', text: 'bad {"a":1}' }],
    [
      3000,
      {
        level: 'error',
        text: expect.stringMatching(/^Uncaught .*null/),
        at: expect.stringMatching(/:\d+:\d+/),
      },
    ],
  ])
  frame.remove()
  await value(sandbox.kill('serve', 'SIGKILL'))
  await serving
  await expect.poll(() => [...addresses.keys()]).toEqual([])
})

it('has shells at terminals only, and takes no keys for lines', async () => {
  const { sandbox } = await booted()
  expect(await kindOf(sandbox.openShell({ id: 'sh' }))).toBe('unsupported')
  await value(sandbox.openShell({ id: 'sh', terminal: SIZE }))
  const run = (command: string) => sandbox.exec({ id: 'line', command, shell: 'sh' })
  expect(await kindOf(run('echo\tx'))).toBe('invalid')
  const lines = await value(run('echo one\n\n  \necho two; false'))
  expect([text(lines.stdout), lines.exitCode]).toEqual(['one\r\ntwo\r\n', 1])
  expect(await kindOf(sandbox.exec({ id: 'l', command: 'x', shell: 'sh', stdin: bytes('') }))).toBe(
    'unsupported',
  )
})
