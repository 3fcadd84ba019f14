import { VFS_MAX_BYTES, VFS_MAX_FILE_BYTES, VFS_MAX_FILES } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'

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

/** Counts what the file system holds and refuses what would not fit. Sparse bytes count: they can become real. */
export class Quota {
  readonly limits: VfsLimits
  #bytes: number
  #files: number

  constructor(limits: VfsLimits, { files, bytes } = { files: 0, bytes: 0 }) {
    this.limits = limits
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
    if (this.#files >= this.limits.files) throw new Errno('ENOSPC', syscall, path)
    this.#files += 1
  }

  removeFile(bytes: number): void {
    this.#files -= 1
    this.#bytes -= bytes
  }

  /** One file goes from `before` to `after` bytes. */
  resize(change: { before: number; after: number }, syscall: string, path?: string): void {
    if (change.after > this.limits.fileBytes) throw new Errno('EFBIG', syscall, path)
    const total = this.#bytes + change.after - change.before
    if (change.after > change.before && total > this.limits.bytes) throw new Errno('ENOSPC', syscall, path)
    this.#bytes = total
  }
}
