/**
 * Files beside the database, as journals and contents need them: folders of small names, files that are appended to. The origin-private
 * file system is one implementation, memory the other; both pass `contract-suite`.
 */

export interface JournalPlace {
  /** Names of all folders. */
  folders(): Promise<readonly string[]>
  /** The folder of a name: letters, digits, `-`, `_` and `.`, and no `.` in front. Made on the first write. */
  folder(name: string): JournalFolder
  /** Whether it was there or not. Rejects with a `StorageError` (`busy`) while a file of it is open to be written. */
  removeFolder(name: string): Promise<void>
}

export interface JournalFolder {
  /** Names of its files, in order; none where there is no folder. */
  names(): Promise<readonly string[]>
  /**
   * As it is on the disk now, also while it is written: all of it, or its bytes from one offset to another, fewer where it ends
   * before. Undefined where it is not there.
   */
  read(name: string, from?: number, to?: number): Promise<Uint8Array | undefined>
  /** Bytes that it has now; undefined where it is not there. */
  size(name: string): Promise<number | undefined>
  /** Opens a file to be written, which is made when it is not there. `taken`: somebody, perhaps of another tab, has it open. */
  open(name: string): Promise<JournalFile | 'taken'>
  /** Writes a whole file in place of another, if any: afterwards it is one or the other, whatever happens meanwhile. */
  replace(name: string, bytes: Uint8Array): Promise<void>
  remove(name: string): Promise<void>
}

/** A file that nobody else writes. Each call is over when it returns; a failure throws a `StorageError`. */
export interface JournalFile {
  size(): number
  /** At its end, one part after the other, and onto the disk. After a failure it is as long as before, if that can be done at all. */
  append(...parts: readonly Uint8Array[]): void
  /** As `append`, but it survives no loss of power until something is appended: it survives the end of the browser. */
  write(bytes: Uint8Array): void
  /** All of it, or its bytes from one offset to another, fewer where it ends before. */
  read(from?: number, to?: number): Uint8Array
  /** Cuts it. */
  truncate(size: number): void
  close(): void
}
