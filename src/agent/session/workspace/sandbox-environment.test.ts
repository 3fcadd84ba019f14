/** A command that is cancelled while its environment is put together does not begin. */
import { expect, it } from 'vitest'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { workspaceSandbox } from './sandbox-layers.ts'

it('does not begin what was cancelled before it could begin', async () => {
  const told = Promise.withResolvers<Readonly<Record<string, string>>>()
  const sandbox = workspaceSandbox(createMemorySandbox({ blobStore: new MemoryBlobStore() }), {
    environment: () => told.promise,
    onCommandEnd: () => undefined,
    loggedRoot: () => undefined,
  })
  const run = sandbox.exec({ id: 'c', command: 'echo begun > made' })
  await sandbox.cancel('c')
  told.resolve({ A: '1' })
  expect(await run).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  expect((await sandbox.stat('made')).ok).toBe(false)
  expect((await sandbox.exec({ id: 'c', command: 'echo again' })).ok).toBe(true)
})
