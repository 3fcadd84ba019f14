/** The list's words on a session, beside its journal: they are no events, and any tab may change them. */
import { z } from 'zod'
import type { Database, SessionRecord } from '../store/database.ts'
import { titleOf, withList } from '../log/session-record.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import type { JournalFolder } from './contract.ts'

const NAME = 'list'

const listed = z.object({
  version: z.literal(1),
  title: z.string(),
  /** Number of the session's last event when this was written: a later event may give another title. */
  after: z.number().int().nonnegative(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  deletedAt: z.number().optional(),
})

/** Writes how the session is listed now; nothing where there is no such session. */
export async function keepListed(folder: JournalFolder, database: Database, id: string): Promise<void> {
  const record = await database.get('sessions', id)
  if (!record) return
  const { title, lastSeq: after, pinned, archived, deletedAt } = record
  const file: z.infer<typeof listed> = { version: 1, title, after, pinned, archived, deletedAt }
  await folder.replace(NAME, new TextEncoder().encode(JSON.stringify(file)))
}

/** The row as the session was listed; as it is where no file says so. */
export async function asListed(folder: JournalFolder, record: SessionRecord): Promise<SessionRecord> {
  const file = readListed(await folder.read(NAME))
  if (!file) return record
  const { title, pinned, archived, deletedAt } = file
  return withList(record, { title, pinned, archived, deletedAt })
}

/** Lists the session as it was listed, once its events are there; it stays as it is where no file says so. */
export async function showListed(folder: JournalFolder, database: Database, id: string): Promise<void> {
  const file = readListed(await folder.read(NAME))
  if (!file) return
  const later = titleOf(await readStoredEvents(database, id, file.after + 1))
  const transaction = database.transaction('sessions', 'readwrite')
  const record = await transaction.store.get(id)
  const { pinned, archived, deletedAt } = file
  const list = { title: later ?? file.title, pinned, archived, deletedAt }
  if (record) await transaction.store.put(withList(record, list))
  await transaction.done
}

function readListed(bytes: Uint8Array | undefined): z.infer<typeof listed> | undefined {
  if (!bytes) return undefined
  try {
    const parsed = listed.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.data : undefined
  } catch (error) {
    // A later version wrote it, or it is damaged: the journal itself has most of this.
    console.info('How a session was listed cannot be read:', error)
    return undefined
  }
}
