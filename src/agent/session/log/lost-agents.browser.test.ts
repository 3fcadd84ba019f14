/** A tab is closed, or dies, while agents work: whatever was stored by then, both logs are whole when the session is opened again. */
import { afterEach, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { logName } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { dropDatabases, newDatabase, said } from '../testing/database.ts'
import { openAgents } from './agent-end.ts'
import { conversationOf } from './model-conversation.ts'
import { repair } from './repair.ts'
import { Session } from './session.ts'
import { readStoredEvents } from './stored-events.ts'
import type { ThreadStart } from './threads.ts'

afterEach(dropDatabases)

const CHILD = '11111111-aaaa'
const GRANDCHILD = '22222222-bbbb'
const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }

const startOf = (thread: string, parent?: string): ThreadStart => ({
  type: 'thread_started',
  logVersion: 1,
  appVersion: 'test',
  thread,
  role: 'reader',
  mode: 'default',
  ...(parent === undefined ? {} : { parent }),
})

const startedOf = (agent: string): EventBody => ({
  type: 'agent_started',
  agent,
  role: 'reader',
  description: 'Look',
})

/** A run of one turn with a call. */
const runOf = (id: string): readonly EventBody[] => [
  { type: 'user_message', messageId: id, content: [{ type: 'text', text: 'Look' }], origin: 'program' },
  { type: 'run_started', runId: id, model: 'm', mode: 'default' },
  { type: 'request_started', turnId: `${id}-1`, requestId: `${id}-q`, attempt: 1 },
  { type: 'text_delta', turnId: `${id}-1`, block: 0, text: 'I look' },
  { type: 'assistant_block', turnId: `${id}-1`, block: 0, content: { type: 'text', text: 'I look.' } },
  {
    type: 'assistant_block',
    turnId: `${id}-1`,
    block: 1,
    content: { type: 'tool_use', id: `${id}-c`, name: 'Read', input: {} },
  },
  { type: 'response_ended', turnId: `${id}-1`, stopReason: 'tool_use', usage, model: 'm', costUsd: 0.5 },
  { type: 'tool_started', turnId: `${id}-1`, toolUseId: `${id}-c`, tool: 'Read', input: {}, title: 'x' },
  { type: 'side_query_started', requestId: `${id}-s`, source: 'classifier', model: 'm', turnId: `${id}-1` },
]

function open(database: Database): Promise<Session | undefined> {
  return Session.open({
    database,
    id: 's',
    locks: navigator.locks,
    now: () => 1_000,
    onEvents: () => undefined,
    onRole: () => undefined,
    onHandOver: () => Promise.resolve(),
  })
}

async function opened(database: Database): Promise<Session> {
  const session = await open(database)
  if (!session) throw new Error('There is no session.')
  return session
}

/** A session whose agent has started one, which has started another; of each the first so many events are stored. */
async function cutOff({ child, grandchild }: { readonly child: number; readonly grandchild: number }) {
  const database = await newDatabase()
  await database.put('sessions', createSessionRecord('s', 1_000))
  const session = await opened(database)
  await session.append(said('Do it'), ...runOf('main').slice(1), startedOf(CHILD))
  if (child > 0) {
    const thread = await session.threads.start(startOf(CHILD))
    await thread.append(...runOf('child').slice(0, child - 1))
    if (child > runOf('child').length) {
      await thread.append(startedOf(GRANDCHILD))
      if (grandchild > 0) {
        const second = await session.threads.start(startOf(GRANDCHILD, CHILD))
        await second.append(...runOf('grandchild').slice(0, grandchild - 1))
      }
    }
  }
  await session.close()
  return database
}

const ALL = runOf('child').length
const CUTS = [
  ...Array.from({ length: ALL + 1 }, (_, child) => ({ child, grandchild: 0 })),
  ...Array.from({ length: ALL + 1 }, (_, grandchild) => ({ child: ALL + 1, grandchild })),
]

it('completes the threads and says so in the log of the parent, wherever it was cut off', async () => {
  for (const cut of CUTS) {
    const database = await cutOff(cut)
    await (await opened(database)).close()
    const logs = await Promise.all(
      [undefined, CHILD, GRANDCHILD].map((thread) => readStoredEvents(database, logName('s', thread), 1)),
    )
    for (const events of logs) {
      const place = JSON.stringify({ ...cut, log: logs.indexOf(events) })
      expect(openAgents(events), place).toEqual([])
      expect(repair(events), place).toEqual([])
      expect(
        events.map(({ seq }) => seq),
        place,
      ).toEqual(events.map((_, index) => index + 1))
      const calls = conversationOf(events).flatMap(({ content }) =>
        content.filter(({ type }) => type === 'tool_use'),
      )
      const results = conversationOf(events).flatMap(({ content }) =>
        content.filter(({ type }) => type === 'tool_result'),
      )
      expect(results, place).toHaveLength(calls.length)
    }
    const [main = []] = logs
    const end = main.find((event) => event.type === 'agent_ended')
    expect(end, JSON.stringify(cut)).toMatchObject({ agent: CHILD, turns: cut.child > 4 ? 1 : 0 })
    // It ends before the call of the run that had started it.
    const types = main.map(({ type }) => type)
    expect(types.indexOf('agent_ended')).toBeLessThan(types.indexOf('run_ended'))
    // Opened once more, there is nothing to complete.
    const before = main.length
    const again = await opened(database)
    expect(again.lastSeq).toBe(before)
    await again.close()
  }
})

it('says what the agent had said and used by then', async () => {
  const database = await cutOff({ child: ALL + 1, grandchild: ALL + 1 })
  const session = await opened(database)
  const end = (await session.events(1)).find((event) => event.type === 'agent_ended')
  expect(end).toMatchObject({
    terminal: 'aborted_tools',
    result: 'It was stopped before it had finished.\n\nI look.',
    usage: [{ model: 'm', requests: 2, costUsd: 1 }],
    calls: 1,
  })
  // Its parent's request, its own, and that of the agent which it had started.
  expect(session.facts.usage).toMatchObject([{ model: 'm', requests: 3, costUsd: 1.5 }])
  await session.close()
})

it('ends the side queries of each agent, in its own thread', async () => {
  const database = await cutOff({ child: ALL + 1, grandchild: ALL + 1 })
  await (await opened(database)).close()
  for (const [thread, requestId] of [
    [undefined, 'main-s'],
    [CHILD, 'child-s'],
    [GRANDCHILD, 'grandchild-s'],
  ] as const) {
    const events = await readStoredEvents(database, logName('s', thread), 1)
    expect(events.filter(({ type }) => type === 'side_query_ended')).toMatchObject([
      { requestId, source: 'classifier', model: 'm', outcome: 'lost', costUsd: null },
    ])
  }
})

it('says so where the thread is gone', async () => {
  const database = await cutOff({ child: 0, grandchild: 0 })
  const session = await opened(database)
  expect((await session.events(1)).find((event) => event.type === 'agent_ended')).toMatchObject({
    agent: CHILD,
    terminal: 'error',
    result: expect.stringContaining('lost'),
  })
  await session.close()
})
