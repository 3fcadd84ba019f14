/** A clean-up keeps content of events that only a second copy has, and reads no journal without need. */
import { afterEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { closeTabs, filesOf, freed, LARGE, Tab } from '../storage/test-support.ts'
import { deleteSession } from '../store/sessions.ts'
import { said } from '../testing/database.ts'
import { segmentNames } from './read-journal.ts'
import { dump, goBack, newProfile, removeProfiles } from './testing/profile.ts'
import type { Profile } from './testing/profile.ts'

afterEach(async () => {
  closeTabs()
  await removeProfiles()
})

const checkpoint = (root: string): EventBody => ({ type: 'checkpoint', root, cause: 'user' })

const open = (profile: Profile) => new Tab(profile.database, 'the database', [profile.copy.references()])

/** A tree with one file, stored by a tab that has ended. */
async function stored(profile: Profile, name: string): Promise<string> {
  const author = open(profile)
  await author.write(name, `${LARGE}${name}`)
  const root = await author.checkpoint()
  author.close()
  return root
}

const written = (profile: Profile, root: string) => filesOf(profile.database, 'the database', root)
const logOf = async (profile: Profile) =>
  (await dump(profile.database)).filter(({ store }) => ['sessions', 'events'].includes(store))

describe('content of events that the database lacks', () => {
  it('stays until they come back, and counts for the log from then on', async () => {
    const profile = await newProfile()
    const root = await stored(profile, 'a.txt')
    const session = await profile.create('s')
    await session.append(said('one'), checkpoint(root))
    await session.close()
    await deleteSession(profile.database, 's')

    const tab = open(profile)
    const { contentBytes, ...overview } = await tab.storage.overview()
    expect(overview).toMatchObject({
      freeableBytes: 0,
      holders: [{ holder: 'second_copies', bytes: contentBytes }],
    })
    expect(await freed(tab)).toBe(0)
    expect(await profile.copy.tidy()).toBe(1)
    expect(await tab.storage.overview()).toMatchObject({ freeableBytes: 0, holders: [] })
    expect(await written(profile, root)).toEqual({ 'a.txt': `${LARGE}a.txt` })
    // Deleted for good, it is nowhere.
    await profile.library.delete('s')
    await profile.library.purge(['s'])
    expect(await freed(tab)).toBeGreaterThan(LARGE.length)
  })

  it('stays where only the last of them are not in the database', async () => {
    const profile = await newProfile()
    const roots = [await stored(profile, 'a.txt'), await stored(profile, 'b.txt')]
    const session = await profile.create('s')
    await session.append(said('one'), checkpoint(roots[0] ?? ''))
    const before = await logOf(profile)
    await session.append(checkpoint(roots[1] ?? ''))
    profile.crash()
    await profile.start()
    await goBack(profile.database, before)

    const tab = open(profile)
    expect((await tab.storage.overview()).holders).toMatchObject([{ holder: 'second_copies' }])
    expect(await freed(tab)).toBe(0)
    const again = await profile.open('s')
    expect(await profile.events('s')).toHaveLength(3)
    await again.close()
    for (const root of roots) expect(Object.keys(await written(profile, root))).toHaveLength(1)
  })

  it('stays when they come back while a clean-up asks for it', async () => {
    const profile = await newProfile()
    const root = await stored(profile, 'a.txt')
    const session = await profile.create('s')
    await session.append(checkpoint(root))
    await session.close()
    await deleteSession(profile.database, 's')
    const { copy } = profile
    const references = copy.references()
    const back: number[] = []
    const tab = new Tab(profile.database, 'the database', [
      {
        name: 'second_copies',
        hashes: async () => {
          back.push(await copy.tidy())
          return references.hashes()
        },
      },
    ])
    expect(await freed(tab)).toBe(0)
    expect(back).toEqual([1])
    expect(await written(profile, root)).toEqual({ 'a.txt': `${LARGE}a.txt` })
  })
})

it('a journal that the database has whole is not read, compressed or not, and no other session names anything', async () => {
  const profile = await newProfile()
  const root = await stored(profile, 'a.txt')
  for (const [id, text] of [
    ['short', 'one'],
    ['long', 'x'.repeat(100_000)],
  ] as const) {
    const session = await profile.create(id)
    await session.append(said(text), checkpoint(root))
    await session.close()
  }
  expect(await segmentNames(profile.sessions.folder('long'))).toEqual(['000001.z'])
  const open = await profile.create('open')
  await open.append(checkpoint(root))
  const read: string[] = []
  profile.sessions.onRead = (folder) => void read.push(folder)
  expect([...(await profile.copy.references().hashes())]).toEqual([])
  // The length of the one that is compressed.
  expect(read).toEqual(['long'])
  await open.close()
})

it('nothing is removed where a later version has written the journal of a session that is not in the database', async () => {
  const profile = await newProfile()
  const root = await stored(profile, 'a.txt')
  const session = await profile.create('s')
  await session.append(checkpoint(root))
  await session.close()
  const segment = profile.sessions.files.get('s')?.get('000001')
  if (!segment) throw new Error('There is no segment.')
  // Its version.
  segment[7] = 200
  const tab = open(profile)
  // The database knows all that is in it.
  expect(await freed(tab)).toBe(0)
  await deleteSession(profile.database, 's')
  const refused = await tab.storage.cleanUp()
  expect(refused.ok ? '' : refused.error.message).toBe(
    'The second copies of the sessions could not be read, so what they need is not known; nothing was removed. A later version of Vivarium has written the second copy of session s, which the database has lost.',
  )
  expect(await written(profile, root)).toEqual({ 'a.txt': `${LARGE}a.txt` })
})
