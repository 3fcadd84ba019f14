/** A program's change to a locked file is undone, byte for byte, and reported. */
import { expect, it } from 'vitest'
import { createMemorySandbox } from '../../../../sandbox/memory/memory-sandbox.ts'
import { MemoryBlobStore } from '../../../../sandbox/memory/blob-store.ts'
import { placesLayer } from '../../workspace/places/place-router.ts'
import { runSandbox } from '../../workspace/sandbox-layers.ts'
import { LockGuard } from './lock-guard.ts'

async function place() {
  const blobs = new MemoryBlobStore()
  const plain = createMemorySandbox({ blobStore: blobs, now: () => 1 })
  const write = (path: string, text: string, mode?: number) =>
    plain.writeFile({
      path: `/workspace/${path}`,
      data: new TextEncoder().encode(text),
      ...(mode ? { mode } : {}),
    })
  await write('locked/run.sh', 'original', 0o755)
  await write('locked/b.txt', 'b')
  await write('open.txt', 'open')
  await plain.symlink('run.sh', '/workspace/locked/link')
  const first = await plain.checkpoint()
  let root = first.ok ? first.value.root : undefined
  const guard = new LockGuard({ blobs, locks: () => ['/workspace/locked'], root: () => root })
  const sandbox = runSandbox(plain, { places: placesLayer([]), locks: guard.layer })
  const store = async () => {
    const stored = await sandbox.checkpoint()
    root = stored.ok ? stored.value.root : root
    return root
  }
  const read = async (path: string) => {
    const data = await plain.readFile(`/workspace/${path}`)
    return data.ok ? new TextDecoder().decode(data.value) : data.error.kind
  }
  return { plain, guard, store, read, write, first: root, setRoot: (next: string) => (root = next) }
}

it('changed, removed, replaced and added: all is as it was; what is not locked is as it became', async () => {
  const { plain, guard, store, read, write, first } = await place()
  await write('locked/run.sh', 'evil')
  await plain.remove('/workspace/locked/b.txt')
  await plain.remove('/workspace/locked/link')
  await write('locked/link/inner', 'x')
  await write('locked/new.txt', 'new')
  expect(await store()).toBe(first)
  expect(await read('locked/run.sh')).toBe('original')
  expect(await plain.stat('/workspace/locked/run.sh')).toMatchObject({ value: { mode: 0o755 } })
  expect(await read('locked/b.txt')).toBe('b')
  expect(await plain.readLink('/workspace/locked/link')).toMatchObject({ value: 'run.sh' })
  expect(await read('locked/new.txt')).toBe('not_found')
  const told = guard.take()
  expect(told.join('\n')).toContain('locked/run.sh is locked by the user')
  expect(told.join('\n')).toContain('What was done to it was undone.')
  expect(guard.take()).toEqual([])

  await write('open.txt', 'changed')
  await write('locked/b.txt', 'again')
  expect(await store()).not.toBe(first)
  expect([await read('open.txt'), await read('locked/b.txt')]).toEqual(['changed', 'b'])
})

it('the whole folder removed', async () => {
  const { plain, store, first } = await place()
  await plain.remove('/workspace/locked', { recursive: true })
  expect(await store()).toBe(first)
})

it("the person's own change, which is stored by then, stays", async () => {
  const { plain, guard, store, read, write, setRoot } = await place()
  await write('locked/b.txt', 'mine')
  const own = await plain.checkpoint()
  if (own.ok) setRoot(own.value.root)
  await write('open.txt', 'agent')
  await store()
  expect(await read('locked/b.txt')).toBe('mine')
  expect(guard.take()).toEqual([])
})
