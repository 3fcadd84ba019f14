import { zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import type { BlobStore, Sandbox, SandboxEvent } from '../contract/contract.ts'
import { fail } from '../contract/errors.ts'
import { MemoryBlobStore } from '../memory/blob-store.ts'
import { createKernel, type ProcessOperations } from './kernel.ts'
import { Errno } from './syscalls.ts'
import { createStandardVfs } from './vfs/standard-tree.ts'
import type { Vfs } from './vfs/vfs.ts'

const text = (value: string) => new TextEncoder().encode(value)

/** Programs need workers, which these tests do without. */
const NO_PROCESSES: ProcessOperations = {
  exec: () => Promise.resolve(fail('unsupported', 'Nothing runs here.')),
  kill: () => false,
  signal: () => false,
  outputTail: () => fail('not_found', 'Nothing is kept.'),
  openedFiles: () => [],
  withheldPath: () => undefined,
  openShell: () => fail('unsupported', 'Nothing runs here.'),
  writeShell: () => fail('unsupported', 'Nothing runs here.'),
  onShell: () => undefined,
  onPorts: () => undefined,
  closeShell: () => false,
  list: () => [],
  onChange: () => undefined,
  fork: () => NO_PROCESSES,
  dispose: () => undefined,
}

function setUp(blobs: BlobStore = new MemoryBlobStore()) {
  const vfs = createStandardVfs()
  const kernel = createKernel({ vfs, blobs, processes: NO_PROCESSES })
  return { vfs, kernel }
}

/** Every file of the workspace by its path. */
async function workspace(kernel: Sandbox): Promise<Record<string, string>> {
  const found = await kernel.glob({ id: 'all', pattern: '**', includeIgnored: true })
  if (!found.ok) throw new Error(found.error.message)
  const read = await kernel.readFiles(found.value.paths)
  if (!read.ok) throw new Error(read.error.message)
  return Object.fromEntries(
    found.value.paths.map((path, index) => {
      const content = read.value[index]
      return [path, content?.ok ? new TextDecoder().decode(content.value) : 'unreadable']
    }),
  )
}

/** A store that does something before it keeps what it is given. */
class HookedStore extends MemoryBlobStore {
  readonly #before: () => Promise<ReturnType<typeof fail> | undefined>

  constructor(before: () => Promise<ReturnType<typeof fail> | undefined>) {
    super()
    this.#before = before
  }

  override async put(blobs: Parameters<BlobStore['put']>[0]): ReturnType<BlobStore['put']> {
    return (await this.#before()) ?? super.put(blobs)
  }
}

describe('an import', () => {
  it('takes the place of the workspace and is stored already', async () => {
    const { kernel } = setUp()
    await kernel.writeFile({ path: 'old/file', data: text('old') })
    const data = zipSync({ 'repo-1.0/package.json': text('{}'), 'repo-1.0/src/a.js': text('a') })
    const imported = await kernel.importArchive({ id: 'import', data })
    const checkpoint = await kernel.checkpoint()
    expect(imported).toEqual({
      ok: true,
      value: { files: 2, bytes: 3, name: 'repo-1.0', root: checkpoint.ok && checkpoint.value.root },
    })
    expect(await workspace(kernel)).toEqual({
      '/workspace/package.json': '{}',
      '/workspace/src/a.js': 'a',
    })
  })

  it('keeps every name that an archive can have', async () => {
    const { kernel } = setUp()
    const data = zipSync({ '.vivarium-import/x': text('1'), '.import/y': text('2'), z: text('3') })
    expect(await kernel.importArchive({ id: 'import', data })).toMatchObject({ ok: true })
    expect(await workspace(kernel)).toEqual({
      '/workspace/.vivarium-import/x': '1',
      '/workspace/.import/y': '2',
      '/workspace/z': '3',
    })
  })

  it('shows nothing of itself until it is complete', async () => {
    const seen: unknown[] = []
    const store: HookedStore = new HookedStore(async () => {
      seen.push(await workspace(kernel))
      return undefined
    })
    const { kernel } = setUp(store)
    await kernel.writeFile({ path: 'old', data: text('old') })
    await kernel.importArchive({ id: 'import', data: zipSync({ new: text('new') }) })
    expect(seen[0]).toEqual({ '/workspace/old': 'old' })
    expect(await workspace(kernel)).toEqual({ '/workspace/new': 'new' })
  })

  it('that cannot be stored, or is cancelled, changes nothing and leaves nothing behind', async () => {
    const refusing = new HookedStore(() => Promise.resolve(fail('quota', 'The disk is full.')))
    const cancelling: HookedStore = new HookedStore(async () => {
      await cancelled.kernel.cancel('import')
      return undefined
    })
    const refused = setUp(refusing)
    const cancelled = setUp(cancelling)
    for (const { kernel, vfs } of [refused, cancelled]) {
      await kernel.writeFile({ path: 'old', data: text('old') })
      const before = vfs.walk('/')
      const usage = await kernel.usage()
      const outcome = await kernel.importArchive({ id: 'import', data: zipSync({ new: text('new') }) })
      expect(outcome.ok ? undefined : outcome.error.kind).toBe(
        kernel === refused.kernel ? 'quota' : 'cancelled',
      )
      expect(vfs.walk('/')).toEqual(before)
      expect(await kernel.usage()).toEqual(usage)
    }
  })
})

describe('events', () => {
  it('name what changed in the workspace, in one batch', async () => {
    const { kernel } = setUp()
    const told = Promise.withResolvers<SandboxEvent>()
    kernel.subscribe((event) => told.resolve(event))
    await kernel.writeFile({ path: 'a/b', data: text('1') })
    await kernel.writeFile({ path: '/tmp/elsewhere', data: text('1') })
    await kernel.writeFile({ path: 'c', data: text('1') })
    expect(await told.promise).toEqual({
      type: 'files_changed',
      paths: ['/workspace/a', '/workspace/a/b', '/workspace/c'],
      ignored: [],
      overflow: false,
    })
  })
})

describe('a fork', () => {
  it('that there is no room for fails clearly, and changes nothing', async () => {
    const { vfs, kernel } = setUp()
    await kernel.writeFile({ path: 'a', data: text('1') })
    const before = [await kernel.checkpoint(), await kernel.usage()]
    const fork = vi.spyOn(vfs, 'fork').mockImplementation(() => {
      throw new Errno('ENOSPC', 'fork')
    })
    expect(await kernel.fork({ id: 'one' })).toEqual({
      ok: false,
      error: {
        kind: 'limit',
        message: 'The fork "one" cannot begin: the sandbox and its forks take all the room for files.',
        hint: 'Remove files that are no longer needed, or end forks.',
      },
    })
    expect([await kernel.checkpoint(), await kernel.usage()]).toMatchObject(
      before.map((outcome) =>
        outcome.ok && 'root' in outcome.value ? { value: { root: outcome.value.root } } : outcome,
      ),
    )
    fork.mockRestore()
    expect(await kernel.fork({ id: 'one' })).toMatchObject({ ok: true })
  })

  it('of a full sandbox takes no more than there is, and the sandbox goes on', async () => {
    const vfs = createStandardVfs({ limits: { bytes: 20_000, fileBytes: 20_000, files: 500 } })
    const kernel = createKernel({ vfs, blobs: new MemoryBlobStore(), processes: NO_PROCESSES })
    const usage = await kernel.usage()
    const bytes = usage.ok ? usage.value.bytes : 0
    await kernel.writeFile({ path: 'full', data: new Uint8Array(20_000 - bytes) })
    const before = await workspace(kernel)
    const forked = await kernel.fork({ id: 'one' })
    if (forked.ok) {
      const write = await forked.value.writeFile({ path: 'more', data: text('more') })
      expect(write).toMatchObject({ error: { kind: 'limit', hint: expect.any(String) } })
      expect(await workspace(forked.value)).toEqual(before)
      await forked.value.dispose()
    } else expect(forked.error).toMatchObject({ kind: 'limit', hint: expect.any(String) })
    expect(await workspace(kernel)).toEqual(before)
    await kernel.remove('full')
    expect(await kernel.writeFile({ path: 'next', data: text('next') })).toMatchObject({ ok: true })
  })

  it('has nothing of an import that is under way in the sandbox', async () => {
    const forks: Promise<unknown>[] = []
    const store: HookedStore = new HookedStore(async () => {
      const forked = await kernel.fork({ id: `${forks.length}` })
      if (forked.ok)
        forks.push(Promise.all([workspace(forked.value), forked.value.list('/'), forked.value.usage()]))
      return undefined
    })
    const { kernel } = setUp(store)
    await kernel.writeFile({ path: 'old', data: text('old') })
    const before = [await workspace(kernel), await kernel.list('/'), await kernel.usage()]
    await kernel.importArchive({ id: 'import', data: zipSync({ new: text('new') }) })
    expect(await forks[0]).toEqual(before)
    expect(await workspace(kernel)).toEqual({ '/workspace/new': 'new' })
  })

  it('gives its room back when it ends, once, and after its own forks', async () => {
    const { vfs, kernel } = setUp()
    const released: string[] = []
    const follow = (of: Vfs, name: string) => {
      const begin = of.fork.bind(of)
      vi.spyOn(of, 'fork').mockImplementation(() => {
        const fork = begin()
        follow(fork, `${name}/fork`)
        return fork
      })
      vi.spyOn(of, 'release').mockImplementation(() => void released.push(name))
    }
    follow(vfs, 'sandbox')
    const forked = await kernel.fork({ id: 'one' })
    if (!forked.ok) throw new Error(forked.error.message)
    await forked.value.fork({ id: 'inner' })
    await kernel.fork({ id: 'two' })
    await forked.value.dispose()
    await forked.value.dispose()
    expect(released).toEqual(['sandbox/fork/fork', 'sandbox/fork'])
    await kernel.dispose()
    expect(released).toEqual(['sandbox/fork/fork', 'sandbox/fork', 'sandbox/fork'])
  })
})

describe('a disposed kernel', () => {
  it('answers every call with that', async () => {
    const { kernel } = setUp()
    await kernel.dispose()
    const outcomes = [await kernel.readFile('x'), await kernel.checkpoint(), await kernel.usage()]
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.kind))).toEqual([
      'disposed',
      'disposed',
      'disposed',
    ])
  })
})

describe('a restore', () => {
  it('gives hard links their own contents and modes back', async () => {
    const { vfs, kernel } = setUp()
    for (const [name, content] of [
      ['a', 'one'],
      ['b', 'two'],
      ['c', 'two'],
    ] as const) {
      await kernel.writeFile({ path: name, data: text(content) })
    }
    await kernel.setMode('b', 0o755)
    const before = await kernel.checkpoint()
    for (const name of ['a', 'c']) {
      vfs.unlink(`/workspace/${name}`)
      vfs.link('/workspace/b', `/workspace/${name}`)
    }
    const linked = await kernel.checkpoint()
    if (!before.ok || !linked.ok) throw new Error('no checkpoint')
    expect(await kernel.restore(before.value.root)).toEqual({ ok: true, value: undefined })
    const modes = ['a', 'b', 'c'].map((name) => vfs.stat(`/workspace/${name}`).mode.toString(8))
    expect([await workspace(kernel), modes]).toEqual([
      { '/workspace/a': 'one', '/workspace/b': 'two', '/workspace/c': 'two' },
      ['644', '755', '644'],
    ])
    expect(await kernel.checkpoint()).toMatchObject({ value: { root: before.value.root } })
  })

  it('gives all that it writes one time, so that a search by time has the same order wherever it is done', async () => {
    let time = 1000
    const vfs = createStandardVfs({ now: () => (time += 10) })
    const kernel = createKernel({ vfs, blobs: new MemoryBlobStore(), processes: NO_PROCESSES })
    for (const name of ['c', 'a', 'b']) await kernel.writeFile({ path: name, data: text(name) })
    const before = await kernel.checkpoint()
    if (!before.ok) throw new Error('no checkpoint')
    for (const name of ['a', 'b', 'c']) vfs.unlink(`/workspace/${name}`)
    await kernel.restore(before.value.root)
    const times = ['a', 'b', 'c'].map((name) => vfs.stat(`/workspace/${name}`).mtimeMs)
    expect(new Set(times).size).toBe(1)
    const found = await kernel.glob({ id: 'g', pattern: '*' })
    expect(found.ok ? found.value.paths : found).toEqual(['/workspace/a', '/workspace/b', '/workspace/c'])
    await kernel.writeFile({ path: 'b', data: text('later') })
    expect(vfs.stat('/workspace/b').mtimeMs).toBeGreaterThan(times[0] ?? Infinity)
  })
})
