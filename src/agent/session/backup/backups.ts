/**
 * Backups of all sessions: made into a file or a folder, looked at, and restored. One thing at a time in all
 * tabs.
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { BACKUP_PROGRESS_MS } from '../../limits.ts'
import { backupName } from '../../protocol/calls/backups.ts'
import type {
  BackedUpSession,
  BackupContents,
  BackupProgress,
  BackupSchedule,
  BackupState,
  BackUpOutcome,
  RestoreChoice,
  RestoreOutcome,
} from '../../protocol/calls/backups.ts'
import type { Database } from '../store/database.ts'
import { readSchedule } from './backup-memory.ts'
import type { BackupMemory, BackupStore, FolderMemory } from './backup-memory.ts'
import { compare } from './compare.ts'
import { backUpInto, isDue } from './folder-backup.ts'
import { makeBackup } from './make-backup.ts'
import type { MakeBackupOptions } from './make-backup.ts'
import { asResult } from './problem.ts'
import { readBackup } from './read-backup.ts'
import type { ReadBackup } from './read-backup.ts'
import { restore } from './restore.ts'
import type { PlannedSession } from './restore.ts'
import { downloadTarget, fileTarget, tidyDownloads } from './targets.ts'
import { listedNotes } from './notes.ts'
import { listedRules } from './rules.ts'
import { otherSettings } from './values.ts'
import type { ValueStores } from './values.ts'
import type { ContentSource } from './session-contents.ts'

export interface BackupsOptions extends ValueStores {
  readonly database: Database
  readonly blobs: Pick<BlobStore, 'put' | 'missing'>
  readonly contents: Omit<ContentSource, 'likes'>
  readonly locks: LockManager
  readonly memory: BackupStore
  readonly appVersion: string
  readonly origin: string
  readonly now: () => number
  readonly onProgress: (progress: BackupProgress | null) => void
  /** Called when a restored session is on disk. */
  readonly onStored?: (id: string) => Promise<void>
  /** Sessions were added or changed. */
  readonly onChanged: () => void
  /** Notes of the memory were added or changed. */
  readonly onNotes?: () => void
}

export class Backups {
  readonly #options: BackupsOptions
  #job = new AbortController()
  #toldAt = 0
  /** The one that was looked at last. */
  #inspected: { readonly backup: ReadBackup; readonly planned: readonly PlannedSession[] } | undefined

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  async state(): Promise<BackupState> {
    await tidyDownloads()
    return stateOf(await this.#options.memory.read())
  }

  cancel(): void {
    this.#job.abort()
  }

  backUp(file?: FileSystemFileHandle): Promise<Result<BackUpOutcome>> {
    return this.#alone(async () => {
      const at = this.#options.now()
      const name = file?.name ?? backupName(at)
      const target = file ? await fileTarget(file) : await downloadTarget(name)
      const place = file ? 'file' : 'download'
      const { made, blob } = await makeBackup(target, { name, at, place }, this.#making)
      await this.#options.memory.change((memory) => ({ ...memory, last: made }))
      return ok(file ? made : { ...made, file: new File([blob], name) })
    })
  }

  async setFolder(handle: FileSystemDirectoryHandle | undefined): Promise<BackupState> {
    const changed = await this.#options.memory.change(({ last, folder }) => {
      if (handle === undefined) return { last }
      const { every = 'day', keep = 7 } = folder ?? {}
      return { last, folder: { handle, every, keep, names: [] } }
    })
    return stateOf(changed)
  }

  async setSchedule(given: BackupSchedule): Promise<BackupState> {
    const schedule = readSchedule(given)
    const changed = await this.#options.memory.change((memory) =>
      memory.folder && schedule ? { ...memory, folder: { ...memory.folder, ...schedule } } : memory,
    )
    return stateOf(changed)
  }

  intoFolder(): Promise<Result<BackUpOutcome>> {
    return this.#alone(async () => {
      const { folder } = await this.#options.memory.read()
      if (folder === undefined) return fail('not_found', 'No folder for backups was chosen.')
      return this.#intoFolder(folder)
    })
  }

  /** The reason why it could not be made is remembered, and shown where backups are. */
  async whenDue(): Promise<Result<BackUpOutcome> | undefined> {
    const { memory, now } = this.#options
    if (!isDue((await memory.read()).folder, now())) return undefined
    const outcome = await this.#alone(async () => {
      const { folder } = await memory.read()
      // Another tab has made it meanwhile.
      return folder && isDue(folder, now()) ? this.#intoFolder(folder) : ok(undefined)
    })
    if (outcome.ok) return outcome.value && ok(outcome.value)
    // A tab that is at it already, and a person who cancels it, are no problem.
    if (outcome.error.kind === 'exists' || outcome.error.kind === 'cancelled') return outcome
    const { kind, message } = outcome.error
    const problem = { message, needsPermission: kind === 'not_permitted' }
    await this.#remember((folder) => ({ ...folder, problem }))
    return outcome
  }

  inspect(file: Blob & { readonly name?: string }): Promise<Result<BackupContents>> {
    return this.#alone(async (signal) => {
      this.#inspected = undefined
      const { database, locks } = this.#options
      const records = new Map((await database.getAll('sessions')).map(({ id, lastSeq }) => [id, lastSeq]))
      const backup = await readBackup(file, {
        signal,
        lastSeqOf: (id) => records.get(id),
        onProgress: (doneBytes, doneSessions) =>
          this.#tell({
            phase: 'checking',
            doneBytes,
            totalBytes: file.size,
            doneSessions,
            totalSessions: undefined,
          }),
      })
      const { held = [] } = await locks.query()
      const names = new Set(held.flatMap(({ name = '' }) => name))
      const planned: PlannedSession[] = []
      const sessions: BackedUpSession[] = []
      for (const session of backup.sessions) {
        signal.throwIfAborted()
        const compared = await compare(session, { database, held: names })
        planned.push({ ...compared, session })
        sessions.push(await this.#listed(backup, planned.at(-1) ?? { ...compared, session }))
      }
      this.#inspected = { backup, planned }
      const { header, values, isCut, damagedParts } = backup
      return ok({
        name: file.name ?? '',
        at: header.at,
        appVersion: header.appVersion,
        origin: header.origin,
        bytes: file.size,
        isCut,
        damagedParts,
        sessions,
        settings: values ? await otherSettings(values, this.#options) : [],
        rules: await listedRules(backup, this.#options),
        notes: await listedNotes(backup, new Set(records.keys()), this.#options),
      })
    })
  }

  restore(choice: RestoreChoice): Promise<Result<RestoreOutcome>> {
    const inspected = this.#inspected
    if (inspected === undefined)
      return Promise.resolve(fail('not_found', 'No backup was looked at; nothing was restored.'))
    return this.#alone(async (signal) => {
      // The sessions here are others from now on, so that the list does not hold for a second time.
      this.#inspected = undefined
      const { onStored = () => Promise.resolve(), onChanged, onNotes } = this.#options
      const outcome = await restore(inspected.backup, inspected.planned, choice, {
        ...this.#options,
        signal,
        onStored,
        onProgress: ({ bytes, ofBytes, sessions, of }) =>
          this.#tell({
            phase: 'restoring',
            doneBytes: bytes,
            totalBytes: ofBytes,
            doneSessions: sessions,
            totalSessions: of === 0 ? undefined : of,
          }),
      })
      onChanged()
      if (outcome.notes > 0) onNotes?.()
      return ok(outcome)
    })
  }

  async #listed(backup: ReadBackup, { session, plan }: PlannedSession): Promise<BackedUpSession> {
    const { row, bytes, cutOf, roots } = session
    const isStored = plan.kind === 'new' || plan.kind === 'continues' || plan.kind === 'copy'
    const { lacking } = isStored ? backup.contents.needed(roots) : { lacking: [] }
    return {
      id: row.id,
      title: row.title,
      updatedAt: row.updatedAt,
      isDeleted: row.deletedAt !== undefined,
      bytes,
      plan,
      cut: cutOf === undefined ? undefined : { events: row.lastSeq, of: cutOf },
      lacking: lacking.length === 0 ? 0 : (await this.#options.blobs.missing(lacking)).length,
    }
  }

  async #intoFolder(folder: FolderMemory): Promise<Result<BackUpOutcome>> {
    const at = this.#options.now()
    const done = await backUpInto(folder, at, {
      ...this.#making,
      onBegun: (name) => this.#remember((known) => ({ ...known, begun: { name, at } })),
    })
    if (!done.ok) return done
    const { made, names } = done.value
    await this.#options.memory.change((memory) => ({ ...memory, last: made }))
    await this.#remember(({ problem: _, begun: __, ...known }) => ({ ...known, names, last: made }))
    return ok(made)
  }

  async #remember(change: (folder: FolderMemory) => FolderMemory): Promise<void> {
    await this.#options.memory.change((memory) =>
      memory.folder ? { ...memory, folder: change(memory.folder) } : memory,
    )
  }

  /** Fails with `exists` while some tab is at a backup. */
  async #alone<T>(work: (signal: AbortSignal) => Promise<Result<T>>): Promise<Result<T>> {
    const { locks, database, onProgress } = this.#options
    return locks.request(`${database.name}-backup`, { ifAvailable: true }, async (lock) => {
      if (lock === null)
        return fail('exists', 'A backup is being made or restored already, perhaps in another tab.', {
          hint: 'Wait until it is done.',
        })
      this.#job = new AbortController()
      this.#toldAt = 0
      try {
        return await asResult(() => work(this.#job.signal))
      } finally {
        onProgress(null)
      }
    })
  }

  get #making(): MakeBackupOptions {
    return {
      ...this.#options,
      signal: this.#job.signal,
      onProgress: (progress) => this.#tell(progress),
    }
  }

  #tell(progress: BackupProgress): void {
    const now = Date.now()
    if (now - this.#toldAt < BACKUP_PROGRESS_MS) return
    this.#toldAt = now
    this.#options.onProgress(progress)
  }
}

function stateOf({ last, folder }: BackupMemory): BackupState {
  if (folder === undefined) return { last, folder }
  const { handle, every, keep, problem } = folder
  return { last, folder: { handle, every, keep, problem, last: folder.last } }
}
