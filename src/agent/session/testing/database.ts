/** For tests of what is stored of sessions: a database of its own for each, and what is said in it. */
import { deleteDB } from 'idb'
import { openDatabase } from '../store/database.ts'
import type { Database, DatabaseOptions } from '../store/database.ts'
import type { Session } from '../log/session.ts'
import type { EventBody } from '../../protocol/events.ts'

const opened: Database[] = []
let counter = 0

export async function newDatabase(options: Omit<DatabaseOptions, 'name'> = {}): Promise<Database> {
  const database = await openDatabase({ ...options, name: `test-${Date.now()}-${counter++}` })
  opened.push(database)
  return database
}

export async function dropDatabases(): Promise<void> {
  for (const database of opened.splice(0)) {
    database.close()
    await deleteDB(database.name)
  }
}

/** A person's message; its text is its id, too. */
export function said(text: string): EventBody {
  return { type: 'user_message', messageId: text, content: [{ type: 'text', text }], origin: 'human' }
}

/** Text of each block of the conversation; false for one that is no text. */
export function textsOf({ conversation }: Pick<Session, 'conversation'>): (string | false)[] {
  return conversation.messages.flatMap(({ content }) => content.map((block) => 'text' in block && block.text))
}
