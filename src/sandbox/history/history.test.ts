import { describe, expect, it, vi } from 'vitest'
import { patience } from '../../testing/patience.ts'
import { soak } from '../../testing/soak.ts'
import { decodeDirectory, encodeDirectory, type DirectoryObjectEntry } from './directory-object.ts'
import { sha256 } from './hash.ts'
import { History } from './history.ts'
import { changeRandomly, countingStore, FakeTree } from './test-support.ts'

const SOAK = soak('file-history', { gate: 40, round: 1_000, isGateFixed: true })

const bytes = (text: string) => new TextEncoder().encode(text)

function setUp(tree = new FakeTree(), store = countingStore()) {
  return { tree, store, history: new History({ blobs: store, source: () => tree.root, target: tree }) }
}

async function rootOf(history: History): Promise<string> {
  const stored = await history.checkpoint()
  if (!stored.ok) throw new Error(stored.error.message)
  return stored.value.root
}

/** A small deterministic generator, so that a failing seed can be repeated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe('history', () => {
  it('gives equal trees equal roots, and different trees different ones', async () => {
    const [one, two] = [setUp(), setUp()]
    for (const { tree } of [one, two]) {
      tree.makeDirectory('src')
      tree.writeFile('src/a', bytes('a'))
      tree.symlink('link', 'src/a')
    }
    expect(await rootOf(one.history)).toBe(await rootOf(two.history))
    for (const change of [
      (tree: FakeTree) => tree.writeFile('src/a', bytes('b')),
      (tree: FakeTree) => tree.setMode('src/a', 0o755),
      (tree: FakeTree) => tree.symlink('link', 'src/b'),
      (tree: FakeTree) => tree.makeDirectory('empty'),
    ]) {
      const before = await rootOf(two.history)
      change(two.tree)
      expect(await rootOf(two.history)).not.toBe(before)
    }
  })

  it('counts files and bytes, and tells whether anything changed', async () => {
    const { tree, history } = setUp()
    tree.makeDirectory('d')
    tree.writeFile('d/a', bytes('12345'))
    tree.symlink('l', 'd/a')
    expect(await history.checkpoint()).toMatchObject({ value: { changed: true, files: 2, bytes: 8 } })
    expect(await history.checkpoint()).toMatchObject({ value: { changed: false, files: 2, bytes: 8 } })
  })

  it('hands over only what is new: the file and the directories above it', async () => {
    const { tree, store, history } = setUp()
    for (let folder = 0; folder < 20; folder++) {
      tree.makeDirectory(`f${folder}`)
      for (let file = 0; file < 100; file++) tree.writeFile(`f${folder}/${file}`, bytes(`${folder}/${file}`))
    }
    await rootOf(history)
    expect(store.puts).toBe(2000 + 20 + 1)
    store.puts = 0
    tree.writeFile('f3/7', bytes('changed'))
    await rootOf(history)
    expect(store.puts).toBe(3)
  })

  it('says what stood there before: what was stored or restored last', async () => {
    const { tree, store, history } = setUp()
    tree.makeDirectory('d')
    tree.writeFile('d/a', bytes('1'))
    const put = vi.spyOn(store, 'put')
    const likes = () => put.mock.lastCall?.[0].map(({ like }) => like)
    const first = await rootOf(history)
    expect(likes()).toEqual([undefined, undefined, undefined])
    tree.writeFile('d/b', bytes('2'))
    const second = await rootOf(history)
    expect(likes()?.at(-1)).toBe(first)
    tree.writeFile('d/b', bytes('3'))
    await rootOf(history)
    expect(likes()?.at(-1)).toBe(second)
    expect(await history.restore(first)).toMatchObject({ ok: true })
    tree.writeFile('d/b', bytes('4'))
    await rootOf(history)
    expect(likes()?.at(-1)).toBe(first)
  })

  it(SOAK.title('restores byte for byte, whatever was done in between'), { timeout: patience(120_000) }, () =>
    SOAK.each(async ({ seed }) => {
      const { tree, history } = setUp()
      const random = seeded(seed)
      const steps: { root: string; snapshot: Record<string, string> }[] = []
      for (let step = 0; step < 12; step++) {
        for (let change = 0; change < 8; change++) changeRandomly(tree, random)
        const snapshot = tree.snapshot()
        steps.push({ root: await rootOf(history), snapshot })
      }
      for (let jump = 0; jump < 12; jump++) {
        const target = steps[Math.floor(random() * steps.length)]
        if (!target) continue
        if (random() < 0.5) changeRandomly(tree, random)
        expect(await history.restore(target.root), `seed ${seed}`).toMatchObject({ ok: true })
        expect(tree.snapshot(), `seed ${seed}`).toEqual(target.snapshot)
        expect(await rootOf(history), `seed ${seed}`).toBe(target.root)
      }
    }),
  )

  it('restores into an empty tree of another session from the store alone', async () => {
    const first = setUp()
    first.tree.makeDirectory('deep')
    first.tree.makeDirectory('deep/er')
    first.tree.writeFile('deep/er/run', bytes('#!/bin/sh'), 0o755)
    const root = await rootOf(first.history)
    const second = setUp(new FakeTree(), first.store)
    expect(await second.history.restore(root)).toMatchObject({ ok: true })
    expect(second.tree.snapshot()).toEqual(first.tree.snapshot())
  })

  it('tells what differs between two roots', async () => {
    const { tree, history } = setUp()
    tree.makeDirectory('d')
    tree.writeFile('d/same', bytes('s'))
    tree.writeFile('d/old', bytes('1'))
    tree.writeFile('gone', bytes('g'))
    const before = await rootOf(history)
    tree.writeFile('d/old', bytes('22'))
    tree.remove('gone')
    tree.writeFile('new', bytes('n'), 0o755)
    const after = await rootOf(history)
    const diff = await history.diff(before, after)
    expect(diff.ok && diff.value.map(({ path, change }) => [path, change])).toEqual([
      ['d/old', 'modified'],
      ['gone', 'removed'],
      ['new', 'added'],
    ])
    expect(diff.ok && diff.value[2]?.after).toEqual({
      kind: 'file',
      hash: await sha256(bytes('n')),
      size: 1,
      mode: 0o755,
    })
    expect(await history.diff(before, before)).toEqual({ ok: true, value: [] })
  })

  it('needs no more room on the way than the larger of the two trees', async () => {
    const ROOM = 1_000
    class SmallTree extends FakeTree {
      override writeFile(path: string, data: Uint8Array, mode?: number) {
        super.writeFile(path, data, mode)
        if (this.#used() > ROOM) throw new Error(`no room left for ${path}`)
      }
      #used(): number {
        const sizes = this.root.children().map(({ node }) => (node.kind === 'file' ? node.size : 0))
        return sizes.reduce((sum, size) => sum + size, 0)
      }
    }
    const { tree, history } = setUp(new SmallTree())
    tree.writeFile('a', new Uint8Array(900))
    tree.writeFile('z', new Uint8Array(100))
    const first = await rootOf(history)
    tree.writeFile('a', new Uint8Array(100))
    tree.remove('z')
    tree.writeFile('b', new Uint8Array(800))
    const second = await rootOf(history)
    for (const root of [first, second, first]) expect(await history.restore(root)).toMatchObject({ ok: true })
  })

  it('refuses a missing, a damaged and a forged object, and changes nothing', async () => {
    const { tree, store, history } = setUp()
    tree.makeDirectory('d')
    tree.writeFile('d/a', bytes('one'))
    const root = await rootOf(history)
    tree.writeFile('d/a', bytes('two'))
    const snapshot = tree.snapshot()
    const hash = await sha256(bytes('one'))
    store.objects.set(hash, bytes('0ne'))
    // A history need not read back objects that it has stored itself.
    expect(await history.restore(root)).toMatchObject({ ok: true })
    tree.writeFile('d/a', bytes('two'))
    const { history: later } = setUp(tree, store)
    expect(await later.restore(root)).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
    store.objects.delete(hash)
    expect(await later.restore(root)).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
    expect(await later.restore('0'.repeat(64))).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
    expect(tree.snapshot()).toEqual(snapshot)
  })

  it('refuses trees that lie, loop or grow without end, and changes nothing', async () => {
    const { tree, store, history } = setUp()
    tree.writeFile('kept', bytes('kept'))
    await rootOf(history)
    const snapshot = tree.snapshot()
    const put = async (data: Uint8Array) => {
      const hash = await sha256(data)
      store.objects.set(hash, data)
      return hash
    }
    const directory = async (entries: DirectoryObjectEntry[], total?: number) =>
      put(
        encodeDirectory({
          entries,
          files: 1,
          bytes: total ?? entries.reduce((sum, { size }) => sum + size, 0),
        }),
      )
    const file = { name: 'f', kind: 'file', mode: 0o644, size: 1, hash: await put(bytes('x')) } as const
    const link = async (target: Uint8Array) =>
      directory([{ name: 'l', kind: 'symlink', mode: 0o777, size: target.length, hash: await put(target) }])
    const below = (name: string, hash: string, size: number): DirectoryObjectEntry => ({
      name,
      kind: 'directory',
      mode: 0o755,
      size,
      hash,
    })
    let bomb = await directory([])
    for (let level = 0; level < 40; level++) {
      bomb = await directory(['a', 'b'].map((name) => below(name, bomb, 0)))
    }
    const one = await directory([file])
    const hostile = {
      'a bomb of directories': bomb,
      'a wrong sum': await directory([file], 7),
      'a wrong size of a file': await directory([{ ...file, size: 5 }]),
      'a wrong size of a directory': await directory([below('d', one, 4)]),
      'more bytes than there can be': await directory([{ ...file, size: 2 ** 45 }]),
      'a link to nowhere': await link(new Uint8Array(0)),
      'a link with NUL': await link(bytes('a\0b')),
      'a link of no text': await link(Uint8Array.of(0xff, 0xfe)),
    }
    for (const [what, root] of Object.entries(hostile)) {
      expect(await history.restore(root), what).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
    }
    expect(await history.diff(bomb, one)).toMatchObject({ ok: false, error: { kind: 'limit' } })
    expect(tree.snapshot()).toEqual(snapshot)
  })

  it('keeps names apart that are no valid Unicode', async () => {
    const { tree, history } = setUp()
    tree.writeFile('a\ud800', bytes('1'))
    tree.writeFile('a\ud801', bytes('2'))
    tree.writeFile('a\ufffd', bytes('3'))
    tree.symlink('l', '\udc00/x')
    const snapshot = tree.snapshot()
    const root = await rootOf(history)
    for (const path of tree.paths()) tree.remove(path)
    await rootOf(history)
    expect(await history.restore(root)).toMatchObject({ ok: true })
    expect(tree.snapshot()).toEqual(snapshot)
  })

  it('reports a store that breaks, and goes on afterwards', async () => {
    const { tree, store, history } = setUp()
    tree.writeFile('a', bytes('a'))
    const { put } = store
    Object.assign(store, { put: () => Promise.reject(new Error('the database was closed')) })
    expect(await history.checkpoint()).toMatchObject({ ok: false, error: { kind: 'internal' } })
    Object.assign(store, { put })
    expect(store.objects.has(await rootOf(history))).toBe(true)
  })

  it('stores everything again after a write that failed', async () => {
    const { tree, store, history } = setUp()
    tree.writeFile('a', bytes('a'))
    const put = store.put
    const failing = { ok: false, error: { kind: 'quota', message: 'full' } } as const
    Object.assign(store, { put: () => Promise.resolve(failing) })
    expect(await history.checkpoint()).toEqual(failing)
    Object.assign(store, { put })
    const root = await rootOf(history)
    expect(store.objects.has(root)).toBe(true)
    expect(store.objects.size).toBe(2)
  })

  it('does not take a change made during a checkpoint for stored', async () => {
    const { tree, history } = setUp()
    tree.writeFile('a', bytes('1'))
    const first = history.checkpoint()
    tree.writeFile('a', bytes('2'))
    await first
    const root = await rootOf(history)
    tree.writeFile('a', bytes('3'))
    await history.restore(root)
    expect(tree.snapshot()).toEqual({ a: '644 50' })
  })
})

describe('directory objects', () => {
  const entry = { kind: 'file', mode: 0o644, size: 1, hash: 'ab'.repeat(32) } as const

  it('survive encoding, in one canonical order', () => {
    const names = ['b', 'a', 'ü', '😀', 'Z']
    const forward = encodeDirectory({
      entries: names.map((name) => ({ ...entry, name })),
      files: 5,
      bytes: 5,
    })
    const backward = encodeDirectory({
      entries: names.reverse().map((name) => ({ ...entry, name })),
      files: 5,
      bytes: 5,
    })
    expect(forward).toEqual(backward)
    expect(decodeDirectory(forward)?.entries.map(({ name }) => name)).toEqual(['Z', 'a', 'b', 'ü', '😀'])
  })

  it('are refused with a hostile name, a repetition, or when cut', () => {
    for (const name of ['..', '.', '', 'a/b', 'a\0b', 'x'.repeat(300)]) {
      expect(
        decodeDirectory(encodeDirectory({ entries: [{ ...entry, name }], files: 1, bytes: 1 })),
        name,
      ).toBeUndefined()
    }
    const twice = encodeDirectory({
      entries: [
        { ...entry, name: 'a' },
        { ...entry, name: 'a' },
      ],
      files: 2,
      bytes: 2,
    })
    expect(decodeDirectory(twice)).toBeUndefined()
    const good = encodeDirectory({ entries: [{ ...entry, name: 'a' }], files: 1, bytes: 1 })
    for (let end = 0; end < good.length; end++) expect(decodeDirectory(good.subarray(0, end))).toBeUndefined()
    expect(decodeDirectory(good)).toBeDefined()
  })
})
