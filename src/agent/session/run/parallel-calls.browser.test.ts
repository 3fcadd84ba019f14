/** How many calls of a response run at the same time is the person's choice, as it was when the run began. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { textOutput } from '../../tools/contract.ts'
import { createToolSets } from '../../tools/profiles/profiles.ts'
import { createRegistry } from '../../tools/pipeline/registry.ts'
import { testTool } from '../../tools/testing/test-bench.ts'
import { startService } from '../service/test-support.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

/** Calls that run at the same time, at most, response by response. */
async function start() {
  let running = 0
  const peaks: number[] = []
  const steps: (ScriptedResponse & { before?: () => Promise<unknown> })[] = []
  const look = testTool({
    name: 'Look',
    requiresPermission: false,
    isConcurrencySafe: () => true,
    isReadOnly: () => true,
    run: async () => {
      peaks.push(Math.max(peaks.pop() ?? 0, ++running))
      // Long enough for all that may start.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
      running--
      return textOutput('Seen.')
    },
  })
  const api = await startService({
    database: await newDatabase(),
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      tools: () =>
        Promise.resolve({ ...createToolSets(), all: { registry: createRegistry([look]), wireNames: {} } }),
      createModel: () => ({
        async *stream(request, signal) {
          const { before, ...step } = steps.shift() ?? { text: 'Done.' }
          await before?.()
          peaks.push(0)
          yield* createScriptedModel([step]).stream(request, signal)
        },
      }),
    },
  })
  await api.sessions.create()
  return {
    api,
    async run(...given: typeof steps) {
      steps.splice(0, Infinity, ...given)
      peaks.length = 0
      expect(await value(api.runs.run('Look'))).toEqual({ terminal: 'completed' })
      return peaks.slice(0, given.length)
    },
  }
}

const looks = { calls: Array.from({ length: 5 }, () => 'Look') }

it('counts from the beginning of a run to its end', async () => {
  const { api, run } = await start()
  expect(await run(looks)).toEqual([5])
  await value(api.settings.update({ parallelCalls: 2 }))
  const change = () => value(api.settings.update({ parallelCalls: 1 }))
  expect(await run(looks, { ...looks, before: change })).toEqual([2, 2])
  expect(await run(looks)).toEqual([1])
})
