/** Lessons: made of work in which something failed, told where later work resembles it, in a frame of their own. */
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { LESSON_AGE_MS } from '../../limits.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { EventOf } from '../../protocol/events.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { newProfile, removeProfiles } from '../journal/testing/profile.ts'
import type { Profile } from '../journal/testing/profile.ts'
import { slim } from '../recording/slim.ts'
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

const MEMORIES = { database: 'vivarium-memory', store: 'memories', stampKey: 'stamp' }
const TASK = 'Raise the delivery surcharge in the checkout.'
const LIKE = 'The delivery surcharge in the checkout is wrong again.'

/** A command that the sandbox of the tests does not know. */
const FAILS: Step = { calls: [{ name: 'Bash', input: { command: 'npm test', description: 'x' } }] }
const PASSES: Step = { calls: [{ name: 'Bash', input: { command: 'true', description: 'x' } }] }
const WORK: readonly Step[] = [FAILS, PASSES, { text: 'Raised.' }]

async function start({ profile, clock }: { profile?: Profile; clock?: { now: number } } = {}) {
  const steps: Step[] = []
  const requests: ModelRequest[] = []
  const { api } = await startScriptedService({
    answer(request) {
      if (request.system[0]?.text.startsWith('You take notes')) return { text: 'Nothing.' }
      requests.push(request)
      return nextAnswer(steps)
    },
    learnAfterMs: 0,
    profile,
    ...(clock && { now: () => clock.now }),
  })
  const learned = async () =>
    (await api.sessions.events(1)).filter((event) => event.type === 'memory_learned')
  return {
    api,
    requests,
    learned,
    async begin() {
      const { id } = await api.sessions.create()
      const zip = zipSync({ 'shop/shop.ts': strToU8('const surcharge = 5\n') })
      await value(api.workspace.importArchive('shop.zip', zip))
      return id
    },
    /** Runs, and waits until that was looked back on. */
    async work(prompt: string, ...next: readonly Step[]): Promise<EventOf<'memory_learned'>> {
      const before = (await learned()).length
      steps.push(...next)
      await value(api.runs.run(prompt))
      await expect.poll(async () => (await learned()).length).toBe(before + 1)
      return (await learned()).at(-1) ?? expect.unreachable('There is an entry.')
    },
    lessons: async () => (await value(api.memory.list())).notes.filter(({ source }) => source.lesson),
    stamp: () => new ValueStore(MEMORIES).stamp(),
    next: (...more: readonly Step[]) => void steps.push(...more),
  }
}

const textOf = (request: ModelRequest | undefined) => JSON.stringify(request?.messages)

it('is made of work in which something failed, and told where later work of the project resembles it', async () => {
  const { api, begin, work, lessons, requests } = await start()
  await begin()
  const { lesson = '' } = await work(TASK, ...WORK)
  expect(await lessons()).toMatchObject([{ path: lesson, origin: 'unconfirmed', source: { by: 'agent' } }])
  const { text } = await value(api.memory.read(lesson))
  expect(text).toMatch(
    /Task: "Raise the delivery surcharge[^]*Outcome: succeeded\nFailed:\n- "Bash npm test"/,
  )
  expect(text).not.toContain('Raised.')

  await begin()
  await work('Write a greeting, please.', { text: 'Hello.' })
  expect(textOf(requests.at(-1))).not.toContain('past-lessons')
  await work(LIKE, { text: 'I look.' })
  const told = textOf(requests.at(-1))
  expect(told).toMatch(
    /Lessons of earlier work[^]*<past-lessons>\\n- \[succeeded\] \\"Raise the delivery[^]*<\/past-lessons>/,
  )
  // It has no line in the index of notes, and is told once a session.
  expect(told).not.toContain('<unconfirmed-memory>')
  await work(`${LIKE} Still.`, { text: 'I look.' })
  expect(textOf(requests.at(-1)).match(/<past-lessons>/g)).toHaveLength(1)
  const events = await api.sessions.events(1)
  expect(events.filter(({ type }) => type === 'lessons_told')).toMatchObject([
    { lessons: [lesson], candidates: 1 },
  ])
  expect(JSON.stringify(slim(events))).not.toMatch(/past-lessons|lessons_told|lessons\//)
})

it('is not told in its own session, nor where learning or the memory is off', async () => {
  const { api, begin, work, requests } = await start()
  await begin()
  await work(TASK, ...WORK)
  await work(LIKE, { text: 'Yes.' })
  for (const off of [{ learnFromWork: false }, { memory: false }]) {
    await value(api.settings.update({ learnFromWork: true, memory: true, ...off }))
    await begin()
    await value(api.runs.run(LIKE))
  }
  expect(JSON.stringify(requests)).not.toContain('past-lessons')
})

it('none is made where nothing failed', async () => {
  const { begin, work, lessons } = await start()
  await begin()
  expect((await work(TASK, PASSES, { text: 'Raised.' })).lesson).toBeUndefined()
  expect(await lessons()).toEqual([])
})

it('one alone comes of work that a lost tab has left and that is taken up again', async () => {
  const profile = await newProfile()
  const first = await start({ profile })
  const id = await first.begin()
  first.next(FAILS, { hangs: true })
  void first.api.runs.run(TASK)
  await expect.poll(() => first.requests.length).toBe(2)
  const second = await start({ profile })
  await value(second.api.sessions.open(id))
  await value(second.api.sessions.takeOver())
  await expect.poll(async () => (await second.lessons()).length).toBe(1)
  await expect.poll(async () => (await second.learned()).length).toBe(1)
  const [crashed] = await second.lessons()
  second.next(PASSES, { text: 'Raised.' })
  await value(second.api.runs.tryAgain())
  await expect.poll(async () => (await second.learned()).length).toBe(2)
  const [done, ...others] = await second.lessons()
  expect(others).toEqual([])
  expect(done?.path).toBe(crashed?.path)
  const { text } = await value(second.api.memory.read(done?.path ?? ''))
  expect(text).toContain('Outcome: succeeded')
})

it('changes no note where there is nothing to learn', async () => {
  const { begin, work, stamp } = await start()
  await begin()
  await work(TASK, ...WORK)
  const before = await stamp()
  expect(before).toBeDefined()
  await work('Write a greeting, please.', { text: 'Hello.' })
  expect(await stamp()).toBe(before)
})

it('that nobody needed goes after a month, and one that was told stays', async () => {
  const clock = { now: Date.parse('2026-12-01T12:00:00Z') }
  const { begin, work, lessons } = await start({ clock })
  await begin()
  await work(TASK, ...WORK)
  await begin()
  await work('Shorten the invoice footer, please.', FAILS, { text: 'No.' })
  await begin()
  await work(LIKE, { text: 'I look.' })
  expect(await lessons()).toHaveLength(2)
  clock.now += LESSON_AGE_MS + 1
  await begin()
  await work('Write a greeting, please.', { text: 'Hello.' })
  expect(await lessons()).toMatchObject([{ title: expect.stringContaining('delivery surcharge') }])
})

it('of the user’s after they have confirmed it, and not made anew', async () => {
  const { api, begin, work, lessons } = await start()
  await begin()
  const { lesson = '' } = await work(TASK, ...WORK)
  const [note] = await lessons()
  await value(api.memory.confirm(lesson, note?.hash ?? ''))
  await work('Once more, with another number please.', FAILS, { text: 'No.' })
  const notes = (await value(api.memory.list())).notes.filter(({ path }) => path === lesson)
  expect(notes).toMatchObject([{ origin: 'user' }])
})
