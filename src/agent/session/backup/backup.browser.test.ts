/** A backup of one profile, restored into another and into its own. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { factsOf } from '../log/facts.ts'
import { verifyLog } from '../log/log-chain.ts'
import { leaseName } from '../log/lease.ts'
import { deleteSession, listSessions } from '../store/sessions.ts'
import { IdbBlobStore } from '../contents/blob-store.ts'
import { ContentUse } from '../store/content-use.ts'
import { Storage } from '../storage/storage.ts'
import { StoredContent } from '../storage/stored-content.ts'
import { dropDatabases, said } from '../testing/database.ts'
import { LATER_BODIES, storedBodies, storeLaterLog } from '../testing/later-log.ts'
import { closeProfiles, NOTHING_CHOSEN, Profile, value } from './test-support.ts'

afterEach(async () => {
  closeProfiles()
  await dropDatabases()
})

const NOTHING = {
  added: 0,
  continued: 0,
  copied: 0,
  undeleted: 0,
  left: [],
  settings: 0,
  rules: 0,
  notes: 0,
  problem: undefined,
}

async function filled(): Promise<Profile> {
  const profile = await Profile.make()
  await profile.write('one', ['Hello'])
  await profile.step('one', { 'src/a.txt': 'first\n', 'b.txt': 'b\n' })
  await profile.step('one', { 'src/a.txt': 'second\n' })
  await profile.write('two', ['Other'])
  await profile.step('two', { 'b.txt': 'b\n', 'large.txt': 'x'.repeat(3_000_000) })
  return profile
}

describe('a backup', () => {
  it('brings every session into another profile as it was: log, chain, list and the files of every step', async () => {
    const author = await filled()
    const made = value(await author.backups.backUp())
    expect(made).toMatchObject({ sessions: 2, damaged: [], place: 'download', bytes: made.file?.size })
    expect(made.name).toMatch(/^vivarium-backup-\d{4}-\d\d-\d\d-\d{4}\.vivbackup$/)
    expect((await author.backups.state()).last).toMatchObject({ name: made.name, sessions: 2 })
    const file = await author.file()

    const other = await Profile.make()
    expect(await other.plans(file)).toEqual({ one: { kind: 'new' }, two: { kind: 'new' } })
    expect(await listSessions(other.database)).toEqual([])
    expect(await other.restoreAll(file)).toEqual({ ...NOTHING, added: 2 })
    expect(await listSessions(other.database)).toEqual(await listSessions(author.database))
    expect(other.stored.toSorted()).toEqual(['one', 'two'])
    for (const id of ['one', 'two']) {
      expect(await other.events(id)).toEqual(await author.events(id))
      const record = await other.database.get('sessions', id)
      expect({ ...record, epoch: 0 }).toEqual({ ...(await author.database.get('sessions', id)), epoch: 0 })
      expect(record && (await verifyLog(other.database, record))).toMatchObject({ state: 'intact' })
    }
    expect([await other.text('one', 'src/a.txt'), await other.text('one', 'b.txt')]).toEqual([
      'second\n',
      'b\n',
    ])
    expect((await other.text('two', 'large.txt')).length).toBe(3_000_000)
    const [first] = (await other.events('one')).flatMap((event) =>
      event.type === 'checkpoint' ? [event.root] : [],
    )
    const sandbox = await other.sandbox('one')
    value(await sandbox.restore(first ?? ''))
    expect(new TextDecoder().decode(value(await sandbox.readFile('/workspace/src/a.txt')))).toBe('first\n')
    await other.append('one', said('It goes on'))
    expect((await other.events('one')).at(-1)).toMatchObject({ messageId: 'It goes on' })
  })

  it('brings a log that a later version has written, with every byte of it', async () => {
    const author = await Profile.make()
    await storeLaterLog(author.database, 'later')
    const other = await Profile.make()
    expect(await other.restoreAll(await author.file())).toEqual({ ...NOTHING, added: 1 })
    expect(await storedBodies(other.database, 'later')).toEqual(
      LATER_BODIES.map((body) => JSON.stringify(body)),
    )
    await other.append('later', said('It goes on'))
    const record = await other.database.get('sessions', 'later')
    expect(record && (await verifyLog(other.database, record))).toMatchObject({ state: 'intact' })
  })

  it('changes nothing where all of it is there already, and finds what goes on in either', async () => {
    const profile = await filled()
    const early = await profile.file()
    expect(await profile.plans(early)).toEqual({
      one: { kind: 'same', copy: false },
      two: { kind: 'same', copy: false },
    })
    expect(await profile.restoreAll(early)).toEqual(NOTHING)
    const other = await Profile.make()
    await other.restoreAll(early)
    await profile.append('one', said('More'), said('and more'))
    expect(await profile.plans(early)).toMatchObject({ one: { kind: 'ahead', copy: false } })
    expect(await profile.restoreAll(early)).toEqual(NOTHING)
    const late = await profile.file()
    expect(await other.plans(late)).toEqual({
      one: { kind: 'continues', events: 2 },
      two: { kind: 'same', copy: false },
    })
    await other.database.put('sessions', { ...(await record(other, 'one')), title: 'Mine', pinned: true })
    expect(await other.restoreAll(late)).toEqual({ ...NOTHING, continued: 1 })
    expect(await other.events('one')).toEqual(await profile.events('one'))
    expect(await record(other, 'one')).toMatchObject({ title: 'Mine', pinned: true })
    expect(await verifyLog(other.database, await record(other, 'one'))).toMatchObject({ state: 'intact' })
    await other.append('one', said('after it'))
  })

  it('puts a session that has gone another way beside the one that is here, once', async () => {
    const profile = await filled()
    const other = await Profile.make()
    await other.restoreAll(await profile.file())
    await profile.append('one', said('this way'))
    await other.append('one', said('that way'))
    const file = await profile.file()
    expect((await other.plans(file))['one']).toEqual({ kind: 'copy', why: 'differs' })
    const before = await other.events('one')
    expect(await other.restoreAll(file)).toEqual({ ...NOTHING, copied: 1 })
    expect(await other.events('one')).toEqual(before)
    const [copy] = (await other.database.getAll('sessions')).filter(({ title }) =>
      title.includes('backup of'),
    )
    expect(copy?.copied).toBe(copy?.lastSeq)
    expect(await other.events(copy?.id ?? '')).toEqual(await profile.events('one'))
    expect((await other.plans(file))['one']).toEqual({ kind: 'same', copy: true })
    expect(await other.restoreAll(file)).toEqual(NOTHING)
    await other.append(copy?.id ?? '', said('it goes on, too'))
    expect((await other.plans(file))['one']).toEqual({ kind: 'ahead', copy: true })
  })

  it('does not touch a session that a tab has open', async () => {
    const profile = await filled()
    const other = await Profile.make()
    await other.restoreAll(await profile.file())
    await profile.append('one', said('More'))
    const file = await profile.file()
    const before = await other.events('one')
    await navigator.locks.request(leaseName('one'), async () => {
      expect((await other.plans(file))['one']).toEqual({ kind: 'copy', why: 'open' })
    })
    // Opened between the list and the restore.
    const { sessions } = value(await other.backups.inspect(file))
    await navigator.locks.request(leaseName('one'), async () => {
      const outcome = value(
        await other.backups.restore({
          ...NOTHING_CHOSEN,
          sessions: sessions.map(({ id }) => id),
        }),
      )
      expect(outcome).toMatchObject({
        continued: 0,
        left: [{ why: expect.stringContaining('open in a tab') }],
      })
    })
    expect(await other.events('one')).toEqual(before)
  })

  it('brings back what was deleted since, where that is ticked', async () => {
    const profile = await filled()
    const file = await profile.file()
    await profile.database.put('sessions', { ...(await record(profile, 'one')), deletedAt: 5 })
    await deleteSession(profile.database, 'two')
    expect(await profile.plans(file)).toEqual({ one: { kind: 'undelete' }, two: { kind: 'new' } })
    expect(await profile.restoreAll(file)).toEqual({ ...NOTHING, added: 1, undeleted: 1 })
    expect((await record(profile, 'one')).deletedAt).toBeUndefined()
  })

  it('takes as much room as where it came from: versions are kept as differences again', async () => {
    const profile = await Profile.make()
    await profile.write('one', ['Hello'])
    const lines = Array.from({ length: 200 }, () => crypto.randomUUID())
    for (let step = 0; step < 20; step++) {
      lines[step * 7] = crypto.randomUUID()
      await profile.step('one', { 'a.txt': lines.join('\n') })
    }
    const other = await Profile.make()
    await other.restoreAll(await profile.file())
    const { bytes } = await StoredContent.read({ database: profile.database, files: undefined })
    expect((await StoredContent.read({ database: other.database, files: undefined })).bytes).toBeLessThan(
      bytes * 1.2,
    )
    expect(await other.text('one', 'a.txt')).toBe(lines.join('\n'))
  })

  it('has each session up to an event that it had while it was written, though sessions go on', async () => {
    const writes: Promise<void>[] = []
    let last = Promise.resolve()
    const profile: Profile = await Profile.make({
      onProgress: () => {
        last = last.then(() => profile.append('one', said(`meanwhile ${writes.length}`)))
        writes.push(last)
      },
    })
    await profile.write('one', ['Hello'])
    await profile.write('two', ['Other'])
    vi.spyOn(Date, 'now').mockImplementation(() => performance.now() * 1e6)
    const file = await profile.file()
    vi.restoreAllMocks()
    await Promise.all(writes)
    expect(writes.length).toBeGreaterThan(2)
    const other = await Profile.make()
    expect(await other.restoreAll(file)).toEqual({ ...NOTHING, added: 2 })
    const [had, has] = [await other.events('one'), await profile.events('one')]
    expect(had.length).toBeGreaterThan(0)
    expect(had).toEqual(has.slice(0, had.length))
  })

  it('keeps no content from being cleaned up', async () => {
    const author = await filled()
    const { database } = author
    author.use.close()
    const use = new ContentUse({
      locks: navigator.locks,
      name: database.name,
      newId: () => crypto.randomUUID(),
    })
    const contents = {
      open: () => new IdbBlobStore(database),
      guard: <T>(work: () => Promise<T>) => use.run(work),
    }
    const tab = await Profile.make({ database, contents })
    value(await tab.backups.backUp())
    await deleteSession(database, 'two')
    const { freedBytes } = value(await new Storage({ database, use, holders: [] }).cleanUp())
    use.close()
    expect(freedBytes).toBeGreaterThan(2_900_000)
  })

  it('sends nothing that waited to be sent when it was made: opening a session would', async () => {
    const profile = await filled()
    await profile.append(
      'one',
      { type: 'message_queued', messageId: 'q1', text: 'Delete it all' },
      { type: 'message_queued', messageId: 'q2', text: 'and that' },
      { type: 'message_unqueued', messageId: 'q1' },
    )
    const file = await profile.file()
    const other = await Profile.make()
    expect(await other.restoreAll(file)).toEqual({ ...NOTHING, added: 2 })
    const events = await other.events('one')
    expect(events.slice(0, -2)).toEqual(await profile.events('one'))
    expect(factsOf(events).queued).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'notice', text: expect.stringContaining('“and that”') })
    expect(await verifyLog(other.database, await record(other, 'one'))).toMatchObject({ state: 'intact' })
    expect((await other.plans(file))['one']).toEqual({ kind: 'ahead', copy: false })
    await other.append('one', said('it goes on'))
  })

  it('restores only what was chosen', async () => {
    const file = await (await filled()).file()
    const other = await Profile.make()
    value(await other.backups.inspect(file))
    const choice = { ...NOTHING_CHOSEN, sessions: ['two'] }
    expect(value(await other.backups.restore(choice))).toEqual({ ...NOTHING, added: 1 })
    expect((await other.database.getAllKeys('sessions')).toSorted()).toEqual(['two'])
    const again = await other.backups.restore(choice)
    expect(again).toMatchObject({ ok: false, error: { kind: 'not_found' } })
  })

  it('of logs that an older version wrote tells the same from the different', async () => {
    const profile = await filled()
    const { chain: _, ...unchained } = await record(profile, 'one')
    await profile.database.put('sessions', unchained)
    for (const key of await profile.database.getAllKeys(
      'events',
      IDBKeyRange.bound(['one', 0], ['one', 99]),
    )) {
      const row = await profile.database.get('events', key)
      const events = (Array.isArray(row) ? row : [row]).map(({ chain: __, ...event }) => event)
      await profile.database.put('events', events, key)
    }
    const file = await profile.file()
    expect((await profile.plans(file))['one']).toEqual({ kind: 'same', copy: false })
    await profile.append('one', said('with a hash'))
    expect((await profile.plans(file))['one']).toEqual({ kind: 'ahead', copy: false })
    const other = await Profile.make()
    await other.restoreAll(file)
    const late = await profile.file()
    expect((await other.plans(late))['one']).toEqual({ kind: 'continues', events: 1 })
    expect(await other.restoreAll(late)).toEqual({ ...NOTHING, continued: 1 })
    expect(await verifyLog(other.database, await record(other, 'one'))).toMatchObject({
      state: 'intact',
      from: 4,
    })
  })
})

describe('small values', () => {
  it('are replaced only where that is ticked, and keys are none of them', async () => {
    const author = await filled()
    author.settings = { ...author.settings, model: 'other-model', theme: 'dark' }
    const rules = { allow: ['Bash(ls:*)'], ask: [], deny: [] }
    author.workspaces.set('import abc', { at: 1, rules })
    const file = await author.file()
    const other = await Profile.make()
    const { settings, rules: listed } = value(await other.backups.inspect(file))
    expect(settings.map(({ name, then }) => [name, then])).toEqual([
      ['model', '"other-model"'],
      ['theme', '"dark"'],
    ])
    expect(listed).toEqual([
      {
        key: 'import abc',
        workspace: undefined,
        ...rules,
        locks: [],
        trusted: false,
        accepted: 0,
        lacking: 0,
      },
    ])
    await other.restoreAll(file)
    expect([other.settings.model, other.workspaces.size]).not.toContain('other-model')
    expect(other.workspaces.size).toBe(0)
    expect(await other.restoreAll(file, { settings: true, rules: true })).toMatchObject({
      settings: 2,
      rules: 1,
    })
    expect(other.settings).toMatchObject({ model: 'other-model', theme: 'dark' })
    expect(other.workspaces.get('import abc')).toEqual({ at: 1, rules })
    expect(value(await other.backups.inspect(file))).toMatchObject({ settings: [], rules: [] })
  })

  it('count usage once, however often a backup is restored', async () => {
    const author = await filled()
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
    const response = {
      type: 'response_ended',
      turnId: 't',
      model: 'm',
      stopReason: 'end_turn',
      usage,
      costUsd: 1,
    } as const
    await author.append('one', response, response)
    const file = await author.file()
    const days = await author.database.getAll('usageDays')
    expect(days.map(({ totals }) => totals[0]?.requests)).toEqual([2])
    await author.restoreAll(file)
    expect(await author.database.getAll('usageDays')).toEqual(days)
    const other = await Profile.make()
    await other.restoreAll(file)
    await other.restoreAll(file)
    expect(await other.database.getAll('usageDays')).toEqual(days)
    await author.append('one', response)
    await author.restoreAll(file)
    expect((await author.database.getAll('usageDays')).map(({ totals }) => totals[0]?.requests)).toEqual([3])
  })
})

async function record(profile: Profile, id: string) {
  const found = await profile.database.get('sessions', id)
  if (found === undefined) throw new Error(`There is no session ${id}.`)
  return found
}
