/** Checkpoints of a fork: what its source has stored is neither entered nor stored again. */
import { expect, it } from 'vitest'
import { History } from '../../history/history.ts'
import { countingStore } from '../../history/test-support.ts'
import { createRestoreTarget } from '../restore-target.ts'
import { FileNode } from './inode.ts'
import { createStandardVfs } from './standard-tree.ts'
import type { Vfs } from './vfs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function setUp() {
  const vfs = createStandardVfs()
  vfs.mkdir('/workspace/src/deep', 0o755, true)
  vfs.mkdir('/workspace/lib', 0o755, true)
  for (const path of ['/workspace/a', '/workspace/src/b', '/workspace/src/deep/c', '/workspace/lib/d'])
    vfs.writeFile(path, bytes(path))
  const store = countingStore()
  const history = new History({ ...optionsOf(vfs), blobs: store })
  return { vfs, store, history }
}

function optionsOf(vfs: Vfs) {
  return { source: () => vfs.tree('/workspace'), target: createRestoreTarget(vfs) }
}

async function checkpoint(history: History) {
  const found = await history.checkpoint()
  if (!found.ok) throw new Error(found.error.message)
  return found.value
}

function isEntered(vfs: Vfs, path: string): boolean {
  const { node } = vfs.locate(path, 'target')
  return node?.kind === 'directory' && node.source === undefined
}

it('gives the root of the source without entering the tree', async () => {
  const { vfs, store, history } = setUp()
  const stored = await checkpoint(history)
  const fork = vfs.fork()
  const before = { puts: store.puts, gets: store.gets }
  const found = await checkpoint(history.fork(optionsOf(fork)))
  expect(found).toEqual({ ...stored, changed: false })
  expect({ puts: store.puts, gets: store.gets }).toEqual(before)
  expect(isEntered(fork, '/workspace')).toBe(false)
})

it('gives it as well when the source was stored after the fork was made', async () => {
  const { vfs, store, history } = setUp()
  const fork = vfs.fork()
  const forked = history.fork(optionsOf(fork))
  fork.readdir('/')
  const stored = await checkpoint(history)
  const before = store.puts
  expect(await checkpoint(forked)).toEqual({ ...stored, changed: true })
  expect([store.puts, isEntered(fork, '/workspace')]).toEqual([before, false])
})

it('knows what a directory was stored as when it enters it', async () => {
  const { vfs, history } = setUp()
  const fork = vfs.fork()
  fork.readdir('/workspace')
  const directory = fork.tree('/workspace/src')
  const { root } = await checkpoint(history)
  const [hash, former] = [directory.hash, directory.formerHash]
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect([former, hash === root]).toEqual([hash, false])
  fork.readdir('/workspace/src')
  expect([directory.hash, directory.formerHash]).toEqual([hash, hash])
  fork.writeFile('/workspace/src/new', bytes('x'))
  expect([directory.hash, directory.formerHash]).toEqual([undefined, hash])
})

it('stores what a fork has changed, and enters nothing else', async () => {
  const { vfs, store, history } = setUp()
  const { root } = await checkpoint(history)
  const fork = vfs.fork()
  const forked = history.fork(optionsOf(fork))
  vfs.writeFile('/workspace/lib/d', bytes('by the source'))
  fork.writeFile('/workspace/src/b', bytes('by the fork'))
  const before = store.puts
  const found = await checkpoint(forked)
  // The file, its directory, the root.
  expect([found.changed, store.puts - before]).toEqual([true, 3])
  expect(isEntered(fork, '/workspace/src/deep')).toBe(false)
  const changes = await forked.diff(root, found.root)
  expect(changes.ok && changes.value.map(({ path, change }) => [path, change])).toEqual([
    ['src/b', 'modified'],
  ])
})

it('reads no file that the source has stored, where its directory was entered', async () => {
  const { vfs, history } = setUp()
  await checkpoint(history)
  const fork = vfs.fork()
  fork.writeFile('/workspace/src/new', bytes('x'))
  const { node } = fork.locate('/workspace/src/b', 'name')
  if (!(node instanceof FileNode)) throw new Error('no file')
  const [hash, former] = [node.hash, node.formerHash]
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(former).toBe(hash)
  fork.appendFile('/workspace/src/b', bytes('more'))
  expect([node.hash, node.formerHash]).toEqual([undefined, hash])
})

it('restores in a fork alone', async () => {
  const { vfs, history } = setUp()
  const first = await checkpoint(history)
  vfs.writeFile('/workspace/a', bytes('later'))
  vfs.removeTree('/workspace/src')
  const second = await checkpoint(history)
  const fork = vfs.fork()
  const forked = history.fork(optionsOf(fork))
  expect(await forked.restore(first.root)).toEqual({ ok: true, value: undefined })
  expect(new TextDecoder().decode(fork.readFile('/workspace/src/deep/c'))).toBe('/workspace/src/deep/c')
  expect(isEntered(fork, '/workspace/lib')).toBe(false)
  expect((await checkpoint(forked)).root).toBe(first.root)
  expect((await checkpoint(history)).root).toBe(second.root)
})
