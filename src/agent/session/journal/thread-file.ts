/**
 * The bytes of a file with the log of one child agent, whole:
 *
 *     "VIVTHRD" and the version (8 bytes), a hash of the rest (16), number of the last event (4), lines of JSON (compressed)
 *
 * The lines are a header and the rows. The rows lack the hashes of their events (`short-rows`): these are made again, and the last must
 * be the one that the header has.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { z } from 'zod'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { threadId } from '../../protocol/events/agent-events.ts'
import { hashIn } from '../log/log-chain.ts'
import type { ThreadRecord } from '../store/database.ts'
import { packed, packedSize, unpacked } from './read-journal.ts'
import type { Entry } from './segment.ts'
import { lengthened, shortened } from './short-rows.ts'

const MAGIC = new TextEncoder().encode('VIVTHRD')
const VERSION = 1
const MARK_BYTES = MAGIC.length + 1
const HASH_BYTES = 16
const CONTENT_AT = MARK_BYTES + HASH_BYTES
/** Bytes that tell the version and the last event. */
export const THREAD_HEAD_BYTES = CONTENT_AT + 4
const PREFIX = 'thread-'

const header = z.object({
  /** Scheme, host and port of the app that wrote it. */
  origin: z.string(),
  record: z.object({
    session: z.string(),
    id: threadId,
    parent: threadId.optional(),
    role: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
    lastSeq: z.number().int().positive(),
    chain: z.object({ hash: z.string(), from: z.literal(1) }),
    copied: z.number().optional(),
  }),
})

/** A thread's row and all rows of its log. */
export interface ThreadLog {
  readonly record: ThreadRecord
  readonly rows: readonly Entry[]
}

/** `newer` was written by a later version; all else that is no whole thread is `damaged`. */
export type ThreadFileProblem = 'newer' | 'damaged'

export function threadFileName(thread: string): string {
  return `${PREFIX}${thread}`
}

/** Ids of the threads of which there are files. */
export function threadsIn(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : ''
    return threadId.safeParse(id).success ? [id] : []
  })
}

/** Undefined where the log is not whole, from its first event to the one that its row ends with. */
export async function threadFile(
  origin: string,
  { record: { kept: _, ...record }, rows }: ThreadLog,
): Promise<Uint8Array | undefined> {
  let chain = ''
  let count = 0
  const lines: unknown[] = [{ origin, record }]
  for (const { seq, row } of rows) {
    const short = shortened(row, chain)
    if (!short || !isShort(short.row)) return undefined
    count += short.row.length
    if (count !== seq) return undefined
    chain = short.chain
    lines.push(short.row)
  }
  if (count !== record.lastSeq || chain !== record.chain?.hash || record.chain.from !== 1) return undefined
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const content = await packed(new TextEncoder().encode(text), record.lastSeq)
  return concatenate([MAGIC, Uint8Array.of(VERSION), hashOf(content), content])
}

/** Number of the last event of a file that begins with these bytes. */
export function lastSeqIn(bytes: Uint8Array): number | ThreadFileProblem {
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) return 'damaged'
  const version = bytes[MAGIC.length] ?? 0
  if (version !== VERSION) return version > VERSION ? 'newer' : 'damaged'
  return packedSize(bytes.subarray(CONTENT_AT)) ?? 'damaged'
}

/** Written for this thread of this session, in this app. */
export async function readThreadFile(
  bytes: Uint8Array,
  origin: string,
  { session, id }: Pick<ThreadRecord, 'session' | 'id'>,
): Promise<ThreadLog | ThreadFileProblem> {
  const lastSeq = lastSeqIn(bytes)
  if (typeof lastSeq === 'string') return lastSeq
  const content = bytes.subarray(CONTENT_AT)
  if (hashOf(content).some((byte, at) => bytes[MARK_BYTES + at] !== byte)) return 'damaged'
  const lines = await linesIn(content)
  const head = header.safeParse(lines?.[0])
  if (!lines || !head.success) return 'damaged'
  const { record } = head.data
  if (head.data.origin !== origin || record.session !== session || record.id !== id) return 'damaged'
  const rows = rowsOf(lines.slice(1), record.chain.hash)
  if (rows?.at(-1)?.seq !== record.lastSeq || record.lastSeq !== lastSeq) return 'damaged'
  const { parent, copied, ...rest } = record
  return {
    record: {
      ...rest,
      ...(parent === undefined ? {} : { parent }),
      ...(copied === undefined ? {} : { copied }),
    },
    rows,
  }
}

/** Rows with their hashes; undefined where the last one is not `hash`. */
function rowsOf(lines: readonly unknown[], hash: string): Entry[] | undefined {
  let chain = ''
  let seq = 0
  const rows: Entry[] = []
  for (const line of lines) {
    if (!isShort(line)) return undefined
    const long = lengthened(line, chain)
    chain = long.chain
    seq += line.length
    rows.push({ seq, row: long.row })
  }
  return chain === hash ? rows : undefined
}

/** All hashes are left out. */
function isShort(row: unknown): row is readonly unknown[] {
  return Array.isArray(row) && row.length > 0 && row.every((event) => hashIn(event) === '')
}

function hashOf(content: Uint8Array): Uint8Array {
  return sha256(content).slice(0, HASH_BYTES)
}

async function linesIn(bytes: Uint8Array): Promise<unknown[] | undefined> {
  const plain = await unpacked(bytes)
  if (!plain) return undefined
  try {
    const lines = new TextDecoder().decode(plain).split('\n')
    return lines.map((line): unknown => JSON.parse(line))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
