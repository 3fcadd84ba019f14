/** A message of the user begins a run or is read by the one under way: the worker alone decides. */
import { afterEach, expect, it } from 'vitest'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { startService } from './test-support.ts'

afterEach(dropDatabases)

/** The model hangs as long as no message of the request contains `until`. */
async function start({ until }: { readonly until: string }) {
  const requests: ModelRequest[] = []
  const api = await startService({
    database: await newDatabase(),
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      createModel: () => ({
        async *stream(request, signal) {
          requests.push(request)
          const hangs = !JSON.stringify(request.messages).includes(until)
          yield* createScriptedModel(hangs ? [{ hangs }] : []).stream(request, signal)
        },
      }),
    },
  })
  await api.sessions.create()
  const log = async () => (await api.sessions.events(1)).map(shortly).filter((line) => line !== '')
  return { api, requests, log }
}

function shortly(event: AgentEvent): string {
  if (event.type === 'run_started') return 'run'
  if (event.type === 'run_ended') return event.terminal
  if (event.type === 'message_queued') return `queued ${event.text}`
  if (event.type !== 'user_message' || event.origin !== 'human') return ''
  return event.content.flatMap((block) => (block.type === 'text' ? [`said ${block.text}`] : [])).join()
}

it('two messages at once are one run: the second is queued, and the run reads it', async () => {
  const { api, log } = await start({ until: 'Two' })
  const first = api.runs.say('One')
  expect(await api.runs.say('Two', { urgent: true })).toEqual(ok(undefined))
  expect(await first).toEqual(ok(undefined))
  expect((await log()).toSorted()).toEqual(['completed', 'queued Two', 'run', 'said One', 'said Two'])
})

it('a message to a run that was stopped begins the next run', async () => {
  const { api, requests, log } = await start({ until: 'Two' })
  const first = api.runs.say('One')
  await expect.poll(() => requests.length).toBe(1)
  const stopped = api.runs.stop()
  expect(await api.runs.say('Two')).toEqual(ok(undefined))
  await Promise.all([first, stopped])
  expect(await log()).toEqual(['said One', 'run', 'aborted_streaming', 'said Two', 'run', 'completed'])
})

it('a message without a network is queued and begins no run; hurrying it does', async () => {
  const { api, log } = await start({ until: 'Later' })
  expect(await api.runs.say('Later', { untilOnline: true })).toEqual(ok(undefined))
  expect(await log()).toEqual(['queued Later'])
  expect(await api.runs.hurry('none')).toMatchObject({ ok: false, error: { kind: 'not_found' } })
  expect(await log()).toEqual(['queued Later'])
  const [queued] = (await api.sessions.events(1)).filter((event) => event.type === 'message_queued')
  expect(await api.runs.hurry(queued?.messageId ?? '')).toEqual(ok(undefined))
  expect(await log()).toEqual(['queued Later', 'said Later', 'run', 'completed'])
})

it('a message that a run under way gets offline is read by that run', async () => {
  const { api, log } = await start({ until: 'Two' })
  const first = api.runs.say('One')
  expect(await api.runs.say('Two', { urgent: true, untilOnline: true })).toEqual(ok(undefined))
  await first
  expect((await log()).toSorted()).toEqual(['completed', 'queued Two', 'run', 'said One', 'said Two'])
})

it("a script's prompt is refused while a run is under way, and nothing of it is stored", async () => {
  const { api, requests, log } = await start({ until: 'Two' })
  const first = api.runs.say('One')
  await expect.poll(() => requests.length).toBe(1)
  expect(await api.runs.run('Two')).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
  await api.runs.stop()
  await first
  expect(await log()).toEqual(['said One', 'run', 'aborted_streaming'])
})

it('an empty message is refused before anything is stored, with and without a run', async () => {
  const { api, requests, log } = await start({ until: 'Two' })
  expect((await api.runs.say('  ')).ok).toBe(false)
  expect(await log()).toEqual([])
  const first = api.runs.say('One')
  await expect.poll(() => requests.length).toBe(1)
  expect((await api.runs.say('')).ok).toBe(false)
  await api.runs.stop()
  await first
  expect(await log()).toEqual(['said One', 'run', 'aborted_streaming'])
})
