/**
 * Threads of child agents in a backup. The session's row lists them; the log of each lies among the contents, as lines of rows like those
 * of the main thread. A program of before there were threads passes over both, and restores the rest of the session.
 */
import { BACKUP_LOG_CHARS, BACKUP_RECORD_BYTES } from '../../limits.ts'
import { contentHash } from '../store/content-hash.ts'
import { logName, threadRange } from '../store/database.ts'
import type { Database, ThreadRecord } from '../store/database.ts'
import type { BackupFile } from './backup-file.ts'
import { decodeContents } from './content-record.ts'
import type { ContentsIndex } from './contents-index.ts'
import { linesOf, LogCheck } from './log-check.ts'
import type { RawRow } from './log-check.ts'
import { logRows } from './log-rows.ts'
import { Damage } from './problem.ts'
import { threadRowOf } from './shapes.ts'
import type { ThreadRow } from './shapes.ts'

/** The threads of a session as its row in a backup lists them; `onRows` is given the rows of their logs. */
export async function threadRowsOf(
  database: Database,
  session: string,
  onRows: (rows: readonly unknown[][]) => void,
): Promise<readonly ThreadRow[]> {
  const listed: ThreadRow[] = []
  for (const record of await database.getAll('threads', threadRange(session))) {
    const log: string[] = []
    for await (const { bytes, rows } of threadPieces(database, record)) {
      log.push(await contentHash(bytes))
      onRows(rows)
    }
    if (log.length > 0) listed.push(threadRowOf(record, log))
  }
  return listed
}

interface ThreadPiece {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly rows: readonly unknown[][]
}

/** The log of a thread in pieces of about a record, each as it is stored in a backup. */
export async function* threadPieces(
  database: Database,
  { session, id, lastSeq }: Pick<ThreadRecord, 'session' | 'id' | 'lastSeq'>,
): AsyncGenerator<ThreadPiece> {
  let rows: unknown[][] = []
  let lines: string[] = []
  let chars = 0
  const piece = (): ThreadPiece => ({ bytes: new TextEncoder().encode(`${lines.join('\n')}\n`), rows })
  for await (const read of logRows(database, { id: logName(session, id), lastSeq }))
    for (const row of read) {
      const line = JSON.stringify(row)
      if (lines.length > 0 && chars + line.length > BACKUP_RECORD_BYTES) {
        yield piece()
        rows = []
        lines = []
        chars = 0
      }
      rows.push(row)
      lines.push(line)
      chars += line.length
    }
  if (lines.length > 0) yield piece()
}

/** Places where the logs of threads are found. */
export interface ThreadSource {
  readonly file: Pick<BackupFile, 'plain'>
  readonly contents: Pick<ContentsIndex, 'placeOf'>
}

export interface CheckedThread {
  /** As it is when only what is whole of its log counts. */
  readonly row: ThreadRow
  readonly rows: readonly RawRow[]
  readonly trees: ReadonlySet<string>
  readonly chars: number
  /** All of its log is there. */
  readonly isWhole: boolean
}

/** The thread, as far as its log is whole; undefined where nothing of it is, or where it is of another thread. */
export async function checkThread(
  { file, contents }: ThreadSource,
  row: ThreadRow,
  charsLeft: number = BACKUP_LOG_CHARS,
): Promise<CheckedThread | undefined> {
  const check = new LogCheck(row.chain?.from)
  const rows: RawRow[] = []
  try {
    for (const hash of row.log) {
      const place = contents.placeOf(hash)
      const objects = place ? decodeContents(await file.plain(place)) : []
      const piece = objects.find((object) => object.hash === hash)
      if (!piece) break
      for (const line of linesOf(piece.data)) {
        if (check.lastSeq >= row.lastSeq) throw new Damage('it has more events than its row says')
        if (check.chars + line.length > charsLeft) throw new Damage('it is longer than can be stored')
        rows.push(check.take(line))
      }
    }
  } catch (error) {
    if (!(error instanceof Damage)) throw error
  }
  const first = rows[0]?.[0]
  if (first?.['type'] !== 'thread_started' || first['thread'] !== row.id) return undefined
  const isWhole = check.lastSeq === row.lastSeq && check.chain?.hash === row.chain?.hash
  const cut = { ...row, lastSeq: check.lastSeq, chain: check.chain }
  return { row: isWhole ? row : cut, rows, trees: check.trees, chars: check.chars, isWhole }
}

/** Its row in this browser, as a thread of `session`; events up to `copied` were counted elsewhere. */
export function threadRecordOf(
  { log: _, parent, chain, copied, ...row }: ThreadRow,
  session: string,
  counted: number | undefined = copied,
): ThreadRecord {
  return {
    ...row,
    session,
    ...(parent === undefined ? {} : { parent }),
    ...(chain === undefined ? {} : { chain }),
    ...(counted === undefined ? {} : { copied: counted }),
  }
}
