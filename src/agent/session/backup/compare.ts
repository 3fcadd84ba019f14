/** Decides what becomes of a session of a backup, by what this browser has of it. */
import { contentHash } from '../store/content-hash.ts'
import { eventRange, threadRange } from '../store/database.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { leaseName } from '../log/lease.ts'
import { hashIn, linkAfter } from '../log/log-chain.ts'
import type { RestorePlan } from '../../protocol/calls/backups.ts'
import type { ReadSession } from './read-backup.ts'

/** Rows that are read at once. */
const ROWS = 100

export interface CompareOptions {
  readonly database: Database
  /** Names of the locks that are held. */
  readonly held: ReadonlySet<string>
}

/** `target`: the id under which the backup's session is or would be here. */
export interface Compared {
  readonly plan: RestorePlan
  readonly target: string
}

export async function compare(session: ReadSession, options: CompareOptions): Promise<Compared> {
  const { row, problem } = session
  if (problem !== undefined) return { plan: { kind: 'damaged', problem }, target: row.id }
  const own = await options.database.get('sessions', row.id)
  if (own === undefined) return { plan: { kind: 'new' }, target: row.id }
  const relation = await relationOf(session, own, options.database)
  if (relation === 'differs') return asCopy(session, 'differs', options.database)
  const isHeld = options.held.has(leaseName(row.id))
  // As after a restore by a program of before there were threads.
  const missing = relation === 'same' && !isHeld ? await missingEvents(session, options.database) : 0
  if (relation !== 'behind' && missing === 0)
    return { plan: settled(relation, own, row.deletedAt, false), target: row.id }
  // A tab that has it open knows nothing of events that come from elsewhere.
  if (isHeld) return asCopy(session, 'open', options.database)
  return { plan: { kind: 'continues', events: missing || row.lastSeq - own.lastSeq }, target: row.id }
}

/** Events of threads that the backup has longer, or alone. */
async function missingEvents({ row, threads }: ReadSession, database: Database): Promise<number> {
  const here = new Map<string, number>()
  for (const { id, lastSeq } of await database.getAll('threads', threadRange(row.id))) here.set(id, lastSeq)
  return threads.reduce((sum, { id, lastSeq }) => sum + Math.max(0, lastSeq - (here.get(id) ?? 0)), 0)
}

/** The id of a copy follows from what it is a copy of, so that a second restore finds the first one's. */
async function asCopy(session: ReadSession, why: 'differs' | 'open', database: Database): Promise<Compared> {
  const target = await copyId(session)
  const copy = await database.get('sessions', target)
  if (copy === undefined) return { plan: { kind: 'copy', why }, target }
  const relation = await relationOf(session, copy, database)
  if (relation === 'same' || relation === 'ahead')
    return { plan: settled(relation, copy, session.row.deletedAt, true), target }
  return { plan: { kind: 'copy', why }, target: crypto.randomUUID() }
}

function settled(
  kind: 'same' | 'ahead',
  own: SessionRecord,
  deletedThen: number | undefined,
  copy: boolean,
): RestorePlan {
  return own.deletedAt !== undefined && deletedThen === undefined ? { kind: 'undelete' } : { kind, copy }
}

/** The relation of the log that is here to the one of the backup. */
async function relationOf(
  { row, digest, watchedDigest }: ReadSession,
  own: SessionRecord,
  database: Database,
): Promise<'same' | 'ahead' | 'behind' | 'differs'> {
  // Nothing was ever written here: all that the backup has comes after it.
  if (own.lastSeq === 0) return 'behind'
  const isBehind = own.lastSeq < row.lastSeq
  const here = await digestAt(database, own, Math.min(own.lastSeq, row.lastSeq))
  if (here !== (isBehind ? watchedDigest : digest)) return 'differs'
  if (isBehind) return 'behind'
  return own.lastSeq === row.lastSeq ? 'same' : 'ahead'
}

/** The digest of a stored log behind the event `seq`, as `LogCheck` has it. */
async function digestAt(
  database: Database,
  { id, chain, lastSeq }: SessionRecord,
  seq: number,
): Promise<string | undefined> {
  if (chain?.from === 1 && seq === lastSeq) return chain.hash
  if (chain?.from === 1) return hashIn(await eventAt(database, id, seq))
  let digest = ''
  for (let from = 0; ;) {
    const rows = await database.getAll('events', eventRange(id, from), ROWS)
    const keys = await database.getAllKeys('events', eventRange(id, from), ROWS)
    for (const [index, row] of rows.entries()) {
      const events: readonly unknown[] = Array.isArray(row) ? row : [row]
      const first = (keys[index]?.[1] ?? 0) - events.length + 1
      for (const [at, event] of events.entries()) {
        digest = linkAfter(digest, event)
        if (first + at === seq) return digest
      }
    }
    const last = keys[rows.length - 1]
    if (last === undefined || rows.length < ROWS) return undefined
    from = last[1] + 1
  }
}

async function eventAt(database: Database, id: string, seq: number): Promise<unknown> {
  const [key] = await database.getAllKeys('events', eventRange(id, seq), 1)
  const row: unknown = key && (await database.get('events', key))
  if (key === undefined || !Array.isArray(row)) return row
  return row.at(seq - key[1] - 1)
}

async function copyId({ row, digest }: ReadSession): Promise<string> {
  const hash = await contentHash(new TextEncoder().encode(`${row.id} ${row.lastSeq} ${digest}`))
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
