/** A session that is made of the logs of another one: of a recording, or of a fork's parent. */
import { SEARCH_PIECE_CHARS } from '../../limits.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { complete, enqueue, logName } from '../store/database.ts'
import type { ChainHead, Database, SessionRecord, ThreadRecord } from '../store/database.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import { chained } from '../log/log-chain.ts'
import { ownImport } from '../log/session-record.ts'
import type { ChainedEvent } from '../log/log-chain.ts'
import { writtenEvent } from '../shapes/written-event.ts'
import type { RecordedThread } from './recording.ts'
import { requireRoom, roughSize } from '../store/room.ts'
import { StorageError } from '../store/storage-error.ts'
import { createSessionRecord } from '../store/sessions.ts'

/** Events in one row at most, as the log itself would have written a long turn. */
const ROW_EVENTS = 100
/** Rough bytes after which a row ends: a search reads whole rows, and wants a piece of `SEARCH_PIECE_CHARS` of them. */
const ROW_BYTES = SEARCH_PIECE_CHARS

export interface NewSession {
  readonly id: string
  readonly title: string
  /** Its first events, numbered from 1 without holes. */
  readonly events: readonly AgentEvent[]
  /** Threads beside them; absent: none. */
  readonly threads?: readonly RecordedThread[]
  /** The event that follows them, now. */
  readonly then: EventBody
  readonly now: number
  /** The recording's hash, by which it is found again. */
  readonly recording?: string
  /** The session that it was forked from. */
  readonly parent?: string
}

export interface SessionStore {
  readonly database: Database
  readonly secondCopy?: Pick<SecondCopy, 'keep'> | undefined
}

/** All of it is on disk, or nothing; and in the second copy. Rejects with `StorageError` where there is no room. */
export async function storeSession(
  { database, secondCopy }: SessionStore,
  session: NewSession,
): Promise<void> {
  const { id, title, events, threads = [], then, now, recording, parent } = session
  const last: AgentEvent = { ...then, seq: events.length + 1, at: now }
  const all = [...events.map(writtenEvent), last]
  const others = threads.map((thread) => ({ id: thread.id, events: thread.events.map(writtenEvent) }))
  const whole = [all, ...others.map((thread) => thread.events)].flat()
  await requireRoom(roughSize(whole), `storing ${whole.length} events`)
  const log = chainedRows(all)
  const record: SessionRecord = {
    ...createSessionRecord(id, now),
    title,
    workspace: events.findLast((event) => event.type === 'workspace_imported')?.name,
    ...ownImport([...events, last]),
    messages: events.filter(isMessage).length,
    lastSeq: all.length,
    copied: events.length,
    ...(log.head === undefined ? {} : { chain: log.head }),
    ...(recording === undefined ? {} : { recording }),
    ...(parent === undefined ? {} : { parent }),
  }
  const transaction = database.transaction(['sessions', 'threads', 'events'], 'readwrite', {
    durability: 'strict',
  })
  await complete(transaction, async () => {
    // While the parent is there, all that its log names is; from here on this log names it, too.
    if (parent !== undefined && !(await transaction.objectStore('sessions').get(parent))) {
      throw new StorageError('broken', 'The session that this one is made from was removed meanwhile.')
    }
    const rows = transaction.objectStore('events')
    const add = (name: string, row: readonly ChainedEvent[]) =>
      enqueue(rows.add(row, [name, row.at(-1)?.seq ?? 0]))
    for (const row of log.rows) add(id, row)
    for (const thread of others) {
      const { rows: ownRows, head } = chainedRows(thread.events)
      for (const row of ownRows) add(logName(id, thread.id), row)
      enqueue(transaction.objectStore('threads').add(threadRecord(id, thread, head)))
    }
    enqueue(transaction.objectStore('sessions').add(record))
    transaction.commit()
  })
  await secondCopy?.keep(id)
}

function chainedRows(events: readonly AgentEvent[]) {
  const rows: (readonly ChainedEvent[])[] = []
  let head: ChainHead | undefined
  for (const part of rowsOf(events)) {
    const made = chained(part, head)
    rows.push(made.row)
    head = made.head
  }
  return { rows, head }
}

/** Its usage is counted where the log comes from. */
function threadRecord(session: string, { id, events }: RecordedThread, chain?: ChainHead): ThreadRecord {
  const [first] = events
  const { role, parent } = first?.type === 'thread_started' ? first : { role: '', parent: undefined }
  return {
    session,
    id,
    ...(parent === undefined ? {} : { parent }),
    role,
    createdAt: first?.at ?? 0,
    updatedAt: events.at(-1)?.at ?? 0,
    lastSeq: events.length,
    copied: events.length,
    ...(chain === undefined ? {} : { chain }),
  }
}

function rowsOf(events: readonly AgentEvent[]): AgentEvent[][] {
  const rows: AgentEvent[][] = []
  let bytes = Infinity
  for (const event of events) {
    const row = rows.at(-1)
    if (row && row.length < ROW_EVENTS && bytes < ROW_BYTES) row.push(event)
    else {
      rows.push([event])
      bytes = 0
    }
    bytes += roughSize(event)
  }
  return rows
}

function isMessage(event: AgentEvent): boolean {
  return event.type === 'turn_committed' || (event.type === 'user_message' && event.origin === 'human')
}
