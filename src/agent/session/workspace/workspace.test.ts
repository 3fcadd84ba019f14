import { expect, test } from 'vitest'
import { bytes, value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { SandboxState } from '../../protocol/tab-notice.ts'
import { Workspace } from './workspace.ts'

test('when a sandbox is lost its calls end, and what comes then waits for the next one with the same files', async () => {
  const blobStore = new MemoryBlobStore()
  const states: SandboxState['status'][] = []
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: ({ status }) => states.push(status),
    onEvent: () => undefined,
  })
  const first = createMemorySandbox({ blobStore })
  await workspace.attach(first)
  await value(workspace.sandbox())
  await value(first.writeFile({ path: 'kept', data: bytes('precious') }))
  workspace.moved((await value(first.checkpoint())).root)

  await workspace.lost()
  expect(await first.readFile('kept')).toMatchObject({ ok: false, error: { kind: 'disposed' } })
  const read = workspace.sandbox().then((sandbox) => (sandbox.ok ? sandbox.value.readFile('kept') : sandbox))
  expect(await Promise.race([read, Promise.resolve('waits')])).toBe('waits')
  expect(states.splice(0)).toEqual(['restoring', 'ready', 'booting'])

  await workspace.attach(createMemorySandbox({ blobStore }))
  expect(await read).toEqual({ ok: true, value: bytes('precious') })
  expect(states).toEqual(['restoring', 'ready'])
})

test('one that is lost while it restores does not fail the next', async () => {
  const blobStore = new MemoryBlobStore()
  const states: SandboxState['status'][] = []
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: ({ status }) => states.push(status),
    onEvent: () => undefined,
  })
  await workspace.attach(createMemorySandbox({ blobStore }))
  await workspace.lost()
  await workspace.attach(createMemorySandbox({ blobStore }))
  expect(await workspace.sandbox()).toMatchObject({ ok: true })
  expect(states).not.toContain('failed')
})

test('a change that somebody has looked at before it was logged is still one', async () => {
  const log: { root?: string } = {}
  const workspace = new Workspace({
    loggedRoot: () => log.root,
    onState: () => undefined,
    onEvent: () => undefined,
  })
  await workspace.attach(createMemorySandbox({ blobStore: new MemoryBlobStore() }))
  const sandbox = await value(workspace.sandbox())
  expect((await value(sandbox.checkpoint())).changed).toBe(false)
  await value(sandbox.writeFile({ path: 'note', data: bytes('precious') }))
  const looked = await value(sandbox.checkpoint())
  const stored = await value(sandbox.checkpoint())
  expect([looked.changed, stored.changed]).toEqual([true, true])
  log.root = stored.root
  expect((await value(sandbox.checkpoint())).changed).toBe(false)
})

test('a session that is opened while its sandbox is looked at is shown at once, and nothing is restored twice', async () => {
  const blobStore = new MemoryBlobStore()
  const before = createMemorySandbox({ blobStore })
  await value(before.writeFile({ path: 'kept', data: bytes('precious') }))
  const { root } = await value(before.checkpoint())

  const states: SandboxState['status'][] = []
  const restored: string[] = []
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: ({ status }) => states.push(status),
    onEvent: () => undefined,
  })
  const sandbox = createMemorySandbox({ blobStore })
  const attached = workspace.attach({
    ...sandbox,
    restore: (wanted) => {
      restored.push(wanted)
      return sandbox.restore(wanted)
    },
  })
  const shown = workspace.show(root)
  await attached
  expect(await shown).toEqual({ ok: true, value: undefined })
  const shownSandbox = await value(workspace.sandbox())
  expect(await shownSandbox.readFile('kept')).toEqual({ ok: true, value: bytes('precious') })
  expect(restored).toEqual([root])
  expect(states).toEqual(['restoring', 'ready'])

  // A root that is requested after the restore has begun is shown by another restore.
  expect(await workspace.show(undefined)).toEqual({ ok: true, value: undefined })
  expect(await shownSandbox.readFile('kept')).toMatchObject({ ok: false, error: { kind: 'not_found' } })
  expect(restored).toHaveLength(2)
})

test('the home directory that is shown is that of the session which opens while the sandbox is asked what it is', async () => {
  const open: { session?: string } = {}
  const shown: (string | undefined)[] = []
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: () => undefined,
    onEvent: () => undefined,
    showBeside: () => {
      shown.push(open.session)
      return Promise.resolve({ ok: true, value: undefined })
    },
  })
  await workspace.attach(createMemorySandbox({ blobStore: new MemoryBlobStore() }))
  open.session = 'first'
  await workspace.show(undefined)
  await value(workspace.sandbox())
  expect(shown.at(-1)).toBe('first')
})
