/** Forks and going back, with a real database, log and workspace. */
import { afterEach, describe, expect, it } from 'vitest'
import { bytes, value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { eventRange, logName, threadRange } from '../store/database.ts'
import type { EventBody } from '../../protocol/events.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import type { Database } from '../store/database.ts'
import { verifyLog } from '../log/log-chain.ts'
import { Session } from '../log/session.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { dropDatabases, newDatabase, said, textsOf } from '../testing/database.ts'
import { addThread } from '../testing/threads.ts'
import { LATER_BODIES, storedBodies, storeLaterLog } from '../testing/later-log.ts'
import { Timeline } from './timeline.ts'
import { UserFiles } from '../workspace/user-files.ts'
import { Workspace } from '../workspace/workspace.ts'

const PATHS = ['a', 'b', 'c']
const NO_WORK = { usage: [], turns: 1, calls: 0, durationMs: 1 }
const MARKER = 'the-first-session-only'

const open: Session[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()))
  await dropDatabases()
})

async function openSession(database: Database, id: string): Promise<Session> {
  const session = await Session.open({
    database,
    id,
    locks: navigator.locks,
    now: () => 2000,
    onEvents: () => undefined,
    onRole: () => undefined,
    onHandOver: () => Promise.resolve(),
  })
  if (!session) throw new Error('It was just stored.')
  open.push(session)
  return session
}

async function newSession(database: Database): Promise<Session> {
  const id = crypto.randomUUID()
  await database.put('sessions', createSessionRecord(id, 1000))
  return openSession(database, id)
}

async function setUp(given?: Database) {
  const database = given ?? (await newDatabase())
  const session = given ? await openSession(database, 'later') : await newSession(database)
  const blobs = new MemoryBlobStore()
  const workspace = new Workspace({
    loggedRoot: () => undefined,
    onState: () => undefined,
    onEvent: () => undefined,
  })
  await workspace.attach(createMemorySandbox({ blobStore: blobs }))
  const files = new UserFiles({
    workspace,
    blobs,
    session: () => session,
    busy: () => false,
    newId: () => crypto.randomUUID(),
    onImportProgress: () => undefined,
  })
  const forks: string[] = []
  const timeline = new Timeline({
    database,
    blobs,
    workspace,
    files,
    session: () => session,
    busy: () => false,
    open: async (id) => {
      forks.push(id)
      return fail('cancelled', 'The test opens it by itself.')
    },
    forgetFiles: () => undefined,
    newId: () => crypto.randomUUID(),
    now: () => 3000,
  })
  return { database, session, files, timeline, forks, sandbox: await value(workspace.sandbox()) }
}

const rowsOf = (database: Database, id: string) => database.getAll('events', eventRange(id))

describe('a fork', () => {
  it('has what came up to its moment and its parent’s id, nothing later, and leaves the parent as it is', async () => {
    const { database, session, timeline, forks } = await setUp()
    await session.append(said('one'))
    await session.append(said('two'))
    await session.append(said('three'))
    const before = await rowsOf(database, session.id)
    const moment = (await timeline.steps()).find(({ title }) => title === 'two')
    await timeline.fork(moment?.seq ?? 0)
    expect(await rowsOf(database, session.id)).toEqual(before)

    await session.append(said('four'))
    const [id = ''] = forks
    const fork = await openSession(database, id)
    expect(textsOf(fork)).toEqual(['one', 'two'])
    expect(await database.get('sessions', id)).toMatchObject({ parent: session.id, messages: 2 })
    await fork.append(said('another way'))
    expect(textsOf(session)).toEqual(['one', 'two', 'three', 'four'])
  })

  it('has the threads that had ended by its moment, with their ids and their whole logs', async () => {
    const { database, session, timeline, forks } = await setUp()
    const agent = (id: string): EventBody[] => [
      { type: 'agent_started', agent: id, role: 'reader', description: 'Reads' },
      { type: 'agent_ended', agent: id, terminal: 'completed', result: '', changed: [], ...NO_WORK },
    ]
    const before = '0a0b0c0d-0001'
    const after = '0a0b0c0d-0002'
    for (const id of [before, after]) await addThread(database, session.id, [said(`for ${id}`)], { id })
    await session.append(said('one'), ...agent(before), said('two'), ...agent(after), said('three'))
    const moment = (await timeline.steps()).find(({ title }) => title === 'two')
    await timeline.fork(moment?.seq ?? 0)
    const [id = ''] = forks
    const log = (name: string) => readStoredEvents(database, logName(name, before), 1)
    expect(await database.getAllKeys('threads', threadRange(id))).toEqual([[id, before]])
    expect(await database.get('threads', [id, before])).toMatchObject({ lastSeq: 2, copied: 2 })
    expect(await log(id)).toEqual(await log(session.id))
    expect(await database.getAllKeys('threads', threadRange(session.id))).toHaveLength(2)
  })

  it('of a log that a later version has written has every byte of it, and goes on', async () => {
    const later = await newDatabase()
    await storeLaterLog(later, 'later')
    const { database, session, timeline, forks } = await setUp(later)
    const steps = await timeline.steps()
    await timeline.fork(steps.at(-1)?.seq ?? 0)
    const [id = ''] = forks
    const bodies = LATER_BODIES.map((body) => JSON.stringify(body))
    expect((await storedBodies(database, id)).slice(0, -1)).toEqual(bodies)
    expect(await storedBodies(database, session.id)).toEqual(bodies)
    const fork = await openSession(database, id)
    expect(fork.conversation.messages).toEqual(session.conversation.messages)
    await fork.append(said('another way'))
    const record = await database.get('sessions', id)
    expect(record && (await verifyLog(database, record))).toMatchObject({ state: 'intact' })
  })
})

describe('a new session', () => {
  it('has a row with nothing but what it is, and no message of an earlier one', async () => {
    const { database, session } = await setUp()
    await session.append(said(MARKER))
    const next = await newSession(database)
    expect(textsOf(next)).toEqual([])
    await next.append(said('Hello'))
    expect(textsOf(next)).toEqual(['Hello'])
    expect(JSON.stringify(await database.get('sessions', next.id))).not.toContain(MARKER)
    expect(JSON.stringify(await rowsOf(database, next.id))).not.toContain(MARKER)
    expect(JSON.stringify(await rowsOf(database, session.id))).toContain(MARKER)
  })
})

describe('going back', () => {
  it('takes three files and the conversation to the same moment', async () => {
    const { session, files, timeline, sandbox } = await setUp()
    const writeAll = (text: string) =>
      files.change(async (sandbox) => {
        for (const path of PATHS) await value(sandbox.writeFile({ path, data: bytes(text) }))
        return sandbox.checkpoint()
      })
    await value(writeAll('before'))
    const { root } = await value(sandbox.checkpoint())
    await session.append(said('one'))
    await session.append(said('two'))
    const moment = (await timeline.steps()).find(({ title }) => title === 'two')
    await value(writeAll('after'))
    await session.append(said('three'))
    expect((await value(sandbox.checkpoint())).root).not.toBe(root)

    await value(timeline.restore(moment?.seq ?? 0, { files: true, conversation: true }))
    expect((await value(sandbox.checkpoint())).root).toBe(root)
    for (const path of PATHS) expect(await value(sandbox.readFile(path))).toEqual(bytes('before'))
    // A prompt is taken back itself, to be asked in another way.
    expect(textsOf(session)).toEqual(['one'])
  })
})
