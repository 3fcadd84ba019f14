/** The shapes of a backup's records, as they are believed of a file that anybody may have made. Fields of a later version are passed over. */
import { z } from 'zod'
import { BACKUP_DAYS, BACKUP_MEMORIES, BACKUP_RECORDS, BACKUP_THREADS } from '../../limits.ts'
import { threadId } from '../../protocol/events/agent-events.ts'
import type { SessionRecord, ThreadRecord } from '../store/database.ts'
import { Damage } from './problem.ts'

/** The latest time that a date can have. */
const LATEST = 8.64e15
const time = z.number().min(0).max(LATEST)
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Characters of a title, or of a repository's name. */
const NAME_CHARS = 10_000
const id = z.string().regex(/^[\w-]{1,100}$/)

const header = z.object({
  format: z.literal('vivarium-backup'),
  appVersion: z.string().max(100),
  /** Milliseconds since the epoch. */
  at: time,
  origin: z.string().max(500),
})
export type BackupHeader = Readonly<z.infer<typeof header>>

/** A child agent's row; its session is the one that lists it. */
const threadRow = z.object({
  id: threadId,
  parent: threadId.optional(),
  role: z.string().max(NAME_CHARS),
  createdAt: time,
  updatedAt: time,
  lastSeq: count,
  chain: z.object({ hash: z.string().max(100), from: count }).optional(),
  copied: count.optional(),
  /** Hashes of the contents that have its log, in order. */
  log: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(BACKUP_RECORDS),
})
export type ThreadRow = Readonly<z.infer<typeof threadRow>>

/** A session's row without what is of one browser only (`epoch`). Fields of a later version are left out. */
const sessionRow = z.object({
  id,
  title: z.string().max(NAME_CHARS),
  createdAt: time,
  updatedAt: time,
  workspace: z.string().max(NAME_CHARS).optional(),
  messages: count,
  lastSeq: count,
  recording: z.string().max(200).optional(),
  parent: id.optional(),
  copied: count.optional(),
  chain: z.object({ hash: z.string().max(100), from: count }).optional(),
  ownImport: z.string().max(200).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  deletedAt: time.optional(),
  /** Each once. Absent: none, or it was written before there were any. */
  threads: z
    .array(threadRow)
    .max(BACKUP_THREADS)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)
    .optional(),
})
export type SessionRow = Readonly<z.infer<typeof sessionRow>>

const modelUsage = z.object({
  model: z.string().max(500),
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
  costUsd: z.number().min(0).max(1e9),
  isPriced: z.boolean(),
})

const usageDay = z.object({
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  totals: z.array(modelUsage).max(1000),
})

/** Key of a memory. */
export const MEMORY_KEY = /^(?:everywhere|(?:project|session) [\w-]{1,100})$/

/** Each part is looked at on its own by the store that it goes to. */
const values = z.object({
  settings: z.record(z.string(), z.unknown()),
  workspaces: z.array(z.tuple([z.string().max(300), z.unknown()])).max(BACKUP_DAYS),
  usageDays: z.array(usageDay).max(BACKUP_DAYS),
  /** Notes, by the keys of their memories. Absent: none, or it was written before there were any. */
  memories: z
    .array(z.tuple([z.string().regex(MEMORY_KEY), z.unknown()]))
    .max(BACKUP_MEMORIES)
    .optional(),
})
export type BackupValues = Readonly<z.infer<typeof values>>

const end = z.object({ records: count, sessions: count, objects: count, events: count })
export type BackupEnd = Readonly<z.infer<typeof end>>

export const readHeader = (bytes: Uint8Array) => parsed(header, bytes)
export const readSessionRow = (bytes: Uint8Array) => parsed(sessionRow, bytes)
export const readValues = (bytes: Uint8Array) => parsed(values, bytes)
export const readEnd = (bytes: Uint8Array) => parsed(end, bytes)

/** The part of a session's row that a backup has. */
export function rowOf({ epoch: _, ...record }: SessionRecord): SessionRow {
  const title = record.title.slice(0, NAME_CHARS)
  return { ...record, title, workspace: record.workspace?.slice(0, NAME_CHARS) }
}

/** The part of a thread's row that a backup has. */
export function threadRowOf(
  { session: _, kept: __, role, ...record }: ThreadRecord,
  log: readonly string[],
): ThreadRow {
  return { ...record, role: role.slice(0, NAME_CHARS), log: [...log] }
}

/** Days that a backup takes: one that is damaged here must not keep it from being made. */
export function usageDaysOf(days: readonly unknown[]): BackupValues['usageDays'] {
  return days.slice(-BACKUP_DAYS).flatMap((day) => usageDay.safeParse(day).data ?? [])
}

export function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** Throws `Damage` on what is no JSON, and on names that no record has. */
export function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => {
      if (name === '__proto__') throw new Damage('it has a field that no record has')
      return value
    })
  } catch (error) {
    if (error instanceof Damage) throw error
    throw new Damage('it cannot be read')
  }
}

export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Damage('it is no text')
  }
}

function parsed<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  const read = schema.safeParse(decodeJson(decodeText(bytes)))
  if (read.success) return read.data
  throw new Damage(`it is wrong at "${read.error.issues[0]?.path.join('.') ?? ''}"`)
}
