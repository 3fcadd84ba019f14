/** Notes of the user before calls, in runs of the whole service: in requests, in the log, in a recording, after a reload. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import { DEFAULT_SETTINGS } from '../../../protocol/settings.ts'
import type { EventOf } from '../../../protocol/events.ts'
import { SettingsStore } from '../../store/settings-store.ts'
import { ValueStore } from '../../store/value-store/value-store.ts'
import { dropDatabases } from '../../testing/database.ts'
import { nextAnswer, startScriptedService } from '../../testing/scripted-service.ts'
import type { Step } from '../../testing/scripted-service.ts'

afterEach(async () => {
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
  await dropDatabases()
})

const SAID = 'Never write to the folder dist, it is built.'
const RULED = `---\ntype: feedback\nwhen: Edit(dist/**)\n---\n${SAID}\n`
let files = 0
const edit = (folder = 'dist'): Step => ({
  calls: [{ name: 'Write', input: { file_path: `/workspace/${folder}/${files++}.js`, content: 'x\n' } }],
})

async function start() {
  const steps: Step[] = []
  const { service, api, requests } = await startScriptedService({ answer: () => nextAnswer(steps) })
  await value(api.settings.update({ allowBypass: true, permissionMode: 'bypassPermissions' }))
  await api.sessions.create()
  const results = async () => (await api.sessions.events(1)).filter((event) => event.type === 'tool_result')
  return {
    service,
    api,
    requests,
    answer: (...next: readonly Step[]) => void steps.push(...next),
    write: (text = RULED, path = 'dist.md') => value(api.memory.write({ path, text })),
    /** Outcomes of the calls of a run that makes these. */
    async run(...next: readonly Step[]): Promise<readonly EventOf<'tool_result'>['outcome'][]> {
      steps.push(...next)
      const before = (await results()).length
      expect(await value(api.runs.run('Go on.'))).toMatchObject({ terminal: 'completed' })
      return (await results()).slice(before).map(({ outcome }) => outcome)
    },
    atAct: async () => (await api.sessions.events(1)).filter((event) => event.type === 'memory_at_act'),
  }
}

it('a call waits for the note once, others do not, and the conversation’s beginning stays as it was', async () => {
  const { run, write, atAct, requests } = await start()
  await write()
  expect(await run(edit('src'), edit(), edit(), edit())).toEqual(['done', 'held', 'done', 'done'])
  expect(await run(edit())).toEqual(['done'])
  expect(await atAct()).toMatchObject([
    { notes: [{ path: 'dist.md', title: SAID, by: 'user', when: 'Edit(dist/**)' }], others: [] },
  ])
  const bodies = requests.map(({ messages }) => messages.map((message) => JSON.stringify(message)))
  for (const [at, earlier] of bodies.entries())
    for (const later of bodies.slice(at + 1)) expect(later.slice(0, earlier.length)).toEqual(earlier)
})

it('a note that nobody confirmed holds nothing, and does so from its confirmation on', async () => {
  const { api, run } = await start()
  const file_path = '/memory/everywhere/lib.md'
  const content = '---\nwhen: Edit(lib/**)\n---\nI think that lib is old.\n'
  expect(await run({ calls: [{ name: 'Write', input: { file_path, content } }] }, edit('lib'))).toEqual([
    'done',
    'done',
  ])
  await api.sessions.create()
  expect(await run(edit('lib'))).toEqual(['done'])
  const [note] = (await value(api.memory.list())).notes
  expect(note).toMatchObject({ origin: 'unconfirmed', when: ['Edit(lib/**)'], faults: ['no type'] })
  await value(api.memory.confirm('everywhere/lib.md', note?.hash ?? ''))
  expect(await run(edit('lib'), edit('lib'))).toEqual(['held', 'done'])
})

it('a note that is changed in the middle of a run holds as it is then; switched off, none does', async () => {
  const { api, run, write, requests } = await start()
  await write()
  const change = () => write(RULED.replace('Never', 'Hardly ever'))
  expect(await run(edit(), edit(), change, edit(), edit())).toEqual(['held', 'done', 'held', 'done'])
  expect(JSON.stringify(requests.at(-1)?.messages)).toContain('Hardly ever write to the folder dist')
  const without = () => write(SAID)
  await write(`${RULED}\nOr ask first.\n`)
  expect(await run(without, edit())).toEqual(['done'])
  await write(`${RULED}\nAsk twice.\n`)
  const off = () => value(api.settings.update({ memory: false }))
  expect(await run(off, edit())).toEqual(['done'])
})

it('a session that is opened again knows what it was told, and one that was summarised is told again', async () => {
  const { api, answer, run, write } = await start()
  await write()
  expect(await run(edit(), edit())).toEqual(['held', 'done'])
  const [session] = await api.sessions.list()
  await api.sessions.create()
  await value(api.sessions.open(session?.id ?? ''))
  expect(await run(edit())).toEqual(['done'])
  await value(api.runs.run('There is more to come. '.repeat(1_000)))
  answer({
    text: `<summary>${'The user has asked for small changes, and they are made one after another. '.repeat(3)}</summary>`,
  })
  await value(api.runs.compact(''))
  expect(await run(edit(), edit())).toEqual(['held', 'done'])
})

it('a recording of it has no note, and runs again without a difference', async () => {
  const { api, run, write } = await start()
  await write()
  await run(edit('src'), edit(), edit())
  await value(api.replays.start({ speed: 1_000 }))
  const ended = async () => (await api.sessions.events(1)).find((event) => event.type === 'replay_ended')
  await expect.poll(ended).toMatchObject({ same: 3, differing: 0, missing: 0, how: 'finished' })
  expect(JSON.stringify(await api.sessions.events(1))).not.toContain(SAID)
})

it('a list or a daily note holds nothing, and no rules of it are listed', async () => {
  const { api, run, write, atAct } = await start()
  const unruled = ['MEMORY.md', 'everywhere/MEMORY.md', 'logs/2026/11/2026-11-30.md', 'logs/own.md']
  for (const path of unruled) await write(RULED.replace('Edit(dist/**)', 'Edit(dist/**) | no rule'), path)
  expect(await run(edit(), edit())).toEqual(['done', 'done'])
  expect(await atAct()).toEqual([])
  const { notes } = await value(api.memory.list())
  expect(notes.map(({ path, when, faults }) => ({ path, when, faults }))).toEqual(
    expect.arrayContaining(unruled.map((path) => ({ path, when: undefined, faults: [] }))),
  )
  await write(RULED, 'deep/MEMORY.md')
  expect(await run(edit(), edit())).toEqual(['held', 'done'])
})

it('an agent beside it has no memory, and waits for nothing', async () => {
  const { service, answer, write, atAct } = await start()
  await write()
  answer(edit(), { text: 'Done.' })
  const task = { role: 'writer', description: 'Write', prompt: 'Write.', tools: ['Write'] }
  await value(service.startAgent(task))
  expect(await atAct()).toEqual([])
})
