/** Ceiling of what a file system and its forks hold together. */
import { FORKS_MAX, FORKS_MAX_BYTES, FORKS_MAX_FILES } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'

export interface ForkLimits {
  /** Forks at once. */
  readonly forks: number
  /** Bytes that forks hold beside those of the file system that they all come from. */
  readonly bytes: number
  /** Nodes of forks. */
  readonly files: number
}

export const DEFAULT_FORK_LIMITS: ForkLimits = {
  forks: FORKS_MAX,
  bytes: FORKS_MAX_BYTES,
  files: FORKS_MAX_FILES,
}

/**
 * Bytes of a file that several file systems have: counted once, until one of them writes to the file or removes it. What it
 * writes is its own, the whole file with it; the bytes before are counted as long as somebody has them.
 */
export interface SharedBytes {
  /** Files that have them. */
  holders: number
}

/**
 * Counts for a file system (the root) and all forks below it together, beside each one's own quota. Forks may hold `limits.bytes` more
 * than the root, also by what the root has removed or written over since. A fork that would pass this fails with ENOSPC. The
 * root fails only once it has itself left them so much that all together would pass its own limit and theirs. Nodes of
 * forks, made or entered, count as well; entering never fails, but a fork that would make one does, and `fork` itself.
 */
export class ForkPool {
  readonly #limits: ForkLimits
  readonly #rootLimit: number
  #forks = 0
  #files = 0
  /** Shared ones once. */
  #bytes = 0
  #rootBytes = 0

  constructor(limits: ForkLimits, rootLimit: number) {
    this.#limits = limits
    this.#rootLimit = rootLimit
  }

  /** Bytes in all, and what forks have of them; nodes and number of the forks. */
  get held(): { bytes: number; forkBytes: number; forkFiles: number; forks: number } {
    const { bytes: all, files, forks } = { bytes: this.#bytes, files: this.#files, forks: this.#forks }
    return { bytes: all, forkBytes: all - this.#rootBytes, forkFiles: files, forks }
  }

  rootShare(): PoolShare {
    return {
      hasRoom: (bytes) => this.#bytes + bytes <= this.#rootLimit + this.#limits.bytes,
      add: ({ bytes, ownBytes }) => {
        this.#bytes += bytes
        this.#rootBytes += ownBytes
      },
      end: () => undefined,
    }
  }

  /** Throws EAGAIN when there are too many forks, ENOSPC when they hold too much. */
  forkShare(): PoolShare {
    if (this.#forks >= this.#limits.forks) throw new Errno('EAGAIN', 'fork')
    if (!this.#hasRoomInForks(1, 1)) throw new Errno('ENOSPC', 'fork')
    this.#forks += 1
    let own = 0
    let hasEnded = false
    return {
      hasRoom: (bytes, files) => !hasEnded && this.#hasRoomInForks(bytes, files),
      add: ({ bytes, files }) => {
        if (hasEnded) return
        own += files
        this.#files += files
        this.#bytes += bytes
      },
      end: () => {
        if (hasEnded) return
        hasEnded = true
        this.#files -= own
        this.#forks -= 1
      },
    }
  }

  #hasRoomInForks(bytes: number, files: number): boolean {
    const held = this.#bytes - this.#rootBytes
    return held + bytes <= this.#limits.bytes && this.#files + files <= this.#limits.files
  }
}

/** One file system's part of a pool. */
export interface PoolShare {
  hasRoom(bytes: number, files: number): boolean
  /** `bytes` more are held in all, and `ownBytes` by this file system, shared ones included. */
  add(more: { readonly files: number; readonly bytes: number; readonly ownBytes: number }): void
  /** A fork's nodes count no longer, nor does what it does from now on. Its bytes have been taken off. */
  end(): void
}
