/** A database of its own for each test of the session store. */
import { deleteDB } from 'idb'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'

const opened: Database[] = []
let counter = 0

export async function newDatabase(): Promise<Database> {
  const database = await openDatabase({ name: `test-${Date.now()}-${counter++}` })
  opened.push(database)
  return database
}

export async function dropDatabases(): Promise<void> {
  for (const database of opened.splice(0)) {
    database.close()
    await deleteDB(database.name)
  }
}
