/** Work of a session whose tab was closed before anybody looked back on it: a later session of the project does. */
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { LEARN_AGE_MS } from '../../limits.ts'
import type { ModelRequest } from '../../model/contract.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { newProfile, removeProfiles } from '../journal/testing/profile.ts'
import type { Profile } from '../journal/testing/profile.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { dropDatabases } from '../testing/database.ts'
import { nextAnswer, startScriptedService } from '../testing/scripted-service.ts'
import type { Step } from '../testing/scripted-service.ts'

afterEach(async () => {
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
  await new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' }).clear()
  await dropDatabases()
  await removeProfiles()
})

const SAID = 'Raise the surcharge. Never use npm here, always pnpm.'
const QUOTE = 'Never use npm here, always pnpm.'
const SHOP: Readonly<Record<string, Uint8Array>> = { 'shop/shop.ts': strToU8('const surcharge = 5\n') }
const OTHER = { 'other/b.ts': strToU8('b') }
const FAILS: Step = { calls: [{ name: 'Bash', input: { command: 'npm test', description: 'x' } }] }
const NOTE: Step = { calls: [{ name: 'Write', input: { file_path: '/memory/pnpm.md', content: QUOTE } }] }

interface Tab {
  readonly profile: Profile
  readonly main?: readonly Step[]
  readonly notes?: readonly Step[]
  /** Milliseconds since the epoch. */
  readonly now?: number
  /** It never looks: its user has closed it before. */
  readonly isClosed?: boolean
}

async function openTab({ profile, main = [], notes = [], now, isClosed = false }: Tab) {
  const left = { main: [...main], notes: [...notes] }
  const asked: ModelRequest[] = []
  const { api } = await startScriptedService({
    answer(request) {
      if (!request.system[0]?.text.startsWith('You take notes')) return nextAnswer(left.main)
      asked.push(request)
      return left.notes.length === 0 ? { text: 'Nothing.' } : nextAnswer(left.notes)
    },
    profile,
    ...(isClosed ? {} : { learnAfterMs: 0 }),
    ...(now !== undefined && { now: () => now }),
  })
  return {
    api,
    asked,
    async begin(files = SHOP) {
      const { id } = await api.sessions.create()
      await value(api.workspace.importArchive('x.zip', zipSync({ ...files })))
      return id
    },
    learned: async () => (await api.sessions.events(1)).filter((event) => event.type === 'memory_learned'),
    notes: async () => (await value(api.memory.list())).notes,
  }
}

/** A session of which nobody has looked at the work, and that is open nowhere. */
async function closedSession(profile: Profile, tab: Omit<Tab, 'profile'> = {}, files = SHOP, prompt = SAID) {
  const { api, begin } = await openTab({
    main: [FAILS, { text: 'Raised.' }],
    ...tab,
    profile,
    isClosed: true,
  })
  const id = await begin(files)
  await value(api.runs.run(prompt))
  // It leaves the session.
  await api.sessions.create()
  return id
}

it('is looked at once, by its own user’s words, and leaves its lesson', async () => {
  const profile = await newProfile()
  const before = await closedSession(profile)
  const { api, asked, begin, learned, notes } = await openTab({
    profile,
    notes: [{ text: 'Nothing.' }, NOTE],
  })
  await begin()
  await value(api.runs.run('Hello there, my friend.'))
  await expect.poll(async () => (await learned()).length).toBe(2)
  const entries = await learned()
  expect(entries.map(({ session, outcome }) => [session, outcome])).toEqual([
    [undefined, 'nothing'],
    [before, 'noted'],
  ])
  expect(asked).toHaveLength(3)
  const prompts = asked.map(({ messages }) => JSON.stringify(messages))
  expect(prompts.filter((prompt) => prompt.includes(QUOTE))).toHaveLength(2)
  const [note] = (await notes()).filter(({ path }) => path === 'pnpm.md')
  expect(note).toMatchObject({ origin: 'user', source: { session: before } })
  expect((await notes()).filter(({ source }) => source.lesson)).toMatchObject([
    { source: { session: before } },
  ])

  // Neither this session, nor another, nor its own look at it again.
  await value(api.runs.run('And how are you today?'))
  await expect.poll(async () => (await learned()).length).toBe(3)
  await value(api.sessions.open(before))
  await value(api.runs.run('And what about the second file?'))
  await expect.poll(async () => (await learned()).length).toBe(1)
  expect(JSON.stringify(asked.at(-1)?.messages)).not.toContain('> Raise the surcharge')
})

it('is let go by a message of the user, and looked at the next time', async () => {
  const profile = await newProfile()
  const before = await closedSession(profile)
  const { api, asked, begin, learned, notes } = await openTab({
    profile,
    notes: [{ text: 'Nothing.' }, { hangs: true }, { text: 'Nothing.' }, NOTE],
  })
  await begin()
  await value(api.runs.run('Hello there, my friend.'))
  await expect.poll(() => asked.length).toBe(2)
  await value(api.runs.run('And how are you today?'))
  await expect.poll(async () => (await learned()).at(-1)?.session).toBe(before)
  expect((await notes()).map(({ path }) => path)).toContain('pnpm.md')
})

it.each<[string, (profile: Profile) => Promise<unknown>]>([
  ['of another project', (profile) => closedSession(profile, {}, OTHER)],
  ['of long ago', (profile) => closedSession(profile, { now: Date.now() - LEARN_AGE_MS - 1000 })],
  [
    'of a session that is open in another tab',
    async (profile) => {
      const tab = await openTab({ profile, main: [{ text: 'Raised.' }], isClosed: true })
      await tab.begin()
      await value(tab.api.runs.run(SAID))
    },
  ],
  [
    'that was deleted',
    async (profile) => {
      const id = await closedSession(profile)
      const { api } = await openTab({ profile, isClosed: true })
      await value(api.sessions.delete(id))
    },
  ],
])('is not looked at where it is %s', async (_, leave) => {
  const profile = await newProfile()
  await leave(profile)
  const { api, asked, begin, learned } = await openTab({ profile })
  await begin()
  await value(api.runs.run('Hello there, my friend.'))
  await expect.poll(async () => (await learned()).length).toBe(1)
  // The next look begins when this one is over.
  await value(api.runs.run('And how are you today?'))
  await expect.poll(async () => (await learned()).length).toBe(2)
  expect(JSON.stringify(asked.map(({ messages }) => messages))).not.toContain(QUOTE)
})
