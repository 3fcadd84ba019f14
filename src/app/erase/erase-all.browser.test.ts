/** All that the origin has stored goes, and what is still in use is waited for. */
import { expect, it } from 'vitest'
import { eraseAll } from './erase-all.ts'

const open = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('things')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No database.'))
  })

/** Names of what stands in the origin's own folder. */
async function filesOf(): Promise<string[]> {
  const names: string[] = []
  for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
  return names
}

const stored = async () => ({
  databases: (await indexedDB.databases()).map(({ name }) => name),
  caches: await caches.keys(),
  local: localStorage.length + sessionStorage.length,
  files: await filesOf(),
})

it('leaves nothing', async () => {
  ;(await open('vivarium-erased')).close()
  await (await caches.open('vivarium-erased')).put('/a', new Response('a'))
  localStorage.setItem('vivarium:erased', '1')
  sessionStorage.setItem('vivarium:erased', '1')
  const root = await navigator.storage.getDirectory()
  await root.getDirectoryHandle('erased', { create: true })
  expect(await eraseAll({ onWaiting: () => undefined })).toEqual([])
  expect(await stored()).toEqual({ databases: [], caches: [], local: 0, files: [] })
})

it('waits for another tab that uses some of it, and says so', async () => {
  const inUse = await open('vivarium-in-use')
  let waited = 0
  const left = await eraseAll({
    onWaiting: () => {
      waited += 1
      inUse.close()
    },
  })
  expect([left, waited]).toEqual([[], 1])
  expect((await stored()).databases).toEqual([])
})
