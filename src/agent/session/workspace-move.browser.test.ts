import { afterEach, expect, it } from 'vitest'
import {
  bytes,
  kindOf,
  ODD_NAMES,
  treeOf,
  value,
} from '../../sandbox/contract/suite/contract-test-support.ts'
import type { Sandbox } from '../../sandbox/contract/contract.ts'
import { MemoryBlobStore } from '../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../sandbox/memory/memory-sandbox.ts'
import { connectSandbox } from '../../sandbox/port/port.ts'
import { hostWebContainer } from '../../sandbox/webcontainer/host.ts'
import type { SandboxState } from '../protocol/tab-notice.ts'
import { Workspace } from './workspace/workspace.ts'

const open: Sandbox[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.dispose()))
})

/** Milliseconds: other work may have both cores. */
const PATIENT = { probeMs: 30_000, silenceMs: 30_000, bootMs: 60_000 }

async function container(blobs: MemoryBlobStore): Promise<Sandbox> {
  const hosted = await hostWebContainer({ origin: location.origin, deadlines: PATIENT })
  if (!hosted.ok) throw new Error(hosted.message)
  const sandbox = await value(connectSandbox(hosted.port, { blobs, deadlineMs: 30_000 }))
  open.push(sandbox)
  return sandbox
}

function memory(blobStore: MemoryBlobStore): Sandbox {
  const sandbox = createMemorySandbox({ blobStore })
  open.push(sandbox)
  return sandbox
}

it('moves a workspace into WebContainer and back, byte for byte', async () => {
  const blobs = new MemoryBlobStore()
  const states: SandboxState[] = []
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: (state) => states.push(state),
    onEvent: () => undefined,
  })
  const first = memory(blobs)
  await workspace.attach(first)
  await value(workspace.sandbox())
  for (const name of ODD_NAMES) await value(first.writeFile({ path: `odd/${name}`, data: bytes(name) }))
  await value(first.writeFile({ path: 'run', data: Uint8Array.of(0, 255, 10), mode: 0o755 }))
  await value(first.symlink('/workspace/odd', 'link'))
  await value(first.makeDirectory('empty'))
  await value(first.setMode('empty', 0o700))
  const before = await treeOf(first)
  const { root } = await value(first.checkpoint())
  const { emptyRoot } = workspace
  workspace.moved(root)

  const second = await container(blobs)
  await value(workspace.moveTo(second))
  expect((await value(workspace.sandbox())).writeFile).toBe(second.writeFile)
  expect(states.at(-1)).toEqual({ status: 'ready', backend: 'webcontainer' })
  expect(workspace.emptyRoot).toBe(emptyRoot)
  expect(await kindOf(first.list('.'))).toBe('disposed')
  expect(await treeOf(second)).toEqual(before)
  expect(await value(second.checkpoint())).toMatchObject({ root, changed: false })
  const ran = await value(second.exec({ id: 'x', command: 'cat link/CON > copied; ls -a | wc -l' }))
  expect(new TextDecoder().decode(ran.stdout).trim()).toBe('7')

  const changed = await value(second.checkpoint())
  expect(changed.changed).toBe(true)
  workspace.moved(changed.root)
  const third = memory(blobs)
  await value(workspace.moveTo(third))
  expect(await treeOf(third)).toEqual({ ...before, copied: '644 434f4e' })
  expect((await value(third.checkpoint())).root).toBe(changed.root)
})

it('stays where it is when it cannot be restored elsewhere', async () => {
  const blobs = new MemoryBlobStore()
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: () => undefined,
    onEvent: () => undefined,
  })
  const first = memory(blobs)
  await workspace.attach(first)
  await value(workspace.sandbox())
  await value(first.writeFile({ path: 'a', data: bytes('kept') }))
  workspace.moved((await value(first.checkpoint())).root)
  // Another store: nothing of the workspace is in it.
  const elsewhere = memory(new MemoryBlobStore())
  expect(await kindOf(workspace.moveTo(elsewhere))).toBe('corrupt')
  expect((await value(workspace.sandbox())).writeFile).toBe(first.writeFile)
  expect(await treeOf(first)).toEqual({ a: '644 6b657074' })
})
