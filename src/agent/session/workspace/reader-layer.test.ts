/** The sandbox of an agent that only reads. */
import { expect, it } from 'vitest'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { LAYERS, readingSandbox } from './sandbox-layers.ts'

const FILE = { path: '/workspace/a.txt', data: new TextEncoder().encode('a') }

it('refuses whatever writes, and stores nothing as a change of its own', async () => {
  const below = createMemorySandbox({ blobStore: new MemoryBlobStore() })
  await value(below.writeFile(FILE))
  const { root } = await value(below.checkpoint())
  const sandbox = readingSandbox(below)
  const tried: Readonly<Record<string, () => Promise<Result<unknown>>>> = {
    exec: () => sandbox.exec({ id: 'x', command: 'rm a.txt' }),
    openShell: () => sandbox.openShell({ id: 's' }),
    writeFile: () => sandbox.writeFile({ ...FILE, path: '/workspace/b.txt' }),
    writeFiles: () => sandbox.writeFiles([{ ...FILE, path: '/workspace/b.txt' }]),
    makeDirectory: () => sandbox.makeDirectory('/workspace/b'),
    remove: () => sandbox.remove(FILE.path),
    rename: () => sandbox.rename(FILE.path, '/workspace/b.txt'),
    symlink: () => sandbox.symlink('a.txt', '/workspace/b.txt'),
    setMode: () => sandbox.setMode(FILE.path, 0o755),
    importArchive: () => sandbox.importArchive({ id: 'i', data: new Uint8Array() }),
    restore: () => sandbox.restore(root),
  }
  const listed = Object.entries(LAYERS).filter(([, layers]) => layers.some((layer) => layer === 'reader'))
  expect(Object.keys(tried).toSorted()).toEqual(
    listed
      .map(([method]) => method)
      .filter((method) => method !== 'checkpoint')
      .toSorted(),
  )
  for (const [method, call] of Object.entries(tried))
    expect(await call(), method).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
  expect(await value(below.checkpoint())).toMatchObject({ root })

  // The person goes on working meanwhile: what they change is not the agent's.
  await value(below.writeFile({ ...FILE, path: '/workspace/c.txt' }))
  expect(await value(sandbox.checkpoint())).toMatchObject({ changed: false })
  expect(new TextDecoder().decode(await value(sandbox.readFile(FILE.path)))).toBe('a')
})
