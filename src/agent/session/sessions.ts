/** The list of sessions: rows, not logs. */
import type { SessionSummary } from '../protocol/rpc.ts'
import { eventRange } from './database.ts'
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
    .map(({ id, title, createdAt, updatedAt, workspace, messages }) => ({
      id,
      title,
      createdAt,
      updatedAt,
      workspace,
      messages,
    }))
}

/** The session used last, whether anything was said in it or not. */
export async function lastSessionId(database: Database): Promise<string | undefined> {
  const cursor = await database.transaction('sessions').store.index('updatedAt').openKeyCursor(null, 'prev')
  return cursor?.primaryKey
}

/** Takes the lead in the store: from now on appends of an earlier leader fail. Undefined when there is no such session. */
export async function takeEpoch(database: Database, id: string): Promise<SessionRecord | undefined> {
  const transaction = database.transaction('sessions', 'readwrite', { durability: 'strict' })
  const record = await transaction.store.get(id)
  if (!record) return undefined
  const next = { ...record, epoch: record.epoch + 1 }
  await Promise.all([transaction.store.put(next), transaction.done])
  return next
}

/** False when there is no such session. */
export async function renameSession(database: Database, id: string, title: string): Promise<boolean> {
  const transaction = database.transaction('sessions', 'readwrite')
  const record = await transaction.store.get(id)
  if (record) await transaction.store.put({ ...record, title })
  await transaction.done
  return record !== undefined
}

/** Removes the session and its log. Content stays: other sessions may share it. */
export async function deleteSession(database: Database, id: string): Promise<void> {
  const transaction = database.transaction(['sessions', 'events'], 'readwrite', { durability: 'strict' })
  await Promise.all([
    transaction.objectStore('sessions').delete(id),
    transaction.objectStore('events').delete(eventRange(id)),
    transaction.done,
  ])
}
