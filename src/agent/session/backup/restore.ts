/**
 * Restores what was chosen of a backup: contents first, then the log that names them, one session after the
 * other.
 */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { DIFFERENCES_MAX } from '../../limits.ts'
import type { RestoreChoice, RestoreOutcome } from '../../protocol/calls/backups.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { leaseName } from '../log/lease.ts'
import { storeRows } from '../recording/store-rows.ts'
import type { NewThread } from '../recording/store-rows.ts'
import { changeSession, createSessionRecord } from '../store/sessions.ts'
import { StorageError, storageHint } from '../store/storage-error.ts'
import { compare } from './compare.ts'
import type { Compared } from './compare.ts'
import { decodeContents } from './content-record.ts'
import type { BackedUpObject } from './content-record.ts'
import { isTextIn, takeNotes, textsIn } from './notes.ts'
import { placedMemories } from './placed-memories.ts'
import { BackupProblem, Damage, isCancelled } from './problem.ts'
import { readRows } from './read-backup.ts'
import type { ReadBackup, ReadSession } from './read-backup.ts'
import { settledLog } from './settled-log.ts'
import type { SettledLog } from './settled-log.ts'
import { otherRules } from './rules.ts'
import { checkThread, threadRecordOf } from './threads.ts'
import { takeSettings } from './values.ts'
import type { ValueStores } from './values.ts'

export interface RestoreOptions extends ValueStores {
  readonly database: Database
  readonly blobs: Pick<BlobStore, 'put' | 'missing'>
  readonly locks: LockManager
  readonly signal: AbortSignal
  readonly onProgress: (done: { bytes: number; ofBytes: number; sessions: number; of: number }) => void
  /** Called when a session is on disk. */
  readonly onStored: (id: string) => Promise<void>
  readonly now: () => number
}

export interface PlannedSession extends Compared {
  readonly session: ReadSession
}

type Done = { -readonly [K in keyof RestoreOutcome]: RestoreOutcome[K] } & {
  left: { title: string; why: string }[]
}

const OPEN = 'It is open in a tab, so it was not touched. Close it there, and restore it again.'

/**
 * Never rejects for expected failures: the cause of an early end is reported beside the work done by then.
 */
export async function restore(
  backup: ReadBackup,
  planned: readonly PlannedSession[],
  choice: RestoreChoice,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const done: Done = {
    added: 0,
    continued: 0,
    copied: 0,
    undeleted: 0,
    left: [],
    settings: 0,
    rules: 0,
    notes: 0,
    problem: undefined,
  }
  const chosen = planned.filter(({ session }) => choice.sessions.includes(session.row.id))
  const restoring = new Restoring(backup, chosen, options, done)
  try {
    for (const one of chosen) await restoring.one(one)
    const { values } = backup
    if (values === undefined) return done
    if (chosen.length > 0) await options.ledger.takeIn(values.usageDays)
    if (choice.settings) done.settings = await takeSettings(values, options)
    if (choice.rules) done.rules = await restoring.rules()
    // A script may say anything.
    if (choice.notes === true) await restoring.notes(choice.ownNotes === true)
  } catch (error) {
    done.problem = problemOf(error)
  }
  return done
}

function problemOf(error: unknown): RestoreOutcome['problem'] {
  if (isCancelled(error)) return { message: 'It was cancelled.', hint: undefined }
  if (error instanceof BackupProblem) return { message: error.message, hint: error.hint }
  if (error instanceof StorageError) return { message: error.message, hint: storageHint(error.kind) }
  throw error
}

class Restoring {
  readonly #backup: ReadBackup
  readonly #options: RestoreOptions
  readonly #done: Done
  readonly #of: { bytes: number; readonly sessions: number }
  #bytes = 0
  #sessions = 0

  constructor(backup: ReadBackup, chosen: readonly PlannedSession[], options: RestoreOptions, done: Done) {
    this.#backup = backup
    this.#options = options
    this.#done = done
    this.#of = {
      bytes: chosen.reduce((sum, { session }) => sum + session.bytes, 0),
      sessions: chosen.length,
    }
  }

  async one({ plan, target, session }: PlannedSession): Promise<void> {
    this.#step()
    const { database } = this.#options
    const { title } = session.row
    switch (plan.kind) {
      case 'same':
      case 'ahead':
        break
      case 'damaged':
        this.#left(title, plan.problem)
        break
      case 'undelete':
        await changeSession(database, target, ({ deletedAt: _, ...record }) => record)
        this.#done.undeleted += 1
        break
      case 'new':
      case 'copy':
      case 'continues':
        await this.#store(session, target, plan.kind)
        break
      default:
        plan satisfies never
    }
    this.#sessions += 1
    this.#step()
  }

  /** Returns how many. Contents first: from then on a clean-up keeps them for this tab, and later for the entries. */
  async rules(): Promise<number> {
    const { contents } = this.#backup
    const { entries, missing } = await otherRules(this.#backup, this.#options)
    await this.#putFor('Rules and trust of workspaces', contents.rootsOf([], missing))
    await this.#options.workspaces.takeIn(entries)
    return entries.size
  }

  /** Texts first, as above. `isOwn`: they were the user's own there, and are here. */
  async notes(isOwn: boolean): Promise<void> {
    const { database, blobs } = this.#options
    const sessions = new Set(await database.getAllKeys('sessions'))
    const memories = await placedMemories(this.#backup, sessions, this.#options)
    const { contents } = this.#backup
    const missing = await blobs.missing(textsIn(memories))
    await this.#putFor(
      'Notes',
      contents.rootsOf(
        [],
        missing.filter((hash) => isTextIn(contents, hash)),
      ),
    )
    for (const memory of memories) {
      this.#step()
      this.#done.notes += await takeNotes(memory, { ...this.#options, contents, isOwn })
    }
  }

  async #store(session: ReadSession, target: string, kind: 'new' | 'copy' | 'continues'): Promise<void> {
    try {
      await this.#putContents(session.roots)
      const read = await readRows(this.#backup.file, session)
      const log = settledLog(session.row, read, this.#options.now())
      const threads = await this.#threads(session, target, kind)
      this.#step()
      const isStored =
        kind === 'continues'
          ? await this.#continue(session, log, threads)
          : await this.#add(log, target, kind, threads)
      if (!isStored) return this.#left(session.row.title, OPEN)
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      return this.#left(session.row.title, `It was not restored: ${error.message}.`)
    }
    const counted = ({ new: 'added', copy: 'copied', continues: 'continued' } as const)[kind]
    this.#done[counted] += 1
    await this.#options.onStored(target)
  }

  /** Its child agents' threads, each as far as it was whole when the backup was looked at. */
  async #threads(
    session: ReadSession,
    target: string,
    kind: PlannedSession['plan']['kind'],
  ): Promise<NewThread[]> {
    const threads: NewThread[] = []
    for (const row of session.threads) {
      const checked = await checkThread(this.#backup, row)
      if (checked?.row.lastSeq !== row.lastSeq)
        throw new Damage('the log of an agent is another one than before')
      const counted = kind === 'copy' ? row.lastSeq : row.copied
      threads.push({ record: threadRecordOf(row, target, counted), rows: checked.rows })
    }
    return threads
  }

  async #add(
    { row: { threads: _, ...row }, rows }: SettledLog,
    target: string,
    kind: 'new' | 'copy',
    threads: readonly NewThread[],
  ): Promise<boolean> {
    const { database, now } = this.#options
    const made = new Date(this.#backup.header.at).toISOString().slice(0, 10)
    const record: SessionRecord = {
      ...createSessionRecord(target, now()),
      ...row,
      id: target,
      workspace: row.workspace,
      // The usage of a copy was counted with the session that it is a copy of.
      ...(kind === 'copy' ? { title: `${row.title} (backup of ${made})`, copied: row.lastSeq } : {}),
    }
    await storeRows(database, { record, rows, threads, after: undefined })
    return true
  }

  /** False when some tab has it open by now. */
  async #continue(
    session: ReadSession,
    { row: { threads: _, ...row }, rows }: SettledLog,
    threads: readonly NewThread[],
  ): Promise<boolean> {
    const { database, locks } = this.#options
    return locks.request(leaseName(row.id), { ifAvailable: true }, async (lock) => {
      if (lock === null) return false
      // It may have gone on, and been left again, since it was compared.
      const { plan } = await compare(session, { database, held: new Set() })
      const own = await database.get('sessions', row.id)
      if (plan.kind !== 'continues' || own === undefined) throw new Damage('it has gone on here meanwhile')
      const after = { seq: own.lastSeq, chain: own.chain }
      const record = { ...createSessionRecord(row.id, row.createdAt), ...row, workspace: row.workspace }
      await storeRows(database, { record, rows, threads, after })
      return true
    })
  }

  async #putFor(what: string, roots: readonly number[]): Promise<void> {
    for (const { head } of this.#backup.contents.needed(roots).records.keys())
      this.#of.bytes += head.plainBytes
    try {
      await this.#putContents(roots)
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      throw new BackupProblem('corrupt', `${what} were not restored: ${error.message}.`)
    }
  }

  async #putContents(roots: readonly number[]): Promise<void> {
    const { blobs } = this.#options
    const { contents, file } = this.#backup
    for (const [place, wanted] of contents.needed(roots).records) {
      this.#step()
      this.#bytes += place.head.plainBytes
      const missing = new Set(await blobs.missing([...wanted]))
      if (missing.size === 0) continue
      const objects = decodeContents(await file.plain(place)).filter(({ hash }) => missing.has(hash))
      for (const group of inOrder(objects)) {
        const put = await blobs.put(group)
        if (!put.ok) throw new BackupProblem(put.error.kind, put.error.message, put.error.hint)
      }
    }
  }

  #left(title: string, why: string): void {
    this.#done.left.push({ title, why })
  }

  #step(): void {
    const { onProgress, signal } = this.#options
    signal.throwIfAborted()
    const { bytes, sessions } = this.#of
    onProgress({
      bytes: Math.min(this.#bytes, bytes),
      ofBytes: bytes,
      sessions: this.#sessions,
      of: sessions,
    })
  }
}

/**
 * In groups in which none is like another: the next may be stored as the difference from an object that is
 * already there.
 */
function inOrder(objects: readonly BackedUpObject[]): (readonly BackedUpObject[])[] {
  const groups: (readonly BackedUpObject[])[] = []
  let left = objects
  // In a longer row of versions some are kept whole in any case.
  for (let round = 0; round < DIFFERENCES_MAX && left.length > 0; round++) {
    const names = new Set(left.map(({ hash }) => hash))
    const [waiting, ready] = [true, false].map((waits) =>
      left.filter(({ like }) => (like !== undefined && names.has(like)) === waits),
    )
    groups.push(ready ?? [])
    left = waiting ?? []
  }
  return [...groups, left].filter(({ length }) => length > 0)
}
