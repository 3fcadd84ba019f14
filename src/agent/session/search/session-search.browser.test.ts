import { afterEach, describe, expect, it } from 'vitest'
import { SEARCH_PIECE_CHARS } from '../../limits.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { Database } from '../store/database.ts'
import { storeSession } from '../recording/store-session.ts'
import { changeSession, deleteSession } from '../store/sessions.ts'
import { dropDatabases, newDatabase, said } from '../testing/database.ts'
import { SessionSearch } from './session-search.ts'

afterEach(dropDatabases)

const answered = (text: string): EventBody => ({
  type: 'assistant_block',
  turnId: 't',
  block: 0,
  content: { type: 'text', text },
})
const called = (name: string, input: Record<string, unknown>): EventBody => ({
  type: 'assistant_block',
  turnId: 't',
  block: 1,
  content: { type: 'tool_use', id: 'c', name, input },
})
const resulted = (tool: string, text: string): EventBody => ({
  type: 'tool_result',
  turnId: 't',
  toolUseId: 'c',
  tool,
  outcome: 'done',
  content: { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text }], is_error: false },
  durationMs: 1,
  synthetic: false,
})

const DAY = 86_400_000
const START = Date.parse('2026-03-01T12:00')

async function keep(
  database: Database,
  [id, title]: readonly [string, string],
  bodies: readonly EventBody[],
  day = 0,
) {
  const events = bodies.map((body, index): AgentEvent => ({
    ...body,
    seq: index + 1,
    at: START + day * DAY + index,
  }))
  await storeSession(
    { database },
    {
      id,
      title,
      events,
      then: { type: 'notice', level: 'info', text: 'end' },
      now: START + day * DAY,
    },
  )
}

async function places(search: SessionSearch, question: string): Promise<string[]> {
  const { found } = await search.search(question)
  return found.map(({ session, seq, role }) => `${session}:${seq} ${role}`)
}

describe('search over all sessions', () => {
  it('finds words and phrases, whoever said them, in any case, what was said first and the newest before', async () => {
    const database = await newDatabase()
    await keep(
      database,
      ['a', 'Dates'],
      [said('Fix the Leap Year bug'), answered('The leap year was wrong.')],
    )
    await keep(
      database,
      ['b', 'Leap years'],
      [resulted('Bash', 'FAIL leap year of 1900'), said('the year to leap')],
      1,
    )
    const search = new SessionSearch(database)
    expect(await places(search, 'leap year')).toEqual([
      'b:0 title',
      'b:2 user',
      'a:1 user',
      'a:2 assistant',
      'b:1 tool',
    ])
    expect(await places(search, '"leap year" bug')).toEqual(['a:1 user'])
    expect(await places(search, 'nowhere')).toEqual([])
    expect(await search.search('1900')).toMatchObject({
      found: [{ before: 'FAIL leap year of ', match: '1900', after: '', tool: 'Bash' }],
      cut: false,
    })
  })

  it('filters by tool, role, file and date, and says which filter it does not understand', async () => {
    const database = await newDatabase()
    await keep(
      database,
      ['a', 'One'],
      [
        said('look at parser'),
        called('Read', { file_path: 'src/parser.ts' }),
        resulted('Read', 'export const parser = 1'),
        called('Bash', { command: 'grep parser src' }),
      ],
    )
    await keep(database, ['b', 'Two'], [answered('The parser is done.')], 40)
    const search = new SessionSearch(database)
    expect(await places(search, 'parser tool:read')).toEqual(['a:3 tool', 'a:2 tool'])
    expect(await places(search, 'parser role:user')).toEqual(['a:1 user'])
    expect(await places(search, 'file:parser.ts')).toEqual(['a:2 tool'])
    expect(await places(search, 'parser after:2026-04-01')).toEqual(['b:1 assistant'])
    expect(await places(search, 'parser before:2026-04-01 role:assistant')).toEqual([])
    expect((await search.search('parser role:nobody after:never')).problems).toEqual([
      '"nobody" is no role; there are user, assistant, tool and title.',
      '"never" is no date; write it as 2026-11-23.',
    ])
  })

  it('knows what was said since the last search, and nothing of a session that was deleted', async () => {
    const database = await newDatabase()
    const search = new SessionSearch(database)
    await keep(database, ['a', 'One'], [said('walrus one')])
    await keep(database, ['b', 'Two'], [said('walrus two')], 1)
    expect(await places(search, 'walrus role:user')).toEqual(['b:1 user', 'a:1 user'])
    const record = await database.get('sessions', 'a')
    if (!record) throw new Error('It was just stored.')
    await database.put('events', [{ ...said('another walrus'), seq: 3, at: START + 9 }], ['a', 3])
    await database.put('sessions', { ...record, lastSeq: 3 })
    expect(await places(search, 'walrus role:user')).toEqual(['b:1 user', 'a:3 user', 'a:1 user'])
    await changeSession(database, 'b', (known) => ({ ...known, deletedAt: 1 }))
    expect(await places(search, 'walrus role:user')).toEqual(['a:3 user', 'a:1 user'])
    await deleteSession(database, 'a')
    expect(await places(search, 'walrus')).toEqual([])
    expect(await database.count('searchPieces')).toBe(1)
  })

  it('finds the one place among thousands of pieces, by an index that another search has made', async () => {
    const database = await newDatabase()
    const filler = Array.from({ length: 4_000 }, (_, n) => `word${(n * 7919) % 10_007} `).join('')
    for (let n = 0; n < 30; n++)
      await keep(
        database,
        [`s${n}`, `Session ${n}`],
        Array.from({ length: 6 }, (_, at) => said(`${filler}${n}/${at}`)),
      )
    await keep(
      database,
      ['needle', 'Session'],
      [...Array.from({ length: 5 }, () => said(filler)), said('a zyzzyva here')],
    )
    expect(await places(new SessionSearch(database), 'zyzzyva')).toEqual(['needle:6 user'])
    const made = await database.count('searchPieces')
    expect(made).toBeGreaterThan(100)
    expect(await places(new SessionSearch(database), 'zyzzyva')).toEqual(['needle:6 user'])
    expect(await database.count('searchPieces')).toBe(made)
  })

  it('reads little of a session that was made of another: its rows end where a piece is full', async () => {
    const database = await newDatabase()
    const half = SEARCH_PIECE_CHARS / 4
    // The text is the message's id, too.
    await keep(
      database,
      ['a', 'Long'],
      Array.from({ length: 6 }, (_, n) => said(`${n} needle`.padEnd(half, '.'))),
    )
    await keep(
      database,
      ['b', 'Short'],
      Array.from({ length: 150 }, () => said('short')),
    )
    const rows = await database.getAllKeys('events')
    expect(rows).toEqual([
      ['a', 2],
      ['a', 4],
      ['a', 6],
      ['a', 7],
      ['b', 100],
      ['b', 151],
    ])
    expect(await places(new SessionSearch(database), '"3 needle"')).toEqual(['a:4 user'])
  })

  it('reads past events that are damaged', async () => {
    const database = await newDatabase()
    await keep(database, ['a', 'One'], [said('before the hole'), said('hole'), said('after the hole')])
    const row = [null, 7, { type: 'user_message', content: 9 }, { ...said('the hole'), seq: 4, at: START }]
    await database.put('events', row as unknown as AgentEvent[], ['a', 4])
    expect(await places(new SessionSearch(database), 'hole')).toEqual(['a:4 user'])
  })
})
