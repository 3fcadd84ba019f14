/**
 * The second copy through the lives of sessions: if the database or writes on the way to the disk are lost,
 * all acknowledged events are there, once, listed as it was, and counted once.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { soak } from '../../../testing/soak.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { mergeUsage, sumUsage } from '../../protocol/usage.ts'
import { openDatabase } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { Library } from '../service/library.ts'
import { verifyLog } from '../log/log-chain.ts'
import { MemoryLocks } from '../store/memory-locks.ts'
import { storeSession } from '../recording/store-session.ts'
import { Session } from '../log/session.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { StorageError } from '../store/storage-error.ts'
import { said } from '../testing/database.ts'
import { usageOf } from '../store/usage-days.ts'
import { SecondCopy } from './second-copy.ts'
import { dump, goBack, newProfile, removeProfiles, used } from './testing/profile.ts'

const SOAK = soak('second-copy', { gate: 10, round: 400 })

const titled = (title: string): EventBody => ({ type: 'session_titled', title, by: 'person' })
const delta = (text: string): EventBody => ({ type: 'text_delta', turnId: 't', block: 0, text })

afterEach(removeProfiles)

describe('the second copy', () => {
  it('is compared when the lead is taken: events that the database lacks are there, and the page is told', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'))
    const before = await dump(profile.database)
    await session.append(said('two'), used)
    const all = await profile.events('s')
    profile.crash()
    await profile.start()
    await goBack(profile.database, before)

    const told: number[] = []
    const shown: AgentEvent[] = []
    const again = await Session.open({
      database: profile.database,
      id: 's',
      locks: profile.locks,
      secondCopy: profile.copy,
      now: () => 2,
      onEvents: (events) => shown.push(...events),
      onRole: () => undefined,
      onHandOver: () => Promise.resolve(),
      onBroughtBack: (count) => told.push(count),
    })
    expect(shown).toEqual(all)
    expect(told).toEqual([2])
    await again?.append(said('three'))
    expect((await profile.events('s')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    await again?.close()
  })

  it('is let go of where the lead cannot be taken, and goes on with the next one', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'))
    await session.close()
    const { database } = profile
    const broken: Database = new Proxy(database, {
      get: (target, name) => {
        if (name === 'transaction') throw new Error('No transaction begins.')
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    profile.database = broken
    await expect(profile.open('s')).rejects.toThrow('No transaction begins.')
    profile.database = database
    const again = await profile.open('s')
    await again.append(said('two'))
    await again.close()
    // Another would have been begun if the first were open still.
    expect([...(profile.sessions.files.get('s')?.keys() ?? [])]).toEqual(['000001'])
    expect(profile.problems).toEqual([])
  })

  it('a batch that the database refuses is in neither', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'))
    const broken = { ...said('two'), messageId: (() => 'no data') as unknown as string } as EventBody
    await expect(session.append(broken)).rejects.toThrow(StorageError)
    await session.mend()
    await session.append(said('three'))
    const events = await profile.events('s')
    expect(events.map((event) => 'messageId' in event && event.messageId)).toEqual(['one', 'three'])
    profile.crash()
    await profile.loseDatabase()
    expect(await profile.start()).toBe(1)
    expect(await profile.events('s')).toEqual(events)
  })

  it('a batch for which there is no room is in neither', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'))
    profile.sessions.onWrite = () => {
      throw new StorageError('quota', 'The browser has no storage left.')
    }
    await expect(session.append(said('two'))).rejects.toMatchObject({ kind: 'quota' })
    expect(await profile.events('s')).toHaveLength(1)
    profile.sessions.onWrite = () => undefined
    await session.mend()
    await session.append(said('three'))
    expect((await profile.events('s')).map(({ seq }) => seq)).toEqual([1, 2])
    await session.close()
  })

  it('a copy that cannot be written any more costs the copy alone, and is filled up by the next leader', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'))
    profile.sessions.onWrite = () => {
      throw new StorageError('broken', 'The file is gone.')
    }
    await session.append(said('two'))
    await session.append(said('three'))
    expect(profile.problems.join()).toContain('The file is gone')
    profile.sessions.onWrite = () => undefined
    await session.close()
    const next = await profile.open('s')
    await next.append(said('four'))
    await next.close()
    const events = await profile.events('s')
    expect(events).toHaveLength(4)
    profile.crash()
    await profile.loseDatabase()
    await profile.start()
    expect(await profile.events('s')).toEqual(events)
  })

  it('a session of before there was a copy gets one, while it is used and while it is not', async () => {
    const profile = await newProfile()
    for (const id of ['used', 'unused']) {
      const session = await Session.open({
        database: profile.database,
        id: await profile.database.put('sessions', createSessionRecord(id, 1)),
        locks: profile.locks,
        now: () => 2,
        onEvents: () => undefined,
        onRole: () => undefined,
        onHandOver: () => Promise.resolve(),
      })
      for (let at = 0; at < 250; at += 1) await session?.append(said(`${at}`))
      await session?.close()
    }
    const session = await profile.open('used')
    for (let at = 0; at < 50; at += 1) await session.append(said(`more ${at}`))
    expect(await profile.copy.tidy()).toBe(0)
    await session.close()
    const before = await Promise.all(['used', 'unused'].map((id) => profile.events(id)))
    profile.crash()
    await profile.loseDatabase()
    expect(await profile.start()).toBe(2)
    expect(await Promise.all(['used', 'unused'].map((id) => profile.events(id)))).toEqual(before)
  })

  it('of a session that was removed for good brings nothing back, but its usage', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'), used)
    await session.close()
    await profile.library.delete('s')
    expect(await profile.library.purge(['s'])).toMatchObject({ ok: true })
    profile.crash()
    await profile.loseDatabase()
    expect(await profile.start()).toBe(0)
    expect(await profile.database.getAll('sessions')).toEqual([])
    expect((await profile.database.getAll('usageDays')).flatMap(({ totals }) => totals)).toMatchObject([
      { costUsd: 1 },
    ])
  })

  it('of a session that the database has lost brings the usage of its side queries back', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    const query = { requestId: 'q', source: 'classifier', model: 'm' } as const
    const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
    await session.append(said('one'), { type: 'side_query_started', ...query })
    await session.append({
      type: 'side_query_ended',
      ...query,
      outcome: 'done',
      usage,
      costUsd: 0.5,
      durationMs: 9,
    })
    const events = await profile.events('s')
    await session.close()
    profile.crash()
    await profile.loseDatabase()
    expect(await profile.start()).toBe(1)
    expect(await profile.events('s')).toEqual(events)
    expect((await profile.database.getAll('usageDays')).flatMap(({ totals }) => totals)).toMatchObject([
      { model: 'm (classifier)', requests: 1, costUsd: 0.5 },
    ])
  })

  it('is not made anew by a comparison that comes while it is removed for good', async () => {
    const profile = await newProfile()
    const { copy, locks, sessions } = profile
    const session = await profile.create('s')
    await session.append(said('one'))
    await session.close()
    await profile.library.delete('s')
    let kept: Promise<void> | undefined
    const remove = sessions.removeFolder.bind(sessions)
    sessions.removeFolder = async (name) => {
      await remove(name)
      let isOver = false
      kept = copy.keep('s').finally(() => (isOver = true))
      await expect.poll(async () => isOver || ((await locks.query()).pending ?? []).length > 0).toBe(true)
    }
    expect(await profile.library.purge(['s'])).toMatchObject({ ok: true })
    await kept
    expect(await sessions.folders()).toEqual([])
    expect(profile.problems).toEqual([])
  })

  it('is not removed while a tab writes it, and neither is the session', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'))
    profile.locks = new MemoryLocks()
    await profile.library.delete('s')
    const deaf = new Library({
      database: profile.database,
      locks: new MemoryLocks(),
      secondCopy: profile.copy,
      now: () => 7,
      forget: () => Promise.resolve(),
      onChanged: () => undefined,
    })
    await deaf.delete('s')
    expect(await deaf.purge(['s'])).toMatchObject({ ok: false })
    expect(await profile.database.get('sessions', 's')).toBeDefined()
    await session.close()
  })

  it('two tabs that start at once bring everything back once', async () => {
    const profile = await newProfile()
    for (const id of ['a', 'b', 'c']) {
      const session = await profile.create(id)
      await session.append(said(id), used)
      await session.close()
    }
    profile.crash()
    await profile.loseDatabase()
    const locks = new MemoryLocks()
    const database = await openDatabase({ name: profile.name })
    profile.database = database
    const { sessions, values } = profile
    const tabs = [1, 2].map(
      () =>
        new SecondCopy({
          sessions,
          values,
          database,
          locks,
          origin: 'http://localhost',
          onProblem: () => undefined,
        }),
    )
    expect(await Promise.all(tabs.map((tab) => tab.bringBackAll()))).toEqual([3, 0])
    expect((await database.getAll('usageDays')).flatMap(({ totals }) => totals)).toMatchObject([
      { requests: 3 },
    ])
  })

  it('of another origin, or unreadable, brings back what it can and leaves the rest', async () => {
    const profile = await newProfile()
    const session = await profile.create('s')
    await session.append(said('one'))
    await session.close()
    const foreign = new TextEncoder().encode('something else')
    await profile.sessions.folder('foreign').replace('000001', foreign)
    await profile.sessions.folder('empty').replace('000001', new Uint8Array())
    await profile.sessions.folder('s').replace('list', foreign)
    await profile.values.folder('usage').replace('days', foreign)
    profile.crash()
    await profile.loseDatabase()
    expect(await profile.start()).toBe(1)
    expect(await profile.events('s')).toHaveLength(1)
    expect(await profile.sessions.folder('foreign').read('000001')).toEqual(foreign)
  })

  it(
    SOAK.title('has all that was acknowledged, once, through random lives of a profile'),
    { timeout: patience(600_000) },
    async () => {
      await SOAK.each(async ({ random }) => {
        const below = (count: number) => Math.floor(random() * count)
        const profile = await newProfile()
        /** Events of each session that may not be missing. */
        const kept = new Map<string, AgentEvent[]>()
        const listed = new Map<string, { title: string; pinned: boolean }>()
        let purged: AgentEvent[] = []
        /** Number of the last event of each that another session has counted. */
        const copied = new Map<string, number>()
        let open: Session | undefined
        let earlier: Awaited<ReturnType<typeof dump>> | undefined
        let names = 0

        const some = () => [...kept.keys()][below(kept.size)]
        const leave = async () => {
          await open?.close()
          open = undefined
          // The next lead is taken in a transaction that is flushed, and with it all before.
          earlier = undefined
        }
        const restart = async (before: () => Promise<void>) => {
          open = undefined
          profile.crash(random() < 0.3)
          await before()
          await profile.start()
          if (random() < 0.5) await profile.copy.tidy()
          else for (const id of kept.keys()) await (await profile.open(id)).close()
          await check()
        }
        const check = async () => {
          let expected = usageOf(purged)
          for (const [id, events] of kept) {
            const stored = await profile.events(id)
            expect(stored.slice(0, events.length)).toEqual(events)
            expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, at) => at + 1))
            kept.set(id, stored)
            const record = await profile.database.get('sessions', id)
            expect(record && (await verifyLog(profile.database, record))).toMatchObject({ state: 'intact' })
            const { title, pinned } = listed.get(id) ?? { title: '', pinned: false }
            expect({ title: record?.title, pinned: record?.pinned === true }).toEqual({ title, pinned })
            const own = stored.filter(({ seq }) => seq > (copied.get(id) ?? 0))
            expected = mergeUsage(expected, usageOf(own))
          }
          const days = await profile.database.getAll('usageDays')
          const counted = days.reduce<ReturnType<typeof usageOf>>(
            (sum, { totals }) => mergeUsage(sum, totals),
            [],
          )
          expect(sumUsage(counted)).toEqual(sumUsage(expected))
        }

        for (let step = 0; step < 25; step += 1) {
          const act = below(12)
          const id = some()
          if (act < 5 && id !== undefined) {
            if (open?.id !== id) {
              await leave()
              open = await profile.open(id)
            }
            if (random() < 0.3) earlier = await dump(profile.database)
            const written = await Promise.all(
              Array.from({ length: 1 + below(3) }, () => {
                const text = 'x'.repeat(below(300))
                if (random() < 0.2) return open?.append(titled(text)) ?? []
                if (random() < 0.2) return open?.appendSoon(delta(text)) ?? []
                return open?.append(said(text), used) ?? []
              }),
            )
            const events = written.flat().filter(({ seq }, at, all) => all[at + 1]?.seq !== seq)
            kept.get(id)?.push(...events)
            const title = events.findLast((event) => event.type === 'session_titled')?.title
            if (title !== undefined) listed.set(id, { title, pinned: listed.get(id)?.pinned ?? false })
            // Power may take the events of an open turn; all others are flushed.
            const lasting = events.findLastIndex(({ type }) => type !== 'text_delta')
            if (lasting < events.length - 1)
              await open.append(said('flushed')).then((more) => kept.get(id)?.push(...more))
          } else if (act === 5 || id === undefined) {
            await leave()
            const fresh = `s${names++}`
            open = await profile.create(fresh)
            const first = await open.append({ type: 'session_created', logVersion: 1, appVersion: '1' })
            kept.set(fresh, [...first])
            listed.set(fresh, { title: 'New session', pinned: false })
          } else if (act === 6) {
            const title = `renamed ${step}`
            if (open?.id === id) await leave()
            const pinned = random() < 0.5
            await profile.library.rename(id, title)
            await profile.library.change(id, { pinned })
            listed.set(id, { title, pinned })
            earlier = undefined
          } else if (act === 7) {
            const fork = `s${names++}`
            const events = kept.get(id) ?? []
            await storeSession(
              { database: profile.database, secondCopy: profile.copy },
              { id: fork, title: fork, events, then: said('forked'), now: 3, parent: id },
            )
            kept.set(fork, await profile.events(fork))
            copied.set(fork, events.length)
            listed.set(fork, { title: fork, pinned: false })
            earlier = undefined
          } else if (act === 8 && kept.size > 1) {
            if (open?.id === id) await leave()
            await profile.library.delete(id)
            expect(await profile.library.purge([id])).toMatchObject({ ok: true })
            purged = [...purged, ...(kept.get(id) ?? []).filter(({ seq }) => seq > (copied.get(id) ?? 0))]
            kept.delete(id)
            earlier = undefined
          } else if (act === 9) await restart(() => profile.loseDatabase().then(() => (earlier = undefined)))
          else if (act === 10) await restart(async () => undefined)
          else {
            const dumped = earlier
            earlier = undefined
            if (!dumped) continue
            // The database forgets its last transactions, which were not flushed: their copy was.
            const latest = [...kept.keys()]
            await restart(async () => {
              const database = await openDatabase({ name: profile.name })
              await goBack(database, dumped)
              database.close()
            }).catch((error: unknown) => {
              throw new Error(`going back, of ${latest.join(' ')}`, { cause: error })
            })
          }
        }
        await leave()
        await restart(() => profile.loseDatabase())
        expect(profile.problems.filter((problem) => !problem.includes('has died'))).toEqual([])
      })
    },
  )
})
