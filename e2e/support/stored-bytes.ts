/** All that a browser keeps for the app's origin, byte for byte, as one text a store: what a copied profile would be searched for. */
import type { Page } from '@playwright/test'

export interface StoredBytes {
  /** `database/store`, or what else it is. */
  readonly where: string
  /** Texts as they are, bytes as Latin-1. */
  readonly text: string
}

export function storedBytes(page: Page): Promise<readonly StoredBytes[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const latin = new TextDecoder('latin1')
    const written = (all: unknown) =>
      JSON.stringify(all, (_, value: unknown) => {
        if (value instanceof ArrayBuffer) return latin.decode(value)
        return ArrayBuffer.isView(value) ? latin.decode(value) : value
      })
    const parts: { where: string; text: string }[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([settled(objects.getAllKeys()), settled(objects.getAll())])
        parts.push({ where: `${name}/${store}`, text: written([keys, values]) })
      }
      database.close()
    }
    parts.push({ where: 'localStorage', text: JSON.stringify({ ...localStorage }) })
    parts.push({ where: 'sessionStorage', text: JSON.stringify({ ...sessionStorage }) })
    const read = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        const where = `${path}/${name}`
        if (handle.kind === 'directory') await read(handle, where)
        else parts.push({ where, text: name + latin.decode(await (await handle.getFile()).arrayBuffer()) })
      }
    }
    await read(await navigator.storage.getDirectory(), 'private file system')
    return parts
  })
}
