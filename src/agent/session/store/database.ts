/** The IndexedDB database of the app origin: sessions, their events, what was used, and the content of workspaces. */
import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { AgentEvent } from '../../protocol/events.ts'
import { DatabaseHandle } from './database-handle.ts'
import type { Handle } from './database-handle.ts'
import { UsageScan } from './usage-days.ts'
import type { UsageDay } from './usage-days.ts'

const DATABASE_NAME = 'vivarium'
/**
 * Raised with each change of the stores; every step from an older version is in `MIGRATIONS`. From 10 on, a program that meets a newer
 * database shows what is stored and writes nothing (`database-handle.ts`): so a newer version may add stores, indexes, fields and types
 * of events. A store or an index that it removes, or a key that means something else, is one that older tabs can no longer show.
 */
const DATABASE_VERSION = 10

/** Head of the chain over a session's log, as its row has it (`log-chain`). */
export interface ChainHead {
  /** Hash of the last event. */
  readonly hash: string
  /** Number of the first event that has one. */
  readonly from: number
}

/** The end of a session's journal behind its last event (`journal`), so that it need not be read to be gone on with. */
export interface JournalMark {
  /** Number of the segment. */
  readonly segment: number
  /** Its bytes. */
  readonly size: number
  readonly link: Uint8Array
}

/** One row a session. `lastSeq` and `epoch` fence every append (see `log.ts`). */
export interface SessionRecord {
  readonly id: string
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly workspace: string | undefined
  readonly messages: number
  /** Sequence number of the last event on disk; 0 for an empty log. */
  readonly lastSeq: number
  /** Counts leaders: a tab that lost the lead cannot append any more, however late its write comes. */
  readonly epoch: number
  /** Hash of the recording that it was made of. */
  readonly recording?: string
  /** Id of the session that it was forked from. */
  readonly parent?: string
  /**
   * Number of the last event that was taken over from a recording or a parent: its usage is counted there.
   */
  readonly copied?: number
  /** Absent where no event has a hash: the log is an older version's. */
  readonly chain?: ChainHead
  /** Absent where the last event went to the database alone. */
  readonly journal?: JournalMark
  /**
   * Root of the files that the person has imported; '' where they are of a template, a script or a recording. Absent: nothing was imported,
   * or an older version wrote the log.
   */
  readonly ownImport?: string
  /** Number of the event up to which its work was looked back on (`session/learning`). Absent: nothing was yet. */
  readonly learnedTo?: number
  /** Stands first in the list, and no clean-up deletes it. */
  readonly pinned?: boolean
  /** Out of the way, and not deleted. */
  readonly archived?: boolean
  /** Milliseconds since the epoch. It is kept, to be brought back, until it is removed for good. */
  readonly deletedAt?: number
}

/**
 * One row a thread but the main one, whose row is the session's. The leader of the session writes its threads, too: its epoch fences
 * them (see `log.ts`).
 */
export interface ThreadRecord {
  readonly session: string
  /** Unique within the session, so that a copy of the session keeps it. */
  readonly id: string
  /** Thread of the agent that started it; absent: the main one. */
  readonly parent?: string
  readonly role: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Sequence number of its last event on disk. */
  readonly lastSeq: number
  readonly chain?: ChainHead
  /** Number of the last event that was taken over from a recording or another session: its usage is counted there. */
  readonly copied?: number
  /** Number of the last event that its second copy has (`journal/thread-copies`); absent: it has none. */
  readonly kept?: number
}

/**
 * Positions of a pack's objects (see `pack-objects`): `hashes` is 32 bytes an object, `ends` the end offset
 * of each in the data.
 */
export interface PackIndex {
  readonly id: number
  readonly hashes: Uint8Array
  readonly ends: Uint32Array
  /** Positions of the objects of which the pack has the difference from another; absent: it has none. */
  readonly differences?: Uint32Array
  /** The hashes of what they differ from, 32 bytes each. */
  readonly bases?: Uint8Array
  /** Place of its data; absent: in the store `packs`. */
  readonly place?: PackPlace
}

/** Bytes of a content file, in the origin-private file system. */
export interface PackPlace {
  readonly file: string
  /** Offset of the first. */
  readonly at: number
}

/** A pack's number; of a large one's further records with the number of the part (see `pack-records`). */
export type PackKey = number | [pack: number, part: number]

/** Index of a piece of a log, for the search (see `search`). Derived: it can be rebuilt from the log. */
export interface SearchPiece {
  readonly session: string
  /** Thread of a child agent; absent: the main one. */
  readonly thread?: string
  /** Numbers of its first and its last event. */
  readonly from: number
  readonly to: number
  /** The row in which its last event stands has this number. */
  readonly row: number
  /** Nothing is added to it any more. */
  readonly full: boolean
  /** Times of the first and the last event with text. */
  readonly since: number
  readonly at: number
  readonly signature: Uint8Array
  readonly tools: readonly string[]
  readonly roles: readonly string[]
}

/**
 * `compared` is true once the second copy was looked through for lost sessions: absent in a database that was just made. `counted` says
 * what the days count that came back from their copy: up to which event of each session.
 */
type Mark = true | Readonly<Record<string, number>>

export interface VivariumSchema extends DBSchema {
  sessions: { key: string; value: SessionRecord; indexes: { updatedAt: number } }
  threads: { key: ThreadKey; value: ThreadRecord }
  /**
   * A row has what went to disk together, under the number of its last event; before version 3 it is one event. `session` is the name of
   * a log (`logName`): a session's id for its main thread.
   */
  events: { key: [session: string, seq: number]; value: AgentEvent | readonly AgentEvent[] }
  usageDays: { key: string; value: UsageDay }
  packIndexes: { key: number; value: PackIndex }
  packs: { key: PackKey; value: Uint8Array }
  /** Under the name of the log, as events. */
  searchPieces: { key: [session: string, from: number]; value: SearchPiece }
  marks: { key: 'compared' | 'counted'; value: Mark }
}

export type ThreadKey = [session: string, thread: string]

type Connection = IDBPDatabase<VivariumSchema>

/** The same reference for as long as the tab lives, also when a newer version takes the database over: from then on it refuses writes. */
export type Database = Connection & Handle

/** All stores, each with its indexes. */
const STORES: Readonly<Record<StoreNames<VivariumSchema>, readonly string[]>> = {
  sessions: ['updatedAt'],
  threads: [],
  events: [],
  usageDays: [],
  packIndexes: [],
  packs: [],
  searchPieces: [],
  marks: [],
}

type Upgrade = IDBPTransaction<VivariumSchema, StoreNames<VivariumSchema>[], 'versionchange'>
/** Waits for nothing but the transaction's own requests: it would end meanwhile. */
type Migration = (database: Connection, transaction: Upgrade) => Promise<void> | void

/**
 * `MIGRATIONS[n]` lifts a database of version n to n + 1. Never edited once released; only added to. None leads back: a program that is
 * older than the database only reads it.
 */
const MIGRATIONS: readonly Migration[] = [
  (database) => {
    database.createObjectStore('sessions', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt')
    database.createObjectStore('events')
    database.createObjectStore('packIndexes', { keyPath: 'id', autoIncrement: true })
    database.createObjectStore('packs')
  },
  async (database, transaction) => {
    const days = database.createObjectStore('usageDays', { keyPath: 'day' })
    const scan = new UsageScan()
    await eachEvent(transaction, (session, event) => scan.note(session, event))
    for (const row of scan.days) enqueue(days.put(row))
  },
  // Rows with several events: nothing is to be changed, but a tab of version 2 could not read them.
  () => {},
  // Content may be collected: a tab of version 3 would not say what it uses.
  () => {},
  (database) => {
    database.createObjectStore('searchPieces')
  },
  // Events carry a chained hash: a tab of version 5 would take them for damaged.
  () => {},
  // A pack may have several records: a tab of version 6 would see the first alone.
  () => {},
  // A pack may have differences: a tab of version 7 would take them for the objects.
  () => {},
  // There is a second copy, which a tab of version 8 would not write; and packs may be files.
  (database) => {
    database.createObjectStore('marks')
  },
  // Agents have threads of their own, which a tab of version 9 would neither copy nor delete with their session.
  (database) => {
    database.createObjectStore('threads', { keyPath: ['session', 'id'] })
  },
]

/** Events read at once while the database is lifted: a page of them has to fit into memory. */
const EVENTS_AT_ONCE = 200

/** All stored events of all sessions, as they are on the disk, in order: before version 3, one a row. */
async function eachEvent(
  transaction: Upgrade,
  take: (session: string, event: unknown) => void,
): Promise<void> {
  const store = transaction.objectStore('events')
  let range: IDBKeyRange | undefined
  for (;;) {
    const keys = store.getAllKeys(range, EVENTS_AT_ONCE)
    const values = await store.getAll(range, EVENTS_AT_ONCE)
    const read = await keys
    read.forEach(([session], index) => take(session, values[index]))
    const last = read.at(-1)
    if (last === undefined || read.length < EVENTS_AT_ONCE) return
    range = IDBKeyRange.lowerBound(last, true)
  }
}

export interface DatabaseOptions {
  readonly name?: string
  /**
   * Another tab has a newer version of the app and waits for this one, which ends what runs and writes what is pending. When that has
   * settled, or takes too long, nothing more can be written.
   */
  readonly onOutdated?: () => Promise<void> | void
  /** Another tab deletes the database; nothing can be read any more, either. */
  readonly onDeleted?: () => void
  /** This tab waits for an older one to close. */
  readonly onBlocked?: () => void
}

/**
 * Opens (and lifts) the database; one of a newer version is opened for reading alone. It lets go when a newer tab asks, so that an
 * update never hangs.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { name = DATABASE_NAME, onOutdated = () => undefined, onDeleted = () => undefined } = options
  const handle = { known: STORES, onOutdated, onDeleted }
  try {
    return DatabaseHandle.on(await openConnection(name, options.onBlocked), handle)
  } catch (error) {
    if (!isNewer(error)) throw error
    return DatabaseHandle.onNewer(name, handle)
  }
}

function openConnection(name: string, onBlocked: () => void = () => undefined): Promise<Connection> {
  return openDB<VivariumSchema>(name, DATABASE_VERSION, {
    async upgrade(database, oldVersion, _newVersion, transaction) {
      for (const migrate of MIGRATIONS.slice(oldVersion)) await migrate(database, transaction)
    },
    blocked: onBlocked,
  })
}

function isNewer(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'VersionError'
}

/** The name under which the events of a thread stand: a session's id for its main thread, which is given as undefined. */
export function logName(session: string, thread: string | undefined): string {
  return thread === undefined ? session : `${session}/${thread}`
}

/** Keys of the rows of all threads of a session but the main one. */
export function threadRange(session: string): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []])
}

/** Keys of the events of all threads of a session but the main one. "0" is the character behind "/". */
export function threadEventRange(session: string): IDBKeyRange {
  return IDBKeyRange.bound([`${session}/`], [`${session}0`], false, true)
}

/**
 * Keys of one log's rows that have events from `fromSeq` on, the first perhaps some before it, too: all, or those that end
 * within `limit` events.
 */
export function eventRange(session: string, fromSeq: number = 0, limit: number = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([session, fromSeq], [session, fromSeq + limit - 1])
}

/**
 * Runs `work` in a transaction and waits until that is on disk. Anything thrown aborts the whole transaction;
 * it rejects with the first cause, not the abort that follows it (quota failures only show as the latter).
 */
export async function complete<T>(
  transaction: { readonly done: Promise<void>; abort(): void; readonly error: DOMException | null },
  work: () => Promise<T>,
): Promise<T> {
  const guarded = async (): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (transaction.error === null) abortQuietly(transaction)
      throw cause
    }
  }
  const [result, done] = await Promise.allSettled([guarded(), transaction.done])
  if (result.status === 'rejected' && !isAbort(result.reason)) throw result.reason
  if (done.status === 'rejected')
    throw done.reason ?? new DOMException('The transaction failed.', 'AbortError')
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** A request whose outcome shows in the transaction's `done`, so that its own rejection needs no second handler. */
export function enqueue(request: Promise<unknown>): void {
  request.catch(() => undefined)
}

function abortQuietly(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already: `done` tells how.
  }
}

function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError'
}
