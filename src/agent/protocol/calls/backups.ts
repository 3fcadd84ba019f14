/**
 * Backups of all sessions in one file, as the page sees them. All sizes in bytes, all times in
 * milliseconds since the epoch.
 */
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { Settings } from '../settings.ts'
import type { NoteScope } from './memory.ts'

export const BACKUP_ENDING = '.vivbackup'

/** e.g. `vivarium-backup-2026-11-28-2133.vivbackup`, in the user's local time. */
export function backupName(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `vivarium-backup-${day}-${two(date.getHours())}${two(date.getMinutes())}${BACKUP_ENDING}`
}

/** A backup that was written, and read back. */
export interface MadeBackup {
  readonly name: string
  readonly at: number
  readonly bytes: number
  readonly sessions: number
  /** Titles of sessions of which it has not everything: their stored logs are damaged. */
  readonly damaged: readonly string[]
  readonly place: 'file' | 'download' | 'folder'
}

/** `file` is what the page offers as a download; absent where the file was written in its place. */
export interface BackUpOutcome extends MadeBackup {
  readonly file?: File
}

export type BackupInterval = 'off' | 'day' | 'week'

export interface BackupSchedule {
  readonly every: BackupInterval
  /** Files that stay in the folder; older ones that this browser has put there are removed. */
  readonly keep: number
}

/** `needsPermission`: the browser asks the user, which requires a click. */
export interface FolderProblem {
  readonly message: string
  readonly needsPermission: boolean
}

export interface BackupFolder extends BackupSchedule {
  readonly handle: FileSystemDirectoryHandle
  readonly last: MadeBackup | undefined
  /** Why the last scheduled one was not made. */
  readonly problem: FolderProblem | undefined
}

export interface BackupState {
  readonly last: MadeBackup | undefined
  /** Undefined while none was chosen. */
  readonly folder: BackupFolder | undefined
}

export interface BackupProgress {
  readonly phase: 'writing' | 'verifying' | 'checking' | 'restoring'
  readonly doneBytes: number
  /** Undefined while it is not known. */
  readonly totalBytes: number | undefined
  readonly doneSessions: number
  readonly totalSessions: number | undefined
}

/** The fate of a session of a backup when it is restored. */
export type RestorePlan =
  | { readonly kind: 'new' }
  /** Nothing is to be done. `copy`: as the copy that was made of it before. */
  | { readonly kind: 'same'; readonly copy: boolean }
  /** The one here has more. */
  | { readonly kind: 'ahead'; readonly copy: boolean }
  /** It goes on where the one here ends. */
  | { readonly kind: 'continues'; readonly events: number }
  /** `open`: it goes on, but a tab has it open, so that it is not touched. */
  | { readonly kind: 'copy'; readonly why: 'differs' | 'open' }
  /** The one here is the same or has more, and is deleted. */
  | { readonly kind: 'undelete' }
  | { readonly kind: 'damaged'; readonly problem: string }

export interface BackedUpSession {
  readonly id: string
  readonly title: string
  readonly updatedAt: number
  readonly bytes: number
  /** It was deleted when the backup was made, and comes as such. */
  readonly isDeleted: boolean
  readonly plan: RestorePlan
  /** The file has only the first so many events: the rest is cut off or damaged. */
  readonly cut: { readonly events: number; readonly of: number } | undefined
  /** Contents of its steps that are neither in the file nor here. */
  readonly lacking: number
}

/** A setting that the backup has another value of; values as JSON. */
export interface BackedUpSetting {
  readonly name: keyof Settings
  readonly now: string
  readonly then: string
}

/** Rules and trust of a workspace that the backup has, and this browser has not. */
export interface BackedUpRules {
  readonly key: string
  /** The imported repository, where a session of the backup has it. */
  readonly workspace: string | undefined
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
  readonly locks: readonly string[]
  /** The project's own configuration is in force there. */
  readonly trusted: boolean
  /** Versions of files that steer the agent and that were accepted. */
  readonly accepted: number
  /** Contents of these that are neither in the file nor here. */
  readonly lacking: number
}

/** Notes of one memory of the backup that are not here, or are others here. */
export interface BackedUpNotes {
  readonly key: string
  readonly scope: NoteScope | 'session'
  /** The project, where the backup names it. */
  readonly project: string | undefined
  /** Titles of the first of them; somebody else may have written these. */
  readonly titles: readonly string[]
  /** Notes that would be added or changed. */
  readonly notes: number
  /** Notes that were the user's own there, and would be here only if that is chosen. Some may be here already, unconfirmed. */
  readonly own: number
  /** Notes whose text is neither in the file nor here: the version before it comes. */
  readonly lacking: number
}

/** The contents of a backup, before anything is changed. */
export interface BackupContents {
  readonly name: string
  readonly at: number
  readonly appVersion: string
  /** Origin of the page that made it. */
  readonly origin: string
  readonly bytes: number
  /** It ends before its end. */
  readonly isCut: boolean
  /** Parts of it that are not as they were written. */
  readonly damagedParts: number
  readonly sessions: readonly BackedUpSession[]
  readonly settings: readonly BackedUpSetting[]
  readonly rules: readonly BackedUpRules[]
  readonly notes: readonly BackedUpNotes[]
}

export interface RestoreChoice {
  readonly sessions: readonly string[]
  readonly settings: boolean
  readonly rules: boolean
  /** Adds the notes of the memory. None that is the user's own here is replaced. */
  readonly notes: boolean
  /** Notes that were the user's own there are so here, too; otherwise they come unconfirmed. */
  readonly ownNotes: boolean
}

export interface RestoreOutcome {
  readonly added: number
  readonly continued: number
  readonly copied: number
  readonly undeleted: number
  /** By title, each with a sentence. */
  readonly left: readonly { readonly title: string; readonly why: string }[]
  readonly settings: number
  readonly rules: number
  /** Notes of the memory that were added or changed. */
  readonly notes: number
  /** Why it ended early; all that is counted above is here. */
  readonly problem: { readonly message: string; readonly hint: string | undefined } | undefined
}

export interface BackupsApi {
  state(): Promise<BackupState>
  /**
   * Writes a backup into the file that the user has chosen, or into one that is offered as a download. Reads
   * it back before it resolves.
   */
  backUp(target?: FileSystemFileHandle): Promise<Result<BackUpOutcome>>
  /** Undefined: into none any more. Backups that are there stay. */
  setFolder(folder: FileSystemDirectoryHandle | undefined): Promise<BackupState>
  setSchedule(schedule: BackupSchedule): Promise<BackupState>
  /** Fails with `not_permitted` where the browser asks for the permission first. */
  backUpIntoFolder(): Promise<Result<BackUpOutcome>>
  /** The same where the schedule says that it is time, and the browser lets it; undefined where it is not. */
  backUpWhenDue(): Promise<Result<BackUpOutcome> | undefined>
  /** Reads and checks all of it; nothing is changed. */
  inspect(file: File): Promise<Result<BackupContents>>
  /** Restores from the backup that was inspected last. */
  restore(choice: RestoreChoice): Promise<Result<RestoreOutcome>>
  /** Ends what is under way: a file that is being written is removed, sessions that are stored stay. */
  cancel(): Promise<void>
}
