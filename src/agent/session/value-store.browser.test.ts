import { deleteDB } from 'idb'
import { get, set } from 'idb-keyval'
import { expect, it } from 'vitest'
import { valueStore } from './value-store.ts'

const names = async () => (await indexedDB.databases()).map(({ name }) => name)

it('keeps values, also for another that opens it', async () => {
  await set('a', 1, valueStore('value-store-kept', 'values'))
  expect(await get('a', valueStore('value-store-kept', 'values'))).toBe(1)
  await deleteDB('value-store-kept')
})

it('lets go when its database is deleted, and does not write it anew', async () => {
  const store = valueStore('value-store-gone', 'values')
  await set('a', 1, store)
  let blocked = 0
  await deleteDB('value-store-gone', { blocked: () => (blocked += 1) })
  expect(blocked).toBe(0)
  await expect(set('a', 2, store)).rejects.toThrow('was deleted while this tab was open')
  expect(await names()).not.toContain('value-store-gone')
})
