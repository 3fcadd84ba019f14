/** The program looks back on work that has ended: an agent of its own writes notes from the user's words, and nobody waits for it. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { LEARN_TRIES, LEARN_TURNS } from '../../limits.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import { NOTE_TAKER } from '../../protocol/events/agent-events.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { UsageTotals } from '../../protocol/usage.ts'
import { EMPTY_SCREEN } from '../../protocol/view/screen-state.ts'
import { applyEvents } from '../../protocol/view/view.ts'
import { newProfile, removeProfiles } from '../journal/testing/profile.ts'
import type { Profile } from '../journal/testing/profile.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { logName } from '../store/database.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { dropDatabases } from '../testing/database.ts'
import { nextAnswer, startScriptedService } from '../testing/scripted-service.ts'
import type { Step } from '../testing/scripted-service.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
  await dropDatabases()
  await removeProfiles()
})

const SAID = 'Add a port to the settings. Never use npm here, always pnpm.'
const QUOTE = 'Never use npm here, always pnpm.'
const NOTHING = { text: 'Nothing.' }
const REFUSED: Step = { error: 'invalid_request', message: 'No.' }

function write(path: string, content: string) {
  return { name: 'Write', input: { file_path: path, content } }
}

interface Answers {
  readonly main?: readonly Step[]
  readonly notes?: readonly Step[]
  readonly settings?: Partial<Settings>
  readonly profile?: Profile
  readonly opens?: string
}

function isNoteTaker({ system }: ModelRequest): boolean {
  return system[0]?.text.startsWith('You take notes') === true
}

async function start({ main = [], notes = [], settings = {}, profile, opens }: Answers) {
  const left = { main: [...main], notes: [...notes] }
  const requests: { readonly main: ModelRequest[]; readonly notes: ModelRequest[] } = { main: [], notes: [] }
  const { api, database } = await startScriptedService({
    answer(request) {
      const who = isNoteTaker(request) ? 'notes' : 'main'
      requests[who].push(request)
      return who === 'notes' && left.notes.length === 0 ? NOTHING : nextAnswer(left[who])
    },
    learnAfterMs: 0,
    profile,
  })
  await value(api.settings.update(settings))
  const session = opens ?? (await api.sessions.create()).id
  if (opens !== undefined) await value(api.sessions.open(opens))
  const events = () => api.sessions.events(1)
  const learned = async () => (await events()).filter((event) => event.type === 'memory_learned')
  return {
    api,
    session,
    database,
    requests,
    events,
    learned,
    /** Resolves to the entry of a look that has come of it. */
    async looked(number = 1): Promise<EventOf<'memory_learned'>> {
      await expect.poll(async () => (await learned()).length).toBe(number)
      const entry = (await learned()).at(-1)
      if (!entry) throw new Error('There is no entry.')
      return entry
    },
    threadOf: (agent: string) => readStoredEvents(database, logName(session, agent), 1),
  }
}

const promptOf = (request: ModelRequest | undefined) => JSON.stringify(request?.messages)

it('writes a note in the user’s words after the run, from these and facts alone, and the next request is told of it', async () => {
  const { api, requests, looked, threadOf, events } = await start({
    main: [
      { calls: [{ name: 'Bash', input: { command: 'echo canary-of-output', description: 'x' } }] },
      { text: 'The canary-of-answer is done.' },
    ],
    notes: [
      { calls: [write('/memory/pnpm.md', `---\ntype: feedback\nwhen: Bash(npm*)\n---\n${QUOTE}\n`)] },
      { text: 'Noted.' },
    ],
  })
  await value(api.runs.run(SAID))
  const entry = await looked()
  expect(entry).toMatchObject({
    outcome: 'noted',
    notes: [{ path: 'pnpm.md', title: QUOTE, origin: 'user' }],
  })
  const [note] = (await value(api.memory.list())).notes
  expect(note).toMatchObject({ path: 'pnpm.md', origin: 'user' })

  const [asked] = requests.notes
  expect(asked?.tools.map(({ name }) => name)).toEqual(['Edit', 'Glob', 'Grep', 'Read', 'Write'])
  expect(promptOf(asked)).toContain(`> ${SAID}`)
  expect(promptOf(asked)).toContain('ran \\"echo canary-of-output\\": exit code 0')
  expect(promptOf(asked).replaceAll('echo canary-of-output', '')).not.toContain('canary')
  expect(promptOf(asked)).not.toContain('Working directory')

  const started = (await events()).find((event) => event.type === 'agent_started')
  expect(started).toMatchObject({ role: NOTE_TAKER, agent: entry.agent })
  expect((await threadOf(entry.agent ?? '')).map(({ type }) => type)).toContain('run_ended')

  await value(api.runs.run('And now the other file, please.'))
  const told = promptOf(requests.main.at(-1))
  expect(told).toContain('Notes of the memory have changed.')
  expect(told).toContain(QUOTE)
  expect(told).not.toContain('finished-work')
})

it('is billed apart, as memory, for the session and not for the run before it', async () => {
  const { api, looked, events } = await start({})
  await value(api.runs.run(SAID))
  await looked()
  const state = applyEvents(EMPTY_SCREEN, await events())
  const lines = (usage: UsageTotals) => usage.map(({ model, requests }) => [model, requests])
  expect(lines(state.usage.session)).toEqual([
    ['claude-sonnet-4-6', 1],
    ['claude-sonnet-4-6 (memory)', 1],
  ])
  expect(lines(state.usage.run)).toEqual([['claude-sonnet-4-6', 1]])
})

it('only repeats: what the user has not said stays unconfirmed', async () => {
  const { api, looked } = await start({
    notes: [{ calls: [write('/memory/wishes.md', 'The user wants every push allowed.\n')] }],
  })
  await value(api.runs.run(SAID))
  await looked()
  expect((await value(api.memory.list())).notes).toMatchObject([{ path: 'wishes.md', origin: 'unconfirmed' }])
})

it('reaches nothing but notes, and has five turns', async () => {
  const { api, looked, requests, threadOf } = await start({
    notes: [
      { calls: [{ name: 'Read', input: { file_path: '/workspace/a.txt' } }] },
      { calls: [write('/workspace/a.txt', 'x')] },
      { calls: [{ name: 'Bash', input: { command: 'ls', description: 'x' } }] },
      { calls: [{ name: 'Grep', input: { pattern: 'secret', path: '/workspace' } }] },
      { calls: [write('/memory/../workspace/b.txt', 'x')] },
      { calls: [write('/memory/late.md', 'x')] },
    ],
  })
  await value(api.files.write('/workspace/a.txt', new TextEncoder().encode('secret\n')))
  await value(api.runs.run(SAID))
  const entry = await looked()
  expect(entry).toMatchObject({ outcome: 'nothing', notes: [] })
  expect(requests.notes).toHaveLength(LEARN_TURNS)
  const results = (await threadOf(entry.agent ?? '')).filter((event) => event.type === 'tool_result')
  expect(results.map(({ outcome }) => outcome)).not.toContain('done')
  expect(JSON.stringify(results)).not.toContain('secret\\n')
  expect(new TextDecoder().decode(await value(api.files.read('/workspace/a.txt')))).toBe('secret\n')
  expect((await api.files.read('/workspace/b.txt')).ok).toBe(false)
})

it('keeps no repetition of an instruction file, and no list of tasks', async () => {
  const { api, looked } = await start({
    notes: [
      {
        calls: [
          write('/memory/a.md', 'Use tabs in all files of this project.\n'),
          write('/memory/b.md', '- [ ] add the port\n- [x] read the settings\n'),
        ],
      },
    ],
  })
  await value(api.settings.update({ ownInstructions: '- Use tabs in all files of this project.' }))
  await value(api.runs.run(SAID))
  expect(await looked()).toMatchObject({ outcome: 'nothing', notes: [] })
  expect((await value(api.memory.list())).notes).toEqual([])
})

const ENDINGS: Readonly<
  Record<string, { readonly main: readonly Step[]; readonly settings?: Partial<Settings> }>
> = {
  completed: { main: [{ text: 'Done.' }] },
  model_error: { main: [REFUSED] },
}

for (const [terminal, { main, settings }] of Object.entries(ENDINGS))
  it(`looks back on work that ended as ${terminal}`, async () => {
    const { api, looked, requests, events } = await start({ main, settings: settings ?? {} })
    await value(api.runs.run(SAID))
    expect((await events()).find((event) => event.type === 'run_ended')).toMatchObject({ terminal })
    expect(await looked()).toMatchObject({ outcome: 'nothing' })
    expect(requests.notes).toHaveLength(1)
  })

it('looks back on work that the user has stopped', async () => {
  const { api, looked, requests } = await start({ main: [{ hangs: true }] })
  const running = api.runs.run(SAID)
  await expect.poll(() => requests.main.length).toBe(1)
  await api.runs.stop()
  expect(await value(running)).toMatchObject({ terminal: 'aborted_streaming' })
  expect(await looked()).toMatchObject({ outcome: 'nothing' })
  expect(promptOf(requests.notes[0])).toContain('the work ended: aborted_streaming')
})

it('a message of the user ends a look at once, and the next look takes in all', async () => {
  const { api, looked, requests, events } = await start({
    main: [{ text: 'One.' }, { text: 'Two.' }],
    notes: [{ hangs: true }, { calls: [write('/memory/pnpm.md', QUOTE)] }],
  })
  await value(api.runs.run(SAID))
  await expect.poll(() => requests.notes.length).toBe(1)
  await value(api.runs.run('Then a second thing, please.'))
  expect(await looked()).toMatchObject({
    outcome: 'noted',
    notes: [{ path: 'pnpm.md', title: QUOTE, origin: 'user' }],
  })
  expect(promptOf(requests.notes[1])).toContain(SAID)
  expect(promptOf(requests.notes[1])).toContain('a second thing')
  const ends = (await events()).filter((event) => event.type === 'agent_ended')
  expect(ends.map(({ terminal }) => terminal)).toEqual(['aborted_streaming', 'completed'])
})

it('what was looked back on is not looked at again', async () => {
  const { api, looked, requests } = await start({})
  await value(api.runs.run(SAID))
  await looked()
  await value(api.runs.run('Then a second thing, please.'))
  await looked(2)
  expect(promptOf(requests.notes[1])).not.toContain(QUOTE)
})

it('a look that fails takes in the same work again, three times at most', async () => {
  const { api, looked, requests } = await start({ notes: Array.from({ length: LEARN_TRIES }, () => REFUSED) })
  for (let number = 1; number <= LEARN_TRIES; number++) {
    await value(api.runs.run(`${SAID} ${number}`))
    expect(await looked(number)).toMatchObject({ outcome: number < LEARN_TRIES ? 'failed' : 'skipped' })
    expect(promptOf(requests.notes.at(-1))).toContain(`${SAID} 1`)
  }
  await value(api.runs.run('Then a last thing, please.'))
  await looked(LEARN_TRIES + 1)
  expect(promptOf(requests.notes.at(-1))).not.toContain(QUOTE)
})

it('asks no model where the agent has taken notes by itself, or nothing was said', async () => {
  const { api, looked, requests } = await start({
    main: [{ calls: [write('/memory/pnpm.md', QUOTE)] }, { text: 'Noted.' }],
  })
  await value(api.runs.run(SAID))
  expect(await looked()).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('by itself') })
  await value(api.runs.run('Go on.'))
  expect(await looked(2)).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringContaining('Nothing was said'),
  })
  expect(requests.notes).toEqual([])
})

const ON = { learnFromWork: true, memory: true, askBeforeRemembering: false }
const OFF: Readonly<Record<string, Partial<Settings>>> = {
  'it is switched off': { learnFromWork: false },
  'there is no memory': { memory: false },
  'the user wants to be asked first': { askBeforeRemembering: true },
}
for (const [why, settings] of Object.entries(OFF))
  it(`leaves no trace where ${why}`, async () => {
    const { api, requests, events, looked } = await start({ settings })
    await value(api.runs.run(SAID))
    await value(api.runs.run('Then a second thing, please.'))
    const before = await events()
    // Looks follow one another: one that had begun would have ended before this one.
    await value(api.settings.update(ON))
    await value(api.runs.run('Then a last thing, please.'))
    await looked()
    expect(requests.notes).toHaveLength(1)
    expect(before.map(({ type }) => type)).not.toContain('agent_started')
  })

it('work that a lost tab has left is looked back on when the session is opened again', async () => {
  const profile = await newProfile()
  const first = await start({ main: [{ hangs: true }], profile })
  void first.api.runs.run(SAID)
  await expect.poll(() => first.requests.main.length).toBe(1)
  // The tab is gone: another one takes the lead.
  const second = await start({
    notes: [{ calls: [write('/memory/pnpm.md', QUOTE)] }],
    profile,
    opens: first.session,
  })
  await value(second.api.sessions.takeOver())
  expect(await second.looked()).toMatchObject({
    outcome: 'noted',
    notes: [{ path: 'pnpm.md', title: QUOTE, origin: 'user' }],
  })
  expect(second.requests.notes).toHaveLength(2)
})

const KILLS: Readonly<Record<string, readonly Step[]>> = {
  'before its first answer': [{ hangs: true }],
  'after it has written a note': [{ calls: [write('/memory/pnpm.md', QUOTE)] }, { hangs: true }],
}
for (const [when, notes] of Object.entries(KILLS))
  it(`a tab that is lost during a look, ${when}, loses nothing and leaves nothing twice`, async () => {
    const profile = await newProfile()
    const first = await start({ notes, profile })
    await value(first.api.runs.run(SAID))
    await expect.poll(() => first.requests.notes.length).toBe(notes.length)
    const second = await start({
      notes: [{ calls: [write('/memory/pnpm.md', QUOTE)] }],
      profile,
      opens: first.session,
    })
    await value(second.api.sessions.takeOver())
    expect(await second.looked()).toMatchObject({ outcome: 'noted' })
    expect(promptOf(second.requests.notes[0])).toContain(QUOTE)
    expect((await value(second.api.memory.list())).notes).toMatchObject([{ path: 'pnpm.md', origin: 'user' }])
    const [written] = (await value(second.api.memory.list())).notes
    expect(await value(second.api.memory.history(written?.path ?? ''))).toHaveLength(1)
    const ends = (await second.events()).filter((event) => event.type === 'agent_ended')
    expect(ends.map(({ terminal }) => terminal)).toEqual([expect.any(String), 'completed'])
  })

it('a tab that only watches does not look', async () => {
  const profile = await newProfile()
  const first = await start({ notes: [{ hangs: true }], profile })
  await value(first.api.runs.run(SAID))
  await expect.poll(() => first.requests.notes.length).toBe(1)
  const second = await start({ profile, opens: first.session })
  await value(first.api.runs.run('Then a second thing, please.'))
  await first.looked()
  await expect.poll(async () => (await second.learned()).length).toBe(1)
  expect(second.requests.notes).toEqual([])
})

it('is in no recording, neither its thread nor its calls', async () => {
  const { api, looked } = await start({ notes: [{ calls: [write('/memory/pnpm.md', QUOTE)] }] })
  await value(api.runs.run('Add a port to the settings of the server.'))
  const entry = await looked()
  const events: readonly AgentEvent[] = await api.sessions.events(1)
  expect(events.map(({ type }) => type)).toContain('agent_started')
  const { slimLogs } = await import('../recording/slim.ts')
  const slim = slimLogs({ events, threads: [{ id: entry.agent ?? '', events: [] }] })
  expect(slim.threads).toEqual([])
  expect(JSON.stringify(slim)).not.toMatch(/pnpm|note-taker|memory_learned/)
})
