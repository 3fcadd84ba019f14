import { VFS_MAX_BYTES, VFS_MAX_FILE_BYTES, VFS_MAX_FILES } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { PoolShare } from './fork-pool.ts'

export interface VfsLimits {
  readonly bytes: number
  readonly fileBytes: number
  readonly files: number
}

export const DEFAULT_VFS_LIMITS: VfsLimits = {
  bytes: VFS_MAX_BYTES,
  fileBytes: VFS_MAX_FILE_BYTES,
  files: VFS_MAX_FILES,
}

/** One file goes from `before` to `after` bytes. */
export interface SizeChange {
  readonly before: number
  readonly after: number
  /** The bytes before belong to files of other file systems, too, which keep them. */
  readonly isShared?: boolean
}

/**
 * Counts what the file system holds and refuses what would not fit. Sparse bytes count: they can become real. A fork begins
 * with what its source has, and both have to fit into the pool as well: see `ForkPool`.
 */
export class Quota {
  readonly limits: VfsLimits
  readonly #share: PoolShare
  #bytes: number
  #files: number

  constructor(limits: VfsLimits, share: PoolShare, { files, bytes } = { files: 0, bytes: 0 }) {
    this.limits = limits
    this.#share = share
    this.#files = files
    this.#bytes = bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get files(): number {
    return this.#files
  }

  addFile(syscall: string, path?: string): void {
    if (this.#files >= this.limits.files || !this.#share.hasRoom(0, 1))
      throw new Errno('ENOSPC', syscall, path)
    this.#files += 1
    this.#share.add({ files: 1, bytes: 0, ownBytes: 0 })
  }

  removeFile({ bytes, isShared }: { readonly bytes: number; readonly isShared: boolean }): void {
    this.#files -= 1
    this.#bytes -= bytes
    this.#share.add({ files: -1, bytes: isShared ? 0 : -bytes, ownBytes: -bytes })
  }

  resize(change: SizeChange, syscall: string, path?: string): void {
    this.check(change, syscall, path)
    this.resized(change)
  }

  /** Throws when the change does not fit. */
  check(change: SizeChange, syscall: string, path?: string): void {
    const { before, after } = change
    if (after > this.limits.fileBytes) throw new Errno('EFBIG', syscall, path)
    const isTooMuch = after > before && this.#bytes + after - before > this.limits.bytes
    const more = heldMore(change)
    if (isTooMuch || (more > 0 && !this.#share.hasRoom(more, 0))) throw new Errno('ENOSPC', syscall, path)
  }

  /** The change has been made. */
  resized(change: SizeChange): void {
    const ownBytes = change.after - change.before
    this.#bytes += ownBytes
    this.#share.add({ files: 0, bytes: heldMore(change), ownBytes })
  }

  /** A fork has so many nodes more, as it has entered directories: they are in its count already. */
  entered(nodes: number): void {
    this.#share.add({ files: nodes, bytes: 0, ownBytes: 0 })
  }

  /** The fork ends, and what it alone has goes. */
  end(bytes: number): void {
    this.#share.add({ files: 0, bytes: -bytes, ownBytes: 0 })
    this.#share.end()
  }
}

function heldMore({ before, after, isShared }: SizeChange): number {
  return isShared === true ? after : after - before
}
