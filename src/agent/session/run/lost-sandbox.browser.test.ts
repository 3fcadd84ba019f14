/** The sandbox dies while a run goes on: the run goes on in the next one. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import { startService } from '../service/test-support.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

afterEach(dropDatabases)

it('reads the files of the last checkpoint there, in one call with one result', async () => {
  const steps: (() => Promise<unknown>)[] = []
  const api = await startService({
    database: await newDatabase(),
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      createModel: () => ({
        async *stream(request, signal) {
          const step = steps.shift()
          await step?.()
          const read = { calls: [{ name: 'Read', input: { file_path: 'kept.txt' } }] }
          yield* createScriptedModel([step ? read : { text: 'Done.' }]).stream(request, signal)
        },
      }),
    },
  })
  await api.sessions.create()
  await value(api.files.write('/workspace/kept.txt', new TextEncoder().encode('precious\n')))
  steps.push(async () => {
    await api.connection.sandboxLost()
    await api.connection.attachSandbox(new MessageChannel().port1)
  })
  expect(await value(api.runs.run('Read it'))).toEqual({ terminal: 'completed' })
  const events = await api.sessions.events(1)
  expect(events.filter(({ type }) => type === 'tool_started')).toHaveLength(1)
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event] : []))
  expect(results).toMatchObject([
    { outcome: 'done', content: { content: [{ text: expect.stringContaining('precious') }] } },
  ])
})
