/**
 * Brings a session's two copies to the same end, when its lead is taken: the database may have been lost or be behind, and so may
 * the journal. Each event that either has is then in both, and none is there twice.
 */
import type { AgentEvent } from '../../protocol/events.ts'
import { isBilledType } from '../../protocol/billed.ts'
import { complete, enqueue, eventRange } from '../store/database.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { advance, titleOf } from '../log/session-record.ts'
import { StorageError } from '../store/storage-error.ts'
import { eventsOfRow } from '../log/stored-events.ts'
import { usageByDay, withUsage } from '../store/usage-days.ts'
import { JOURNAL_SETS_ASIDE } from './limits.ts'
import { chainOf, readJournal, segmentNames } from './read-journal.ts'
import type { Entry } from './segment.ts'
import { SessionJournal } from './session-journal.ts'
import { countedUpTo } from './usage-copy.ts'
import type { KnownEnd, SessionJournalOptions } from './session-journal.ts'

export interface EvenOutOptions extends SessionJournalOptions {
  readonly database: Database
  /** The session's row, with the epoch of its leader. */
  readonly record: SessionRecord
  /** Called as lost events come back, with the share of them that the database has again: up to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

export interface Compared {
  readonly journal: SessionJournal
  /** The session's row afterwards. */
  readonly record: SessionRecord
  /** `rewritten`: the journal did not belong to this log; its content is kept beside it. */
  readonly done: 'nothing' | 'filled the journal' | 'filled the database' | 'rewritten'
}

/** Rows that are read or written at once. */
const ROWS = 100
/** Ends the names of files that are kept beside a journal that was written anew. */
const SET_ASIDE = '.other-'

/** Rejects with `StorageError`; all that was done by then stays, and the next call goes on. */
export async function evenOut(options: EvenOutOptions): Promise<Compared> {
  const compared = await compare(options)
  return compared.done === 'nothing' ? compared : filledUp(compared, options.database)
}

/** Writes the journal anew from the database. The one before is kept beside it. Rejects with `StorageError`. */
export async function rewrite(options: EvenOutOptions): Promise<Compared> {
  return filledUp(await begunAnew(options), options.database)
}

/**
 * As `evenOut`, without the part that may take long and that nobody has to wait for: where it says that the journal was filled or
 * rewritten, this is yet to be done with `fillJournal`.
 */
export async function compare(
  options: EvenOutOptions,
  opening: Promise<SessionJournal> = openJournal(options),
): Promise<Compared> {
  const { database, record } = options
  const journal = await opening
  const { seq, chain } = journal.end
  try {
    if (seq === record.lastSeq && (seq === 0 || chain === record.chain?.hash))
      return { journal, record, done: 'nothing' }
    if (seq > record.lastSeq && (await hasEnd(options)))
      return { journal, record: await fillDatabase(options, seq), done: 'filled the database' }
    if (seq < record.lastSeq && (seq === 0 || chain === (await storedChain(database, record.id, seq))))
      return { journal, record, done: 'filled the journal' }
  } catch (error) {
    await journal.close(false)
    throw error
  }
  await journal.close(false)
  return begunAnew(options)
}

async function filledUp(compared: Compared, database: Database): Promise<Compared> {
  const { journal, record } = compared
  try {
    await fillJournal(journal, database, record)
    return { ...compared, record: await withMark(database, record, journal) }
  } catch (error) {
    await journal.close(false)
    throw error
  }
}

async function begunAnew(options: EvenOutOptions): Promise<Compared> {
  await setAside(options)
  return { journal: await SessionJournal.open(options), record: options.record, done: 'rewritten' }
}

/** The journal, where it ends; without a look into it where the session's row says so. Rejects with `StorageError`. */
export function openJournal(options: EvenOutOptions): Promise<SessionJournal> {
  return SessionJournal.open(options, knownEnd(options.record))
}

function knownEnd({ lastSeq, chain, journal }: SessionRecord): KnownEnd | undefined {
  return journal && { end: { seq: lastSeq, chain: chain?.hash }, mark: journal }
}

/** The row with the journal's end, so that it need not be read next time; as it is where another has written meanwhile. */
async function withMark(
  database: Database,
  record: SessionRecord,
  { mark }: SessionJournal,
): Promise<SessionRecord> {
  if (!mark) return record
  const transaction = database.transaction('sessions', 'readwrite', { durability: 'relaxed' })
  return complete(transaction, async () => {
    const stored = await transaction.store.get(record.id)
    if (stored?.epoch !== record.epoch || stored.lastSeq !== record.lastSeq) return record
    enqueue(transaction.store.put({ ...stored, journal: mark }))
    return { ...record, journal: mark }
  })
}

/** Hash of the last event of the row that ends with it; undefined where none does. */
async function storedChain(database: Database, id: string, seq: number): Promise<string | undefined> {
  const row: unknown = await database.get('events', [id, seq])
  return row === undefined ? undefined : chainOf({ seq, row })
}

/** Whether the journal has the event that the database ends with, where it has one. */
async function hasEnd({ record, ...options }: EvenOutOptions): Promise<boolean> {
  if (record.lastSeq === 0) return true
  const reading = { ...options, from: record.lastSeq - 1, onFault: () => undefined }
  for await (const { header, entries } of readJournal(reading)) {
    // The event itself is gone, with all before it.
    if (header.after === record.lastSeq) return header.chain === record.chain?.hash
    for (const entry of entries)
      if (entry.seq === record.lastSeq) return chainOf(entry) === record.chain?.hash
  }
  return false
}

/** Writes into the database all that the journal has behind its end, up to event `last`. */
async function fillDatabase(
  { database, record, onProgress, ...options }: EvenOutOptions,
  last: number,
): Promise<SessionRecord> {
  let filled = record
  const counted = await countedUpTo(database, record)
  // All of it: to look for the segment to begin with would read each of them twice.
  const from = record.lastSeq > 0 ? { from: record.lastSeq } : {}
  const reading = { ...options, ...from, onFault: () => undefined }
  for await (const { entries } of readJournal(reading))
    for (let at = 0; at < entries.length; at += ROWS) {
      const rows = entries.slice(at, at + ROWS).filter(({ seq }) => seq > record.lastSeq)
      filled = await addRows(database, filled, rows, counted)
      onProgress?.((filled.lastSeq - record.lastSeq) / (last - record.lastSeq))
    }
  return filled
}

/** In one transaction, unless another leads the session by now. */
async function addRows(
  database: Database,
  record: SessionRecord,
  entries: readonly Entry[],
  counted: number,
): Promise<SessionRecord> {
  const last = entries.at(-1)
  if (!last) return record
  // Most of a hundred megabytes is of no use here: to check all of it takes longer than to write it.
  const telling = entries.flatMap(({ seq, row }) => (isTelling(row) ? eventsOfRow(row, seq) : []))
  const next = recordAfter(record, entries, last, telling)
  // Counted in the transaction that stores them, or not at all.
  const used = usageByDay(telling.filter(({ seq }) => seq > counted))
  const stores = ['sessions', 'events', 'usageDays'] as const
  const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' })
  return complete(transaction, async () => {
    const sessions = transaction.objectStore('sessions')
    const stored = await sessions.get(record.id)
    if (stored?.epoch !== record.epoch || stored.lastSeq !== record.lastSeq)
      throw new StorageError(
        'not_leader',
        'Another tab writes this session now; its copies were not compared.',
      )
    const rows = transaction.objectStore('events')
    // As it was written: the log is chained over it, and an event that cannot be read now may be readable one day.
    for (const { seq, row } of entries) enqueue(rows.put(row as readonly AgentEvent[], [record.id, seq]))
    const days = transaction.objectStore('usageDays')
    for (const { day, totals } of used) enqueue(days.put(withUsage(await days.get(day), day, totals)))
    enqueue(sessions.put(next))
    transaction.commit()
    return next
  })
}

/** Events that change a session's row; others tell of usage. */
const TELLING: ReadonlySet<unknown> = new Set<AgentEvent['type']>([
  'workspace_imported',
  'recording_opened',
  'user_message',
  'turn_committed',
  'session_titled',
])

function recordAfter(
  { journal: _, ...record }: SessionRecord,
  entries: readonly Entry[],
  last: Entry,
  telling: readonly AgentEvent[],
): SessionRecord {
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
    (event) =>
      typeof event === 'object' &&
      event !== null &&
      'type' in event &&
      (TELLING.has(event.type) || isBilledType(event.type)),
  )
}

function lastOf(row: unknown): unknown {
  return Array.isArray(row) ? row.at(-1) : row
}

/** Writes into the journal all rows that the database has behind its end, up to that of `record`; or fewer, when it is over. */
export async function fillJournal(
  journal: SessionJournal,
  database: Database,
  record: SessionRecord,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const { seq } = journal.end
    if (seq >= record.lastSeq || isOver()) return
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

/** The row before the first event: all that the events do not tell stays. */
export function atFirst({ chain: _, ...record }: SessionRecord): SessionRecord {
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
