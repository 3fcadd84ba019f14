/** Content that the threads of child agents name stays in a clean-up, and counts for their session. */
import { afterEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { CONTENT_KINDS } from '../contents/test-support.ts'
import { deleteSession } from '../store/sessions.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { addThread } from '../testing/threads.ts'
import { LogReferences } from './log-references.ts'
import { closeTabs, filesOf, freed, keep, LARGE, Tab } from './test-support.ts'

afterEach(async () => {
  closeTabs()
  await dropDatabases()
})

const checkpoint = (root: string): EventBody => ({ type: 'checkpoint', root, cause: 'user' })

describe.each(CONTENT_KINDS)('content in %s that threads name', (kind) => {
  it('stays, counts for the session, and goes when the session is removed for good', async () => {
    const database = await newDatabase()
    const author = new Tab(database, kind)
    const roots: string[] = []
    for (const name of ['main', 'first', 'second']) {
      await author.write(`${name}.txt`, `${LARGE}${name}`)
      roots.push(await author.checkpoint())
    }
    author.close()
    const [main = '', first = '', second = ''] = roots
    await keep(database, 's', [main])
    await keep(database, 'other', [main])

    const tab = new Tab(database, kind)
    const before = await tab.storage.overview()
    expect(before.freeableBytes).toBeGreaterThan(2 * LARGE.length)
    await addThread(database, 's', [checkpoint(first)])
    await addThread(database, 's', [checkpoint(second)], { id: '0a0b0c0d-0002' })
    const after = await tab.storage.overview()
    expect(after.freeableBytes).toBe(0)
    const usage = (id: string, { sessions }: typeof after) => sessions.find((session) => session.id === id)
    expect(usage('s', after)?.ownBytes).toBeGreaterThan(2 * LARGE.length)
    expect(usage('s', after)?.logBytes).toBeGreaterThan((usage('s', before)?.logBytes ?? 0) + 200)
    expect(usage('other', after)).toEqual(usage('other', before))
    expect(await freed(tab)).toBe(0)
    expect(Object.keys(await filesOf(database, kind, second))).toHaveLength(3)

    await deleteSession(database, 's')
    expect(await freed(tab)).toBeGreaterThan(2 * LARGE.length)
    await expect(filesOf(database, kind, first)).rejects.toThrow()
    expect(await filesOf(database, kind, main)).toEqual({ 'main.txt': `${LARGE}main` })
  })

  it('stays where the thread grows, and another begins, while a clean-up runs', async () => {
    const database = await newDatabase()
    const author = new Tab(database, kind)
    const roots: string[] = []
    for (const name of ['first', 'second', 'third']) {
      await author.write(`${name}.txt`, `${LARGE}${name}`)
      roots.push(await author.checkpoint())
    }
    author.close()
    const [first = '', second = '', third = ''] = roots
    await keep(database, 's', [])
    await addThread(database, 's', [checkpoint(first)])
    const tab = new Tab(database, kind, [
      {
        name: 'accepted_versions',
        // The logs were read once by now, and are asked last.
        hashes: async () => {
          await addThread(database, 's', [checkpoint(second)])
          await addThread(database, 's', [checkpoint(third)], { id: '0a0b0c0d-0002' })
          return []
        },
      },
    ])
    expect(await freed(tab)).toBe(0)
    expect(Object.keys(await filesOf(database, kind, third))).toHaveLength(3)
  })
})

it('a thread that begins while the logs are read is read, too', async () => {
  const database = await newDatabase()
  await keep(database, 's', ['a'.repeat(64)])
  const references = new LogReferences(database)
  const reading = references.read()
  await addThread(database, 's', [checkpoint('b'.repeat(64))])
  await reading
  expect([...(references.sessions[0]?.hashes ?? [])]).toEqual(['a'.repeat(64)].concat('b'.repeat(64)))
})
