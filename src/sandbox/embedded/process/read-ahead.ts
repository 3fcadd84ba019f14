/**
 * Contents that come along with a file that a process reads: those after it in its directory, or after it in what the
 * program has said that it will read. More of them as long as they are wanted. They are kept for a while: programs
 * read the same files again, and not always in the order of a directory.
 */
import {
  KEPT_CONTENTS_MAX_BYTES,
  READ_AHEAD_MAX_BYTES,
  READ_AHEAD_MAX_FILES,
  READ_AHEAD_MIN_BYTES,
} from '../../contract/limits.ts'
import type { NamedStats, Stats } from '../syscalls.ts'
import { KeptContents } from './kept-contents.ts'

/** Paths whose content changes without being written to. */
export const LIVING = /^\/(?:dev|proc)(?:\/|$)/

/** Names in one request: what goes through shared memory in one part, and is soon read. */
const NAMES_MAX = 1000

/** Bytes above which copying a file costs as much as asking for it again. */
const KEPT_ALONE_MAX_BYTES = 64 * 1024

/** An answer of the kernel. `bytes` are the caller's own. */
export interface Answer {
  readonly value: unknown
  readonly bytes: Uint8Array | undefined
  readonly isBytes: boolean
}

export interface FileView {
  readonly bytes: Uint8Array
  /** They are kept for who reads the file next: not to be written to. */
  readonly isKept: boolean
}

interface Around {
  /** Throws `Errno`. */
  call(name: string, args: readonly unknown[]): Answer
  /** Cached attributes of a file. */
  known(path: string): Stats | undefined
  keep(path: string, stats: Stats): void
}

export class ReadAhead {
  readonly #around: Around
  readonly #kept = new KeptContents(KEPT_CONTENTS_MAX_BYTES)
  /** Next file to be read after each, as the program has announced. */
  readonly #next = new Map<string, string>()
  #window = READ_AHEAD_MIN_BYTES
  /** How many files came along last, and how many of them were wanted. */
  #given = 0
  #taken = 0
  /** Folder of the last file that was read. */
  #folder = ''

  constructor(around: Around) {
    this.#around = around
  }

  /** Only a hint: what is not read costs nothing, and what is read in another order no more than without it. */
  willRead(paths: readonly string[]): void {
    if (this.#next.size + paths.length > READ_AHEAD_MAX_FILES) this.#next.clear()
    for (let at = 1; at < Math.min(paths.length, READ_AHEAD_MAX_FILES); at += 1)
      this.#next.set(paths[at - 1] ?? '', paths[at] ?? '')
  }

  /** Cached content of a file: not to be written to. */
  take(path: string): Uint8Array | undefined {
    const known = this.#kept.get(path)
    if (known !== undefined) this.#taken += 1
    return known
  }

  /** From the kernel. `isCounted`: it tells of changes, so that contents may be kept. */
  read(path: string, isCounted: boolean): FileView {
    // As it is written: what leads through a link and back is another directory than it says.
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const isInTurn = folder === this.#folder
    this.#folder = folder
    if (!isCounted || LIVING.test(path)) return { bytes: this.#readOne(path), isKept: false }
    if (this.#next.has(path)) return this.#readNamed(path)
    return isInTurn ? this.#readSeveral(path, folder) : this.#keepOne(path, this.#readOne(path))
  }

  forget(): void {
    this.#kept.clear()
  }

  #readOne(path: string): Uint8Array {
    return this.#around.call('readFile', [path]).bytes ?? new Uint8Array(0)
  }

  #keepOne(path: string, bytes: Uint8Array): FileView {
    if (bytes.length > KEPT_ALONE_MAX_BYTES) return { bytes, isKept: false }
    this.#kept.keep(new Map([[path, bytes]]), bytes.length)
    return { bytes, isKept: true }
  }

  #readSeveral(path: string, folder: string): FileView {
    const window = this.#nextWindow()
    return this.#unpack(path, this.#around.call('readAhead', [path, window]), folder)
  }

  #readNamed(path: string): FileView {
    const window = this.#nextWindow()
    const names: string[] = []
    let left = window
    for (let at = this.#next.get(path); at !== undefined && left > 0; at = this.#next.get(at)) {
      if (names.length >= NAMES_MAX || LIVING.test(at)) break
      names.push(at)
      left -= this.#around.known(at)?.size ?? 0
    }
    return this.#unpack(path, this.#around.call('readSeveral', [path, names, window]), '')
  }

  /** Most of what came along was wanted: more of it next time. */
  #nextWindow(): number {
    const isWanted = this.#taken > this.#given / 2
    this.#window = isWanted ? Math.min(2 * this.#window, READ_AHEAD_MAX_BYTES) : READ_AHEAD_MIN_BYTES
    return this.#window
  }

  #unpack(path: string, { value, bytes = new Uint8Array(0) }: Answer, prefix: string): FileView {
    // Written by the kernel, which this process may trust.
    const others = value as readonly NamedStats[]
    const own = others.reduce((left, { size }) => left - size, bytes.length)
    this.#given = others.length
    this.#taken = 0
    if (others.length === 0) return this.#keepOne(path, bytes)
    const files = new Map<string, Uint8Array>([[path, bytes.subarray(0, own)]])
    let at = own
    for (const stats of others) {
      this.#around.keep(prefix + stats.name, stats)
      files.set(prefix + stats.name, bytes.subarray(at, at + stats.size))
      at += stats.size
    }
    this.#kept.keep(files, bytes.length)
    return { bytes: bytes.subarray(0, own), isKept: true }
  }
}
