/** Notes that belong to a message, in runs of the whole service: in requests, in the log, on the bill. */
import { afterEach, describe, expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import type { ModelRequest } from '../../../model/contract.ts'
import type { ScriptedResponse } from '../../../model/scripted.ts'
import type { AgentEvent } from '../../../protocol/events.ts'
import { MEMORY_RECALLED } from '../../../protocol/text/memory-reminder.ts'
import { DEFAULT_SETTINGS } from '../../../protocol/settings.ts'
import type { Settings } from '../../../protocol/settings.ts'
import { SettingsStore } from '../../store/settings-store.ts'
import { ValueStore } from '../../store/value-store/value-store.ts'
import { dropDatabases } from '../../testing/database.ts'
import { nextAnswer, startScriptedService } from '../../testing/scripted-service.ts'
import type { Step } from '../../testing/scripted-service.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
  await dropDatabases()
})

const PICKER = 'claude-haiku-4-5'
const PORTS = 'The tests listen on port 4000.\n\nNothing else may listen there.\n'
const READ: ScriptedResponse = { calls: [{ name: 'Read', input: { file_path: '/workspace/a.txt' } }] }

async function start(settings: Partial<Settings> = {}, picks: () => Promise<ScriptedResponse> = never) {
  const steps: Step[] = []
  const { api, requests } = await startScriptedService({
    answer: (request) => (request.model === PICKER ? picks() : nextAnswer(steps)),
  })
  await value(api.settings.update(settings))
  await api.sessions.create()
  const data = new TextEncoder().encode('one\n')
  await value(api.files.edit([{ kind: 'file', path: '/workspace/a.txt', data, over: 'anything' }]))
  return {
    api,
    main: () => requests.filter(({ model }) => model !== PICKER),
    picking: () => requests.filter(({ model }) => model === PICKER),
    picked: async () => (await api.sessions.events(1)).filter((event) => event.type === 'memory_recalled'),
    async run(prompt: string, ...next: readonly Step[]) {
      steps.push(...next)
      expect(await value(api.runs.run(prompt))).toMatchObject({ terminal: 'completed' })
    },
  }
}

function never(): Promise<ScriptedResponse> {
  throw new Error('No model picks here.')
}

/** The notes that a request tells whole, message by message. */
function told({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === 'text' && block.text.includes(MEMORY_RECALLED) ? [block.text] : [],
    ),
  )
}

const textIn = (request: ModelRequest | undefined) => (request ? told(request).join('\n') : '')
const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type)

describe('by words', () => {
  it('a note is in the first request of the message that needs it, and told once', async () => {
    const { api, run, main, picked } = await start()
    await value(api.memory.write({ path: 'ports.md', text: PORTS, base: null }))
    await run('Mend the parser of dates.')
    expect(textIn(main().at(-1))).toBe('')
    await run('Which port do the tests use?')
    expect(textIn(main().at(-1))).toContain('Nothing else may listen there.')
    await run('Which port do the tests use, again?')
    expect(told(main().at(-1) as ModelRequest)).toHaveLength(1)
    expect(await picked()).toMatchObject([
      { by: 'words', candidates: 1, notes: [] },
      { by: 'words', candidates: 1, notes: [{ path: 'ports.md' }] },
    ])
  })

  it('for a message that is sent while the agent works, too', async () => {
    const { api, run, main } = await start()
    await value(api.memory.write({ path: 'ports.md', text: PORTS, base: null }))
    await run('Mend the parser of dates.', () => api.runs.say('Which port do the tests use?'), READ)
    expect(main().map((request) => textIn(request).includes('Nothing else'))).toEqual([false, true])
  })

  it('not where the agent has read it already', async () => {
    const { api, run, main, picked } = await start()
    await value(api.memory.write({ path: 'ports.md', text: PORTS, base: null }))
    await run('Look.', { calls: [{ name: 'Read', input: { file_path: '/memory/ports.md' } }] })
    await run('Which port do the tests use?')
    expect(textIn(main().at(-1))).toBe('')
    expect(await picked()).toHaveLength(1)
  })

  it('without notes nothing of it is in the log', async () => {
    const { api, run } = await start({ memoryModel: PICKER })
    await run('Which port do the tests use?', READ)
    const types = typesOf(await api.sessions.events(1))
    expect(types).not.toContain('memory_recalled')
    expect(types).not.toContain('side_query_started')
  })
})

describe('by a model', () => {
  const selects: ScriptedResponse = { text: '```json\n{"selected_memories": ["ports.md"]}\n```' }

  it('a note is in the next request after its answer; the query is logged and billed', async () => {
    const answered = Promise.withResolvers<ScriptedResponse>()
    const { api, run, main, picking, picked } = await start({ memoryModel: PICKER }, () => answered.promise)
    await value(api.memory.write({ path: 'ports.md', text: PORTS, base: null }))
    const isPicked = async () =>
      expect.poll(async () => typesOf(await api.sessions.events(1))).toContain('side_query_ended')
    await run(
      'Go on.',
      async () => {
        answered.resolve(selects)
        await isPicked()
      },
      READ,
    )
    expect(main().map((request) => textIn(request).includes('Nothing else'))).toEqual([false, true])
    expect(await picked()).toMatchObject([{ by: 'model', candidates: 1, notes: [{ path: 'ports.md' }] }])
    expect(JSON.stringify(picking()[0]?.messages)).toMatch(/ports\.md .*Go on\./)
    const { today } = await api.usage.overview()
    expect(today.map(({ model }) => model)).toContain(`${PICKER} (memory)`)
    // All that there was is told: nobody is asked.
    await run('And now?')
    expect(picking()).toHaveLength(1)
  })

  it('a run that ends before drops the pick', async () => {
    const { api, run, main } = await start({ memoryModel: PICKER }, async () => ({
      text: '{',
      hangs: true,
    }))
    await value(api.memory.write({ path: 'ports.md', text: PORTS, base: null }))
    const asked = () =>
      expect.poll(async () => typesOf(await api.sessions.events(1))).toContain('side_query_started')
    await run('Go on.', asked, { text: 'Done.' })
    expect(main().map(textIn)).toEqual([''])
    const events = await api.sessions.events(1)
    expect(typesOf(events).slice(-3)).toEqual(['side_query_ended', 'memory_recalled', 'run_ended'])
    expect(events.at(-2)).toMatchObject({ notes: [], problem: expect.stringContaining('run ended') })
  })
})
