/**
 * A session's rows as another database had them: put into this one, or behind those that it has, in one
 * transaction.
 */
import type { AgentEvent } from '../../protocol/events.ts'
import { complete, enqueue, eventRange, logName } from '../store/database.ts'
import type { ChainHead, Database, SessionRecord, ThreadRecord } from '../store/database.ts'
import { requireRoom, roughSize } from '../store/room.ts'
import { StorageError, toStorageError } from '../store/storage-error.ts'

/** Events that were numbered and chained where they were written. */
type StoredRow = readonly Pick<AgentEvent, 'seq' | 'at'>[]

/** A child agent's thread, from its first event on. */
export interface NewThread {
  readonly record: ThreadRecord
  readonly rows: readonly StoredRow[]
}

export interface NewRows {
  readonly record: SessionRecord
  /** From the event after `after` to the record's last one, without holes. */
  readonly rows: readonly StoredRow[]
  /** Threads of the session. Each takes the place of a shorter one that is here. */
  readonly threads?: readonly NewThread[]
  /** How the log that is here ends, which must still be so; undefined where there is none. */
  readonly after: { readonly seq: number; readonly chain: ChainHead | undefined } | undefined
}

/**
 * All of it is on disk, or nothing. Rejects with `StorageError`: where there is no room, where there is a
 * session of this id, or where it has gone on meanwhile. The place of a session in the list, and its title,
 * stay as they are here.
 */
export async function storeRows(
  database: Database,
  { record, rows, threads = [], after }: NewRows,
): Promise<void> {
  const all = [...rows, ...threads.flatMap((thread) => thread.rows)]
  const what = `storing ${all.reduce((sum, row) => sum + row.length, 0)} events`
  await requireRoom(roughSize(all), what)
  const stores = ['sessions', 'threads', 'events'] as const
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  try {
    await complete(transaction, async () => {
      const sessions = transaction.objectStore('sessions')
      const own = await sessions.get(record.id)
      if (own?.lastSeq !== after?.seq || own?.chain?.hash !== after?.chain?.hash)
        throw new StorageError('broken', 'The session has changed here meanwhile.')
      const events = transaction.objectStore('events')
      for (const row of rows) {
        const last = row.at(-1)?.seq ?? 0
        const rest = row.filter(({ seq }) => seq > (after?.seq ?? 0))
        if (rest.length > 0) enqueue(events.add(asStored(rest), [record.id, last]))
      }
      for (const thread of threads) {
        const { session, id, lastSeq } = thread.record
        const name = logName(session, id)
        const here = await transaction.objectStore('threads').get([session, id])
        if (here && here.lastSeq >= lastSeq) continue
        enqueue(events.delete(eventRange(name)))
        for (const row of thread.rows) enqueue(events.put(asStored(row), [name, row.at(-1)?.seq ?? 0]))
        enqueue(transaction.objectStore('threads').put(thread.record))
      }
      enqueue(sessions.put(own === undefined ? record : continued(own, record)))
      transaction.commit()
    })
  } catch (cause) {
    throw toStorageError(cause, what)
  }
}

/** Stored events are checked whenever they are read: apart from its number, nothing in one is trusted. */
function asStored(row: StoredRow): readonly AgentEvent[] {
  return row as readonly unknown[] as readonly AgentEvent[]
}

/** The session's row here, with the log of the other. */
function continued(own: SessionRecord, record: SessionRecord): SessionRecord {
  // Nothing was in it yet, not even what its title is made from.
  if (own.lastSeq === 0) return { ...record, epoch: own.epoch }
  const { lastSeq, updatedAt, messages, workspace, chain } = record
  const { chain: _, ...rest } = own
  return {
    ...rest,
    lastSeq,
    updatedAt: Math.max(own.updatedAt, updatedAt),
    messages,
    workspace,
    ...(chain === undefined ? {} : { chain }),
  }
}
