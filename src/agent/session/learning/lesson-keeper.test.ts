import { expect, it } from 'vitest'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { NO_FACTS } from '../log/facts.ts'
import { currentOf } from '../memory/memory-record.ts'
import type { StoredNote } from '../memory/memory-record.ts'
import type { LessonKeeperOptions } from './lesson-keeper.ts'
import { LessonKeeper } from './lesson-keeper.ts'
import { bash, logOf, run, said } from './testing/work-log.ts'

const FULL: Result<never> = fail('quota', 'There is no room left.')
const TASK = 'Raise the delivery surcharge.'
const STEPS = [said(TASK, 'm1'), ...run([bash('npm test', 1, 'no'), bash('pnpm test')])]
const WORK = logOf(...STEPS)

/** A memory in which nothing is stored but what a test puts there. */
function keeper(broken: Partial<LessonKeeperOptions['store']> = {}) {
  let notes: readonly StoredNote[] = []
  let renewals = 0
  const lessons = new LessonKeeper({
    store: {
      put: async () => ok(undefined),
      change: async (_, change) => {
        const changed = change({ isOn: true, isNewer: false, notes })
        if (changed.ok) notes = changed.value
        return changed.ok ? ok(undefined) : changed
      },
      ...broken,
    },
    blobs: { get: async () => [] },
    memory: { renew: () => void renewals++ },
    clean: (text) => text.replaceAll('secret', '…'),
    now: () => 5_000,
  })
  const learn = (events: readonly AgentEvent[], all = events) =>
    lessons.learn(events, 'project p', { id: 's', facts: NO_FACTS, events: async () => [...all] })
  return { learn, notes: () => notes, renewals: () => renewals }
}

it('stores a lesson once, however often the work is looked at', async () => {
  const { learn, notes, renewals } = keeper()
  const path = await learn(WORK)
  expect(path).toMatch(/^lessons\/raise-the-delivery-surcharge-\w{8}\.md$/)
  const [note] = notes()
  expect(note && currentOf(note)).toMatchObject({
    origin: 'unconfirmed',
    source: { by: 'agent', lesson: true, session: 's', messages: ['m1'] },
    name: TASK,
  })
  expect(await learn(WORK)).toBeUndefined()
  expect([notes().length, note?.versions.length, renewals()]).toEqual([1, 1, 1])
})

it('finds the task of work that goes on without a new message further back', async () => {
  const { learn, notes } = keeper()
  await learn(WORK)
  const all = logOf(...STEPS, ...run([bash('npm run build', 1, 'no'), bash('pnpm run build')]))
  const path = await learn(all.slice(WORK.length), all)
  expect(path).toBe(notes()[0]?.path)
  expect(notes()[0]?.versions).toHaveLength(2)
})

it.each([
  ['no room for its text', { put: async () => FULL }],
  ['no room for its record', { change: async () => FULL }],
])('stores nothing, and says so, where there is %s', async (_, broken) => {
  const { learn, notes, renewals } = keeper(broken)
  expect(await learn(WORK)).toBeUndefined()
  expect([notes(), renewals()]).toEqual([[], 0])
})

it('takes secrets out before it stores', async () => {
  const stored: string[] = []
  const { learn } = keeper({
    put: async (texts) => {
      stored.push(...texts.map(({ data }) => new TextDecoder().decode(data)))
      return ok(undefined)
    },
  })
  await learn(logOf(said('Use the secret here.'), ...run([bash('curl secret', 1, 'secret refused')])))
  expect(stored.join()).toContain('Use the …')
  expect(stored.join()).not.toContain('secret')
})
