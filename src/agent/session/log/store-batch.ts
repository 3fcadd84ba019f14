/** A batch of events in one transaction: rows of the session's log and of its threads, their records, and what was used. */
import type { AgentEvent } from '../../protocol/events.ts'
import { complete, enqueue, logName } from '../store/database.ts'
import type { Database, JournalMark, SessionRecord, ThreadRecord } from '../store/database.ts'
import type { ChainedEvent } from './log-chain.ts'
import { titleOf, withList } from './session-record.ts'
import { StorageError } from '../store/storage-error.ts'
import { localDay, usageOf, withUsage } from '../store/usage-days.ts'

/** New events of one log, and its record after them. */
export interface Portion<R> {
  readonly events: readonly AgentEvent[]
  readonly row: readonly ChainedEvent[]
  readonly next: R
}

export interface Batch {
  /** The session's row as the leader knows it: as long as it is the stored one, all threads are the leader's to write. */
  readonly before: SessionRecord
  readonly main: Portion<SessionRecord> | undefined
  /** The journal's end after it; undefined where the database alone has it. */
  readonly journal: JournalMark | undefined
  readonly threads: readonly Portion<ThreadRecord>[]
  /** It has to survive a loss of power. */
  readonly isLasting: boolean
}

/** Rejects with `not_leader` where another tab writes the session; nothing of it is stored then. Resolves to the session's row. */
export async function storeBatch(database: Database, batch: Batch): Promise<SessionRecord> {
  // Its second copy is on the disk already.
  const durability = batch.isLasting && batch.journal === undefined ? 'strict' : 'relaxed'
  const stores = ['sessions', 'threads', 'events', 'usageDays'] as const
  const transaction = database.transaction(
    batch.threads.length > 0 ? stores : (['sessions', 'events', 'usageDays'] as const),
    'readwrite',
    { durability },
  )
  const { before, main, threads } = batch
  return complete(transaction, async () => {
    const portions = [...(main ? [main] : []), ...threads]
    const used = portions.flatMap(({ events }) => usageOf(events))
    const day = localDay(Math.max(...portions.map(({ next }) => next.updatedAt)))
    const days = transaction.objectStore('usageDays')
    const counted = used.length > 0 ? days.get(day) : undefined
    if (counted) enqueue(counted)
    const sessions = transaction.objectStore('sessions')
    const reading = sessions.get(before.id)
    enqueue(reading)
    // On their way while the session is read; all of it is undone when that is no longer ours.
    // As one row a log: each costs the thread more than its content does.
    const events = transaction.objectStore('events')
    if (main) enqueue(events.add(main.row, [before.id, main.next.lastSeq]))
    for (const { row, next } of threads) {
      enqueue(events.add(row, [logName(before.id, next.id), next.lastSeq]))
      enqueue(transaction.objectStore('threads').put(next))
    }
    const stored = await reading
    if (!stored || stored.epoch !== before.epoch || stored.lastSeq !== before.lastSeq)
      throw new StorageError('not_leader', 'Another tab writes this session now; this event was not stored.')
    const record = main ? recordAfter(main, stored, batch.journal) : before
    if (main) enqueue(sessions.put(record))
    if (counted) enqueue(days.put(withUsage(await counted, day, used)))
    transaction.commit()
    return record
  })
}

/** Changes made in the list meanwhile are kept, and so is a title unless these events set one. */
function recordAfter(
  { next: { journal: _, ...next }, events }: Portion<SessionRecord>,
  { title, pinned, archived, deletedAt }: SessionRecord,
  journal: JournalMark | undefined,
): SessionRecord {
  return withList(
    { ...next, ...(journal === undefined ? {} : { journal }) },
    { title: titleOf(events) ?? title, pinned, archived, deletedAt },
  )
}
