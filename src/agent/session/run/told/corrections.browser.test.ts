/**
 * Corrections that were given over twenty sessions: in a later session the note stands in the request before the first call that goes
 * against it has run, and no call that is none of its business waits for it.
 */
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import type { ModelRequest } from '../../../model/contract.ts'
import type { AgentEvent, EventOf } from '../../../protocol/events.ts'
import { DEFAULT_SETTINGS } from '../../../protocol/settings.ts'
import { MEMORY_AT_ACT } from '../../../protocol/text/memory-reminder.ts'
import { seededRandom } from '../../../../testing/seeded-random.ts'
import { SettingsStore } from '../../store/settings-store.ts'
import { ValueStore } from '../../store/value-store/value-store.ts'
import { dropDatabases } from '../../testing/database.ts'
import { startScriptedService } from '../../testing/scripted-service.ts'
import type { ScriptedResponse } from '../../../model/scripted.ts'
import { PLANTED_CORRECTIONS } from './testing/planted-corrections.ts'
import type { PlantedCall, PlantedCorrection } from './testing/planted-corrections.ts'

afterEach(async () => {
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
  await new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' }).clear()
  await dropDatabases()
})

const SESSIONS = 20
const SEED = 29
/** A file that is read has to be there. */
const FILES = PLANTED_CORRECTIONS.flatMap(({ act, other }) => [act, other]).flatMap(({ name, input }) =>
  name === 'Read' ? [String(input['file_path']).replace('/workspace/', 'shop/')] : [],
)
const ZIP = zipSync(
  Object.fromEntries(['shop/readme.md', ...FILES].map((path) => [path, strToU8('A shop.\n')])),
)

/** The same in another order. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}

/** A model that makes the calls of a list, one an answer, and each that was held once more. */
function caller() {
  let calls: PlantedCall[] = []
  let last: PlantedCall | undefined
  return {
    makes: (...next: readonly PlantedCall[]) => void (calls = [...next]),
    answer: (request: ModelRequest): ScriptedResponse => {
      const wasHeld = last && resultOf(request).startsWith('Held: ')
      last = wasHeld ? last : calls.shift()
      return last ? { calls: [last] } : { text: 'Done.' }
    },
  }
}

/** The text of the latest result. */
function resultOf({ messages }: ModelRequest): string {
  const block = messages.at(-1)?.content[0]
  const text = block?.type === 'tool_result' ? block.content[0] : undefined
  return text?.type === 'text' ? text.text : ''
}

function noteOf({ said, when }: PlantedCorrection, at: number): PlantedCall {
  return {
    name: 'Write',
    input: {
      file_path: `/memory/correction-${at}.md`,
      content: `---\nname: A correction\ndescription: Of the user.\ntype: feedback\nwhen: ${when}\n---\n\n${said}\n`,
    },
  }
}

const started = (
  events: readonly AgentEvent[],
  { name, input }: PlantedCall,
): EventOf<'tool_started'> | undefined =>
  events.find(
    (event): event is EventOf<'tool_started'> =>
      event.type === 'tool_started' &&
      event.tool === name &&
      Object.entries(input).every(([key, given]) => event.input[key] === given),
  )

it(`${PLANTED_CORRECTIONS.length} corrections over ${SESSIONS} sessions stand in the request before the act`, async () => {
  const random = seededRandom(SEED)
  const { makes, answer } = caller()
  const { api, requests } = await startScriptedService({ answer })
  await value(api.settings.update({ permissionMode: 'bypassPermissions', allowBypass: true }))
  const half = SESSIONS / 2
  const each = PLANTED_CORRECTIONS.length / half
  const begin = async () => {
    await api.sessions.create()
    await value(api.workspace.importArchive('shop.zip', ZIP))
  }

  // In the first sessions the agent is corrected, and writes what it was told, beside notes of its own that hold nothing.
  for (let session = 0; session < half; session++) {
    await begin()
    for (const [at, correction] of PLANTED_CORRECTIONS.entries()) {
      if (Math.floor(at / each) !== session) continue
      const own = { ...noteOf({ ...correction, said: `I think: ${correction.said}` }, at + 1_000) }
      makes(noteOf(correction, at), own)
      expect(await value(api.runs.run(`That is not how we do it. ${correction.said}`))).toMatchObject({
        terminal: 'completed',
      })
    }
  }
  const { notes } = await value(api.memory.list())
  expect(notes.filter(({ origin }) => origin === 'user')).toHaveLength(PLANTED_CORRECTIONS.length)
  expect(notes.filter(({ origin }) => origin === 'unconfirmed')).toHaveLength(PLANTED_CORRECTIONS.length)

  // In the later ones it does all the same again, in another order.
  const later = shuffled(
    PLANTED_CORRECTIONS.map((correction, at) => ({ ...correction, path: `correction-${at}.md` })),
    random,
  )
  const late: unknown[] = []
  const needless: unknown[] = []
  for (let session = 0; session < half; session++) {
    await begin()
    for (const { path, said, act, other } of later.slice(session * each, (session + 1) * each)) {
      const from = requests.length
      makes(other, act)
      await value(api.runs.run('Go on with the work.'))
      const events = await api.sessions.events(1)
      const ran = started(events, act)
      const told = events.find(
        (event) => event.type === 'memory_at_act' && event.notes.some((note) => note.path === path),
      )
      // The request whose answer made the call that ran: the last but one, before that with its result.
      const asked = JSON.stringify(requests.at(-2)?.messages)
      const isTold =
        asked.includes(MEMORY_AT_ACT) && asked.split(MEMORY_AT_ACT).at(-1)?.includes(said) === true
      if (!ran || !told || told.seq > ran.seq || !isTold) late.push({ said, act })
      // One for each call, one more for the act that was held, and the end.
      if (!started(events, other) || requests.length - from !== 4)
        needless.push({ other, requests: requests.length - from })
      const names = events.flatMap((event) =>
        event.type === 'memory_at_act' ? [...event.notes, ...event.others] : [],
      )
      expect(names.filter((note) => !/^correction-\d{1,2}\.md$/.test(note.path))).toEqual([])
    }
  }
  console.log(
    `notes at the act: ${PLANTED_CORRECTIONS.length - late.length} of ${PLANTED_CORRECTIONS.length} stood in the request before the act; ${needless.length} other calls waited`,
  )
  expect([late, needless]).toEqual([[], []])
})
