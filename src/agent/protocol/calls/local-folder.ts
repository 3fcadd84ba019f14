/**
 * A folder of the user's own machine as a workspace: files read from it, and files that may be written back.
 */
import type { ImportSummary } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'

/** Summary of a folder's content, before it is opened. */
export interface FolderSurvey {
  readonly name: string
  /** Files that are neither ignored nor git's own nor installed packages. */
  readonly files: number
  readonly bytes: number
  /** Top-most names that the folder's own `.gitignore` files leave out, at most a few; `ignoredMore` others. */
  readonly ignored: readonly string[]
  readonly ignoredMore: number
  readonly hasGit: boolean
  readonly hasPackages: boolean
}

export interface FolderChoice {
  readonly ignored: boolean
  readonly git: boolean
  readonly packages: boolean
}

export interface FolderDifference {
  /** Relative to the workspace root. */
  readonly path: string
  /** The effect on the folder if it is written back. */
  readonly change: 'added' | 'changed' | 'removed'
  /** The file's change in the folder since it was last read or written; absent if there is none. */
  readonly conflict?: 'added' | 'changed' | 'removed'
  /** `steering`: it steers an agent, a package manager or git, so that nobody writes it unseen. */
  readonly group: 'project' | 'steering' | 'ignored' | 'git'
  /** Content in the workspace and in the folder as it is now; absent where there is none. */
  readonly hash?: string
  readonly folderHash?: string
  /** Why it is never written: a symbolic link, or a name that some file system takes for `.git`. */
  readonly refused?: 'link' | 'git_name'
}

/** Both sides of a difference; a side is absent where there is no such file. */
export interface FolderVersions {
  readonly folder?: Uint8Array
  readonly workspace?: Uint8Array
}

export interface WriteBackOutcome {
  readonly written: number
  readonly removed: number
  readonly failed: readonly { readonly path: string; readonly message: string }[]
}

export interface LocalFolderApi {
  /** Surveys a folder of the user's machine; stopped by `cancelImport`. */
  survey(handle: FileSystemDirectoryHandle): Promise<Result<FolderSurvey>>
  /** Replaces the workspace by a copy of the folder, as an import does. */
  open(handle: FileSystemDirectoryHandle, choice: FolderChoice): Promise<Result<ImportSummary>>
  /** The folder that the workspace came from; undefined when it came from elsewhere. */
  current(): Promise<FileSystemDirectoryHandle | undefined>
  /** Compares the workspace with the folder, both as they are now. */
  compare(): Promise<Result<readonly FolderDifference[]>>
  /** The file's present content in the folder and in the workspace. */
  versions(item: FolderDifference): Promise<Result<FolderVersions>>
  /** Writes each of these only if the folder's file is unchanged since the comparison. */
  writeBack(items: readonly FolderDifference[]): Promise<Result<WriteBackOutcome>>
}
