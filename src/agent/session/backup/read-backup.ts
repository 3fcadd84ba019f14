/**
 * Reads a backup from its beginning to its end, and checks all of it: a backup is hostile until proven
 * otherwise, and one that was just written is not believed either. Nothing of it is held but where things
 * are.
 */
import { BACKUP_LOG_CHARS, BACKUP_SESSIONS, BACKUP_THREADS } from '../../limits.ts'
import { noteHashes } from '../storage/note-hashes.ts'
import { BackupFile, tooMany } from './backup-file.ts'
import type { FoundRecord, RecordPlace } from './backup-file.ts'
import { decodeHashes } from './content-record.ts'
import { ContentsIndex } from './contents-index.ts'
import { linesOf, LogCheck } from './log-check.ts'
import type { RawRow } from './log-check.ts'
import { BackupProblem, Damage } from './problem.ts'
import { readEnd, readHeader, readSessionRow, readValues } from './shapes.ts'
import type { BackupEnd, BackupHeader, BackupValues, SessionRow, ThreadRow } from './shapes.ts'
import { checkThread } from './threads.ts'

export interface ReadSession {
  /** As it is when only what is whole of its log counts. */
  readonly row: SessionRow
  readonly digest: string
  /** The digest behind the event with which the log of this browser ends; undefined where it has more. */
  readonly watchedDigest: string | undefined
  readonly roots: readonly number[]
  /** Records with its rows. */
  readonly rows: readonly RecordPlace[]
  /** Its child agents' threads, each as it is when only what is whole of its log counts. */
  readonly threads: readonly ThreadRow[]
  /** Threads of which something is lost, or all. */
  readonly brokenThreads: number
  /** Bytes of its log, and of the contents that came with it. */
  readonly bytes: number
  /** Events that its log had, where some are lost. */
  readonly cutOf: number | undefined
  /** Why it cannot be restored. */
  readonly problem: string | undefined
}

export interface ReadBackup {
  readonly header: BackupHeader
  readonly values: BackupValues | undefined
  readonly sessions: readonly ReadSession[]
  readonly contents: ContentsIndex
  /** Names of imported repositories, by their roots. */
  readonly imports: ReadonlyMap<string, string>
  readonly isCut: boolean
  readonly damagedParts: number
  /** Each record is as it was written; its content may have been damaged at its source. */
  readonly isAsWritten: boolean
  readonly file: BackupFile
}

export interface ReadBackupOptions {
  readonly signal: AbortSignal
  readonly onProgress: (doneBytes: number, sessions: number) => void
  /** Number of the last event of this browser's session of that id. */
  readonly lastSeqOf: (id: string) => number | undefined
}

/** Throws `BackupProblem` where it is none, or none that can be read. */
export async function readBackup(blob: Blob, options: ReadBackupOptions): Promise<ReadBackup> {
  const file = new BackupFile(blob)
  await file.checkMark()
  const reading = new Reading(file, options)
  const records = file.records()
  let next = await records.next()
  for (; next.done !== true; next = await records.next()) {
    options.signal.throwIfAborted()
    await reading.take(next.value)
    options.onProgress(next.value.at + next.value.head.storedBytes, reading.count)
  }
  return reading.finish(next.value)
}

export interface LogRows {
  readonly rows: readonly RawRow[]
  /** Texts of messages that wait to be sent, by their ids. */
  readonly waiting: ReadonlyMap<string, string>
}

/**
 * The rows of a log, as they are to be stored. Throws `Damage` where they are not as they were when they were
 * checked.
 */
export async function readRows(file: BackupFile, { row, rows }: ReadSession): Promise<LogRows> {
  const check = new LogCheck(row.chain?.from)
  const all: RawRow[] = []
  for (const place of rows) {
    if (check.lastSeq === row.lastSeq) break
    for (const line of linesOf(await file.plain(place)))
      if (check.lastSeq < row.lastSeq) all.push(check.take(line))
  }
  if (check.lastSeq !== row.lastSeq || check.chain?.hash !== row.chain?.hash)
    throw new Damage('its log is another one than before')
  return { rows: all, waiting: check.waiting }
}

/** The session whose records come now. */
interface Current {
  readonly row: SessionRow
  readonly check: LogCheck
  readonly rows: RecordPlace[]
  /** Hashes of contents that its log names. */
  roots: readonly string[]
  /** All texts of its log that could be one. */
  readonly names: Set<string>
  contentBytes: number
  /** Nothing of its log counts any more. */
  isBroken: boolean
}

class Reading {
  readonly #file: BackupFile
  readonly #options: ReadBackupOptions
  readonly #contents = new ContentsIndex()
  readonly #imports = new Map<string, string>()
  readonly #sessions = new Map<string, ReadSession>()
  #header: BackupHeader | undefined
  #values: BackupValues | undefined
  #current: Current | undefined
  #end: BackupEnd | undefined
  #records = 0
  #damaged = 0
  #altered = 0
  #threads = 0

  constructor(file: BackupFile, options: ReadBackupOptions) {
    this.#file = file
    this.#options = options
  }

  get count(): number {
    return this.#sessions.size
  }

  async take(record: FoundRecord): Promise<void> {
    this.#records += 1
    try {
      if (!record.isIntact) this.#altered += 1
      if (!record.isIntact) throw new Damage('it is not as it was written')
      if (this.#end) throw new Damage('it stands behind the end')
      await this.#takeIntact(record, await this.#file.plain(record))
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      this.#damaged += 1
      await this.#takeDamaged(record)
    }
  }

  async finish(how: 'end' | 'cut' | 'torn'): Promise<ReadBackup> {
    await this.#close()
    if (this.#header === undefined)
      throw new BackupProblem(
        'corrupt',
        'This backup is damaged or cut off at its very beginning; nothing of it can be read.',
        'Choose another backup.',
      )
    return {
      header: this.#header,
      values: this.#values,
      sessions: [...this.#sessions.values()],
      contents: this.#contents,
      imports: this.#imports,
      isCut: this.#end === undefined,
      damagedParts: this.#damaged + (how === 'torn' ? 1 : 0) + (this.#isCounted() ? 0 : 1),
      isAsWritten: how === 'end' && this.#end !== undefined && this.#altered === 0,
      file: this.#file,
    }
  }

  async #takeIntact(place: RecordPlace, plain: Uint8Array<ArrayBuffer>): Promise<void> {
    const { kind } = place.head
    if ((kind === 'header') !== (this.#records === 1)) throw new Damage('it stands in the wrong place')
    switch (kind) {
      case 'header':
        this.#header = readHeader(plain)
        return
      case 'values':
        this.#values ??= readValues(plain)
        return
      case 'session':
        await this.#close()
        this.#begin(readSessionRow(plain))
        return
      case 'contents': {
        const bytes = await this.#contents.add(place, plain)
        if (this.#current) this.#current.contentBytes += bytes
        return
      }
      case 'roots':
        this.#open().roots = decodeHashes(plain)
        return
      case 'events':
        this.#takeEvents(place, plain)
        return
      case 'end':
        await this.#close()
        this.#end = readEnd(plain)
        return
      default:
        kind satisfies never
    }
  }

  /** Contents that are lost are found to be lacking; of a log only what stands before counts. */
  async #takeDamaged({ head }: RecordPlace): Promise<void> {
    // Its row is lost, and what follows is not the session's before it.
    if (head.kind === 'session') await this.#close()
    else if (head.kind === 'events' && this.#current) this.#current.isBroken = true
  }

  #open(): Current {
    if (this.#current === undefined) throw new Damage('it is of no session')
    return this.#current
  }

  #begin(row: SessionRow): void {
    if (this.#sessions.has(row.id)) throw new Damage('it is of a session that was there before')
    if (this.#sessions.size >= BACKUP_SESSIONS) throw tooMany('sessions')
    this.#threads += row.threads?.length ?? 0
    if (this.#threads > BACKUP_THREADS) throw tooMany('agents')
    const check = new LogCheck(row.chain?.from, this.#options.lastSeqOf(row.id))
    this.#current = { row, check, rows: [], roots: [], names: new Set(), contentBytes: 0, isBroken: false }
  }

  #takeEvents(place: RecordPlace, plain: Uint8Array): void {
    const current = this.#open()
    if (current.isBroken) return
    const lines = linesOf(plain)
    current.rows.push(place)
    for (const line of lines) {
      if (current.check.lastSeq >= current.row.lastSeq)
        throw new Damage('it has more events than its row says')
      noteHashes(current.check.take(line), current.names)
    }
  }

  async #close(): Promise<void> {
    const current = this.#current
    this.#current = undefined
    if (current === undefined) return
    const { row, check, rows, roots, names, contentBytes } = current
    for (const [root, name] of check.imports) this.#imports.set(root, name)
    const threads = await this.#checkThreads(current)
    const { lastSeq } = check
    const isWhole = lastSeq === row.lastSeq && check.chain?.hash === row.chain?.hash
    this.#sessions.set(row.id, {
      row: isWhole ? row : { ...row, lastSeq, chain: check.chain },
      digest: check.digest,
      watchedDigest: check.watchedDigest,
      roots: this.#contents.rootsOf([...roots, ...check.trees, ...threads.trees], names),
      rows,
      threads: threads.rows,
      brokenThreads: threads.broken,
      bytes: check.chars + contentBytes,
      cutOf: isWhole ? undefined : row.lastSeq,
      problem: lastSeq === 0 ? 'Nothing of its log is in the file.' : undefined,
    })
  }

  /** Adds the texts of their logs that could be hashes to the session's. */
  async #checkThreads({ row, check, names }: Current) {
    const rows: ThreadRow[] = []
    const trees: string[] = []
    let broken = 0
    // All of a session is stored in one transaction.
    let left = BACKUP_LOG_CHARS - check.chars
    for (const thread of row.threads ?? []) {
      this.#options.signal.throwIfAborted()
      const checked = await checkThread({ file: this.#file, contents: this.#contents }, thread, left)
      if (checked?.isWhole !== true) broken += 1
      if (checked === undefined) continue
      left -= checked.chars
      noteHashes(checked.rows, names)
      trees.push(...checked.trees)
      rows.push(checked.row)
    }
    this.#damaged += broken
    return { rows, trees, broken }
  }

  /** The end has the same counts, as far as that can be. */
  #isCounted(): boolean {
    if (this.#end === undefined || this.#damaged > 0) return true
    const { records, sessions, objects } = this.#end
    return (
      records === this.#records - 1 && sessions === this.#sessions.size && objects === this.#contents.objects
    )
  }
}
