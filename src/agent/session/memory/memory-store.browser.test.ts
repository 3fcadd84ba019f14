/** The store of the memories: tabs that write at once, records of other versions, and what a clean-up must leave. */
import { afterEach, describe, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { NOTE_VERSIONS, NOTES_REMOVED } from '../../limits.ts'
import { contentHash } from '../store/content-hash.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { currentOf, withVersion } from './memory-record.ts'
import type { StoredVersion } from './memory-record.ts'
import { FOR_ALL, MemoryStore, projectKey, sessionKey } from './memory-store.ts'

const values = () => new ValueStore({ database: 'vivarium-memory', store: 'memories' })
afterEach(() => values().clear())

const KEY = projectKey('p')
const textOf = async (text: string) => ({ hash: await contentHash(bytes(text)), data: bytes(text) })
const bytes = (text: string) => new TextEncoder().encode(text)
const version = (hash: string, at = 1): StoredVersion => ({
  hash,
  bytes: 1,
  at,
  origin: 'user',
  source: { by: 'user' },
  head: hash,
  faults: [],
  evidence: [],
})
const add = (store: MemoryStore, path: string, added: StoredVersion, key = KEY) =>
  store.change(key, ({ notes }) => ok(withVersion(notes, path, added)))
const paths = async (store: MemoryStore, key = KEY) =>
  (await store.read(key)).notes.map(({ path }) => path).toSorted()

describe('tabs that write at once', () => {
  it('lose nothing of each other', async () => {
    const tabs = [0, 1, 2].map(() => new MemoryStore({ blobs: new MemoryBlobStore() }))
    const wanted = Array.from({ length: 30 }, (_, n) => `${String(n).padStart(2, '0')}.md`)
    await Promise.all(
      wanted.map((path, n) => add(tabs[n % 3] ?? expect.unreachable(), path, version(`h${n}`, n))),
    )
    expect(await paths(tabs[0] ?? expect.unreachable())).toEqual(wanted)
  })

  it('each see the note as the other has left it', async () => {
    const [one, two] = [0, 1].map(() => new MemoryStore({ blobs: new MemoryBlobStore() }))
    if (!one || !two) return expect.unreachable()
    await Promise.all([add(one, 'a.md', version('first', 1)), add(two, 'a.md', version('second', 2))])
    const [note] = (await one.read(KEY)).notes
    expect(note?.versions.map(({ hash }) => hash)).toEqual(['first', 'second'])
  })
})

describe('the stamp', () => {
  it('is another one after each change of any memory, in whichever tab, and the same after none', async () => {
    const [one, two] = [0, 1].map(() => new MemoryStore({ blobs: new MemoryBlobStore() }))
    if (!one || !two) return expect.unreachable()
    const stamps: unknown[] = [await one.stamp()]
    const changes: (() => Promise<unknown>)[] = [
      () => add(two, 'a.md', version('h')),
      () => add(two, 'b.md', version('h'), FOR_ALL),
      () => two.setOn(KEY, false),
      () => two.change(sessionKey('s'), () => ok([])),
      () => two.join(KEY, projectKey('q')),
      () => two.forget(KEY),
    ]
    for (const change of changes) {
      await change()
      stamps.push(await one.stamp())
      await Promise.all([one.read(KEY), two.isOn(KEY), two.change(KEY, () => fail('invalid', 'No.'))])
      expect(await one.stamp()).toBe(stamps.at(-1))
    }
    expect(stamps[0]).toBeUndefined()
    expect(new Set(stamps).size).toBe(changes.length + 1)
  })

  it('is no memory', async () => {
    const store = new MemoryStore({ blobs: new MemoryBlobStore() })
    const { hash } = await textOf('a')
    await add(store, 'a.md', version(hash))
    expect([...(await store.all()).keys()]).toEqual([KEY])
    expect([...(await store.hashes())]).toEqual([hash])
  })
})

describe('a record', () => {
  it('of a newer version is read, and not changed', async () => {
    const store = new MemoryStore({ blobs: new MemoryBlobStore() })
    const stored = {
      version: 2,
      notes: [{ path: 'a.md', current: 0, versions: [version('h')], more: 1 }],
      x: 1,
    }
    await values().set(KEY, stored)
    expect(await store.read(KEY)).toMatchObject({ isNewer: true, notes: [{ path: 'a.md' }] })
    expect(await add(store, 'b.md', version('i'))).toMatchObject({ error: { kind: 'not_permitted' } })
    expect(await store.setOn(KEY, false)).toMatchObject({ error: { kind: 'not_permitted' } })
    expect(await values().get(KEY)).toEqual(stored)
  })

  it('keeps what it cannot read, at every depth', async () => {
    const store = new MemoryStore({ blobs: new MemoryBlobStore() })
    const strange = { path: 7, was: 'a note' }
    const known = { path: 'a.md', current: 0, versions: [{ ...version('h'), later: true }], more: 1 }
    await values().set(KEY, { version: 1, notes: [strange, known], extra: 'x' })
    expect(await paths(store)).toEqual(['a.md'])
    await value(add(store, 'b.md', version('i')))
    expect(await values().get(KEY)).toMatchObject({ notes: [strange, known, { path: 'b.md' }], extra: 'x' })
    await values().set(KEY, 'nonsense')
    expect(await paths(store)).toEqual([])
    await value(add(store, 'c.md', version('i')))
    expect(await values().get(KEY)).toMatchObject({ unread: 'nonsense', notes: [{ path: 'c.md' }] })
  })

  it('that is refused a change is as it was, and none comes to be', async () => {
    const store = new MemoryStore({ blobs: new MemoryBlobStore() })
    expect(await store.change(KEY, () => fail('limit', 'No.'))).toMatchObject({ error: { kind: 'limit' } })
    expect(await values().keys()).toEqual([])
  })

  it('keeps the latest versions of a note, and the latest deleted notes', async () => {
    const store = new MemoryStore({ blobs: new MemoryBlobStore() })
    for (let n = 0; n < NOTE_VERSIONS + 5; n++) await value(add(store, 'a.md', version(`h${n}`, n)))
    const [note] = (await store.read(KEY)).notes
    expect(note?.versions).toHaveLength(NOTE_VERSIONS)
    expect(note && currentOf(note)?.hash).toBe(`h${NOTE_VERSIONS + 4}`)
    const { hash: _, ...gone } = version('x')
    await value(
      store.change(KEY, ({ notes }) =>
        ok(
          Array.from({ length: NOTES_REMOVED + 3 }, (__, n) => n).reduce(
            (all, n) => withVersion(all, `gone-${n}.md`, { ...gone, at: n }),
            notes,
          ),
        ),
      ),
    )
    const left = await paths(store)
    expect(left).toHaveLength(NOTES_REMOVED + 1)
    expect(left).not.toContain('gone-2.md')
    expect(left).toContain('gone-3.md')
  })
})

it('notes of a session come to its project, beside those that are there', async () => {
  const store = new MemoryStore({ blobs: new MemoryBlobStore() })
  await value(add(store, 'a.md', version('mine', 5), sessionKey('s')))
  await value(add(store, 'b.md', version('own', 5), sessionKey('s')))
  await value(add(store, 'a.md', version('theirs', 9)))
  await store.join(sessionKey('s'), KEY)
  await store.join(sessionKey('s'), KEY)
  expect(await paths(store)).toEqual(['a.md', 'b.md'])
  const [note] = (await store.read(KEY)).notes.filter(({ path }) => path === 'a.md')
  expect(note?.versions.map(({ hash }) => hash)).toEqual(['mine', 'theirs'])
  expect(note && currentOf(note)?.hash).toBe('theirs')
  expect(await paths(store, sessionKey('s'))).toEqual([])
})

it.each(['session', 'project'])(
  'a note of the user’s in the %s counts before a later one that nobody confirmed',
  async (where) => {
    const store = new MemoryStore({ blobs: new MemoryBlobStore() })
    const [users, others] = where === 'project' ? [KEY, sessionKey('s')] : [sessionKey('s'), KEY]
    await value(add(store, 'a.md', version('users', 5), users))
    await value(add(store, 'a.md', { ...version('agents', 9), origin: 'unconfirmed' }, others))
    await store.join(sessionKey('s'), KEY)
    const [note] = (await store.read(KEY)).notes
    expect(note?.versions.map(({ hash }) => hash)).toEqual(['users', 'agents'])
    expect(note && currentOf(note)?.hash).toBe('users')
  },
)

it('the switch of a session comes to a project that had no memory, and to no other', async () => {
  const store = new MemoryStore({ blobs: new MemoryBlobStore() })
  await value(store.setOn(sessionKey('s'), false))
  await store.join(sessionKey('s'), KEY)
  expect(await store.isOn(KEY)).toBe(false)
  // The user's word on the project stands.
  await value(store.setOn(KEY, true))
  await store.join(sessionKey('s'), KEY)
  expect(await store.isOn(KEY)).toBe(true)
  // Notes come along, and the switch of a memory that is there stays.
  const other = projectKey('other')
  await value(add(store, 'a.md', version('theirs'), other))
  await value(add(store, 'b.md', version('own'), sessionKey('s')))
  await store.join(sessionKey('s'), other)
  expect([await store.isOn(other), await paths(store, other)]).toEqual([true, ['a.md', 'b.md']])
})

it('names the texts of all versions, of deleted notes too, and none of the files that they rest on', async () => {
  const store = new MemoryStore({ blobs: new MemoryBlobStore() })
  const [first, second] = [await textOf('one'), await textOf('two')]
  await value(store.put([first, second]))
  await value(add(store, 'a.md', version(first.hash)))
  await value(
    add(store, 'a.md', { ...version(second.hash), evidence: [{ path: 'x', hash: 'f'.repeat(32) }] }),
  )
  const { hash: _, ...gone } = version('x')
  await value(add(store, 'a.md', gone))
  expect([...(await store.hashes())].toSorted()).toEqual([first.hash, second.hash].toSorted())
})

it('says when a text is not there any more, and when there is no room for one', async () => {
  const blobs = new MemoryBlobStore()
  const store = new MemoryStore({ blobs })
  expect(await store.text(await contentHash(bytes('gone')))).toMatchObject({ error: { kind: 'corrupt' } })
  blobs.put = async () => fail('quota', 'There is no room.')
  expect(await store.put([await textOf('one')])).toMatchObject({ error: { kind: 'quota' } })
})
