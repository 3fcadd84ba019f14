/** What the page asks of the workspace's files beyond reading and writing one: edits of the tree as one step, git's marks. */
import type { Result } from '../../sandbox/errors.ts'

export interface FoundPaths {
  /** Relative to the workspace. */
  readonly paths: readonly string[]
  /** How many there are in all. */
  readonly total: number
}

/** Paths are absolute, or relative to the workspace. Nothing is overwritten but by a `file` that says so. */
export type FileEdit =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly data: Uint8Array
      /** Absent: the file must not be there yet. `content`: it must be exactly this. */
      readonly over?: 'anything' | { readonly content: Uint8Array }
    }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }

/** Root hashes of the workspace around an edit. */
export interface EditedFiles {
  readonly before: string
  readonly after: string
}

/** A file that git tells of. */
export interface GitFile {
  /** From the workspace's root. */
  readonly path: string
  /** The two letters of `git status --porcelain`. */
  readonly status: string
}

export interface FilesApi {
  /**
   * All of it or, where one cannot be done, nothing: that is looked at first. One step of the session. Fails with
   * `exists` where something is in the way, `not_found`, `invalid` for names that cannot be, and `not_permitted`
   * outside the workspace or where a file is another than `over` says.
   */
  editFiles(edits: readonly FileEdit[]): Promise<Result<EditedFiles>>
  /** Brings back what was before an edit. Fails with `not_permitted` when something has changed since, or the agent works. */
  undoEdit(edited: EditedFiles): Promise<Result<void>>
  /** Empty where the workspace is no repository. At most `GIT_FILES_SHOWN`. */
  gitStatus(): Promise<Result<readonly GitFile[]>>
  /** Files that git would not ignore, by a text in their path that ends in their name, in either case; at most so many. */
  filterPaths(text: string, limit: number): Promise<Result<FoundPaths>>
}
