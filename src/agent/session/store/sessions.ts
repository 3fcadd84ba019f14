/** The list of sessions: rows, not logs. */
import type { SessionSummary } from '../../protocol/calls/sessions.ts'
import { eventRange, threadEventRange, threadRange } from './database.ts'
import type { Database, SessionRecord } from './database.ts'

const UNTITLED = 'New session'

export function createSessionRecord(id: string, now: number): SessionRecord {
  return {
    id,
    title: UNTITLED,
    createdAt: now,
    updatedAt: now,
    workspace: undefined,
    messages: 0,
    lastSeq: 0,
    epoch: 0,
  }
}

/** Most recently used first. Sessions in which nothing was ever said or imported are left out. */
export async function listSessions(database: Database): Promise<SessionSummary[]> {
  const records = await database.getAllFromIndex('sessions', 'updatedAt')
  return records
    .reverse()
    .filter((record) => record.messages > 0 || record.workspace !== undefined)
    .map(({ id, title, createdAt, updatedAt, workspace, messages, ...record }) => ({
      id,
      title,
      createdAt,
      updatedAt,
      workspace,
      messages,
      state: stateOf(record),
      pinned: record.pinned === true,
      parent: record.parent,
    }))
}

function stateOf({ archived, deletedAt }: Partial<SessionRecord>): SessionSummary['state'] {
  if (deletedAt !== undefined) return 'deleted'
  return archived === true ? 'archived' : 'listed'
}

/** The session used last, whether anything was said in it or not. */
export async function lastSessionId(database: Database): Promise<string | undefined> {
  let cursor = await database.transaction('sessions').store.index('updatedAt').openCursor(null, 'prev')
  while (cursor?.value.deletedAt !== undefined) cursor = await cursor.continue()
  return cursor?.primaryKey
}

/** Takes the lead in the store: from now on appends of an earlier leader fail. Undefined when there is no such session. */
export async function takeEpoch(database: Database, id: string): Promise<SessionRecord | undefined> {
  // It fences off tabs that run: a loss of power ends them all, so nothing waits for the disk.
  const transaction = database.transaction('sessions', 'readwrite', { durability: 'relaxed' })
  const record = await transaction.store.get(id)
  if (!record) return undefined
  const next = { ...record, epoch: record.epoch + 1 }
  await Promise.all([transaction.store.put(next), transaction.done])
  return next
}

/** False when there is no such session. */
export async function changeSession(
  database: Database,
  id: string,
  change: (record: SessionRecord) => SessionRecord,
): Promise<boolean> {
  const transaction = database.transaction('sessions', 'readwrite')
  const record = await transaction.store.get(id)
  if (record) await transaction.store.put(change(record))
  await transaction.done
  return record !== undefined
}

/** Removes the session and the logs of its threads for good. Content stays until a clean-up: other sessions may share it. */
export async function deleteSession(database: Database, id: string): Promise<void> {
  const transaction = database.transaction(['sessions', 'threads', 'events', 'searchPieces'], 'readwrite', {
    durability: 'strict',
  })
  await Promise.all([
    transaction.objectStore('sessions').delete(id),
    transaction.objectStore('events').delete(eventRange(id)),
    transaction.objectStore('threads').delete(threadRange(id)),
    transaction.objectStore('events').delete(threadEventRange(id)),
    transaction.objectStore('searchPieces').delete(eventRange(id)),
    transaction.objectStore('searchPieces').delete(threadEventRange(id)),
    transaction.done,
  ])
}
