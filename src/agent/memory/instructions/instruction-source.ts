/** Versions of instruction files that count: the user's, not those of programs. */
import type { Result } from '../../../sandbox/contract/errors.ts'

/** A file's version that the user neither imported, set nor accepted. */
export interface HeldVersion {
  /** Against the version in force. */
  readonly change: 'added' | 'changed' | 'removed'
  /** Hash of the file now. */
  readonly version: string
}

export interface FileInForce {
  /** From the workspace's root. */
  readonly path: string
  /** Absent where no version is in force. */
  readonly data?: Uint8Array
  /** Path that it leads to as a link, from the workspace's root. */
  readonly target?: string
  /** The file has another text by now. */
  readonly held?: HeldVersion
  /** Why an address has no text in force. */
  readonly fault?: 'unfetched' | 'refused'
}

/** Tells the user's versions of files from those of programs. */
export interface InstructionSource {
  /** Paths of instruction files of which a version is in force or pending, from the workspace's root. */
  places(): Promise<Result<readonly string[]>>
  /** For each pattern the files that it matches and of which a version is in force or pending, from the workspace's root. */
  matching(patterns: readonly string[]): Promise<Result<readonly (readonly string[])[]>>
  /** In the order of `paths`, which may be addresses, too. */
  inForce(paths: readonly string[]): Promise<Result<readonly FileInForce[]>>
}
