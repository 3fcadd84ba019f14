/** A check of the logs says of each second copy whether it is whole, and mends it where it can. */
import { afterEach, expect, it } from 'vitest'
import type { CopyVerdict } from '../../protocol/calls/storage.ts'
import { Session } from '../log/session.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { StorageError } from '../store/storage-error.ts'
import { ContentUse } from '../store/content-use.ts'
import { Storage } from '../storage/storage.ts'
import { said } from '../testing/database.ts'
import { packed } from './read-journal.ts'
import { JOURNAL_VERSION } from './segment.ts'
import { dump, goBack, newProfile, removeProfiles } from './testing/profile.ts'
import type { Profile } from './testing/profile.ts'

afterEach(removeProfiles)

async function check(profile: Profile): Promise<CopyVerdict | undefined> {
  const { database, locks, copy } = profile
  const use = new ContentUse({ locks, name: database.name, newId: () => 'tab' })
  const [log] = await new Storage({ database, use, secondCopy: copy, holders: [] }).verifyLogs()
  use.close()
  return log?.copy
}

/** A profile with a session of so many events, each in a row of its own. */
async function profileOf(count: number, text = ''): Promise<Profile> {
  const profile = await newProfile()
  const session = await profile.create('s')
  for (let at = 1; at <= count; at += 1) await session.append(said(`${text}${at}`))
  await session.close()
  return profile
}

function filesOf(profile: Profile): Map<string, Uint8Array> {
  return profile.sessions.files.get('s') ?? new Map<string, Uint8Array>()
}

/** Changes the journal's first segment. */
function change(profile: Profile, to: (bytes: Uint8Array) => Uint8Array): void {
  const bytes = filesOf(profile).get('000001')
  if (!bytes) throw new Error('There is no journal.')
  filesOf(profile).set('000001', to(bytes.slice()))
}

/** With another byte in the last row but one, or so. */
function damaged(bytes: Uint8Array): Uint8Array {
  const at = bytes.length - 700
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

it('is whole where it has all, also while it is written', async () => {
  const profile = await profileOf(5)
  expect(await check(profile)).toEqual({ state: 'whole' })
  const session = await profile.open('s')
  await session.append(said('more'))
  const writing = session.append(said('and more'))
  expect(await check(profile)).toEqual({ state: 'whole' })
  await writing
  await session.close()
  await profile.database.put('sessions', createSessionRecord('empty', 1))
  expect(await check(profile)).toEqual({ state: 'whole' })
})

it('is not spoken of where there is none of any session', async () => {
  const { database, locks } = await profileOf(2)
  const use = new ContentUse({ locks, name: database.name, newId: () => 'tab' })
  const [log] = await new Storage({ database, use, holders: [] }).verifyLogs()
  expect(log).not.toHaveProperty('copy')
  use.close()
})

it('is behind where the database alone has the events, and whole after the next tidying', async () => {
  const profile = await newProfile()
  await profile.database.put('sessions', createSessionRecord('s', 1))
  const { database, locks } = profile
  const on = { onEvents: () => undefined, onRole: () => undefined, onHandOver: () => Promise.resolve() }
  const alone = async () => {
    const session = await Session.open({ database, id: 's', locks, now: () => 2, ...on })
    await session?.append(said('one'))
    await session?.close()
  }
  await alone()
  expect(await check(profile)).toEqual({ state: 'behind', seq: 0, events: 1 })
  await profile.copy.tidy()
  expect(await check(profile)).toEqual({ state: 'whole' })
  await alone()
  expect(await check(profile)).toEqual({ state: 'behind', seq: 1, events: 2 })
})

it('is ahead where the database has lost events, until the session is opened', async () => {
  const profile = await profileOf(3)
  const before = await dump(profile.database)
  const session = await profile.open('s')
  await session.append(said('four'))
  await session.close()
  await goBack(profile.database, before)
  expect(await check(profile)).toEqual({ state: 'ahead', seq: 4, events: 3 })
  await (await profile.open('s')).close()
  expect(await check(profile)).toEqual({ state: 'whole' })
})

it('is written anew where it is damaged, and nobody has the session open', async () => {
  const profile = await profileOf(9)
  const events = await profile.events('s')
  change(profile, damaged)
  const bytes = filesOf(profile).get('000001')
  const session = await profile.open('s')
  const verdict = await check(profile)
  expect(verdict).toMatchObject({ state: 'damaged', events: 9, mended: 'later' })
  expect(filesOf(profile).get('000001')).toEqual(bytes)
  await session.close()
  expect(await check(profile)).toEqual({ ...verdict, mended: 'now' })
  expect(await check(profile)).toEqual({ state: 'whole' })
  expect(filesOf(profile).get('000001.other-0')).toEqual(bytes)
  profile.crash()
  await profile.loseDatabase()
  await profile.start()
  expect(await profile.events('s')).toEqual(events)
})

it('stays as it is where both are damaged', async () => {
  const profile = await profileOf(9)
  change(profile, damaged)
  await profile.database.delete('events', ['s', 2])
  const bytes = filesOf(profile).get('000001')
  expect(await check(profile)).toMatchObject({ state: 'damaged', mended: 'not' })
  expect(filesOf(profile).get('000001')).toEqual(bytes)
})

it('is whole with the rest of a write that was cut off, and damaged where events were cut off', async () => {
  const profile = await profileOf(9)
  change(profile, (bytes) => new Uint8Array([...bytes, 1, 0, 0]))
  expect(await check(profile)).toEqual({ state: 'whole' })
  change(profile, (bytes) => bytes.subarray(0, bytes.length - 10))
  expect(await check(profile)).toMatchObject({ state: 'damaged', seq: 8, events: 9 })
})

it('of a later version, of another log, or unreadable is named as that', async () => {
  const profile = await profileOf(3)
  const own = filesOf(profile).get('000001') ?? new Uint8Array()
  change(profile, (bytes) => {
    bytes[7] = JOURNAL_VERSION + 1
    return bytes
  })
  expect(await check(profile)).toEqual({ state: 'newer' })
  filesOf(profile).set('000001', filesOf(await profileOf(4, 'other ')).get('000001') ?? new Uint8Array())
  expect(await check(profile)).toEqual({ state: 'other' })
  filesOf(profile).set('000001', own)
  profile.sessions.onRead = () => {
    throw new StorageError('broken', 'The disk is damaged.')
  }
  expect(await check(profile)).toEqual({ state: 'unread', message: 'The disk is damaged.' })
})

it('is read again where its leader compresses a file meanwhile', async () => {
  const profile = await profileOf(3)
  const bytes = filesOf(profile).get('000001') ?? new Uint8Array()
  const compressed = await packed(bytes, bytes.length)
  let reads = 0
  profile.sessions.onRead = () => {
    reads += 1
    if (reads > 1) return
    filesOf(profile).delete('000001')
    filesOf(profile).set('000001.z', compressed)
  }
  expect(await check(profile)).toEqual({ state: 'whole' })
  expect(reads).toBeGreaterThan(1)
})
