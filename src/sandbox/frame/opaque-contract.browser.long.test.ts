/** The contract in an opaque frame, with the scripts as they are built: see scripts/opaque-frame/build.mjs. */
import { expect, it } from 'vitest'
import common from '../embedded/node/generated/common.js?raw'
import node from '../embedded/node/generated/node.program.js?raw'
import rare from '../embedded/node/generated/rare.js?raw'
import web from '../embedded/node/generated/web.js?raw'
import { describeSandboxContract } from '../contract/suite/contract-suite.ts'
import { text, value } from '../contract/suite/contract-test-support.ts'
import type { BlobStore, Sandbox } from '../contract/contract.ts'
import { MemoryBlobStore } from '../memory/blob-store.ts'
import { connectSandbox } from '../port/port.ts'
import hostPage from './generated/host.html?raw'
import kernel from './generated/kernel.js?raw'
import shell from './generated/shell.js?raw'
import { watchFrame } from './frame-life.ts'
import type { BootMessage, OpaqueScripts } from './protocol.ts'

const CONNECT_MS = 30_000

describeSandboxContract('embedded, in an opaque frame', {
  create,
  capabilities: {
    shell: true,
    separateStderr: true,
    openShells: true,
    readOnly: true,
    opened: true,
    results: true,
    forks: true,
  },
})

it('is told apart by its description, and its errors have the places of Node’s own files', async () => {
  const sandbox = await create(new MemoryBlobStore())
  expect(await sandbox.describe()).toMatchObject({ backend: 'embedded', contained: true, frame: 'opaque' })
  const code = 'import { x } from "./x.mjs"; console.log(x, typeof importScripts); null.y'
  await sandbox.writeFile({ path: '/workspace/a.mjs', data: bytes(code) })
  await sandbox.writeFile({ path: '/workspace/x.mjs', data: bytes('export const x = import.meta.url') })
  const { stdout, stderr, exitCode } = await value(sandbox.exec({ id: 'a', command: 'node a.mjs' }))
  expect([text(stdout), exitCode]).toEqual(['file:///workspace/x.mjs undefined\n', 1])
  expect(text(stderr)).toContain('at file:///workspace/a.mjs:1:')
  expect(text(stderr)).toContain('node:internal/modules/esm/')
  expect(text(stderr)).not.toContain('blob:')
  await sandbox.dispose()
})

/** As the app does it, but that the frame's document comes with it, since no server here sends its policy. */
async function create(blobs: BlobStore): Promise<Sandbox> {
  const element = document.createElement('iframe')
  element.hidden = true
  element.allow = 'cross-origin-isolated'
  element.setAttribute('sandbox', 'allow-scripts')
  element.srcdoc = hostPage
  const { port1, port2 } = new MessageChannel()
  const life = await new Promise<{ dispose(): void }>((resolve, reject) => {
    const watch = watchFrame(element, {
      origin: 'null',
      place: 'about:srcdoc',
      onReady: () => {
        const boot: BootMessage = { type: 'vivarium-boot', scripts }
        element.contentWindow?.postMessage(boot, '*', [port2])
        resolve(watch)
      },
      onPreview: () => undefined,
      onDead: (message) => reject(new Error(message)),
    })
    document.body.append(element)
  })
  const sandbox = await value(connectSandbox(port1, { blobs, deadlineMs: CONNECT_MS }))
  return {
    ...sandbox,
    dispose: async () => {
      await sandbox.dispose()
      life.dispose()
    },
  }
}

const SOURCES = { kernel, shell, node, common, rare, web }
const scripts = Object.fromEntries(
  Object.entries(SOURCES).map(([name, source]) => [name, new Blob([source], { type: 'text/javascript' })]),
  // Made from exactly the names that the type has.
) as OpaqueScripts

function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content)
}
