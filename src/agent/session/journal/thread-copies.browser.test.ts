/** Second copies of the threads of child agents, through losses of the database and of files. */
import { afterEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { verifyLog } from '../log/log-chain.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { ContentUse } from '../store/content-use.ts'
import { logName } from '../store/database.ts'
import { Storage } from '../storage/storage.ts'
import { closeTabs, filesOf, freed, LARGE, Tab } from '../storage/test-support.ts'
import { said } from '../testing/database.ts'
import { addThread, THREAD } from '../testing/threads.ts'
import { dump, goBack, newProfile, removeProfiles, used } from './testing/profile.ts'
import type { Profile } from './testing/profile.ts'

const FILE = `thread-${THREAD}`

afterEach(async () => {
  closeTabs()
  await removeProfiles()
})

/** A profile with a session that nobody leads. */
async function profileWith(...events: readonly EventBody[]): Promise<Profile> {
  const profile = await newProfile()
  const session = await profile.create('s')
  await session.append(said('one'), ...events)
  await session.close()
  return profile
}

const record = (profile: Profile) => profile.database.get('threads', ['s', THREAD])
const eventsOf = (profile: Profile, id: string = THREAD) =>
  readStoredEvents(profile.database, logName('s', id), 1)

function files(profile: Profile): Map<string, Uint8Array> {
  return profile.sessions.files.get('s') ?? new Map<string, Uint8Array>()
}

function file(profile: Profile): Uint8Array {
  const bytes = files(profile).get(FILE)
  if (!bytes) throw new Error('There is no file of the thread.')
  return bytes
}

/** Another byte in the middle. */
function damage(profile: Profile): Uint8Array {
  const bytes = file(profile).slice()
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  files(profile).set(FILE, bytes)
  return bytes
}

async function loseDatabase(profile: Profile): Promise<number> {
  profile.crash()
  await profile.loseDatabase()
  return profile.start()
}

describe('the copy of a thread', () => {
  it('is made at its end, and brings the thread back with a lost database, counted once', async () => {
    const profile = await profileWith(used)
    await addThread(profile.database, 's', [said('read it'), used])
    await addThread(profile.database, 's', [used], { id: '0a0b0c0d-0002', copied: 2 })
    await profile.copy.keepThread('s', THREAD)
    await profile.copy.keepThread('s', '0a0b0c0d-0002')
    const before = await profile.database.getAll('threads')
    expect(before.map(({ kept }) => kept)).toEqual([3, 2])
    const events = await eventsOf(profile)
    expect(await loseDatabase(profile)).toBe(1)
    expect(await profile.database.getAll('threads')).toEqual(before)
    expect(await eventsOf(profile)).toEqual(events)
    const [thread] = before
    const end = { id: logName('s', THREAD), lastSeq: 3, ...(thread?.chain && { chain: thread.chain }) }
    expect(await verifyLog(profile.database, end)).toEqual({ state: 'intact', events: 3, from: 1 })
    // The session's and one thread's: events that were copied are counted elsewhere.
    expect(await profile.requests()).toBe(2)
    expect(profile.problems).toEqual([])
  })

  it('is not counted again where the days came back', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [used])
    await profile.copy.keepThread('s', THREAD)
    await profile.copy.keepUsage()
    await loseDatabase(profile)
    expect(await eventsOf(profile)).toHaveLength(2)
    expect(await profile.requests()).toBe(0)
    await addThread(profile.database, 's', [used])
    await profile.copy.keepThread('s', THREAD)
    await loseDatabase(profile)
    expect(await profile.requests()).toBe(1)
  })

  it('is made by a tidying, and by the next leader, where it was not', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    await profile.copy.tidy()
    expect(await record(profile)).toMatchObject({ kept: 2 })
    await addThread(profile.database, 's', [said('b')])
    const session = await profile.open('s')
    await expect.poll(() => record(profile)).toMatchObject({ kept: 3 })
    await session.close()
    const events = await eventsOf(profile)
    await loseDatabase(profile)
    expect(await eventsOf(profile)).toEqual(events)
  })

  it('fills up a thread of which the database has lost the end, in a tidying', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    const before = await dump(profile.database)
    await addThread(profile.database, 's', [said('b'), used])
    await profile.copy.keepThread('s', THREAD)
    const events = await eventsOf(profile)
    await goBack(profile.database, before)
    expect(await profile.copy.tidy()).toBe(1)
    expect(await eventsOf(profile)).toEqual(events)
    expect(await record(profile)).toMatchObject({ lastSeq: 4, kept: 4 })
    expect(await profile.requests()).toBe(1)
    expect(await profile.copy.tidy()).toBe(0)
  })

  it('comes back for a leader whose session the database had lost in part', async () => {
    const profile = await profileWith()
    const before = await dump(profile.database)
    const session = await profile.open('s')
    await addThread(profile.database, 's', [said('a')])
    await profile.copy.keepThread('s', THREAD)
    await session.append(said('two'))
    await session.close()
    const events = await eventsOf(profile)
    await goBack(profile.database, before)
    const again = await profile.open('s')
    expect(await eventsOf(profile)).toEqual(events)
    await again.close()
  })

  it('goes with the session, and leaves its journal alone', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    await profile.copy.keepThread('s', THREAD)
    const session = await profile.open('s')
    await session.append(said('two'))
    await session.close()
    expect([...files(profile).keys()].toSorted()).toEqual(['000001', FILE])
    await profile.library.delete('s')
    await profile.library.purge(['s'])
    expect(profile.sessions.files.size).toBe(0)
    await profile.copy.keepThread('s', THREAD)
    expect(profile.sessions.files.size).toBe(0)
    expect(await loseDatabase(profile)).toBe(0)
    expect(await profile.database.count('threads')).toBe(0)
  })

  it('costs a leader no look at files', async () => {
    const profile = await profileWith()
    const listed: string[] = []
    const folder = profile.sessions.folder.bind(profile.sessions)
    profile.sessions.folder = (name) => {
      const own = folder(name)
      const told = (call: string) => void listed.push(call)
      return {
        ...own,
        names: () => (told('names'), own.names()),
        read: (...place) => (told('read'), own.read(...place)),
      }
    }
    await (await profile.open('s')).close()
    // The journal's.
    expect(listed).toEqual(['names'])
  })
})

describe('a file of a thread', () => {
  it('of a later version stays as it is', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    await profile.copy.keepThread('s', THREAD)
    const later = file(profile).slice()
    later[7] = 200
    files(profile).set(FILE, later)
    await addThread(profile.database, 's', [said('b')])
    await profile.copy.keepThread('s', THREAD)
    await profile.copy.tidy()
    expect(file(profile)).toEqual(later)
    expect(await record(profile)).toMatchObject({ lastSeq: 3, kept: 2 })
    expect(profile.problems[0]).toContain(
      'A later version of Vivarium has written the second copy of this thread',
    )
  })

  it('is not written over with a log that is not whole', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    await profile.copy.keepThread('s', THREAD)
    const bytes = file(profile)
    await addThread(profile.database, 's', [said('b')])
    await profile.database.delete('events', [logName('s', THREAD), 2])
    await profile.copy.keepThread('s', THREAD)
    expect(file(profile)).toBe(bytes)
    expect(profile.problems).toEqual([
      `Thread ${THREAD} of session s was not copied: StorageError: Its log in the database is not as it was written.`,
    ])
  })

  it('that does not belong to the log is kept beside the one that is written anew', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    const before = await dump(profile.database)
    await addThread(profile.database, 's', [said('b'), said('c')])
    await profile.copy.keepThread('s', THREAD)
    const other = file(profile)
    await goBack(profile.database, before)
    await addThread(profile.database, 's', [said('other')])
    const events = await eventsOf(profile)
    expect(await profile.copy.tidy()).toBe(0)
    expect(files(profile).get(`${FILE}.other`)).toEqual(other)
    expect(profile.problems.join()).toContain('The file is damaged, or of another log.')
    await loseDatabase(profile)
    expect(await eventsOf(profile)).toEqual(events)
  })

  it('that is damaged brings nothing back, and does not hold up the others', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    await addThread(profile.database, 's', [said('b')], { id: '0a0b0c0d-0002' })
    await profile.copy.tidy()
    damage(profile)
    expect(await loseDatabase(profile)).toBe(1)
    expect(await eventsOf(profile)).toEqual([])
    expect(await eventsOf(profile, '0a0b0c0d-0002')).toHaveLength(2)
    expect(profile.problems).toEqual([
      `Thread ${THREAD} of session s did not come back: StorageError: The file is damaged, or of another log.`,
    ])
  })
})

describe('a check of the logs', () => {
  async function check({ database, locks, copy }: Profile) {
    const use = new ContentUse({ locks, name: database.name, newId: () => 'tab' })
    const [log] = await new Storage({ database, use, secondCopy: copy, holders: [] }).verifyLogs()
    use.close()
    return log
  }

  it('names the agent whose log is not as it was written', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    await addThread(profile.database, 's', [said('b'), said('c')], { id: '0a0b0c0d-0002', role: 'tester' })
    await profile.copy.tidy()
    expect(await check(profile)).toMatchObject({ verdict: { state: 'intact' }, copy: { state: 'whole' } })
    const key: [string, number] = [logName('s', '0a0b0c0d-0002'), 3]
    const row = JSON.stringify(await profile.database.get('events', key))
    await profile.database.put('events', JSON.parse(row.replaceAll('"c"', '"d"')), key)
    expect(await check(profile)).toMatchObject({
      verdict: { state: 'altered', seq: 3, how: 'changed', thread: { id: '0a0b0c0d-0002', role: 'tester' } },
    })
  })

  it('writes a damaged or lost file anew where nobody leads the session', async () => {
    const profile = await profileWith()
    await addThread(profile.database, 's', [said('a')])
    await profile.copy.tidy()
    const whole = file(profile)
    const bytes = damage(profile)
    const session = await profile.open('s')
    const damaged = { state: 'damaged', seq: 0, events: 2, thread: { id: THREAD, role: 'reader' } }
    expect((await check(profile))?.copy).toEqual({ ...damaged, mended: 'later' })
    expect(file(profile)).toEqual(bytes)
    await session.close()
    expect((await check(profile))?.copy).toEqual({ ...damaged, mended: 'now' })
    expect(file(profile)).toEqual(whole)
    files(profile).delete(FILE)
    expect((await check(profile))?.copy).toEqual({ ...damaged, mended: 'now' })
    expect((await check(profile))?.copy).toEqual({ state: 'whole' })
    damage(profile)
    await profile.database.delete('events', [logName('s', THREAD), 2])
    expect((await check(profile))?.copy).toEqual({ ...damaged, mended: 'not' })
  })
})

it('content that only the file of a thread names stays until the thread comes back', async () => {
  const profile = await profileWith()
  const open = () => new Tab(profile.database, 'the database', [profile.copy.references()])
  const author = open()
  await author.write('a.txt', LARGE)
  const root = await author.checkpoint()
  author.close()
  const before = await dump(profile.database)
  await addThread(profile.database, 's', [{ type: 'checkpoint', root, cause: 'user' }])
  await profile.copy.keepThread('s', THREAD)
  const reads: string[] = []
  profile.sessions.onRead = (_, name) => void reads.push(name)
  expect([...(await profile.copy.references().hashes())]).toEqual([])
  // Its head.
  expect(reads).toEqual([FILE])
  profile.sessions.onRead = () => undefined
  await goBack(profile.database, before)
  const tab = open()
  expect(await freed(tab)).toBe(0)
  await profile.copy.tidy()
  expect((await tab.storage.overview()).holders).toEqual([])
  expect(await freed(tab)).toBe(0)
  expect(await filesOf(profile.database, 'the database', root)).toEqual({ 'a.txt': LARGE })
})
