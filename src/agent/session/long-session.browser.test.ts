/** A long session's end is sent first; for other sessions nothing is sent twice. */
import { afterEach, expect, it } from 'vitest'
import { TAIL_EVENTS, TAIL_FROM_EVENTS } from '../limits.ts'
import type { AgentEvent } from '../protocol/events.ts'
import type { EventPortMessage } from '../protocol/event-port.ts'
import { fail } from '../../sandbox/contract/errors.ts'
import { startService } from './service/test-support.ts'
import { createSessionRecord } from './store/sessions.ts'
import { dropDatabases, newDatabase, said } from './testing/database.ts'

afterEach(dropDatabases)

/** Opens a stored session of so many events; returns the page's messages, each by its type and numbers. */
async function opened(count: number): Promise<string[]> {
  const database = await newDatabase()
  const events = Array.from({ length: count }, (_, index): AgentEvent => ({
    ...said(`${index}`),
    seq: index + 1,
    at: 1,
  }))
  await database.put('sessions', {
    ...createSessionRecord('long', 1),
    title: 'Long',
    lastSeq: count,
    messages: count,
  })
  for (let from = 0; from < count; from += 50) {
    const row = events.slice(from, from + 50)
    await database.put('events', row, ['long', from + row.length])
  }
  const { port1, port2 } = new MessageChannel()
  const told: string[] = []
  const reset = Promise.withResolvers<void>()
  port2.addEventListener('message', ({ data }: MessageEvent<EventPortMessage>) => {
    if (data.type === 'notice') return
    const numbers =
      'events' in data ? `${data.events[0]?.seq}–${data.events.at(-1)?.seq}` : `to ${data.latest}`
    told.push([data.type, ...(data.type === 'tail' ? [data.title] : []), numbers].join(' '))
    if (data.type === 'reset') reset.resolve()
  })
  port2.start()
  const service = await startService({
    database,
    connectSandbox: () => Promise.resolve(fail('unsupported', 'There is none here.')),
    port: port1,
  })
  expect((await service.sessions.open('long')).ok).toBe(true)
  await reset.promise
  return told
}

it('of a long session the end is sent before anything else of it', async () => {
  const count = TAIL_FROM_EVENTS + 500
  const told = await opened(count)
  expect(told[0]).toBe(`tail Long ${count - TAIL_EVENTS + 1}–${count}`)
  expect(told.slice(1).filter((line) => line.startsWith('tail'))).toEqual([])
  expect([told[1]?.startsWith('ahead 1–'), told.at(-1)]).toEqual([true, `reset to ${count}`])
})

it('a short one is read at once', async () => {
  expect((await opened(200)).filter((line) => line.startsWith('tail'))).toEqual([])
})
