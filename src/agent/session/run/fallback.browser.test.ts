/** Another model takes over in a session of the whole service: its window, its longest answer and its name count from its first request on. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { BREAKER_FAILURES } from '../../limits.ts'
import type { ModelRequest } from '../../model/contract.ts'
import { OverloadBreaker } from '../../model/overload-breaker.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { startService } from '../service/test-support.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

/** Takes 1,000,000 tokens, and gives 128,000. */
const FIRST = 'claude-opus-4-8'
/** Takes 200,000 tokens, and gives 32,000. */
const OTHER = 'claude-opus-4-1'
const SUMMARY = `<summary>${'All of the text was read. '.repeat(10)}</summary>`

type Step = ScriptedResponse & {
  /** Tokens of the request, as the service has counted them. */ readonly counted?: number
}

async function start() {
  const overload = new OverloadBreaker(() => Date.now())
  const service = `${DEFAULT_SETTINGS.baseUrl} ${FIRST}`
  const requests: ModelRequest[] = []
  const steps: Step[] = []
  const api = await startService({
    database: await newDatabase(),
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      overload,
      createModel: () => ({
        async *stream(request, signal) {
          requests.push(request)
          const step = steps.shift() ?? { text: 'Done.' }
          const inputTokens = 'counted' in step ? (step.counted ?? 1) : 1
          for await (const event of createScriptedModel([step]).stream(request, signal))
            yield event.type === 'ended' ? { ...event, usage: { ...event.usage, inputTokens } } : event
        },
      }),
    },
  })
  await value(api.settings.update({ model: FIRST, fallbackModel: OTHER }))
  await api.sessions.create()
  await value(
    api.files.write('/workspace/long.txt', new TextEncoder().encode('a line of a text\n'.repeat(2_000))),
  )
  return {
    api,
    /** The first model is overloaded, as all tabs know, or answers again. */
    setOverloaded(is: boolean) {
      if (is) for (let failure = 0; failure < BREAKER_FAILURES; failure++) overload.overloaded(service)
      else overload.answered(service)
    },
    /** The requests that a prompt takes, and its events. */
    async prompt(...given: readonly Step[]) {
      steps.splice(0, Infinity, ...given)
      requests.length = 0
      const from = (await api.sessions.events(1)).length + 1
      expect(await value(api.runs.run('Go on'))).toEqual({ terminal: 'completed' })
      return { requests: [...requests], events: await api.sessions.events(from) }
    },
  }
}

const read: Step = { calls: [{ name: 'Read', input: { file_path: 'long.txt' } }] }
const systemOf = ({ system }: ModelRequest) => system.map(({ text }) => text).join('\n')
const modelLine = (request: ModelRequest) => /Model: (.*)/.exec(systemOf(request))?.[1]

it('has a conversation that is too long for it summarised before it is asked', async () => {
  const { prompt, setOverloaded } = await start()
  const before = await prompt(read, { text: 'I have read it.', counted: 400_000 })
  expect(before.requests.map(modelLine)).toEqual([FIRST, FIRST])

  setOverloaded(true)
  const cut: Step = { text: 'Half an answer', stopReason: 'max_tokens' }
  const { requests, events } = await prompt({ text: SUMMARY }, cut, { text: 'A whole answer' })
  expect(requests.map(({ model, maxTokens }) => [model, maxTokens])).toEqual([
    [OTHER, 20_000],
    [OTHER, 8_192],
    [OTHER, 32_000],
  ])
  expect(requests.map(modelLine)).toEqual([OTHER, OTHER, OTHER])
  const [asked, first] = requests.map(({ messages }) => JSON.stringify(messages))
  expect(asked).toContain('about to be cut here')
  // Its window has no room for all that is to be summarised either.
  expect(asked).not.toContain('a line of a text')
  expect(first).toContain('All of the text was read.')
  const order = events.flatMap(({ type }) =>
    ['model_replaced', 'conversation_compacted', 'request_started'].includes(type) ? [type] : [],
  )
  expect(order).toEqual(['model_replaced', 'conversation_compacted', 'request_started', 'request_started'])
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'model_replaced', model: FIRST, by: OTHER, contextWindow: 200_000 }),
  )
})

it('is named in its prompt, of which the log says that it has changed; the first has its own prompt again', async () => {
  const { prompt, setOverloaded } = await start()
  const before = await prompt(read, { text: 'I have read it.', counted: 100_000 })
  setOverloaded(true)
  const { requests, events } = await prompt({ text: 'Done' })
  expect(requests.map(modelLine)).toEqual([OTHER])
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'request_started', prefixChange: 'model, system' }),
  )
  setOverloaded(false)
  const after = await prompt({ text: 'Done' })
  expect(after.requests.map(systemOf)).toEqual(before.requests.slice(0, 1).map(systemOf))
})
