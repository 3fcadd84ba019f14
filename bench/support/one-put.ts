/** The physical limit of whatever must be on disk: one record, written and flushed. Milliseconds. */
export function timeOfOnePut(value: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench-put', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('values')
    opening.onerror = () => reject(opening.error ?? new Error('The database did not open.'))
    opening.onsuccess = () => {
      const start = performance.now()
      const transaction = opening.result.transaction('values', 'readwrite', { durability: 'strict' })
      transaction.objectStore('values').put(value, 1)
      transaction.oncomplete = () => resolve(performance.now() - start)
      transaction.onabort = () => reject(transaction.error ?? new Error('The write was aborted.'))
    }
  })
}
