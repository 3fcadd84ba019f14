/** Small values of idb-keyval in a database of their own, which lets go when all that is stored is to be deleted. */
import type { UseStore } from 'idb-keyval'

/**
 * As idb-keyval's own `createStore`, whose connection would keep the database from being deleted for as long as the thread lives,
 * and that is longer than its page. After that it rejects: what has gone is not written anew.
 */
export function valueStore(database: string, store: string): UseStore {
  let opened: Promise<IDBDatabase> | undefined
  let isGone = false
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database)
      request.onupgradeneeded = () => request.result.createObjectStore(store)
      request.onerror = () =>
        reject(request.error ?? new Error(`The database ${database} could not be opened.`))
      request.onsuccess = () => {
        const connection = request.result
        connection.onversionchange = ({ newVersion }) => {
          isGone ||= newVersion === null
          opened = undefined
          connection.close()
        }
        // Browsers close some on their own.
        connection.onclose = () => (opened = undefined)
        resolve(connection)
      }
    })
  return async (mode, use) => {
    if (isGone)
      throw new Error(`The database ${database} was deleted while this tab was open. Reload the tab.`)
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return use((await opened).transaction(store, mode).objectStore(store))
  }
}
