/** A session run again has the results that it had, whatever its tab and its user did between the runs. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { HookReply } from '../../extend/hooks/hook.ts'
import { testHook } from '../../extend/hooks/testing/test-hook.ts'
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ScriptedCall } from '../../model/scripted.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { bash, startTab, write } from '../testing/scripted-tab.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

const READ: ScriptedCall = { name: 'Read', input: { file_path: 'sub/a.txt' } }
const SHOWN = expect.stringContaining('1\tx')
const UNCHANGED = expect.stringContaining('is unchanged since you read these lines')

/** The open session run again: each result with whether it is as recorded. */
async function replayed(api: AgentApi): Promise<readonly unknown[]> {
  await value(api.replays.start({ speed: 1_000 }))
  await expect
    .poll(async () => (await api.sessions.events(1)).some(({ type }) => type === 'replay_ended'))
    .toBe(true)
  return (await api.sessions.events(1)).flatMap((event) =>
    event.type === 'replay_compared' ? [[event.result, event.recorded?.text]] : [],
  )
}

async function started() {
  const tab = await startTab(await newDatabase())
  const { id } = await tab.api.sessions.create()
  return {
    ...tab,
    /** All that the tab knows of the session but its log is gone. */
    reload: async () => {
      await tab.api.sessions.create()
      await value(tab.api.sessions.open(id))
    },
  }
}

const asRecorded = (count: number) =>
  Array.from({ length: count }, () => [expect.stringMatching(/^(same|times)$/), undefined])

it('commands start where they did, after a reload and after the conversation was restored', async () => {
  const { api, run, reload } = await started()
  await run(write('sub/a.txt'), bash('cd sub'))
  await reload()
  expect(await run(bash('pwd'), bash('cd ..'))).toContainEqual(expect.stringMatching(/^\/workspace\/sub\n/))
  const prompts = (await api.history.steps()).filter(({ kind }) => kind === 'prompt')
  await value(api.history.restore(prompts.at(-1)?.seq ?? 0, { files: false, conversation: true }))
  expect(await run(bash('pwd'))).toEqual([expect.stringMatching(/^\/workspace\/sub\n/)])
  expect(await replayed(api)).toEqual(asRecorded(5))
})

it('a file that a reload made the agent read whole again is read whole again', async () => {
  const { api, run, reload } = await started()
  await run(write('sub/a.txt'))
  expect(await run(READ, READ)).toEqual([SHOWN, UNCHANGED])
  await reload()
  expect(await run(READ, READ)).toEqual([SHOWN, UNCHANGED])
  expect(await replayed(api)).toEqual(asRecorded(5))
})

it('a file that was unchanged is, whatever the user changed beside it', async () => {
  const { api, run } = await started()
  await run(write('sub/a.txt'))
  expect(await run(READ)).toEqual([SHOWN])
  const data = new TextEncoder().encode('y\n')
  await value(api.files.edit([{ kind: 'file', path: '/workspace/b.txt', data }]))
  expect(await run(READ)).toEqual([UNCHANGED])
  expect(await replayed(api)).toEqual(asRecorded(3))
})

/** The last run of the session: its end, and how often a hook sent it back to work. */
async function lastRun(api: AgentApi): Promise<readonly unknown[]> {
  const events = await api.sessions.events(1)
  const began = events.findLastIndex(({ type }) => type === 'run_started')
  const run = events.slice(began)
  const sentBack = run.filter((event) => event.type === 'transition' && event.reason === 'stop_hook_blocking')
  const answers = run.filter(({ type }) => type === 'turn_committed')
  return [
    run.flatMap((event) => (event.type === 'run_ended' ? [event.terminal] : [])),
    sentBack.length,
    answers.length,
  ]
}

const BACK_TWICE = (asked: number): HookReply => (asked <= 2 ? { blocks: 'The tests fail.' } : {})
const END = (): HookReply => ({ output: { continue: false } })

it.each([
  { what: 'sent the agent back to work', event: 'Stop', reply: BACK_TWICE, terminal: 'completed', times: 2 },
  {
    what: 'sent it back too often',
    event: 'Stop',
    reply: () => ({ blocks: 'More.' }),
    terminal: 'hook_stopped',
    times: 8,
  },
  { what: 'ended it', event: 'Stop', reply: END, terminal: 'stop_hook_prevented', times: 0 },
  { what: 'ended it after a call', event: 'PostToolUse', reply: END, terminal: 'hook_stopped', times: 0 },
] as const)('a run goes as it did where a hook $what', async ({ event, reply, terminal, times }) => {
  let asked = 0
  const hook = testHook([event], async () => reply((asked += 1)))
  const { api, answer } = await startTab(await newDatabase(), { hooks: () => [hook] })
  await api.sessions.create()
  answer({ calls: [write('a.txt')] }, { text: 'Done.' })
  await value(api.runs.run('Write it.'))
  const recorded = await lastRun(api)
  expect(recorded.slice(0, 2)).toEqual([[terminal], times])
  const before = asked
  expect(await replayed(api)).toEqual(asRecorded(1))
  expect([await lastRun(api), asked]).toEqual([recorded, before])
})

it('the user’s changes during a run are made before the request that came after them', async () => {
  const { api, run, during } = await started()
  const edit = (text: string) => {
    const data = new TextEncoder().encode(text)
    return value(api.files.edit([{ kind: 'file', path: '/workspace/b.txt', data, over: 'anything' }]))
  }
  const shows: ScriptedCall = { name: 'Read', input: { file_path: 'b.txt' } }
  during(1, () => edit('one\n'))
  during(3, () => edit('two\n'))
  expect(await run(write('a.txt'), shows, bash('ls'), shows)).toEqual([
    expect.anything(),
    '1\tone',
    expect.anything(),
    '1\ttwo',
  ])
  expect(await replayed(api)).toEqual(asRecorded(4))
})

/** The files that the user wanted whole, and those of each message that told some, in their order. */
async function toldFiles(api: AgentApi): Promise<readonly (readonly string[])[]> {
  return (await api.sessions.events(1)).flatMap((event) => {
    if (event.type === 'instructions_wanted') return [['wanted', event.name]]
    if (event.type !== 'user_message') return []
    const names = JSON.stringify(event.content).matchAll(/<project-file name=\\"([^"\\]+)/g)
    const told = [...names].map(([, name = '']) => name)
    return told.length === 0 ? [] : [told]
  })
}

it.each(['between runs', 'during a run'])(
  'a file that the user had told whole %s is told then',
  async (when) => {
    const { api, run, during } = await started()
    await value(api.settings.update({ model: 'small', models: { small: { contextWindow: 200_000 } } }))
    const edit = (path: string, text: string) => {
      const data = new TextEncoder().encode(text)
      return value(api.files.edit([{ kind: 'file', path: `/workspace/${path}`, data, over: 'anything' }]))
    }
    await edit('CLAUDE.md', 'Root.')
    await edit('.claude/rules/long.md', 'Long. '.repeat(20_000))
    const wish = () => value(api.instructions.tellWhole('.claude/rules/long.md'))
    if (when === 'during a run') during(1, wish)
    await run(bash('echo a'), bash('echo b'))
    if (when === 'between runs') await wish()
    await run(bash('echo c'))
    const told = await toldFiles(api)
    const long = '.claude/rules/long.md'
    expect(told).toEqual([['CLAUDE.md'], ['wanted', long], [long]])

    expect(await replayed(api)).toEqual(asRecorded(3))
    expect(await toldFiles(api)).toEqual(told)
  },
)

it('calls of notes have the outcomes that they had, and reach no note of now', async () => {
  const { api, run } = await started()
  const note = '/memory/plan.md'
  await value(api.settings.update({ rules: { allow: [], ask: [], deny: ['Write(//memory/refused.md)'] } }))
  const calls: readonly ScriptedCall[] = [
    { name: 'Write', input: { file_path: note, content: 'Deploy on Fridays.\n' } },
    { name: 'Edit', input: { file_path: note, old_string: 'Fridays', new_string: 'Mondays' } },
    { name: 'Edit', input: { file_path: note, old_string: 'Sundays', new_string: 'Mondays' } },
    { name: 'Read', input: { file_path: note } },
    { name: 'Grep', input: { pattern: 'Deploy', path: '/memory', output_mode: 'content' } },
    { name: 'Read', input: { file_path: '/memory/gone.md' } },
    { name: 'Write', input: { file_path: '/memory/refused.md', content: 'No note.\n' } },
    { name: 'Write', input: { file_path: '../memory/other.md', content: 'No note of this.\n' } },
  ]
  await run(...calls)
  const outcomes = async () =>
    (await api.sessions.events(1)).flatMap((event) => (event.type === 'tool_result' ? [event.outcome] : []))
  const then = await outcomes()
  expect(then).toEqual(['done', 'done', 'failed', 'done', 'done', 'failed', 'denied', 'done'])
  const mine = { path: 'everywhere/plan.md', text: 'Mine.' }
  await value(api.memory.write(mine))

  expect(await replayed(api)).toEqual(asRecorded(calls.length))
  expect(await outcomes()).toEqual(then)
  const log = JSON.stringify(await api.sessions.events(1))
  for (const said of ['Fridays', 'Mondays', 'plan.md', 'No note of this'])
    expect(log, said).not.toContain(said)
  expect((await value(api.memory.list())).notes.map(({ path }) => path)).toEqual([mine.path])
  expect(await value(api.memory.read(mine.path))).toMatchObject({ text: mine.text })
  await value(api.memory.remove(mine.path))
})
