/** Side queries of a session of the whole service: in its log, in its sums, and when the run or the tab ends meanwhile. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { ModelRequest } from '../../model/contract.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { Session } from '../log/session.ts'
import { startService } from '../service/test-support.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

const MODEL = 'claude-sonnet-4-6'
const JUDGE = 'claude-haiku-4-5'
const allows: ScriptedResponse = {
  calls: [{ name: 'verdict', input: { decision: 'allow', reason: 'Harmless.' } }],
}
const hangs: ScriptedResponse = { text: 'Let me', hangs: true }

/** A session in `auto`, whose agent makes one call that the classifier is asked about. Its stream ends after `end`. */
async function start(verdict: ScriptedResponse, end: Promise<unknown> = Promise.resolve()) {
  const requests: ModelRequest[] = []
  const api = await startService({
    database: await newDatabase(),
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      createModel: () => ({
        async *stream(request, signal) {
          requests.push(request)
          const isFirst = requests.filter(({ model }) => model === MODEL).length === 1
          const call = { calls: [{ name: 'Bash', input: { command: 'touch good' } }] }
          const answer = request.model === JUDGE ? verdict : isFirst ? call : { text: 'Done.' }
          yield* createScriptedModel([answer]).stream(request, signal)
          if (request.model === JUDGE) await end
        },
      }),
    },
  })
  await value(
    api.settings.update({
      model: MODEL,
      classifierModel: JUDGE,
      permissionMode: 'auto',
      sandboxAutoAllow: false,
    }),
  )
  await api.sessions.create()
  return { api, requests, events: () => api.sessions.events(1) }
}

const queries = (events: readonly AgentEvent[]) =>
  events.filter(({ type }) => type === 'side_query_started' || type === 'side_query_ended')

it('are in the log by the id of their request, before what came of them, and are billed once', async () => {
  const { api, requests, events } = await start(allows)
  expect(await value(api.runs.run('Make a file'))).toEqual({ terminal: 'completed' })
  const log = await events()
  const requestId = requests.find(({ model }) => model === JUDGE)?.requestId
  const call = log.find((event) => event.type === 'tool_started')
  const of = { turnId: call?.turnId, toolUseId: call?.toolUseId }
  expect(requestId).toEqual(expect.any(String))
  expect(queries(log)).toMatchObject([
    { type: 'side_query_started', requestId, source: 'classifier', model: JUDGE, ...of },
    { type: 'side_query_ended', requestId, source: 'classifier', model: JUDGE, outcome: 'done' },
  ])
  expect(log.filter(({ type }) => type === 'call_classified')).toMatchObject([{ requestId, ...of }])
  const order = log.flatMap(({ type }) =>
    /^(?:run_|side_query|call_classified|tool_started)/.test(type) ? [type] : [],
  )
  expect(order).toEqual([
    'run_started',
    'side_query_started',
    'side_query_ended',
    'call_classified',
    'tool_started',
    'run_ended',
  ])
  const { today } = await api.usage.overview()
  expect(today.map(({ model, requests: count }) => [model, count])).toEqual([
    [MODEL, 2],
    [`${JUDGE} (classifier)`, 1],
  ])
})

it('that are open when the run is stopped end before it, and the run ends as ever', async () => {
  const end = Promise.withResolvers<void>()
  const { api, events } = await start(hangs, end.promise)
  const run = api.runs.run('Make a file')
  await expect.poll(async () => queries(await events())).toMatchObject([{ type: 'side_query_started' }])
  const stopped = api.runs.stop()
  await expect.poll(async () => (await events()).map(({ type }) => type)).toContain('turn_committed')
  end.resolve()
  await stopped
  expect(await value(run)).toEqual({ terminal: 'aborted_tools' })
  const log = await events()
  expect(queries(log).slice(1)).toMatchObject([{ type: 'side_query_ended', outcome: 'stopped' }])
  expect(log.at(-1)?.type).toBe('run_ended')
})

it('that are open when the tab is lost end when the session is opened again', async () => {
  const { api, events } = await start(hangs)
  const run = api.runs.run('Make a file')
  await expect.poll(async () => queries(await events())).toHaveLength(1)
  const lost = await events()
  const database = await newDatabase()
  await database.put('sessions', createSessionRecord('s', 1_000))
  await (await open(database)).append(...lost.map(bodyOf)).finally(() => api.runs.stop())
  await run
  await Promise.all(opened.splice(0).map((session) => session.close()))

  const log = await (await open(database)).events(1)
  expect(log.slice(0, lost.length).map(bodyOf)).toEqual(lost.map(bodyOf))
  expect(queries(log).slice(1)).toMatchObject([
    { type: 'side_query_ended', source: 'classifier', model: JUDGE, outcome: 'lost', costUsd: null },
  ])
  expect(log.at(-1)).toMatchObject({ type: 'run_ended' })
  await Promise.all(opened.splice(0).map((session) => session.close()))
})

const opened: Session[] = []

async function open(database: Awaited<ReturnType<typeof newDatabase>>): Promise<Session> {
  const session = await Session.open({
    database,
    id: 's',
    locks: navigator.locks,
    now: () => 1_000,
    onEvents: () => undefined,
    onRole: () => undefined,
    onHandOver: () => Promise.resolve(),
  })
  if (!session) throw new Error('There is no session.')
  opened.push(session)
  return session
}

function bodyOf({ seq: _, at: __, ...body }: AgentEvent): EventBody {
  // An event without its stamp is a body; the rest of a union loses that.
  return body as EventBody
}
