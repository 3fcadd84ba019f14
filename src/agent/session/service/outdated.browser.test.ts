/** A tab whose database a newer version takes over: its work ends, what it shows goes on being shown. Version 11 is made up. */
import { openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ModelClient } from '../../model/contract.ts'
import type { EventPortMessage } from '../../protocol/event-port.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { SecondCopy } from '../journal/second-copy.ts'
import { leaseName } from '../log/lease.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { DatabaseHandle } from '../store/database-handle.ts'
import { openDatabase } from '../store/database.ts'
import type { Database, VivariumSchema } from '../store/database.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { storeLaterLog } from '../testing/later-log.ts'
import type { AgentService } from './service.ts'
import { startWholeService } from './test-support.ts'

const SENTENCE = 'a newer version of Vivarium works in another tab, and this one only shows what is stored.'
const REFUSED = {
  ok: false,
  error: {
    kind: 'not_permitted',
    message: `Nothing was changed: ${SENTENCE}`,
    hint: 'Reload the page to go on.',
  },
}

const close: (() => void)[] = []
afterEach(async () => {
  for (const end of close.splice(0)) end()
  await dropDatabases()
})

/** A tab of this version, as its thread puts it together, with a second copy in memory. */
async function openTab(database: Database, model: ModelClient) {
  const { port1, port2 } = new MessageChannel()
  const messages: EventPortMessage[] = []
  port2.addEventListener('message', ({ data }: MessageEvent<EventPortMessage>) => messages.push(data))
  port2.start()
  port2.postMessage({ type: 'credit', count: 1000 })
  const copies = new MemoryPlace()
  const secondCopy = new SecondCopy({
    database,
    sessions: copies,
    values: new MemoryPlace(),
    locks: navigator.locks,
    origin: location.origin,
    onProblem: () => undefined,
  })
  const service = await startWholeService({
    database,
    port: port1,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: { createModel: () => model },
    secondCopy,
  })
  const notices = () => messages.flatMap((message) => (message.type === 'notice' ? [message.notice] : []))
  const shown = () => messages.flatMap((message) => (message.type === 'events' ? message.events : []))
  return { service, api: service.api, notices, shown, copies, secondCopy }
}

async function olderTab(model: ModelClient) {
  const started = Promise.withResolvers<AgentService>()
  const database = await newDatabase({
    onOutdated: () => started.promise.then((service) => service.outdated()),
  })
  const tab = await openTab(database, model)
  started.resolve(tab.service)
  return { ...tab, database }
}

/** The database of another tab that has a store more. */
async function newer(name: string): Promise<Database> {
  const connection = await openDB<VivariumSchema>(name, 11, {
    // The plain database: the name of the store is none of this program's.
    upgrade: (made) => void (made as unknown as IDBDatabase).createObjectStore('memories'),
  })
  close.push(() => connection.close())
  const nothing = () => undefined
  return DatabaseHandle.on(connection, { known: {}, onOutdated: nothing, onDeleted: nothing })
}

const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type)

it('a run under way ends, all of it is stored, and the newer version may lead the session', async () => {
  const model = createScriptedModel([{ text: 'Half an answer', hangs: true }])
  const { api, database, notices } = await olderTab(model)
  const { id } = await api.sessions.create()
  const running = api.runs.say('Please')
  await expect.poll(async () => JSON.stringify(await api.sessions.events(1))).toContain('Half an')
  const next = await newer(database.name)
  expect(await running).toEqual(ok(undefined))
  const events = await readStoredEvents(next, id, 1)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(JSON.stringify(events)).toContain('Half an answer')
  expect(events.at(-1)).toMatchObject({ type: 'run_ended', terminal: 'aborted_streaming' })
  expect((await next.get('sessions', id))?.lastSeq).toBe(events.length)
  const isFree = await navigator.locks.request(leaseName(id), { ifAvailable: true }, (lock) => lock !== null)
  expect(isFree).toBe(true)
  await expect.poll(notices).toContainEqual({ type: 'role', role: 'follower' })
  expect(notices()).toContainEqual({ type: 'storage', state: 'outdated' })
  // It reads the same as before, through the new connection.
  expect(await api.sessions.events(1)).toEqual(events)
})

it('a run that cannot be ended holds the newer version up for a moment, and stores nothing after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const model: ModelClient = {
    async *stream() {
      yield { type: 'text_delta', block: 0, text: 'Half' }
      // Deaf to its signal.
      await promise
      yield { type: 'text_delta', block: 0, text: ' too late' }
    },
  }
  const { api, database, copies } = await olderTab(model)
  const { id } = await api.sessions.create()
  const running = api.runs.say('Please')
  await expect.poll(async () => JSON.stringify(await api.sessions.events(1))).toContain('Half')
  const next = await newer(database.name)
  const before = [await readStoredEvents(next, id, 1), structuredClone(copies.files)]
  resolve()
  expect(await running).toMatchObject({ ok: false, error: { message: `Nothing was stored: ${SENTENCE}` } })
  expect([await readStoredEvents(next, id, 1), copies.files]).toEqual(before)
})

it('reads go on, also of what only the newer version knows; what would store something is refused', async () => {
  const { api, database } = await olderTab(createScriptedModel([{ text: 'An answer.' }]))
  const { id } = await api.sessions.create()
  await api.runs.say('Find the needle')
  const next = await newer(database.name)
  await storeLaterLog(next, 'later')
  const stored = await next.getAll('sessions')

  expect((await api.sessions.list()).map((session) => session.id).toSorted()).toEqual(
    [id, 'later'].toSorted(),
  )
  const found = await api.sessions.search('needle')
  expect(found.found.map(({ session }) => session)).toContain(id)
  expect(await api.recordings.file({})).toMatchObject({ ok: true })
  expect(await api.recordings.transcript({}, 'markdown')).toMatchObject({ ok: true })
  expect(await api.workspace.exportArchive()).toMatchObject({ ok: true })

  expect(await api.runs.say('More')).toEqual(REFUSED)
  expect(await api.runs.run('More')).toEqual(REFUSED)
  expect(await api.sessions.takeOver()).toEqual(REFUSED)
  expect(await api.sessions.rename(id, 'Other')).toEqual(REFUSED)
  expect(await api.sessions.delete('later')).toEqual(REFUSED)
  expect(await api.settings.update({ notify: true })).toEqual(REFUSED)
  expect(await api.permissions.setMode('plan')).toEqual(REFUSED)
  expect(await api.files.write('a.txt', new Uint8Array([1]))).toEqual(REFUSED)
  expect(await api.history.fork(1)).toEqual(REFUSED)
  expect(await api.storage.cleanUp()).toEqual(REFUSED)
  expect(await api.backups.backUp()).toEqual(REFUSED)
  expect(await api.backups.backUpWhenDue()).toBeUndefined()
  await expect(api.sessions.create()).rejects.toThrow(`No session was begun: ${SENTENCE}`)

  expect(await api.sessions.open('later')).toEqual(ok({ id: 'later', role: 'follower', lastSeq: 13 }))
  expect(typesOf(await api.sessions.events(1))).toContain('opaque')
  const { held = [] } = await navigator.locks.query()
  expect(held.map(({ name }) => name)).not.toContain(leaseName('later'))
  expect(await next.getAll('sessions')).toEqual(stored)
})

it('what the newer version writes into the open session is shown, its own types of events, too', async () => {
  const { api, database, shown } = await olderTab(createScriptedModel([]))
  const { id } = await api.sessions.create()
  const next = await newer(database.name)
  const { length } = await readStoredEvents(next, id, 1)
  const event = { type: 'memory_kept', text: 'Of a later version', at: 1, seq: length + 1 }
  // Stored as it is: whoever reads it checks it.
  await next.put('events', [event] as object[] as AgentEvent[], [id, event.seq])
  const channel = new BroadcastChannel(`vivarium-session-${id}`)
  close.push(() => channel.close())
  channel.postMessage({ type: 'committed', events: [event] })
  await expect.poll(() => shown().at(-1)).toMatchObject({ type: 'opaque', seq: event.seq })
})

it('a tab that starts when the newer version has been here shows the last session, and leads none', async () => {
  const { api: first, database } = await olderTab(createScriptedModel([{ text: 'An answer.' }]))
  const { id } = await first.sessions.create()
  await first.runs.say('Please')
  const next = await newer(database.name)
  const stored = [await next.getAll('sessions'), await next.getAll('events')]

  const late = await openDatabase({ name: database.name })
  close.push(() => late.close())
  const { api, service, notices, copies } = await openTab(late, createScriptedModel([]))
  await expect.poll(notices).toContainEqual({ type: 'storage', state: 'outdated' })
  const opened = await api.sessions.open()
  expect(opened).toMatchObject({ ok: true, value: { id, role: 'follower' } })
  expect(JSON.stringify(await api.sessions.events(1))).toContain('An answer.')
  expect(await api.runs.say('More')).toEqual(REFUSED)
  await service.completeCopies()
  expect(copies.files.size).toBe(0)
  expect([await next.getAll('sessions'), await next.getAll('events')]).toEqual(stored)
})

it('one that finds no session says so, and begins none', async () => {
  const { name } = await newDatabase()
  const next = await newer(name)
  const late = await openDatabase({ name })
  close.push(() => late.close())
  const { api } = await openTab(late, createScriptedModel([]))
  expect(await api.sessions.open()).toMatchObject({
    ok: false,
    error: { message: `There is no session to show: ${SENTENCE}` },
  })
  expect(await next.getAll('sessions')).toEqual([])
})

it('second copies are written before, and by a tab that is outdated no more', async () => {
  const { api, database, service, copies, secondCopy } = await olderTab(createScriptedModel([]))
  const { id } = await api.sessions.create()
  await service.completeCopies()
  expect([...copies.files.keys()]).toEqual([id])
  const next = await newer(database.name)
  await storeLaterLog(next, 'later')
  const before = structuredClone(copies.files)
  await service.completeCopies()
  expect(copies.files).toEqual(before)
  expect(await secondCopy.tidy()).toBe(0)
  await secondCopy.keep('later')
  await secondCopy.listed('later')
  await expect(secondCopy.remove(id)).rejects.toThrow(`The session was not removed: ${SENTENCE}`)
  expect(copies.files).toEqual(before)
})
