import { afterEach, expect, it } from 'vitest'
import type { AgentEvent } from '../../protocol/events.ts'
import { readStoredEvents } from './stored-events.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { LATER_BODIES, storedBodies, storeLaterLog } from '../testing/later-log.ts'

afterEach(dropDatabases)

it('gives back what was stored, and a notice in the place of what cannot be read', async () => {
  const database = await newDatabase()
  const good: AgentEvent = { type: 'notice', level: 'info', text: 'one', seq: 1, at: 5 }
  const damaged = [{ seq: 2, at: 6 }, 'text', { ...good, seq: 4, level: 'loud' }]
  await database.put('events', good, ['s', 1])
  for (const [index, value] of damaged.entries()) {
    // Values that no version of ours writes, but a damaged profile may hold.
    await database.put('events', value as AgentEvent, ['s', index + 2])
  }
  await database.put('events', { ...good, seq: 5 }, ['s', 5])
  await database.put('events', { ...good, seq: 1 }, ['other', 1])
  const events = await readStoredEvents(database, 's', 1)
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(events[0]).toEqual(good)
  expect(events.slice(1, 4).map((event) => event.type === 'notice' && event.text)).toEqual(
    [2, 3, 4].map((seq) => `Step ${seq} of this session could not be read and is left out.`),
  )
  expect((await readStoredEvents(database, 's', 5)).length).toBe(1)
})

it('gives what a later version has written in its place, and leaves it on the disk as it is', async () => {
  const database = await newDatabase()
  await storeLaterLog(database, 'later')
  const before = await storedBodies(database, 'later')
  const events = await readStoredEvents(database, 'later', 1)
  expect(events.map((event) => (event.type === 'opaque' ? event.kind : event.type))).toEqual(
    LATER_BODIES.map((body, index) => (index === 11 ? 'notice' : 'type' in body && body.type)),
  )
  expect(await storedBodies(database, 'later')).toEqual(before)
})

it('reads rows of several events and the single ones of before, from any number on and as many as asked for', async () => {
  const database = await newDatabase()
  const event = (seq: number): AgentEvent => ({ type: 'notice', level: 'info', text: `n${seq}`, seq, at: 5 })
  await database.put('events', event(1), ['s', 1])
  await database.put('events', [event(2), { type: 'notice' } as unknown as AgentEvent, event(4)], ['s', 4])
  await database.put('events', [event(5), event(6)], ['s', 6])
  const numbers = async (from: number, limit?: number) =>
    (await readStoredEvents(database, 's', from, limit)).map(({ seq }) => seq)
  expect(await numbers(1)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await numbers(3)).toEqual([3, 4, 5, 6])
  expect(await numbers(6)).toEqual([6])
  expect(await numbers(7)).toEqual([])
  // The first row with what is asked for has no more than one.
  expect(await numbers(1, 3)).toEqual([1])
  expect(await numbers(2, 2)).toEqual([2, 3])
  expect(await numbers(4, 100)).toEqual([4, 5, 6])
  const [third] = await readStoredEvents(database, 's', 3)
  expect(third).toMatchObject({
    type: 'notice',
    text: 'Step 3 of this session could not be read and is left out.',
  })
})
