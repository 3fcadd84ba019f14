/**
 * Calls of the page on the workspace's files beyond reading and writing one: edits of the tree as one step,
 * git's marks.
 */
import type { DirectoryEntry, FoundText } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'

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
      /** Permission bits that it has then; absent: those it had, or the usual ones. */
      readonly mode?: number
    }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'remove'
      readonly path: string
      /** It must be a file of exactly this content; absent: any file or folder. */
      readonly over?: { readonly content: Uint8Array }
    }

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

/** The part of a file that the user has rejected. */
export interface RejectedChange {
  readonly path: string
  /** In the user's words, e.g. `lines 3-5`, `the whole file`. */
  readonly what: string
}

/** A file as it is to be committed. */
export interface ReviewedFile {
  /** From the workspace's root. */
  readonly path: string
  /** Undefined: it is committed as removed. */
  readonly content:
    | { readonly kind: 'file'; readonly data: Uint8Array; readonly mode: number }
    | { readonly kind: 'symlink'; readonly target: string }
    | undefined
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly hash: string; readonly summary: string }
  /** The workspace is no repository. */
  | { readonly kind: 'no_repository' }
  /** Files that are staged already, and not of these: they would be committed, too. */
  | { readonly kind: 'others_staged'; readonly paths: readonly string[] }
  /** Nobody has said whose commit it would be. */
  | { readonly kind: 'nobody' }
  /** git's own message. */
  | { readonly kind: 'refused'; readonly message: string }

/** The user's search over all files. */
export interface TextQuery {
  readonly text: string
  /** `text` is a regular expression in ripgrep's dialect; else it is meant literally. */
  readonly isRegex: boolean
  readonly matchCase: boolean
  readonly wholeWord: boolean
  /** Globs, see `FindTextQuery`. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Replacement text for matches of one file, as the user has seen them. */
export interface FileReplacements {
  readonly path: string
  /** Places as in `FoundMatch`; `before` must still be there. */
  readonly replacements: readonly {
    readonly line: number
    readonly start: number
    readonly before: string
    readonly after: string
  }[]
}

export interface ReplacedText {
  /** Undefined: no file was changed. */
  readonly edited: EditedFiles | undefined
  readonly files: number
  readonly matches: number
  /** Files that stayed as they were, with the reason. */
  readonly refused: readonly { readonly path: string; readonly why: string }[]
}

export interface FilesApi {
  read(path: string): Promise<Result<Uint8Array>>
  write(path: string, data: Uint8Array): Promise<Result<void>>
  list(path: string): Promise<Result<readonly DirectoryEntry[]>>
  /** Files and folders (with a slash at the end) that fit these letters, the best first; a newer call ends an older one. */
  findPaths(query: string): Promise<Result<readonly string[]>>
  /**
   * All of it or, where one cannot be done, nothing: that is looked at first. One step of the session. Fails with
   * `exists` where something is in the way, `not_found`, `invalid` for names that cannot be, and `not_permitted`
   * outside the workspace or where a file is another than `over` says.
   */
  edit(edits: readonly FileEdit[]): Promise<Result<EditedFiles>>
  /** Brings back what was before an edit. Fails with `not_permitted` when something has changed since, or the agent works. */
  undoEdit(edited: EditedFiles): Promise<Result<void>>
  /** As `editFiles`; reported to the agent with the next message that begins a run, unless undone before. */
  reject(edits: readonly FileEdit[], rejected: readonly RejectedChange[]): Promise<Result<EditedFiles>>
  /** The files as the last commit has them; undefined where it has none of that name, or there is no commit. */
  committedVersions(paths: readonly string[]): Promise<Result<readonly (Uint8Array | undefined)[]>>
  /** Commits these files with this content, not that of the workspace; its other changes stay as they are. */
  commitReviewed(message: string, files: readonly ReviewedFile[]): Promise<Result<CommitOutcome>>
  /** Empty where the workspace is no repository. At most `GIT_FILES_SHOWN`. */
  gitStatus(): Promise<Result<readonly GitFile[]>>
  /** Files that git would not ignore, by a text in their path that ends in their name, in either case; at most so many. */
  filterPaths(text: string, limit: number): Promise<Result<FoundPaths>>
  /**
   * A part of a search in all files that git would not ignore; `after` is `next` of the part before. A newer one ends an
   * older one, which is `cancelled`. Fails with `invalid` when the text is no pattern.
   */
  searchText(query: TextQuery, limit: number, after?: string): Promise<Result<FoundText>>
  cancelSearch(): Promise<void>
  /** One step of the session. A file that is another by now, or is not UTF-8, is left as it is, whole. */
  replaceText(files: readonly FileReplacements[]): Promise<Result<ReplacedText>>
}
