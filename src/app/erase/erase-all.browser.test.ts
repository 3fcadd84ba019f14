/** All that the origin has stored goes, and what is still in use is waited for. */
import { expect, it, vi } from 'vitest'
import { countAsStoring } from '../../agent/session/store/storing.ts'
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
  const waited: (readonly string[])[] = []
  const left = await eraseAll({
    onWaiting: (parts) => {
      waited.push(parts)
      inUse.close()
    },
  })
  expect([left, waited]).toEqual([[], [['sessions and settings']]])
  expect((await stored()).databases).toEqual([])
})

it('begins when no thread is left that may store: also one of the page before, which still ends', async () => {
  const ended = Promise.withResolvers<void>()
  const counted = countAsStoring({
    // As `navigator.locks`, for a life that the test ends.
    request: (...[name, options, forLife]: [string, LockOptions, LockGrantedCallback<never>]) =>
      navigator.locks.request(name, options, (lock) => Promise.race([forLife(lock), ended.promise])),
  } as Pick<LockManager, 'request'>)
  await counted
  ;(await open('vivarium-before')).close()
  const waiting = Promise.withResolvers<readonly string[]>()
  const left = eraseAll({ onWaiting: waiting.resolve })
  expect(await waiting.promise).toEqual([
    'the offline copy',
    'sessions and settings',
    'files',
    'what tabs keep',
  ])
  ;(await open('vivarium-late')).close()
  expect((await stored()).databases.toSorted()).toEqual(['vivarium-before', 'vivarium-late'])
  ended.resolve()
  expect(await left).toEqual([])
  expect((await stored()).databases).toEqual([])
})

it('waits for a thread that has a file open, and deletes that file', async () => {
  for (let round = 0; round < 10; round += 1) {
    const worker = new Worker(new URL('./testing/storing.worker.ts', import.meta.url), { type: 'module' })
    await new Promise((resolve) => worker.addEventListener('message', resolve))
    const waited: (readonly string[])[] = []
    const left = await eraseAll({
      onWaiting: (parts) => {
        waited.push(parts)
        worker.terminate()
      },
    })
    expect([left, waited.length]).toEqual([[], 1])
    expect((await stored()).files).toEqual([])
  }
})

it('deletes what is stored anew while it deletes', async () => {
  const inUse = await open('vivarium-in-use')
  inUse.onversionchange = () => {
    void open('vivarium-anew').then((anew) => {
      anew.close()
      inUse.close()
    })
  }
  expect(await eraseAll({ onWaiting: () => undefined })).toEqual([])
  expect((await stored()).databases).toEqual([])
})

it('deletes where the browser refuses locks', async () => {
  ;(await open('vivarium-before')).close()
  const refused = vi
    .spyOn(navigator.locks, 'query')
    .mockRejectedValue(new DOMException('No', 'SecurityError'))
  expect(await eraseAll({ onWaiting: () => undefined })).toEqual([])
  refused.mockRestore()
  expect((await stored()).databases).toEqual([])
})

it('names what is left', async () => {
  const root = await navigator.storage.getDirectory()
  const file = await root.getFileHandle('written-to', { create: true })
  const writing = await file.createWritable()
  expect(await eraseAll({ onWaiting: () => undefined })).toEqual([
    expect.stringMatching(/^files \(.*written-to/),
  ])
  await writing.close()
  expect(await eraseAll({ onWaiting: () => undefined })).toEqual([])
})
