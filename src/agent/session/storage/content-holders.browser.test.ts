/** A clean-up keeps what any holder of content names, in whichever tab it runs, and removes nothing where one cannot tell. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ContentHolderName } from '../../protocol/calls/storage.ts'
import { COLLECTION_HOLDER_MS } from '../../limits.ts'
import { CONTENT_KINDS } from '../contents/test-support.ts'
import type { Database } from '../store/database.ts'
import { deleteSession } from '../store/sessions.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import type { ContentHolder } from './content-holder.ts'
import { closeTabs, filesOf, freed, keep, LARGE, Tab } from './test-support.ts'

afterEach(async () => {
  vi.useRealTimers()
  closeTabs()
  await dropDatabases()
})

/** Hashes in a database that all tabs share, as each of them opens it. */
class Shelf<Name extends ContentHolderName = ContentHolderName> implements ContentHolder<Name> {
  readonly name: Name
  readonly #values: ValueStore
  /** Called when its hashes were read for an answer. */
  onRead: () => Promise<void> = () => Promise.resolve()

  constructor({ name: database }: Database, name: Name) {
    this.name = name
    this.#values = new ValueStore({ database: `${database}-${name}`, store: 'held' })
  }

  async hashes(): Promise<readonly string[]> {
    const hashes = await this.#values.keys()
    await this.onRead()
    return hashes
  }

  hold(hash: string): Promise<void> {
    return this.#values.set(hash, true)
  }

  letGo(hash: string): Promise<void> {
    return this.#values.delete(hash)
  }
}

describe.each(CONTENT_KINDS)('content in %s', (kind) => {
  /** One more tab, with holders of its own over what all tabs share. */
  function open(database: Database) {
    const versions = new Shelf(database, 'accepted_versions')
    const copies = new Shelf(database, 'second_copies')
    return { versions, copies, tab: new Tab(database, kind, [versions, copies]) }
  }

  /** A tree with one file, stored by a tab that has ended. */
  async function stored(database: Database, name: string): Promise<string> {
    const author = new Tab(database, kind)
    await author.write(`folder/${name}`, `${LARGE}${name}`)
    const root = await author.checkpoint()
    author.close()
    return root
  }

  it('stays as long as a holder names it, and counts for it', async () => {
    const database = await newDatabase()
    const root = await stored(database, 'a.txt')
    const { tab, versions } = open(database)
    expect((await tab.storage.overview()).freeableBytes).toBeGreaterThan(LARGE.length)
    await versions.hold(root)
    const { contentBytes, ...held } = await tab.storage.overview()
    expect(held).toMatchObject({
      freeableBytes: 0,
      heldBytes: 0,
      holders: [{ holder: 'accepted_versions', bytes: contentBytes }],
    })
    expect(await freed(tab)).toBe(0)
    expect(await filesOf(database, kind, root)).toEqual({ 'folder/a.txt': `${LARGE}a.txt` })
    await versions.letGo(root)
    expect(await tab.storage.overview()).toMatchObject({ freeableBytes: contentBytes, holders: [] })
    expect(await freed(tab)).toBeGreaterThan(LARGE.length)
    await expect(filesOf(database, kind, root)).rejects.toThrow()
  })

  it('counts for the session that needs it, too, and for the first of two holders', async () => {
    const database = await newDatabase()
    const root = await stored(database, 'a.txt')
    const { tab, versions, copies } = open(database)
    await keep(database, 's', [root])
    await versions.hold(root)
    await copies.hold(root)
    expect(await tab.storage.overview()).toMatchObject({ freeableBytes: 0, holders: [] })
    await deleteSession(database, 's')
    const { contentBytes, ...overview } = await tab.storage.overview()
    expect(overview.holders).toEqual([{ holder: 'accepted_versions', bytes: contentBytes }])
    await versions.letGo(root)
    expect((await tab.storage.overview()).holders).toEqual([{ holder: 'second_copies', bytes: contentBytes }])
  })

  it('of two tabs, each with a holder of its own, stays in a clean-up of either, and of a third', async () => {
    const database = await newDatabase()
    const [one, two] = [await stored(database, 'one.txt'), await stored(database, 'two.txt')]
    const [here, there] = [open(database), open(database)]
    await here.versions.hold(one)
    await there.copies.hold(two)
    for (const { tab } of [here, there]) expect(await freed(tab)).toBe(0)
    here.tab.close()
    there.tab.close()
    const later = open(database)
    expect(await freed(later.tab)).toBe(0)
    await later.copies.letGo(two)
    expect(await freed(later.tab)).toBeGreaterThan(LARGE.length)
    expect(await filesOf(database, kind, one)).toEqual({ 'folder/one.txt': `${LARGE}one.txt` })
    await expect(filesOf(database, kind, two)).rejects.toThrow()
  })

  it('is not removed where a holder cannot be read, which is said, and tabs go on', async () => {
    const database = await newDatabase()
    const root = await stored(database, 'a.txt')
    const { tab, copies } = open(database)
    copies.onRead = () => Promise.reject(new Error('The file is broken.'))
    expect(await tab.storage.overview()).toMatchObject({
      freeableBytes: 0,
      holders: [{ holder: 'second_copies', bytes: undefined }],
    })
    expect(await tab.storage.cleanUp()).toEqual({
      ok: false,
      error: {
        kind: 'not_permitted',
        message:
          'The second copies of the sessions could not be read, so what they need is not known; nothing was removed. The file is broken.',
        hint: 'Reload the page, and try again.',
      },
    })
    expect(await filesOf(database, kind, root)).toEqual({ 'folder/a.txt': `${LARGE}a.txt` })
    expect((await tab.store.get([root]))[0]).toBeDefined()
    tab.close()
    expect(await freed(open(database).tab)).toBeGreaterThan(LARGE.length)
  })

  it('is not removed where a holder does not answer in time, and tabs go on', async () => {
    const database = await newDatabase()
    const root = await stored(database, 'a.txt')
    const { tab, versions } = open(database)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    versions.onRead = () => {
      vi.advanceTimersByTime(COLLECTION_HOLDER_MS)
      return new Promise(() => undefined)
    }
    const refused = await tab.storage.cleanUp()
    vi.useRealTimers()
    expect(refused).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
    expect(refused.ok ? '' : refused.error.message).toContain('There was no answer within 30 seconds.')
    expect((await tab.store.get([root]))[0]).toBeDefined()
    expect(await filesOf(database, kind, root)).toEqual({ 'folder/a.txt': `${LARGE}a.txt` })
  })

  it('that passed through a tab is kept for a reference that the tab writes while a clean-up reads', async () => {
    const database = await newDatabase()
    const root = await stored(database, 'a.txt')
    const [here, there] = [open(database), open(database)]
    expect(await there.tab.store.missing([root])).toEqual([])
    // Its answer has been made by then, without the new reference.
    here.versions.onRead = () => there.versions.hold(root)
    expect(await freed(here.tab)).toBe(0)
    there.tab.close()
    here.versions.onRead = () => Promise.resolve()
    expect(await freed(here.tab)).toBe(0)
    expect(await filesOf(database, kind, root)).toEqual({ 'folder/a.txt': `${LARGE}a.txt` })
  })

  it('is said to be gone to a tab that asks for it during the clean-up that removes it', async () => {
    const database = await newDatabase()
    const root = await stored(database, 'a.txt')
    const [here, there] = [open(database), open(database)]
    const steps: string[] = []
    let missing: Promise<readonly string[]> | undefined
    here.versions.onRead = async () => {
      missing = there.tab.store.missing([root]).finally(() => steps.push('answered'))
    }
    here.copies.onRead = async () => void steps.push('the other holder read')
    expect(await freed(here.tab)).toBeGreaterThan(LARGE.length)
    expect(await missing).toEqual([root])
    expect(steps).toEqual(['the other holder read', 'answered'])
    await there.tab.write('folder/a.txt', `${LARGE}a.txt`)
    await there.versions.hold(await there.tab.checkpoint())
    there.tab.close()
    expect(await freed(open(database).tab)).toBe(0)
    expect(await filesOf(database, kind, root)).toEqual({ 'folder/a.txt': `${LARGE}a.txt` })
  })
})
