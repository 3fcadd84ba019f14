/** The search finds what stands in the logs of child agents, under their session. */
import { afterEach, expect, it } from 'vitest'
import { SEARCH_PIECE_CHARS } from '../../limits.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Database } from '../store/database.ts'
import { changeSession, createSessionRecord, deleteSession } from '../store/sessions.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { addThread, THREAD } from '../testing/threads.ts'
import { SessionSearch } from './session-search.ts'

const OTHER = '0a0b0c0d-0002'

afterEach(dropDatabases)

const answered = (text: string): EventBody => ({
  type: 'assistant_block',
  turnId: 't',
  block: 0,
  content: { type: 'text', text },
})

async function withThreads(): Promise<Database> {
  const database = await newDatabase()
  for (const id of ['a', 'b']) await database.put('sessions', { ...createSessionRecord(id, 1), title: id })
  await addThread(database, 'a', [answered('a leap year')])
  await addThread(database, 'a', [answered('no such year')], { id: OTHER, role: 'tester', parent: THREAD })
  await addThread(database, 'b', [answered('leap of b')])
  return database
}

async function places(search: SessionSearch, question: string): Promise<string[]> {
  const { found } = await search.search(question)
  return found
    .map(({ session, agent, seq }) => `${session} ${agent?.role ?? '-'} ${agent?.id ?? '-'} ${seq}`)
    .toSorted()
}

it('finds a thread with its agent, and all that it goes on with', async () => {
  const database = await withThreads()
  const search = new SessionSearch(database)
  expect(await places(search, 'leap')).toEqual([`a reader ${THREAD} 2`, `b reader ${THREAD} 2`])
  expect(await places(search, 'year')).toEqual([`a reader ${THREAD} 2`, `a tester ${OTHER} 2`])
  await addThread(database, 'a', [answered('x'.repeat(SEARCH_PIECE_CHARS)), answered('a leap later')])
  const all = [`a reader ${THREAD} 2`, `a reader ${THREAD} 4`, `b reader ${THREAD} 2`]
  expect(await places(search, 'leap')).toEqual(all)
  // From what is stored of it alone.
  expect(await places(new SessionSearch(database), 'leap')).toEqual(all)
  expect(await places(search, '"no such" role:assistant')).toEqual([`a tester ${OTHER} 2`])
})

it('finds nothing of a session that was deleted, and keeps nothing of one that was for good', async () => {
  const database = await withThreads()
  const search = new SessionSearch(database)
  await search.search('leap')
  await changeSession(database, 'a', (record) => ({ ...record, deletedAt: 1 }))
  expect(await places(search, 'leap')).toEqual([`b reader ${THREAD} 2`])
  await deleteSession(database, 'a')
  expect(await places(search, 'leap')).toEqual([`b reader ${THREAD} 2`])
  expect(await database.getAllKeys('searchPieces')).toEqual([[`b/${THREAD}`, 1]])
})
