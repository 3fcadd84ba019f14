/** Running notes in the whole service: beside runs, across reloads, and no longer than the session is open. */
import { afterEach, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { applyEvents } from '../../protocol/view/view.ts'
import { EMPTY_SCREEN } from '../../protocol/view/screen-state.ts'
import { slim } from '../recording/slim.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases } from '../testing/database.ts'
import { nextAnswer, startScriptedService } from '../testing/scripted-service.ts'
import type { Step } from '../testing/scripted-service.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

const NOTES = 'The user wants both halves of the text read. Both are read: each has 2,000 equal lines.'
const WINDOW = 36_000

function isForNotes({ messages }: ModelRequest): boolean {
  return JSON.stringify(messages.at(-1)).includes('This is no message of the person')
}

/** A session that has read more than half of what its window takes; notes are answered by `notes`. */
async function start(
  notes: () => Promise<ScriptedResponse> = () => Promise.resolve({ text: `<summary>${NOTES}</summary>` }),
  settings: Partial<typeof DEFAULT_SETTINGS> = {},
) {
  const steps: Step[] = []
  const { api, service, requests } = await startScriptedService({
    counts: true,
    answer: (request) => (isForNotes(request) ? notes() : nextAnswer(steps)),
  })
  const models = { [DEFAULT_SETTINGS.model]: { contextWindow: WINDOW } }
  await value(api.settings.update({ ...settings, models }))
  await api.sessions.create()
  for (const half of ['a', 'b'])
    await value(
      api.files.write(
        `/workspace/${half}.txt`,
        new TextEncoder().encode(`a line of half ${half}\n`.repeat(2_000)),
      ),
    )
  const read = (half: string) => ({ calls: [{ name: 'Read', input: { file_path: `${half}.txt` } }] })
  return {
    api,
    service,
    notesAsked: () => requests.filter(isForNotes).length,
    async readBoth() {
      steps.push(read('a'), read('b'), { text: 'Both are read.' })
      expect(await value(api.runs.run('Read both halves'))).toEqual({ terminal: 'completed' })
    },
    events: () => api.sessions.events(1),
  }
}

const ofType = <T extends AgentEvent['type']>(events: readonly AgentEvent[], type: T) =>
  events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)

/** Resolves when the log has such an event. */
async function appears(
  events: () => Promise<readonly AgentEvent[]>,
  type: AgentEvent['type'],
): Promise<void> {
  await expect.poll(async () => ofType(await events(), type).length, { timeout: patience(10_000) }).toBe(1)
}

it('a run ends without them, and they come after it; the screen has them, also after a reload', async () => {
  const held = Promise.withResolvers<ScriptedResponse>()
  const { api, readBoth, events, notesAsked } = await start(() => held.promise)
  await readBoth()
  expect([notesAsked(), ofType(await events(), 'session_notes')]).toEqual([1, []])
  expect((await events()).at(-1)?.type).toBe('run_ended')
  held.resolve({ text: `<summary>${NOTES}</summary>` })
  await appears(events, 'session_notes')
  const [ended] = ofType(await events(), 'side_query_ended')
  expect(ended).toMatchObject({ source: 'notes', outcome: 'done' })
  const { id } = value0(await api.sessions.list())
  await api.sessions.create()
  await value(api.sessions.open(id))
  const screen = applyEvents(EMPTY_SCREEN, await events())
  expect(screen.sessionNotes.map(({ text }) => text)).toEqual([NOTES])
  expect(screen.usage.session.some(({ model }) => model.endsWith('(notes)'))).toBe(true)
})

it('those under way end with the session that is left, whose log is whole', async () => {
  const { api, readBoth, events } = await start(() => Promise.resolve({ text: '<summary>half', hangs: true }))
  await readBoth()
  const { id } = value0(await api.sessions.list())
  await api.sessions.create()
  await value(api.sessions.open(id))
  const all = await events()
  const started = ofType(all, 'side_query_started').map(({ requestId }) => requestId)
  expect(ofType(all, 'side_query_ended').map(({ requestId }) => requestId)).toEqual(started)
  expect(ofType(all, 'session_notes')).toEqual([])
})

it('none are asked for where they are switched off', async () => {
  for (const off of [{ runningNotes: false }, { autoCompact: false }]) {
    const { readBoth, notesAsked } = await start(undefined, off)
    await readBoth()
    expect(notesAsked()).toBe(0)
    await value(new SettingsStore().update(DEFAULT_SETTINGS))
  }
})

it('a recording has none of them', async () => {
  const { readBoth, events } = await start()
  await readBoth()
  await appears(events, 'session_notes')
  expect(ofType(slim(await events()), 'session_notes')).toEqual([])
})

function value0<T>(items: readonly T[]): T {
  const [first] = items
  if (first === undefined) throw new Error('There is none.')
  return first
}
