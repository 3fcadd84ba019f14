/** Deletes all that this origin has stored in the browser. */
import { erase as t } from '../language/en/erase.ts'

interface Options {
  /** Something of it is in use elsewhere; it goes on when it is not any more. */
  readonly onWaiting: () => void
}

/** What could not be deleted, in words; nothing when all is gone. Never rejects. */
export async function eraseAll({ onWaiting }: Options): Promise<readonly string[]> {
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    // First, so that it keeps nothing anew.
    [t.offlineCopy]: removeOffline,
    [t.databases]: () => removeDatabases(onWaiting),
    [t.files]: removeFiles,
    [t.tabs]: async () => {
      localStorage.clear()
      sessionStorage.clear()
    },
  }
  const left: string[] = []
  for (const [what, remove] of Object.entries(parts)) {
    try {
      await remove()
    } catch (error) {
      console.info(`Deleting ${what}:`, error)
      left.push(what)
    }
  }
  return left
}

async function removeOffline(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map((worker) => worker.unregister()))
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

async function removeDatabases(onWaiting: () => void): Promise<void> {
  const databases = await indexedDB.databases()
  await Promise.all(
    databases.map(
      ({ name = '' }) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = () => resolve()
          request.onerror = () => reject(request.error ?? new Error(`The database ${name} was not deleted.`))
          request.onblocked = onWaiting
        }),
    ),
  )
}

async function removeFiles(): Promise<void> {
  const root = await navigator.storage?.getDirectory?.()
  if (!root) return
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true })
}
