/** What a browser's database has, read beside the app. */
import type { Page } from '@playwright/test'

export interface StoredLog {
  readonly id: string
  /** As the session's row says. */
  readonly lastSeq: number
  /** Of its events, in the order of the disk. */
  readonly seqs: readonly number[]
}

/** The logs of all sessions as they are on the disk. */
export function storedLogs(page: Page): Promise<StoredLog[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('vivarium'))
    const stores = database.transaction(['sessions', 'events'])
    const [records, rows] = await Promise.all([
      settled(stores.objectStore('sessions').getAll()) as Promise<{ id: string; lastSeq: number }[]>,
      Promise.all([
        settled(stores.objectStore('events').getAllKeys()),
        settled(stores.objectStore('events').getAll()),
      ]),
    ])
    database.close()
    const [keys, values] = rows as [[string, number][], { seq: number }[][]]
    return records.map(({ id, lastSeq }) => ({
      id,
      lastSeq,
      seqs: values.flatMap((row, index) => (keys[index]?.[0] === id ? row.map(({ seq }) => seq) : [])),
    }))
  })
}
