import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JournalFolder, JournalPlace } from '../../journal/contract.ts'
import { MemoryPlace } from '../../journal/testing/memory-place.ts'
import { StorageError } from '../storage-error.ts'
import { ValueCopies } from './value-copies.ts'
import { ValueStore } from './value-store.ts'
import type { ValueStoreOptions } from './value-store.ts'

const DATABASE = 'value-store-test'

const names = async () => (await indexedDB.databases()).map(({ name }) => name)

let place: MemoryPlace
beforeEach(() => (place = new MemoryPlace()))
afterEach(() => deleteDB(DATABASE))

function copiesIn(at: JournalPlace | undefined): ValueCopies {
  return new ValueCopies({ place: Promise.resolve(at), locks: navigator.locks, origin: 'http://here' })
}

/** Opens the store, as the next tab does. */
function open(options: Partial<ValueStoreOptions> = {}) {
  const copies = options.copies ?? copiesIn(place)
  return { copies, store: new ValueStore({ database: DATABASE, store: 'values', ...options, copies }) }
}

const alone = () => new ValueStore({ database: DATABASE, store: 'values' })

/** The place, with some of its folders' calls in another way. */
function placeWith(change: (folder: JournalFolder) => Partial<JournalFolder>): JournalPlace {
  return {
    folders: () => place.folders(),
    removeFolder: (name) => place.removeFolder(name),
    folder: (name) => ({ ...place.folder(name), ...change(place.folder(name)) }),
  }
}

it('keeps values, also for another that opens it, with and without copies', async () => {
  await alone().set('a', 1)
  expect(await alone().get('a')).toBe(1)
  const { store } = open()
  await store.update('a', (known) => [known, 2])
  await store.set('b', undefined)
  expect(await store.entries()).toEqual([
    ['a', [1, 2]],
    ['b', undefined],
  ])
  await store.delete('b')
  expect(await alone().keys()).toEqual(['a'])
  await expect(
    store.update('a', () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await store.clear()
  expect(await store.keys()).toEqual([])
})

it('lets go when its database is deleted, and writes neither it nor its copy anew', async () => {
  const { copies, store } = open()
  await store.set('a', 1)
  let blocked = 0
  await deleteDB(DATABASE, { blocked: () => (blocked += 1) })
  expect(blocked).toBe(0)
  await place.removeFolder(DATABASE)
  await expect(store.set('a', 2)).rejects.toThrow('was deleted while this tab was open')
  await copies.evenOut()
  expect(await names()).not.toContain(DATABASE)
  expect(await place.folders()).toEqual([])
})

it.each([{ isCopiedByKey: false }, { isCopiedByKey: true }])(
  'comes back when its database is lost, as it was after the last change ($isCopiedByKey)',
  async ({ isCopiedByKey }) => {
    const { store } = open({ isCopiedByKey })
    const home = { files: [{ path: 'ä', data: Uint8Array.of(0, 255, 7), mode: 0o600 }], links: [] }
    await store.set('session a/b.c:ä', home)
    await store.set('all', { plain: true })
    await store.set('gone', 1)
    await store.delete('gone')
    await store.update('all', (known) => ({ known }))
    await deleteDB(DATABASE)

    const { copies, store: next } = open({ isCopiedByKey })
    expect(await copies.comeBack()).toEqual({ restored: [DATABASE], unread: [], lost: [] })
    expect(new Map(await next.entries())).toEqual(
      new Map<string, unknown>([
        ['session a/b.c:ä', home],
        ['all', { known: { plain: true } }],
      ]),
    )
    // And once more, changed by the one that has restored it.
    await next.delete('all')
    await deleteDB(DATABASE)
    expect(await open({ isCopiedByKey }).store.keys()).toEqual(['session a/b.c:ä'])
  },
)

it('has a copy of a key alone in its file, which goes with the key', async () => {
  const { store } = open({ isCopiedByKey: true })
  await store.set('one', 1)
  const before = await place.folder(DATABASE).read('k-one')
  await store.set('two', 2)
  expect(await place.folder(DATABASE).names()).toEqual(['k-one', 'k-two'])
  expect(await place.folder(DATABASE).read('k-one')).toEqual(before)
  await store.delete('one')
  expect(await place.folder(DATABASE).names()).toEqual(['k-two'])
  await store.clear()
  expect(await place.folder(DATABASE).names()).toEqual([])
})

it.each([{ isCopiedByKey: false }, { isCopiedByKey: true }])(
  'has a stamp, which changes with each change alone, and is no value and in no copy ($isCopiedByKey)',
  async ({ isCopiedByKey }) => {
    const options = { isCopiedByKey, stampKey: 'stamp' }
    const [{ store }, other] = [open(options), open(options)]
    expect(await store.stamp()).toBeUndefined()
    const stamps = new Set<unknown>()
    for (const change of [
      () => store.set('a', 1),
      () => store.update('a', () => 2),
      () => store.set('b', 1),
      () => store.delete('b'),
      () => other.store.set('c', 1),
    ]) {
      await change()
      stamps.add(await store.stamp())
    }
    expect(stamps.size).toBe(5)
    await store
      .update('a', () => {
        throw new Error('no')
      })
      .catch(() => undefined)
    await other.copies.evenOut()
    expect(stamps).toContain(await other.store.stamp())
    expect(await store.keys()).toEqual(['a', 'c'])
    expect(await store.entries()).toEqual([
      ['a', 2],
      ['c', 1],
    ])
    expect(await place.folder(DATABASE).names()).toEqual(isCopiedByKey ? ['k-a', 'k-c'] : ['all'])
    // The database is another one then: nothing is said of what was read of the lost one.
    await deleteDB(DATABASE)
    const next = open(options)
    expect(await next.store.keys()).toEqual(['a', 'c'])
    expect(await next.store.stamp()).toBeUndefined()
    await next.store.clear()
    expect(stamps).not.toContain(await next.store.stamp())
    expect(await place.folder(DATABASE).names()).toEqual([])
  },
)

it('looks for no copy where its database is there, also where it is empty', async () => {
  await open().store.keys()
  const closed = async (): Promise<never> => {
    throw new Error('The copies were looked at.')
  }
  const refusing: JournalPlace = {
    folders: closed,
    removeFolder: closed,
    folder: () => ({
      names: closed,
      read: closed,
      size: closed,
      open: closed,
      replace: closed,
      remove: closed,
    }),
  }
  const { copies, store } = open({ copies: copiesIn(refusing) })
  expect(await store.entries()).toEqual([])
  expect(await copies.comeBack()).toEqual({ restored: [], unread: [], lost: [] })
})

it('begins empty where there are no copies, or no place for them', async () => {
  const { copies, store } = open()
  expect([await store.keys(), await copies.comeBack()]).toEqual([[], { restored: [], unread: [], lost: [] }])
  await deleteDB(DATABASE)
  const { copies: none, store: other } = open({ copies: copiesIn(undefined) })
  await other.set('a', 1)
  await none.evenOut()
  expect([await other.get('a'), await none.comeBack()]).toEqual([1, { restored: [], unread: [], lost: [] }])
})

it('names what could not be copied, in every tab and after every loss, until it is stored again or dismissed', async () => {
  const options = { nameOf: (key: string) => (key === 'secret' ? undefined : `the ${key}`) }
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const { store } = open(options)
  for (const name of ['a', 'b', 'c', 'secret']) await store.set(name, key)
  await store.set('plain', 1)
  const named = (...keys: string[]) =>
    keys.map((one) => ({ database: DATABASE, key: one, name: `the ${one}` }))

  await deleteDB(DATABASE)
  const { copies } = open(options)
  expect(await copies.comeBack()).toEqual({
    restored: [DATABASE],
    unread: [],
    lost: named('a', 'b', 'c'),
  })
  const { copies: later, store: there } = open(options)
  expect(await later.comeBack()).toEqual({ restored: [], unread: [], lost: named('a', 'b', 'c') })
  expect(await there.keys()).toEqual(['plain'])
  await there.set('a', key)
  await there.delete('b')
  expect((await later.comeBack()).lost).toEqual(named('c'))

  await deleteDB(DATABASE)
  const { copies: again, store: last } = open(options)
  expect((await again.comeBack()).lost).toEqual(named('a', 'c'))
  await last.update('a', () => key)
  await again.dismissLost()
  expect((await open(options).copies.comeBack()).lost).toEqual([])
  await deleteDB(DATABASE)
  expect((await open(options).copies.comeBack()).lost).toEqual(named('a'))
})

it('what its copy leaves out does not come back from an older one either', async () => {
  const { store } = open()
  await store.set('a', { secret: false })
  await store.set('b', { secret: true })
  await deleteDB(DATABASE)
  const copyOf = () => Promise.resolve((value: unknown) => (isSecret(value) ? undefined : value))
  const { copies, store: next } = open({ copyOf })
  expect(await next.keys()).toEqual(['a'])
  expect((await copies.comeBack()).lost).toEqual([{ database: DATABASE, key: 'b', name: 'b' }])

  function isSecret(value: unknown): boolean {
    return typeof value === 'object' && value !== null && 'secret' in value && value.secret === true
  }
})

it.each(['torn', 'foreign', 'newer', 'unreadable'] as const)(
  'a copy that is %s is reported, costs its own values alone, and is replaced by the next change',
  async (problem) => {
    const { store } = open({ isCopiedByKey: true })
    await store.set('a', 1)
    await store.set('b', 2)
    const folder = place.folder(DATABASE)
    const bytes = (await folder.read('k-b')) ?? new Uint8Array()
    const damaged = bytes.slice(0, problem === 'torn' ? -1 : undefined)
    if (problem === 'newer') damaged[7] = 9
    if (problem === 'foreign') damaged.fill(0)
    await folder.replace('k-b', damaged)
    await deleteDB(DATABASE)

    const faulty = placeWith((of) => ({
      read: async (file) => {
        if (problem === 'unreadable' && file === 'k-b') throw new StorageError('broken', 'The disk fails.')
        return of.read(file)
      },
    }))
    const { copies, store: next } = open({ copies: copiesIn(faulty), isCopiedByKey: true })
    expect(await next.entries()).toEqual([['a', 1]])
    const unread = [{ database: DATABASE, file: 'k-b', problem }]
    expect(await copies.comeBack()).toEqual({ restored: [DATABASE], unread, lost: [] })
    await next.set('b', 3)
    await deleteDB(DATABASE)
    expect(await open({ isCopiedByKey: true }).store.get('b')).toBe(3)
  },
)

it.each([{ isCopiedByKey: false }, { isCopiedByKey: true }])(
  'a change holds where its copy does not fit, and is copied with the next ($isCopiedByKey)',
  async ({ isCopiedByKey }) => {
    const { store } = open({ isCopiedByKey })
    await store.set('a', 1)
    place.onWrite = () => {
      throw new StorageError('quota', 'The disk is full.')
    }
    await store.set('a', 2)
    await store.set('b', 2)
    expect(await store.get('a')).toBe(2)
    place.onWrite = () => undefined
    await store.set('c', 3)
    await deleteDB(DATABASE)
    expect(await open({ isCopiedByKey }).store.entries()).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 3],
    ])
  },
)

it('writes copies of what had none, or had changed without one, and takes away those of what has gone', async () => {
  await alone().set('a', 1)
  const byKey = new ValueStore({ database: `${DATABASE}-keys`, store: 'values' })
  await byKey.set('x', 1)
  const { copies } = open()
  const both = { copies, database: `${DATABASE}-keys`, isCopiedByKey: true }
  open(both)
  expect(await place.folders()).toEqual([])
  await copies.evenOut()
  expect([...place.files].map(([folder, files]) => [folder, ...files.keys()])).toEqual([
    [DATABASE, 'all'],
    [`${DATABASE}-keys`, 'k-x'],
  ])

  let writes = 0
  place.onWrite = () => (writes += 1)
  await copies.evenOut()
  expect(writes).toBe(0)
  await alone().set('a', 2)
  await byKey.delete('x')
  await byKey.set('y', 1)
  await copies.evenOut()
  expect(writes).toBe(2)
  await deleteDB(DATABASE)
  await deleteDB(`${DATABASE}-keys`)
  expect(await open().store.get('a')).toBe(2)
  expect(await open(both).store.keys()).toEqual(['y'])
  await deleteDB(`${DATABASE}-keys`)
})

it('two tabs that find no database both have all of it, and the older does not replace a change of the quicker', async () => {
  const { store } = open()
  await store.set('a', 1)
  await deleteDB(DATABASE)
  const held = Promise.withResolvers<void>()
  const slow = placeWith((folder) => ({
    read: async (file) => {
      const bytes = await folder.read(file)
      await held.promise
      return bytes
    },
  }))
  const { copies: late, store: slower } = open({ copies: copiesIn(slow) })
  const reading = slower.entries()
  const { copies: early, store: quicker } = open()
  expect(await quicker.entries()).toEqual([['a', 1]])
  await quicker.set('a', 2)
  held.resolve()
  expect(await reading).toEqual([['a', 2]])
  expect([(await early.comeBack()).restored, (await late.comeBack()).restored]).toEqual([[DATABASE], []])
})

it('the copy has what was stored last, however the changes of two tabs mix', async () => {
  const tabs = [open().store, open().store]
  await Promise.all(Array.from({ length: 60 }, (_, at) => tabs[at % 2]?.set(`k${at % 7}`, at)))
  const stored = await alone().entries()
  await deleteDB(DATABASE)
  expect(stored).toHaveLength(7)
  expect(await open().store.entries()).toEqual(stored)
})

it.each(['the same tab', 'another tab'])(
  'a change of %s while a copy is being written is copied after it',
  async (tab) => {
    const [writing, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = placeWith((folder) => ({
      replace: async (file, bytes) => {
        writing.resolve()
        await held.promise
        await folder.replace(file, bytes)
      },
    }))
    const { store } = open({ copies: copiesIn(slow) })
    const first = store.set('a', 1)
    await writing.promise
    const second = (tab === 'the same tab' ? store : open().store).set('a', 2)
    const waits = async () => {
      const { pending = [] } = await navigator.locks.query()
      return pending.some(({ name }) => name === `vivarium-copy ${DATABASE}/all`)
    }
    await expect.poll(waits).toBe(true)
    held.resolve()
    await Promise.all([first, second])
    await deleteDB(DATABASE)
    expect(await open().store.get('a')).toBe(2)
  },
)

it('a copy whose database is deleted while it is brought up to date is not written', async () => {
  const [reading, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = placeWith(() => ({
    read: async () => {
      reading.resolve()
      await held.promise
      return undefined
    },
  }))
  await alone().set('a', 1)
  const { copies } = open({ copies: copiesIn(slow) })
  const written = copies.evenOut()
  await reading.promise
  await deleteDB(DATABASE)
  held.resolve()
  await written
  expect(await place.folders()).toEqual([])
})
