/** A folder of the person's own machine as a workspace: what is read from it, and what may be written back. */

/** What a folder has, before it is opened. */
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
  /** What writing it back does to the folder. */
  readonly change: 'added' | 'changed' | 'removed'
  /** What has happened to it in the folder since it was read or written last; absent when nothing has. */
  readonly conflict?: 'added' | 'changed' | 'removed'
  readonly group: 'project' | 'ignored' | 'git'
  /** Content in the workspace and in the folder as it is now; absent where there is none. */
  readonly hash?: string
  readonly folderHash?: string
  /** Why it cannot be written. */
  readonly refused?: string
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
