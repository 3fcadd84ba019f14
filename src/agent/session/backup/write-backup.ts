/**
 * Writes all sessions of this browser into one file. Sessions go on meanwhile: each is written up to the
 * event that was its last when its turn came.
 */
import { BACKUP_RECORD_BYTES } from '../../limits.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { noteHashes } from '../storage/note-hashes.ts'
import { encodeContents, encodeHashes } from './content-record.ts'
import { logRows } from './log-rows.ts'
import { RecordWriter } from './record-writer.ts'
import type { ByteSink } from './record-writer.ts'
import { SessionContents } from './session-contents.ts'
import type { ContentSource } from './session-contents.ts'
import { noteContents } from './note-values.ts'
import { acceptedContents } from './rules.ts'
import { encodeJson, rowOf } from './shapes.ts'
import type { BackupEnd, BackupHeader, BackupValues, ThreadRow } from './shapes.ts'
import { threadPieces, threadRowsOf } from './threads.ts'

export interface WriteBackupOptions {
  readonly database: Database
  readonly contents: ContentSource
  readonly header: BackupHeader
  readonly values: BackupValues
  readonly signal: AbortSignal
  readonly onProgress: (done: { bytes: number; sessions: number; of: number }) => void
}

interface Writing extends WriteBackupOptions {
  readonly writer: RecordWriter
  readonly stored: SessionContents
  /** Told after each record. */
  readonly step: () => void
}

/** Rejects with what the sink or the store rejects with; then the file is of no use. */
export async function writeBackup(sink: ByteSink, options: WriteBackupOptions): Promise<void> {
  const { database, header, values, signal, onProgress } = options
  const writer = await RecordWriter.begin(sink)
  const stored = new SessionContents(options.contents)
  const all = await database.getAllFromIndex('sessions', 'updatedAt')
  // The newest first: of a file that is cut off, these are there.
  const ids = all
    .reverse()
    .filter(isListed)
    .map(({ id }) => id)
  let sessions = 0
  let events = 0
  const step = () => {
    signal.throwIfAborted()
    onProgress({ bytes: writer.bytes, sessions, of: ids.length })
  }
  await writer.add('header', encodeJson(header))
  await writer.add('values', encodeJson(values))
  const writing = { ...options, writer, stored, step }
  await writeContents(writing, [...acceptedContents(values), ...noteContents(values)])
  for (const id of ids) {
    const record = await database.get('sessions', id)
    // It was removed for good meanwhile.
    if (record === undefined) continue
    await writeSession(writing, record)
    events += record.lastSeq
    sessions += 1
    step()
  }
  const end: BackupEnd = { records: writer.records, sessions, objects: stored.written, events }
  await writer.add('end', encodeJson(end))
  step()
}

/** Sessions in which nothing was ever said or imported are nobody's. */
function isListed({ messages, workspace }: SessionRecord): boolean {
  return messages > 0 || workspace !== undefined
}

/** All that these consist of, as far as it is stored, and not in the file yet. */
async function writeContents({ writer, stored, step }: Writing, roots: readonly string[]): Promise<void> {
  for await (const batch of stored.batches(roots)) {
    await writer.add('contents', encodeContents(batch))
    step()
  }
}

/** The log of a thread, where no session before has the same. */
async function writeThread(
  { database, writer, stored, step }: Writing,
  session: string,
  { id, lastSeq, log }: ThreadRow,
): Promise<void> {
  let at = 0
  for await (const { bytes: data } of threadPieces(database, { session, id, lastSeq })) {
    const hash = log[at++]
    if (hash === undefined || !stored.isNew(hash)) continue
    await writer.add('contents', encodeContents([{ hash, data, like: undefined }]))
    step()
  }
}

async function writeSession(writing: Writing, record: SessionRecord): Promise<void> {
  const { database, writer, stored, step } = writing
  const names = new Set<string>()
  const threads = await threadRowsOf(database, record.id, (rows) => void noteHashes(rows, names))
  await writer.add('session', encodeJson({ ...rowOf(record), ...(threads.length > 0 ? { threads } : {}) }))
  for (const thread of threads) await writeThread(writing, record.id, thread)
  for await (const rows of logRows(database, record)) for (const row of rows) noteHashes(row, names)
  const roots = await stored.stored([...names])
  // Before the log: of a log that is cut off, the contents are there.
  await writeContents(writing, roots)
  await writer.add('roots', encodeHashes(roots))
  let lines: string[] = []
  let chars = 0
  const flush = async () => {
    if (lines.length > 0) await writer.add('events', new TextEncoder().encode(`${lines.join('\n')}\n`))
    lines = []
    chars = 0
    step()
  }
  for await (const rows of logRows(database, record)) {
    for (const row of rows) {
      const line = JSON.stringify(row)
      if (chars + line.length > BACKUP_RECORD_BYTES) await flush()
      lines.push(line)
      chars += line.length
    }
  }
  await flush()
}
