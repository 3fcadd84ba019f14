/**
 * Brings a session's two copies to the same end, when its lead is taken: the database may have been lost or be behind, and so may
 * the journal. Each event that either has is then in both, and none is there twice.
 */
import type { AgentEvent } from '../../protocol/events.ts'
import { complete, enqueue, eventRange } from '../database.ts'
import type { Database, SessionRecord } from '../database.ts'
import { advance, titleOf } from '../session-record.ts'
import { StorageError } from '../storage-error.ts'
import { eventsOfRow } from '../stored-events.ts'
import { JOURNAL_SETS_ASIDE } from './limits.ts'
import { chainOf, readJournal, segmentNames } from './read-journal.ts'
import type { Entry } from './segment.ts'
import { SessionJournal } from './session-journal.ts'
import type { SessionJournalOptions } from './session-journal.ts'

export interface EvenOutOptions extends SessionJournalOptions {
  readonly database: Database
  /** The session's row, with the epoch of whoever leads it now. */
  readonly record: SessionRecord
}

export interface EvenedOut {
  readonly journal: SessionJournal
  /** The session's row afterwards. */
  readonly record: SessionRecord
  /** `rewritten`: the journal did not belong to this log; what it had is kept beside it. */
  readonly done: 'nothing' | 'filled the journal' | 'filled the database' | 'rewritten'
}

/** Rows that are read or written at once. */
const ROWS = 100
/** Ends the names of files that are kept beside a journal that was written anew. */
const SET_ASIDE = '.other-'

/** Rejects with `StorageError`; what was done by then stays, and the next call goes on. */
export async function evenOut(options: EvenOutOptions): Promise<EvenedOut> {
  const { database, record } = options
  const journal = await SessionJournal.open(options)
  const { seq, chain } = journal.end
  try {
    if (seq === record.lastSeq && (seq === 0 || chain === record.chain?.hash))
      return { journal, record, done: 'nothing' }
    if (seq > record.lastSeq && (await hasEnd(options))) {
      const filled = await fillDatabase(options)
      return { journal, record: filled, done: 'filled the database' }
    }
    if (seq < record.lastSeq && (seq === 0 || chain === (await storedChain(database, record.id, seq)))) {
      await fillJournal(journal, options)
      return { journal, record, done: 'filled the journal' }
    }
  } catch (error) {
    await journal.close(false)
    throw error
  }
  await journal.close(false)
  await setAside(options)
  const fresh = await SessionJournal.open(options)
  await fillJournal(fresh, options)
  return { journal: fresh, record, done: 'rewritten' }
}

/** Hash of the last event of the row that ends with it; undefined where none does. */
async function storedChain(database: Database, id: string, seq: number): Promise<string | undefined> {
  const row: unknown = await database.get('events', [id, seq])
  return row === undefined ? undefined : chainOf({ seq, row })
}

/** Whether the journal has the event that the database ends with, where it has one. */
async function hasEnd({ record, ...options }: EvenOutOptions): Promise<boolean> {
  if (record.lastSeq === 0) return true
  for await (const { entries } of readJournal({ ...options, onFault: () => undefined }))
    for (const entry of entries)
      if (entry.seq === record.lastSeq) return chainOf(entry) === record.chain?.hash
  return false
}

/** Writes into the database all that the journal has behind its end. */
async function fillDatabase({ database, record, ...options }: EvenOutOptions): Promise<SessionRecord> {
  let filled = record
  for await (const { entries } of readJournal({ ...options, onFault: () => undefined }))
    for (let from = 0; from < entries.length; from += ROWS)
      filled = await addRows(
        database,
        filled,
        entries.slice(from, from + ROWS).filter(({ seq }) => seq > record.lastSeq),
      )
  return filled
}

/** In one transaction, unless another leads the session by now. */
async function addRows(
  database: Database,
  record: SessionRecord,
  entries: readonly Entry[],
): Promise<SessionRecord> {
  const last = entries.at(-1)
  if (!last) return record
  const next = recordAfter(record, entries, last)
  const transaction = database.transaction(['sessions', 'events'], 'readwrite', { durability: 'relaxed' })
  return complete(transaction, async () => {
    const sessions = transaction.objectStore('sessions')
    const stored = await sessions.get(record.id)
    if (stored?.epoch !== record.epoch || stored.lastSeq !== record.lastSeq)
      throw new StorageError(
        'not_leader',
        'Another tab writes this session now; its copies were not compared.',
      )
    const rows = transaction.objectStore('events')
    // As it was written: the log is chained over it, and what cannot be read now may be one day.
    for (const { seq, row } of entries) enqueue(rows.put(row as readonly AgentEvent[], [record.id, seq]))
    enqueue(sessions.put(next))
    transaction.commit()
    return next
  })
}

/** Events that change a session's row. */
const TELLING: ReadonlySet<unknown> = new Set<AgentEvent['type']>([
  ...(['workspace_imported', 'user_message', 'turn_committed', 'session_titled'] as const),
])

function recordAfter(record: SessionRecord, entries: readonly Entry[], last: Entry): SessionRecord {
  // Most of a hundred megabytes is of no use here: to check all of it takes longer than to write it.
  const telling = entries.flatMap(({ seq, row }) => (isTelling(row) ? eventsOfRow(row, seq) : []))
  const [lastEvent] = eventsOfRow(lastOf(last.row), last.seq)
  const hash = chainOf(last)
  const [first = last] = entries
  const from = record.chain?.from ?? eventsOfRow(first.row, first.seq)[0]?.seq ?? 1
  return {
    ...advance(record, telling),
    title: titleOf(telling) ?? record.title,
    updatedAt: lastEvent?.at ?? record.updatedAt,
    // A gap counts: the numbers go on behind it.
    lastSeq: last.seq,
    ...(hash === undefined ? {} : { chain: { hash, from } }),
  }
}

function isTelling(row: unknown): boolean {
  const events: readonly unknown[] = Array.isArray(row) ? row : [row]
  return events.some(
    (event) => typeof event === 'object' && event !== null && 'type' in event && TELLING.has(event.type),
  )
}

function lastOf(row: unknown): unknown {
  return Array.isArray(row) ? row.at(-1) : row
}

/** Writes into the journal all rows that the database has behind its end. */
async function fillJournal(journal: SessionJournal, { database, record }: EvenOutOptions): Promise<void> {
  for (;;) {
    const { seq } = journal.end
    if (seq >= record.lastSeq) return
    const range = eventRange(record.id, seq + 1)
    const [keys, rows] = await Promise.all([
      database.getAllKeys('events', range, ROWS),
      database.getAll('events', range, ROWS),
    ])
    const entries = rows.flatMap((row, at): Entry[] => {
      const end = keys[at]?.[1]
      return end === undefined || end > record.lastSeq ? [] : [{ seq: end, row }]
    })
    if (entries.length === 0) return journal.skipTo({ seq: record.lastSeq, chain: record.chain?.hash })
    journal.append(entries, seq === 0 ? atFirst(record) : { ...record, lastSeq: seq })
  }
}

/** The row before the first event: what the events do not tell stays. */
function atFirst({ chain: _, ...record }: SessionRecord): SessionRecord {
  return { ...record, lastSeq: 0, messages: 0, workspace: undefined }
}

/** A later set does not take the place of an earlier one, as far as there is room for both. */
async function setAside({ folder }: EvenOutOptions): Promise<void> {
  const kept = await folder.names()
  const sets = new Set(kept.map((name) => name.split(SET_ASIDE)[1]))
  const free = Array.from({ length: JOURNAL_SETS_ASIDE }, (_, at) => String(at)).find((set) => !sets.has(set))
  for (const name of await segmentNames(folder)) {
    const bytes = await folder.read(name)
    if (bytes) await folder.replace(`${name}${SET_ASIDE}${free ?? '0'}`, bytes)
    await folder.remove(name)
  }
}
