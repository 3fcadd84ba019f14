/**
 * Memory of the backups that were made: the last one, and the folder that they are put into, with its
 * schedule.
 */
import { z } from 'zod'
import { BACKUPS_KEPT } from '../../limits.ts'
import { ValueStore } from '../store/value-store/value-store.ts'

const made = z.strictObject({
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
const folder = schedule.extend({
  handle: z.custom<FileSystemDirectoryHandle>(
    (value) => typeof FileSystemDirectoryHandle !== 'undefined' && value instanceof FileSystemDirectoryHandle,
  ),
  /** Files there that this browser has made, the latest last. */
  names: z.array(z.string()),
  /** One that was begun, and not finished by then. */
  begun: z.strictObject({ name: z.string(), at: z.number() }).optional(),
  last: made.optional(),
  problem: z.strictObject({ message: z.string(), needsPermission: z.boolean() }).optional(),
})
const memory = z.strictObject({ last: made.optional(), folder: folder.optional() })
export type BackupMemory = z.infer<typeof memory>
export type FolderMemory = z.infer<typeof folder>

export function readSchedule(value: unknown): z.infer<typeof schedule> | undefined {
  return schedule.safeParse(value).data
}

export class BackupStore {
  readonly #values: ValueStore

  constructor(database = 'vivarium-backups') {
    this.#values = new ValueStore({ database, store: 'values' })
  }

  /** A memory that cannot be read any more counts as none. */
  async read(): Promise<BackupMemory> {
    return memory.safeParse(await this.#values.get('memory')).data ?? {}
  }

  async change(change: (memory: BackupMemory) => BackupMemory): Promise<BackupMemory> {
    const next = change(await this.read())
    await this.#values.set('memory', next)
    return next
  }
}
