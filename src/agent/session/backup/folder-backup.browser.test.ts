/** Backups into a folder by schedule. */
import { afterEach, expect, it, vi } from 'vitest'
import { backupName } from '../../protocol/calls/backups.ts'
import { dropDatabases } from '../testing/database.ts'
import { BackupStore } from './backup-memory.ts'
import { closeProfiles, Profile, value } from './test-support.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  closeProfiles()
  await dropDatabases()
})

const DAY = 24 * 60 * 60 * 1000

async function newFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(`folder-${crypto.randomUUID()}`, { create: true })
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names.toSorted()
}

it('are made when it is time, the latest stay, and files of others are not touched', async () => {
  const profile = await Profile.make()
  await profile.write('one', ['Hello'])
  const folder = await newFolder()
  await folder.getFileHandle('vivarium-backup-2020-01-01-0000.vivbackup', { create: true })
  expect(await profile.backups.whenDue()).toBeUndefined()
  await profile.backups.setFolder(folder)
  expect((await profile.backups.state()).folder).toMatchObject({ every: 'day', keep: 7, last: undefined })
  await profile.backups.setSchedule({ every: 'day', keep: 2 })
  const made: string[] = []
  for (let day = 0; day < 4; day++) {
    const done = await profile.backups.whenDue()
    made.push(done?.ok === true ? done.value.name : '')
    expect(await profile.backups.whenDue()).toBeUndefined()
    profile.now += DAY
  }
  expect(await namesIn(folder)).toEqual(['vivarium-backup-2020-01-01-0000.vivbackup', ...made.slice(2)])
  const { folder: known, last } = await profile.backups.state()
  expect([known?.last?.name, last?.name, known?.problem]).toEqual([made[3], made[3], undefined])
  await profile.backups.setSchedule({ every: 'week', keep: 2 })
  expect(await profile.backups.whenDue()).toBeUndefined()
  await profile.backups.setSchedule({ every: 'off', keep: 2 })
  profile.now += 30 * DAY
  expect(await profile.backups.whenDue()).toBeUndefined()
  expect(value(await profile.backups.intoFolder()).place).toBe('folder')
  expect((await profile.backups.setFolder(undefined)).folder).toBeUndefined()
  expect((await namesIn(folder)).length).toBe(3)
})

it('in one minute have names of their own', async () => {
  const profile = await Profile.make()
  await profile.database.put('sessions', {
    id: 'one',
    title: 'One',
    createdAt: 1,
    updatedAt: 1,
    workspace: 'w',
    messages: 0,
    lastSeq: 0,
    epoch: 0,
  })
  const folder = await newFolder()
  await profile.backups.setFolder(folder)
  for (let count = 0; count < 3; count++) value(await profile.backups.intoFolder())
  const name = (await profile.backups.state()).last?.name.replace('-3.', '.') ?? ''
  const more = [2, 3].map((count) => name.replace('.viv', `-${count}.viv`))
  expect(await namesIn(folder)).toEqual([name, ...more].toSorted())
})

it('are not made where the permission was lost, which is said', async () => {
  const profile = await Profile.make()
  await profile.write('one', ['Hello'])
  const folder = await newFolder()
  await profile.backups.setFolder(folder)
  // The database gives back another object of the same kind.
  vi.spyOn(
    FileSystemHandle.prototype as unknown as { queryPermission(): Promise<string> },
    'queryPermission',
  ).mockResolvedValue('prompt')
  expect(await profile.backups.whenDue()).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
  expect((await profile.backups.state()).folder?.problem).toEqual({
    message: expect.stringMatching(/no longer lets Vivarium write/),
    needsPermission: true,
  })
  expect(await namesIn(folder)).toEqual([])
  vi.restoreAllMocks()
  value(await profile.backups.intoFolder())
  expect((await profile.backups.state()).folder?.problem).toBeUndefined()
})

it('are not made into a folder that is gone', async () => {
  const profile = await Profile.make()
  await profile.write('one', ['Hello'])
  const root = await navigator.storage.getDirectory()
  const folder = await newFolder()
  await profile.backups.setFolder(folder)
  await root.removeEntry(folder.name, { recursive: true })
  const outcome = await profile.backups.whenDue()
  expect(outcome).toMatchObject({ ok: false })
  expect((await profile.backups.state()).folder?.problem?.needsPermission).toBe(false)
})

it('that failed is tried again after some hours, and the empty file of one that was cut short goes', async () => {
  const profile: Profile = await Profile.make({
    onProgress: (progress) => progress !== null && profile.backups.cancel(),
  })
  await profile.write('one', ['Hello'])
  const folder = await newFolder()
  await profile.backups.setFolder(folder)
  expect(await profile.backups.whenDue()).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  expect(await namesIn(folder)).toEqual([])
  expect(await profile.backups.whenDue()).toBeUndefined()
  // As the end of a tab would leave it.
  const begun = backupName(profile.now)
  await folder.getFileHandle(begun, { create: true })
  profile.now += DAY / 2
  const next = await Profile.make({ memory: new BackupStore(`${profile.database.name}-backups`) })
  await next.write('one', ['Hello'])
  next.now = profile.now
  expect(await next.backups.whenDue()).toMatchObject({ ok: true })
  expect(await namesIn(folder)).toEqual([backupName(next.now)])
  expect(begun).not.toBe(backupName(next.now))
})
