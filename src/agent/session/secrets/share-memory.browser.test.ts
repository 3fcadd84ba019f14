import { expect, it } from 'vitest'
import { SettingsStore } from '../store/settings-store.ts'
import { CredentialStore } from './credential-store.ts'

it('a store’s key is looked for like the others, is told to who takes secrets out, and lies nowhere in the clear', async () => {
  const secret = `bucket-key-${crypto.randomUUID()}`
  const known: string[] = []
  const { sharing } = new CredentialStore((value) => void known.push(value))
  const store = { kind: 'put', url: 'https://s.example/up', headerName: 'Authorization' } as const
  await sharing.setStore(store)
  await sharing.setSecret('put', secret)
  const share = {
    id: 'a',
    title: 't',
    at: 1,
    bytes: 2,
    fragment: '#share=x&k=y',
    objectUrl: 'https://s.example/up/x',
    store,
  }
  await sharing.keep(share)
  expect(known).toEqual([secret])

  // After a reload.
  const later: string[] = []
  const values = new CredentialStore((value) => void later.push(value))
  await values.learnSecrets()
  expect(later).toContain(secret)
  expect(await values.ownKeys()).toMatchObject({ ok: true, value: expect.arrayContaining([secret]) })
  expect(await values.sharing.store()).toEqual(store)
  expect(await values.sharing.shares()).toEqual([share])
  expect(JSON.stringify(await new SettingsStore().read())).not.toContain(secret)
  const stored: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('vivarium-share')) continue
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
    })
    for (const kept of database.objectStoreNames) {
      const reading = database.transaction(kept).objectStore(kept).getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      stored.push(...reading.result.map(({ data }: { data: ArrayBuffer }) => new TextDecoder().decode(data)))
    }
    database.close()
  }
  expect(stored).toHaveLength(3)
  for (const text of [secret, 's.example', '#share']) expect(String(stored)).not.toContain(text)

  await values.sharing.setSecret('put', '')
  await values.sharing.forget('a')
  await values.sharing.setStore(undefined)
  expect([await sharing.store(), await sharing.secret('put'), await sharing.shares()]).toEqual([
    undefined,
    '',
    [],
  ])
})
