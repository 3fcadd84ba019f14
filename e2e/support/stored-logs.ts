/** Reads a browser's database beside the app. */
import type { Page } from '@playwright/test'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'

export interface StoredLog {
  readonly id: string
  /** As the session's row says. */
  readonly lastSeq: number
  /** Numbers of its events, in the order of the disk. */
  readonly seqs: readonly number[]
}

export interface StoredEvents {
  readonly id: string
  /** As the session's row says: the last event, and the last of those that it has from another session. */
  readonly lastSeq: number
  readonly copied: number
  /** In the order of the disk, without the hashes of their chain. */
  readonly events: readonly AgentEvent[]
}

/** The logs of all sessions as they are on the disk. */
export async function storedLogs(page: Page): Promise<StoredLog[]> {
  const logs = await storedEvents(page)
  return logs.map(({ id, lastSeq, events }) => ({ id, lastSeq, seqs: events.map(({ seq }) => seq) }))
}

/** The same with their events. */
export function storedEvents(page: Page): Promise<StoredEvents[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('vivarium'))
    const stores = database.transaction(['sessions', 'events'])
    const [records, rows] = await Promise.all([
      settled(stores.objectStore('sessions').getAll()) as Promise<
        { id: string; lastSeq: number; copied?: number }[]
      >,
      Promise.all([
        settled(stores.objectStore('events').getAllKeys()),
        settled(stores.objectStore('events').getAll()),
      ]),
    ])
    database.close()
    const [keys, values] = rows as [[string, number][], (AgentEvent & { chain?: string })[][]]
    return records.map(({ id, lastSeq, copied = 0 }) => ({
      id,
      lastSeq,
      copied,
      events: values.flatMap((row, index) =>
        keys[index]?.[0] === id ? row.map(({ chain: _, ...event }) => event as AgentEvent) : [],
      ),
    }))
  })
}
