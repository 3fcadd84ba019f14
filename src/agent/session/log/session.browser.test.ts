import { afterEach, describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { stepsOf } from '../../protocol/steps.ts'
import { Session } from './session.ts'
import { verifyLog } from './log-chain.ts'
import { createSessionRecord } from '../store/sessions.ts'
import type { Database } from '../store/database.ts'
import { LATER_BODIES, storedBodies, storeLaterLog } from '../testing/later-log.ts'
import { dropDatabases, newDatabase, said, textsOf } from '../testing/database.ts'

const open: Session[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()))
  await dropDatabases()
})

async function newSession(now: () => number = () => 2000) {
  const database = await newDatabase()
  const id = crypto.randomUUID()
  await database.put('sessions', createSessionRecord(id, 1000))
  return openSession(database, id, now)
}

async function openSession(
  database: Database,
  id: string,
  now: () => number = () => 2000,
  onHandOver: () => Promise<void> = () => Promise.resolve(),
) {
  const shown: AgentEvent[] = []
  const session = await Session.open({
    database,
    id,
    locks: navigator.locks,
    now,
    onEvents: (events) => shown.push(...events),
    onRole: () => undefined,
    onHandOver,
  })
  if (!session) throw new Error('It was just stored.')
  open.push(session)
  return { session, shown }
}

describe('a session that a later version has written to', () => {
  it('opens with all that is known here, goes on, and loses nothing of the rest', async () => {
    const database = await newDatabase()
    await storeLaterLog(database, 'later')
    const { session, shown } = await openSession(database, 'later')
    const [asked, called, answered] = session.conversation.messages
    expect(asked?.content).toEqual([{ type: 'text', text: 'Look' }])
    expect(called?.content).toEqual([{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } }])
    expect(answered?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'a' }], is_error: false },
      { type: 'text', text: 'Go on' },
    ])
    expect(JSON.stringify(shown)).not.toContain('threadId')
    await session.append(said('and on'))
    await session.close()

    const { session: again } = await openSession(database, 'later')
    expect(again.conversation.messages).toEqual(session.conversation.messages)
    expect((await storedBodies(database, 'later')).slice(0, -1)).toEqual(
      LATER_BODIES.map((body) => JSON.stringify(body)),
    )
    const record = await database.get('sessions', 'later')
    expect(record && (await verifyLog(database, record))).toMatchObject({ state: 'intact', events: 14 })
  })

  it('is mended where it was cut off between those steps', async () => {
    const database = await newDatabase()
    await storeLaterLog(database, 'cut', LATER_BODIES.slice(0, 6))
    const { session } = await openSession(database, 'cut')
    expect(session.conversation.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect((await session.events(7)).map(({ type }) => type)).toEqual([
      'tool_result',
      'turn_committed',
      'user_message',
      'run_ended',
    ])
  })
})

describe('an open session', () => {
  it('that was taken over is written at once, from where the tab before has left it', async () => {
    const database = await newDatabase()
    await database.put('sessions', createSessionRecord('s', 1000))
    const hangs = () => new Promise<void>(() => undefined)
    const { session: first } = await openSession(database, 's', undefined, hangs)
    const { session: second } = await openSession(database, 's')
    await first.append(said('one'))
    await second.takeOver()
    expect(second.role).toBe('leader')
    await second.append(said('two'))
    expect(textsOf(second)).toEqual(['one', 'two'])
    await expect(first.append(said('three'))).rejects.toThrow('Another tab')
  })

  it('knows an event when the log has taken it, and shows it when it is on disk', async () => {
    const { session, shown } = await newSession()
    const written = session.append(said('one'), { type: 'style_told', terse: true })
    expect(textsOf(session)).toEqual(['one'])
    expect(session.facts.terse).toBe(true)
    expect(shown).toEqual([])
    await written
    expect(shown.map(({ seq }) => seq)).toEqual([1, 2])
    expect(textsOf(session)).toEqual(['one'])
  })

  it('keeps the order that things happened in, whatever the clock says', async () => {
    const clock = [5_000_000, 1_400_000, 91_400_000, 0, 3]
    const { session, shown } = await newSession(() => clock.shift() ?? 0)
    for (const text of ['one', 'two', 'three', 'four', 'five']) await session.append(said(text))
    const stored = await session.events(1)
    expect(stored.map(({ seq, at }) => [seq, at])).toEqual([
      [1, 5_000_000],
      [2, 1_400_000],
      [3, 91_400_000],
      [4, 0],
      [5, 3],
    ])
    expect(stored).toEqual(shown)
    expect(textsOf(session)).toEqual(['one', 'two', 'three', 'four', 'five'])
    expect(stepsOf(stored).map(({ title }) => title)).toEqual(['one', 'two', 'three', 'four', 'five'])
  })

  it('forgets what could not be written, and goes on from what is on disk', async () => {
    const { session, shown } = await newSession()
    await session.append(said('one'))
    const broken = { ...said('two'), messageId: (() => 'not data') as unknown as string } as EventBody
    const outcomes = await Promise.allSettled([
      session.append(broken),
      session.append({ type: 'style_told', terse: true }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect.poll(() => textsOf(session)).toEqual(['one'])
    expect(session.facts.terse).toBe(false)

    await session.mend()
    await session.append(said('three'))
    expect(textsOf(session)).toEqual(['one', 'three'])
    expect(shown.map(({ seq }) => seq)).toEqual([1, 2])
    expect((await session.events(1)).map(({ seq }) => seq)).toEqual([1, 2])
  })
})
