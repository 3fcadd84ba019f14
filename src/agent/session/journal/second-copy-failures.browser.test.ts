/** Sessions that do not come back at once: how far the others are, and that a later try counts and lists each as it was. */
import { afterEach, describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { leaseName } from '../log/lease.ts'
import { StorageError } from '../store/storage-error.ts'
import { said } from '../testing/database.ts'
import { newProfile, removeProfiles, used } from './testing/profile.ts'
import type { Profile } from './testing/profile.ts'

afterEach(removeProfiles)

/** A session of four segments, and 45 answers. */
async function writeLarge(profile: Profile, id: string): Promise<void> {
  const session = await profile.create(id)
  for (let at = 0; at < 450; at += 1) {
    await session.append(said(`${at} ${'x'.repeat(8_000)}`), ...(at % 10 === 0 ? [used] : []))
    // The next segment is opened meanwhile.
    await new Promise((resolve) => setTimeout(resolve))
  }
  await session.close()
}

async function writeSmall(profile: Profile, id: string): Promise<void> {
  const session = await profile.create(id)
  await session.append(said(id), used)
  await session.close()
}

describe('sessions come back', { timeout: patience(60_000) }, () => {
  it('with progress by bytes, also within one', async () => {
    const profile = await newProfile()
    await writeLarge(profile, 'large')
    await writeSmall(profile, 'small')
    profile.crash()
    await profile.loseDatabase()
    await profile.load()
    const files = [...profile.sessions.files.values()].flatMap((folder) => [...folder.values()])
    const bytes = files.reduce((sum, file) => sum + file.length, 0)
    const told: number[] = []
    await profile.copy.bringBackAll((done, of) => {
      expect(of).toBe(bytes)
      told.push(done)
    })
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    const large = [...(profile.sessions.files.get('large')?.values() ?? [])]
    const largeBytes = large.reduce((sum, file) => sum + file.length, 0)
    expect(new Set(told.filter((done) => done < largeBytes)).size).toBeGreaterThanOrEqual(2)
    expect(told.at(-1)).toBe(bytes)
  })

  it('later where another tab leads it during the start, and is counted once', async () => {
    const profile = await newProfile()
    for (const id of ['led', 'other', 'removed']) await writeSmall(profile, id)
    const events = await profile.events('led')
    await profile.library.delete('removed')
    await profile.copy.keepUsage()
    profile.crash()
    await profile.loseDatabase()

    await profile.load()
    const { promise, resolve } = Promise.withResolvers<void>()
    const led = profile.locks.request(leaseName('led'), () => promise)
    expect(await profile.copy.bringBackAll()).toBe(2)
    // Writes the days anew, before the session is back.
    await profile.library.purge(['removed'])
    resolve()
    await led
    expect(await profile.requests()).toBe(3)
    profile.crash()
    await profile.loseDatabase()
    await profile.load()
    const again = Promise.withResolvers<void>()
    const ledAgain = profile.locks.request(leaseName('led'), () => again.promise)
    expect(await profile.copy.bringBackAll()).toBe(1)
    again.resolve()
    await ledAgain
    expect(await profile.copy.tidy()).toBe(1)
    expect(await profile.events('led')).toEqual(events)
    expect(await profile.requests()).toBe(3)
  })

  it('in part where a file cannot be read, without making the next start slow; the rest once it can be', async () => {
    const profile = await newProfile()
    await writeLarge(profile, 'large')
    await writeSmall(profile, 'small')
    await profile.library.rename('large', 'Named in the list')
    await profile.library.delete('large')
    await profile.copy.keepUsage()
    const before = await profile.database.get('sessions', 'large')
    const events = await profile.events('large')
    profile.crash()
    await profile.loseDatabase()

    const broken = (folder: string, name: string) => {
      if (folder === 'large' && name.startsWith('000003'))
        throw new StorageError('broken', 'The disk is damaged.')
    }
    profile.sessions.onRead = broken
    expect(await profile.start()).toBe(1)
    expect(profile.problems.join()).toContain('The disk is damaged')
    const part = await profile.database.get('sessions', 'large')
    expect(part).toMatchObject({ title: 'Named in the list', deletedAt: before?.deletedAt })
    expect(part?.lastSeq).toBeGreaterThan(0)
    expect(part?.lastSeq).toBeLessThan(before?.lastSeq ?? 0)
    expect(await profile.copy.tidy()).toBe(0)

    profile.crash()
    profile.sessions.onRead = (folder) => {
      throw new Error(`${folder} was read.`)
    }
    expect(await profile.start()).toBe(0)
    expect(profile.problems.join()).not.toContain('was read')

    profile.sessions.onRead = () => undefined
    expect(await profile.copy.tidy()).toBe(1)
    expect(await profile.events('large')).toEqual(events)
    const after = await profile.database.get('sessions', 'large')
    expect(after).toMatchObject({ title: 'Named in the list', deletedAt: before?.deletedAt })
    expect(await profile.requests()).toBe(46)
  })

  it('in part where a file is damaged for good: all others are there, and no start tries it again', async () => {
    const profile = await newProfile()
    await writeLarge(profile, 'large')
    await writeSmall(profile, 'small')
    profile.sessions.files.get('large')?.set('000001.z', new Uint8Array([9, 9, 9, 9, 9]))
    profile.crash()
    await profile.loseDatabase()
    expect(await profile.start()).toBe(2)
    const rows = await profile.events('large')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.at(-1)?.seq).toBe(495)
    expect(profile.sessions.files.get('large')?.has('000001.z.other-0')).toBe(false)
    profile.crash()
    expect(await profile.start()).toBe(0)
    expect(await profile.copy.tidy()).toBe(0)
  })
})
