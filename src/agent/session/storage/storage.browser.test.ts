import { afterEach, describe, expect, it, vi } from 'vitest'
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { patience } from '../../../testing/patience.ts'
import { soak } from '../../../testing/soak.ts'
import { COLLECTION_ANSWER_MS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { CONTENT_KINDS, placeOf, tabFiles } from '../contents/test-support.ts'
import type { Database } from '../store/database.ts'
import { deleteSession } from '../store/sessions.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { Storage } from './storage.ts'
import { checkpointEvent, closeTabs, filesOf, freed, keep, LARGE, Tab } from './test-support.ts'

const SOAK = soak('stored-content', { gate: 2, round: 30, isGateFixed: true })

afterEach(cleanUp)

async function cleanUp(): Promise<void> {
  vi.useRealTimers()
  closeTabs()
  await dropDatabases()
}

/** As long, and not like any other. */
function noise(seed: number): string {
  const chance = chances(seed)
  return Array.from({ length: LARGE.length }, () => String.fromCharCode(32 + chance(95))).join('')
}

describe.each(CONTENT_KINDS)('stored content in %s', (kind) => {
  const newTab = (database: Database) => new Tab(database, kind)

  it('of a deleted session is freed, and what another session shares with it stays', async () => {
    const database = await newDatabase()
    const author = newTab(database)
    await author.write('shared/both.txt', `${LARGE}1`)
    const first = await author.checkpoint()
    await author.write('own.txt', `${LARGE}2`)
    const second = await author.checkpoint()
    await keep(database, 'stays', [first])
    await keep(database, 'goes', [first, second])
    author.close()

    const tab = newTab(database)
    const before = await tab.storage.overview()
    expect(before.freeableBytes).toBe(0)
    expect(before.sessions.find(({ id }) => id === 'goes')?.ownBytes).toBeGreaterThan(LARGE.length)
    expect(before.sessions.find(({ id }) => id === 'stays')?.ownBytes).toBe(0)
    await deleteSession(database, 'goes')
    expect((await tab.storage.overview()).freeableBytes).toBeGreaterThan(LARGE.length)
    expect(await freed(tab)).toBeGreaterThan(LARGE.length)
    expect((await tab.storage.overview()).freeableBytes).toBe(0)
    expect(await filesOf(database, kind, first)).toEqual({ 'shared/both.txt': `${LARGE}1` })
    await expect(filesOf(database, kind, second)).rejects.toThrow()
  })

  it('stays as long as something is kept as the difference from it, and what was beside it then does not', async () => {
    const database = await newDatabase()
    const author = newTab(database)
    const lines = (of: number) =>
      Array.from({ length: 3_000 }, (_, line) => (line === 1_000 ? `of ${of}` : `line ${line}`)).join('\n')
    const roots: string[] = []
    for (const of of [1, 2, 3]) {
      await author.write('src/edited.txt', lines(of))
      await author.write(`beside-${of}.bin`, `${LARGE}${of}`)
      roots.push(await author.checkpoint())
      await author.sandbox.remove(`${WORKSPACE_ROOT}/beside-${of}.bin`)
    }
    const [first = '', second = '', third = ''] = roots
    await keep(database, 'early', [first, second])
    await keep(database, 'late', [third])
    author.close()
    await deleteSession(database, 'early')
    const tab = newTab(database)
    const usage = (await tab.storage.overview()).sessions.find(({ id }) => id === 'late')
    expect(usage?.contentBytes).toBeGreaterThan(lines(3).length + LARGE.length)
    expect(usage?.contentBytes).toBeLessThan(lines(3).length + LARGE.length + 2_000)
    expect(await freed(tab)).toBeGreaterThan(2 * LARGE.length)
    expect(await filesOf(database, kind, third)).toEqual({
      'src/edited.txt': lines(3),
      'beside-3.bin': `${LARGE}3`,
    })
    await expect(filesOf(database, kind, second)).rejects.toThrow()
    expect(await tab.storage.overview()).toMatchObject({ freeableBytes: 0 })
    // It goes on from there, as differences from what stayed.
    const { contentBytes } = await tab.storage.overview()
    expect(await tab.sandbox.restore(third)).toMatchObject({ ok: true })
    await tab.write('src/edited.txt', lines(4))
    const fourth = await tab.checkpoint()
    expect((await tab.storage.overview()).contentBytes - contentBytes).toBeLessThan(2_000)
    expect(await filesOf(database, kind, fourth)).toEqual({
      'src/edited.txt': lines(4),
      'beside-3.bin': `${LARGE}3`,
    })
  })

  it('stays when any event names it, in a field that nobody knows, as a row of an older version, too', async () => {
    const database = await newDatabase()
    const author = newTab(database)
    const roots: string[] = []
    for (const name of ['a', 'b', 'c']) {
      await author.write(name, `${LARGE}${name}`)
      roots.push(await author.checkpoint())
    }
    author.close()
    await keep(database, 's', [roots[0] ?? ''])
    // Rows of a later version of the log, and of the first, whose rows are single events.
    const later = { type: 'from_the_future', deep: [{ tree: roots[1] }], seq: 3, at: 3 }
    await database.put('events', [later] as unknown as AgentEvent[], ['s', 3])
    await database.put('events', checkpointEvent(roots[2] ?? '', 4), ['s', 4])
    expect(await freed(newTab(database))).toBe(0)
    for (const root of roots) await filesOf(database, kind, root)
  })

  it('stays while a sandbox of any tab may believe it stored, and goes when that tab has ended', async () => {
    const database = await newDatabase()
    const working = newTab(database)
    await working.write('a.txt', LARGE)
    const root = await working.checkpoint()
    const other = newTab(database)
    // Nothing is logged yet: the event is on its way.
    expect(await freed(other)).toBe(0)
    await keep(database, 's', [root])
    expect(await filesOf(database, kind, root)).toEqual({ 'a.txt': LARGE })

    // The session goes, and the sandbox makes the same tree again, without storing anything: it believes that it is there.
    await deleteSession(database, 's')
    expect(await freed(other)).toBe(0)
    expect(await freed(working)).toBe(0)
    await working.write('b.txt', 'more')
    await working.checkpoint()
    await working.sandbox.remove(`${WORKSPACE_ROOT}/b.txt`, {})
    await keep(database, 's2', [await working.checkpoint()])
    expect(await filesOf(database, kind, root)).toEqual({ 'a.txt': LARGE })

    await deleteSession(database, 's2')
    working.close()
    await expect.poll(() => freed(other)).toBeGreaterThan(LARGE.length)
  })

  it('stays for a sandbox that has only read it', async () => {
    const database = await newDatabase()
    const author = newTab(database)
    await author.write('dir/a.txt', LARGE)
    const root = await author.checkpoint()
    await keep(database, 's', [root])
    author.close()
    const reader = newTab(database)
    expect((await reader.sandbox.restore(root)).ok).toBe(true)
    await deleteSession(database, 's')
    await expect.poll(() => freed(newTab(database))).toBe(0)
    await keep(database, 's2', [await reader.checkpoint()])
    expect(await filesOf(database, kind, root)).toEqual({ 'dir/a.txt': LARGE })
  })

  it('is not touched when another tab does not answer, and the store goes on', async () => {
    const database = await newDatabase()
    const author = newTab(database)
    await author.write('a.txt', LARGE)
    const root = await author.checkpoint()
    author.close()
    // A tab that lives and says nothing: it holds the lock that tells so.
    const silent = Promise.withResolvers<void>()
    const held = navigator.locks.request(`${database.name}-content-tab-silent`, () => silent.promise)
    const ears = new BroadcastChannel(`${database.name}-content`)
    vi.useFakeTimers({ toFake: ['Date'] })
    const heard = new Promise<void>((resolve) =>
      ears.addEventListener('message', () => {
        vi.setSystemTime(Date.now() + COLLECTION_ANSWER_MS)
        resolve()
      }),
    )
    const tab = newTab(database)
    expect(await tab.storage.cleanUp()).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
    await heard
    vi.useRealTimers()
    ears.close()
    expect(await filesOf(database, kind, root)).toEqual({ 'a.txt': LARGE })
    await tab.write('b.txt', 'goes on')
    await tab.checkpoint()
    silent.resolve()
    await held
    expect(await freed(tab)).toBeGreaterThan(LARGE.length)
  })

  it('waits, in every tab, while another collects: what is stored meanwhile is stored for good', async () => {
    const database = await newDatabase()
    const [here, there] = [newTab(database), newTab(database)]
    await here.write('a.txt', LARGE)
    const collected = Promise.withResolvers<void>()
    const collecting = there.use.collect(() => collected.promise)
    let stored = false
    const storing = here.checkpoint().finally(() => (stored = true))
    // The same in another database, begun after it, ends before it.
    const elsewhere = newTab(await newDatabase())
    await elsewhere.write('a.txt', LARGE)
    await elsewhere.checkpoint()
    expect(stored).toBe(false)
    collected.resolve()
    await collecting
    expect(await filesOf(database, kind, await storing)).toEqual({ 'a.txt': LARGE })
  })

  it('is whole after a collection that broke off in the middle', async () => {
    const database = await newDatabase()
    const author = newTab(database)
    const roots: string[] = []
    for (let n = 0; n < 6; n++) {
      // Each of its own: nothing is kept as the difference from what goes.
      for (let file = 0; file < 4; file++) await author.write(`${file}.txt`, noise(4 * n + file + 1))
      roots.push(await author.checkpoint())
    }
    author.close()
    await keep(database, 'half', [roots[1] ?? '', roots[4] ?? ''])
    for (let allowed = 0; allowed < 6; allowed++) {
      let left = allowed
      const failing = new Proxy(database, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key)
          if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
          return (...args: Parameters<Database['transaction']>) => {
            if (args[1] === 'readwrite' && left-- <= 0) throw new DOMException('gone', 'AbortError')
            return target.transaction(...args)
          }
        },
      })
      const tab = newTab(database)
      await new Storage({
        database: failing,
        use: tab.use,
        files: tabFiles(kind, failing, placeOf(database)),
        holders: [],
      }).cleanUp()
      tab.close()
      for (const root of [roots[1] ?? '', roots[4] ?? '']) {
        expect(Object.keys(await filesOf(database, kind, root))).toHaveLength(4)
      }
    }
    await expect(filesOf(database, kind, roots[0] ?? '')).rejects.toThrow()
  })
})

it('content is not cleaned up by a tab that cannot read the files in which some of it lies', async () => {
  const database = await newDatabase()
  const author = new Tab(database, 'files')
  await author.write('a.txt', LARGE)
  const root = await author.checkpoint()
  author.close()
  const refused = { ok: false, error: { kind: 'not_permitted' } }
  expect(await new Tab(database, 'the database').storage.cleanUp()).toMatchObject(refused)
  // A file with more than the index knows is open, or is a later version's.
  const place = placeOf(database)
  const file = await place.folder('packs').open('other')
  if (file === 'taken') throw new Error('It is new.')
  file.append(new TextEncoder().encode('VIVCONT\u0002'))
  expect(await new Tab(database, 'files').storage.cleanUp()).toMatchObject(refused)
  file.close()
  expect(await new Tab(database, 'files').storage.cleanUp()).toMatchObject(refused)
  await place.folder('packs').remove('other')
  expect(await filesOf(database, 'files', root)).toEqual({ 'a.txt': LARGE })
  const tab = new Tab(database, 'files')
  expect(await freed(tab)).toBeGreaterThan(LARGE.length)
})

/** Deterministic, so that a failure can be run again. */
function chances(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe.each(CONTENT_KINDS)(
  'with contents in %s, a sequence of edits, forks, restores, deletions, collections and ends of tabs',
  (kind) => {
    const newTab = (database: Database) => new Tab(database, kind)

    it(SOAK.title('leaves every step of every session byte-equal'), { timeout: patience(300_000) }, () =>
      SOAK.each(async ({ seed }) => {
        const chance = chances(seed)
        const database = await newDatabase()
        /** The steps of each session: the root, and the files that it had. */
        const sessions = new Map<string, { root: string; files: Record<string, string> }[]>()
        let counter = 0
        const live = Array.from({ length: 2 }, () => ({
          tab: newTab(database),
          files: {} as Record<string, string>,
        }))
        const log = async (id: string, step: { root: string; files: Record<string, string> }) => {
          const steps = sessions.get(id) ?? []
          const seq = (await database.get('sessions', id))?.lastSeq ?? 0
          if (seq === 0) await keep(database, id, [step.root])
          else {
            const record = await database.get('sessions', id)
            if (!record) throw new Error('The session is gone.')
            await database.put('events', [checkpointEvent(step.root, seq + 1)], [id, seq + 1])
            await database.put('sessions', { ...record, lastSeq: seq + 1 })
          }
          sessions.set(id, [...steps, step])
        }
        const any = <T>(items: readonly T[]): T | undefined => items[chance(items.length)]
        for (let turn = 0; turn < 120; turn++) {
          const at = chance(2)
          const actor = live[at]
          if (!actor) throw new Error('There are two tabs.')
          const { tab } = actor
          const act = chance(12)
          if (act < 5) {
            const path = `${any(['', 'a/', 'a/b/', 'c/']) ?? ''}${chance(4)}.txt`
            // Few contents, so that what was removed is soon made again by a sandbox that remembers it.
            const text = `${LARGE}${chance(6)}`
            await tab.write(path, text)
            actor.files = { ...actor.files, [path]: text }
            const id = any([...sessions.keys()]) ?? `s${counter++}`
            await log(id, { root: await tab.checkpoint(), files: actor.files })
          } else if (act < 6) {
            await log(`s${counter++}`, { root: await tab.checkpoint(), files: actor.files })
          } else if (act < 7) {
            const step = any([...sessions.values()].flat())
            if (!step) continue
            expect((await tab.sandbox.restore(step.root)).ok).toBe(true)
            actor.files = step.files
          } else if (act < 8) {
            const parent = any([...sessions.keys()])
            const steps = parent === undefined ? undefined : sessions.get(parent)
            if (parent === undefined || !steps) continue
            const kept = steps.slice(0, 1 + chance(steps.length))
            const id = `s${counter++}`
            const racing = chance(2) === 0 ? tab.storage.cleanUp() : undefined
            await keep(
              database,
              id,
              kept.map(({ root }) => root),
              parent,
            )
            sessions.set(id, kept)
            if (chance(2) === 0) {
              await deleteSession(database, parent)
              sessions.delete(parent)
            }
            await racing
          } else if (act < 10) {
            const id = any([...sessions.keys()])
            if (id === undefined) continue
            await deleteSession(database, id)
            sessions.delete(id)
          } else if (act < 11) {
            // The other tab goes on storing meanwhile.
            const other = live[1 - at]
            const collecting = tab.storage.cleanUp()
            await other?.tab.write('0.txt', `${LARGE}${turn % 6}`)
            if (other) {
              other.files = { ...other.files, '0.txt': `${LARGE}${turn % 6}` }
              await log(`s${counter++}`, { root: await other.tab.checkpoint(), files: other.files })
            }
            expect((await collecting).ok).toBe(true)
          } else {
            tab.close()
            live[at] = { tab: newTab(database), files: {} }
          }
        }
        await live[0]?.tab.storage.cleanUp()
        for (const steps of sessions.values())
          for (const { root, files } of steps) expect(await filesOf(database, kind, root)).toEqual(files)
        await cleanUp()
      }),
    )
  },
)
