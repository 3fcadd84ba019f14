/** Deletes all that this origin has stored in the browser. */
import { STORAGE_LOCK } from '../../agent/protocol/storage-lock.ts'
import { erase as t } from '../language/en/erase.ts'

interface Options {
  /** Another tab uses these parts, which are not deleted yet; it goes on when it does not any more. */
  readonly onWaiting: (parts: readonly string[]) => void
}

interface Part {
  readonly name: string
  readonly remove: () => Promise<void>
  /** Names of what is stored of it. */
  readonly list: () => Promise<readonly string[]>
}

/** Times that all is deleted, where something was stored anew meanwhile: by a tab of a version that knows no lock. */
const ROUNDS = 5

/**
 * Resolves with what could not be deleted, in words; with nothing when nothing is left, as was looked up after it was deleted.
 * Begins when no other tab is open. Never rejects.
 */
export async function eraseAll({ onWaiting }: Options): Promise<readonly string[]> {
  const parts = partsOf(onWaiting)
  return whenAlone(
    () => onWaiting(parts.map(({ name }) => name)),
    async () => {
      let left: readonly string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const part of parts) await removed(part)
        left = (await Promise.all(parts.map(leftOf))).filter((name) => name !== '')
        if (left.length === 0) return left
      }
      return left
    },
  )
}

/** Runs `work` while no thread of another tab, nor of this tab's last page, can store anything. */
async function whenAlone<T>(onWaiting: () => void, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  let held: readonly LockInfo[]
  try {
    held = (await locks.query()).held ?? []
  } catch (error) {
    // A browser that refuses locks to a page lets no thread of it store anything, either.
    console.info('Asking for locks:', error)
    return work()
  }
  if (held.some(({ name }) => name === STORAGE_LOCK)) onWaiting()
  return locks.request(STORAGE_LOCK, work)
}

function partsOf(onWaiting: Options['onWaiting']): readonly Part[] {
  return [
    // First, so that it keeps nothing anew.
    { name: t.offlineCopy, remove: removeOffline, list: listOffline },
    {
      name: t.databases,
      remove: () => removeDatabases(() => onWaiting([t.databases])),
      list: async () => (await indexedDB.databases()).map(({ name = '' }) => name),
    },
    { name: t.files, remove: removeFiles, list: listFiles },
    {
      name: t.tabs,
      remove: async () => {
        localStorage.clear()
        sessionStorage.clear()
      },
      list: async () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    },
  ]
}

/** A failure shows in what is left. */
async function removed({ name, remove }: Part): Promise<void> {
  try {
    await remove()
  } catch (error) {
    console.info(`Deleting ${name}:`, error)
  }
}

/** The rest of it, in words; empty when nothing is left. */
async function leftOf({ name, list }: Part): Promise<string> {
  try {
    const names = await list()
    return names.length === 0 ? '' : `${name} (${names.join(', ')})`
  } catch (error) {
    console.info(`Looking for ${name}:`, error)
    return name
  }
}

async function registrations(): Promise<readonly ServiceWorkerRegistration[]> {
  return (await navigator.serviceWorker?.getRegistrations()) ?? []
}

async function removeOffline(): Promise<void> {
  await Promise.all((await registrations()).map((worker) => worker.unregister()))
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

async function listOffline(): Promise<readonly string[]> {
  return [...(await registrations()).map(({ scope }) => scope), ...(await caches.keys())]
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

async function listFiles(): Promise<readonly string[]> {
  const root = await navigator.storage?.getDirectory?.()
  const names: string[] = []
  if (root) for await (const name of root.keys()) names.push(name)
  return names
}

async function removeFiles(): Promise<void> {
  const names = await listFiles()
  const root = await navigator.storage?.getDirectory?.()
  await Promise.all(names.map((name) => root.removeEntry(name, { recursive: true })))
}
