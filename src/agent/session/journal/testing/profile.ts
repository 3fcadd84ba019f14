/** A profile of the browser with its second copy, for tests: whose database, or tab, can be lost. */
import { deleteDB } from 'idb'
import type { AgentEvent, EventBody } from '../../../protocol/events.ts'
import { openDatabase } from '../../store/database.ts'
import type { Database } from '../../store/database.ts'
import { Library } from '../../service/library.ts'
import { MemoryLocks } from '../../store/memory-locks.ts'
import { Session } from '../../log/session.ts'
import { createSessionRecord } from '../../store/sessions.ts'
import { readStoredEvents } from '../../log/stored-events.ts'
import { SecondCopy } from '../second-copy.ts'
import { MemoryPlace } from './memory-place.ts'

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
/** An event with usage. */
export const used: EventBody = {
  type: 'response_ended',
  turnId: 't',
  stopReason: 'end_turn',
  usage,
  model: 'm',
  costUsd: 1,
}

/** A profile on its disk, and the one tab that has it open. */
export class Profile {
  readonly sessions = new MemoryPlace()
  readonly values = new MemoryPlace()
  readonly problems: string[] = []
  readonly name = `second-copy-${crypto.randomUUID()}`
  database!: Database
  locks!: LockManager
  copy!: SecondCopy
  library!: Library

  /** Starts the app: all that was lost is brought back. */
  async start(): Promise<number> {
    await this.load()
    return this.copy.bringBackAll()
  }

  /** The start up to there. */
  async load(): Promise<void> {
    this.database = await openDatabase({ name: this.name })
    this.locks = new MemoryLocks()
    const { database, locks, sessions, values } = this
    const onProblem = (what: string, error: unknown) => void this.problems.push(`${what}: ${String(error)}`)
    this.copy = new SecondCopy({ sessions, values, database, locks, origin: 'http://localhost', onProblem })
    this.library = new Library({
      database,
      locks,
      secondCopy: this.copy,
      now: () => 7,
      forget: () => Promise.resolve(),
      onChanged: () => undefined,
    })
  }

  /** The browser dies. */
  crash(isPowerLost: boolean = false): void {
    this.sessions.crash(isPowerLost)
    this.values.crash(isPowerLost)
    this.database.close()
  }

  async loseDatabase(): Promise<void> {
    await deleteDB(this.name)
  }

  async create(id: string): Promise<Session> {
    await this.database.put('sessions', createSessionRecord(id, 1))
    return this.open(id)
  }

  async open(id: string): Promise<Session> {
    const session = await Session.open({
      database: this.database,
      id,
      locks: this.locks,
      secondCopy: this.copy,
      now: () => 2,
      onEvents: () => undefined,
      onRole: () => undefined,
      onHandOver: () => Promise.resolve(),
    })
    if (!session) throw new Error(`There is no session ${id}.`)
    return session
  }

  /** Answers of the model that are counted in the days. */
  async requests(): Promise<number> {
    const days = await this.database.getAll('usageDays')
    return days.flatMap(({ totals }) => totals).reduce((sum, { requests }) => sum + requests, 0)
  }

  events(id: string): Promise<AgentEvent[]> {
    return readStoredEvents(this.database, id, 1)
  }
}

const profiles: Profile[] = []

export async function newProfile(): Promise<Profile> {
  const profile = new Profile()
  profiles.push(profile)
  await profile.start()
  return profile
}

/** After each test. */
export async function removeProfiles(): Promise<void> {
  for (const profile of profiles.splice(0)) {
    profile.database.close()
    await deleteDB(profile.name)
  }
}

/** All rows of all stores, to go back to. */
export async function dump(database: Database) {
  return Promise.all(
    [...database.objectStoreNames].map(async (store) => ({
      store,
      keys: await database.getAllKeys(store),
      values: await database.getAll(store),
    })),
  )
}

export async function goBack(database: Database, dumped: Awaited<ReturnType<typeof dump>>): Promise<void> {
  for (const { store, keys, values } of dumped) {
    const transaction = database.transaction(store, 'readwrite')
    const isInline = transaction.store.keyPath !== null
    await transaction.store.clear()
    // The types of all stores at once are none; each value goes back where it came from.
    for (const [at, value] of values.entries())
      await (isInline
        ? transaction.store.put(value as never)
        : transaction.store.put(value as never, keys[at] as never))
    await transaction.done
  }
}
