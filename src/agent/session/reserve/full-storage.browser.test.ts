/**
 * A session on a storage that is full: running work ends with the room of the reserve, nothing more is
 * accepted, all can be read.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import type { StorageState } from '../../protocol/tab-notice.ts'
import { SecondCopy } from '../journal/second-copy.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { Library } from '../service/library.ts'
import { MemoryLocks } from '../store/memory-locks.ts'
import { Session } from '../log/session.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { StorageError } from '../store/storage-error.ts'
import { dropDatabases, newDatabase, said } from '../testing/database.ts'
import { Reserve } from './reserve.ts'
import { StorageRoom } from './storage-room.ts'

afterEach(dropDatabases)

const started: EventBody = { type: 'run_started', runId: 'r', model: 'm', mode: 'default' }
const ended: EventBody = { type: 'run_ended', runId: 'r', terminal: 'error', turns: 1 }

/** A profile with a disk that can be filled up, and the one tab that has it open. */
async function newProfile() {
  const disk = { isFull: false, isSpent: false }
  const database = await newDatabase()
  const locks = new MemoryLocks()
  const [reserved, sessions, values] = [new MemoryPlace(), new MemoryPlace(), new MemoryPlace()]
  const problems: string[] = []
  const told: StorageState['state'][] = []
  const onProblem = (what: string) => void problems.push(what)
  const refuse = () => {
    const hasReserve = reserved.files.get('room')?.has('room') ?? false
    if (disk.isSpent || (disk.isFull && hasReserve)) throw new StorageError('quota', 'There is no space.')
  }
  sessions.onWrite = refuse
  values.onWrite = refuse
  const reserve = new Reserve({
    place: reserved,
    locks,
    channel: { post: () => undefined, listen: () => undefined },
    estimate: async () => (disk.isFull ? { quota: 1, usage: 1 } : {}),
    onProblem,
  })
  const tab = { busy: false }
  const room = new StorageRoom({
    reserve,
    database,
    busy: () => tab.busy,
    onState: ({ state }) => told.push(state),
  })
  const secondCopy = new SecondCopy({
    sessions,
    values,
    database,
    locks,
    origin: 'http://localhost',
    onProblem,
  })
  const library = new Library({
    database,
    locks,
    secondCopy,
    reserve,
    now: () => 7,
    forget: () => Promise.resolve(),
    onChanged: () => undefined,
  })
  const open = async (id: string) => {
    const session = await Session.open({
      database,
      id,
      locks,
      secondCopy,
      reserve,
      isFinishing: () => tab.busy,
      now: () => 2,
      onEvents: () => undefined,
      onRole: () => undefined,
      onHandOver: () => Promise.resolve(),
    })
    if (!session) throw new Error(`There is no session ${id}.`)
    return session
  }
  const create = async (id: string) => {
    await database.put('sessions', createSessionRecord(id, 1))
    return open(id)
  }
  await reserve.make()
  return { disk, tab, reserve, room, told, problems, sessions, library, open, create }
}

describe('a full storage', () => {
  it('has the run under way stored to its end, and takes nothing after it until there is room', async () => {
    const { disk, tab, room, told, problems, create } = await newProfile()
    const session = await create('s')
    tab.busy = true
    await session.append(said('one'), started)
    disk.isFull = true
    await session.append(said('the answer'))
    expect([room.isFull, told]).toEqual([true, ['ending']])
    await session.appendSoon(ended)
    tab.busy = false
    room.ended()
    expect(told).toEqual(['ending', 'full'])

    await expect(session.append(said('two'))).rejects.toMatchObject({ kind: 'quota' })
    await expect(session.appendSoon(said('two'))).rejects.toMatchObject({ kind: 'quota' })
    expect(await room.regain()).toMatchObject({ ok: false, error: { kind: 'quota' } })
    expect((await session.events(1)).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'user_message'],
      [2, 'run_started'],
      [3, 'user_message'],
      [4, 'run_ended'],
    ])
    disk.isFull = false
    expect(await room.check()).toMatchObject({ ok: true })
    expect(told.at(-1)).toBe('ok')
    await session.append(said('two'))
    expect((await session.events(5)).map(({ seq }) => seq)).toEqual([5])
    expect(problems).toEqual([])
    await session.close()
  })

  it('has a session opened to be read where not even the reserve is left, and its run completed later', async () => {
    const { disk, reserve, create, open } = await newProfile()
    const first = await create('s')
    await first.append(said('one'), started)
    await first.close()
    disk.isFull = true
    await reserve.giveUp(0)
    disk.isSpent = true
    const session = await open('s')
    expect((await session.events(1)).map(({ seq }) => seq)).toEqual([1, 2])
    expect(session.role).toBe('leader')
    disk.isFull = false
    disk.isSpent = false
    await reserve.regain()
    await session.mend()
    expect((await session.events(3)).map(({ type }) => type)).toEqual(['user_message', 'run_ended'])
    await session.close()
  })

  it('is made room in: sessions are deleted for good though nothing can be written', async () => {
    const { disk, reserve, sessions, library, create, open } = await newProfile()
    for (const id of ['s', 'other']) {
      const session = await create(id)
      await session.append(said('one'))
      await session.close()
    }
    disk.isFull = true
    await reserve.giveUp(0)
    disk.isSpent = true
    expect(await library.delete('s')).toMatchObject({ ok: true })
    expect(await library.purge(['s'])).toMatchObject({ ok: true })
    expect(await sessions.folders()).toEqual(['other'])
    await expect(open('s')).rejects.toThrow('There is no session s.')
    const other = await open('other')
    expect(await other.events(1)).toHaveLength(1)
    await other.close()
  })
})
