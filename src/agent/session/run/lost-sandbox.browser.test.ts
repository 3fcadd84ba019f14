/** The sandbox dies while a run goes on: the run goes on in the next one. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { dropDatabases } from '../testing/database.ts'
import { startScriptedService } from '../testing/scripted-service.ts'

afterEach(dropDatabases)

it('reads the files of the last checkpoint there, in one call with one result', async () => {
  const steps: (() => Promise<unknown>)[] = []
  const { api } = await startScriptedService({
    async answer() {
      const step = steps.shift()
      await step?.()
      return step ? { calls: [{ name: 'Read', input: { file_path: 'kept.txt' } }] } : { text: 'Done.' }
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
