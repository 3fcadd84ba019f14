/** A tab that takes a session over while its storage fails. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { Database } from '../store/database.ts'
import { StorageError } from '../store/storage-error.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { startTab } from '../testing/scripted-tab.ts'

afterEach(dropDatabases)

it('is told so by the call, and takes it over once the storage works', async () => {
  const database = await newDatabase()
  let isBroken = false
  const failing: Database = new Proxy(database, {
    get: (target, name) => {
      if (isBroken && name === 'transaction') throw new StorageError('broken', 'The lead was not taken.')
      const found: unknown = Reflect.get(target, name, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  const [first, second] = [await startTab(database), await startTab(failing)]
  const { id } = await first.api.sessions.create()
  await value(second.api.sessions.open(id))
  isBroken = true
  expect(await second.api.sessions.takeOver()).toMatchObject({
    ok: false,
    error: { message: 'The lead was not taken.' },
  })
  isBroken = false
  await value(first.api.sessions.takeOver())
  await value(second.api.sessions.takeOver())
  expect(await second.run()).toEqual([])
})
