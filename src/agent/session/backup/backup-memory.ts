/**
 * Memory of the backups that were made: the last one, and the folder that they are put into, with its
 * schedule.
 */
import { z } from 'zod'
import { BACKUPS_KEPT } from '../../limits.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { isFields } from '../shapes/fields.ts'

const made = z.object({
  name: z.string(),
  at: z.number(),
  bytes: z.number(),
  sessions: z.number(),
  damaged: z.array(z.string()).readonly(),
  place: z.enum(['file', 'download', 'folder']),
})
const schedule = z.strictObject({
  every: z.enum(['off', 'day', 'week']),
  keep: z.number().int().min(1).max(BACKUPS_KEPT),
})
const folder = z.object({
  ...schedule.shape,
  handle: z.custom<FileSystemDirectoryHandle>(
    (value) => typeof FileSystemDirectoryHandle !== 'undefined' && value instanceof FileSystemDirectoryHandle,
  ),
  /** Files there that this browser has made, the latest last. */
  names: z.array(z.string()),
  /** One that was begun, and not finished by then. */
  begun: z.object({ name: z.string(), at: z.number() }).optional(),
  last: made.optional(),
  problem: z.object({ message: z.string(), needsPermission: z.boolean() }).optional(),
})
export type FolderMemory = z.infer<typeof folder>
export interface BackupMemory {
  readonly last?: z.infer<typeof made> | undefined
  readonly folder?: FolderMemory | undefined
}

export function readSchedule(value: unknown): z.infer<typeof schedule> | undefined {
  return schedule.safeParse(value).data
}

export class BackupStore {
  readonly #values: ValueStore

  constructor(database = 'vivarium-backups') {
    this.#values = new ValueStore({ database, store: 'values' })
  }

  /** A part that cannot be read any more counts as none. */
  async read(): Promise<BackupMemory> {
    return readMemory(await this.#values.get('memory'))
  }

  /** Parts and fields that this version cannot read stay. */
  async change(change: (memory: BackupMemory) => BackupMemory): Promise<BackupMemory> {
    const stored = await this.#values.get('memory')
    const known = readMemory(stored)
    const next = change(known)
    const rest = isFields(stored) ? unreadIn(stored, known) : {}
    const ofFolder = isFields(stored) && isFields(stored['folder']) ? stored['folder'] : {}
    await this.#values.set('memory', {
      ...rest,
      ...next,
      ...(next.folder && { folder: { ...unreadIn(ofFolder, known.folder ?? {}), ...next.folder } }),
    })
    return next
  }
}

function readMemory(stored: unknown): BackupMemory {
  if (!isFields(stored)) return {}
  const last = made.safeParse(stored['last']).data
  const kept = folder.safeParse(stored['folder']).data
  return { ...(last && { last }), ...(kept && { folder: kept }) }
}

function unreadIn(stored: object, known: object): object {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in known)))
}
