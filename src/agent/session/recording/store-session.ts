/** A session that is made of events of another one: of a recording, or of a fork's parent. */
import { SEARCH_PIECE_CHARS } from '../../limits.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { complete, enqueue } from '../store/database.ts'
import type { ChainHead, Database, SessionRecord } from '../store/database.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import { chained } from '../log/log-chain.ts'
import type { ChainedEvent } from '../log/log-chain.ts'
import { writtenEvent } from '../shapes/written-event.ts'
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
  const { id, title, events, then, now, recording, parent } = session
  const last: AgentEvent = { ...then, seq: events.length + 1, at: now } as AgentEvent
  const all = [...events.map(writtenEvent), last]
  await requireRoom(roughSize(all), `storing ${all.length} events`)
  let head: ChainHead | undefined
  const batches: (readonly ChainedEvent[])[] = []
  for (const events of rowsOf(all)) {
    const made = chained(events, head)
    batches.push(made.row)
    head = made.head
  }
  const record: SessionRecord = {
    ...createSessionRecord(id, now),
    title,
    workspace: events.findLast((event) => event.type === 'workspace_imported')?.name,
    messages: events.filter(isMessage).length,
    lastSeq: all.length,
    copied: events.length,
    ...(head === undefined ? {} : { chain: head }),
    ...(recording === undefined ? {} : { recording }),
    ...(parent === undefined ? {} : { parent }),
  }
  const transaction = database.transaction(['sessions', 'events'], 'readwrite', { durability: 'strict' })
  await complete(transaction, async () => {
    // While the parent is there, all that its log names is; from here on this log names it, too.
    if (parent !== undefined && !(await transaction.objectStore('sessions').get(parent))) {
      throw new StorageError('broken', 'The session that this one is made from was removed meanwhile.')
    }
    const rows = transaction.objectStore('events')
    for (const row of batches) enqueue(rows.add(row, [id, row.at(-1)?.seq ?? 0]))
    enqueue(transaction.objectStore('sessions').add(record))
    transaction.commit()
  })
  await secondCopy?.keep(id)
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
