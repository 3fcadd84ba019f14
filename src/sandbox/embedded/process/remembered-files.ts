/**
 * What a process knows of files without asking again: the attributes that came with a directory's listing, and the
 * files that came along with one that was read. All of it holds exactly as long as nothing in the file system changes,
 * which the kernel tells by a count in shared memory; so nobody can see an old state.
 */
import { READ_AHEAD_MAX_BYTES, READ_AHEAD_MIN_BYTES, REMEMBERED_STATS_MAX } from '../../limits.ts'
import type { NamedStats, Stats, Syscalls } from '../syscalls.ts'

/** What the kernel has answered. `bytes` are the caller's own. */
export interface Answer {
  readonly value: unknown
  readonly bytes: Uint8Array | undefined
  readonly isBytes: boolean
}

interface Kernel {
  /** Throws `Errno`. */
  call(name: string, args: readonly unknown[]): Answer
  /** Differs after each change; 0 when changes are not counted. */
  changes(): number
}

type Remembering = Pick<Syscalls, 'stat' | 'lstat' | 'scandir' | 'readFile'>

/** What is there changes without being written to. */
const LIVING = /^\/(?:dev|proc)(?:\/|$)/

/** The calls that are answered from memory where that is possible. */
export function rememberFiles(kernel: Kernel): Remembering {
  const memory = new Memory(kernel)
  return {
    stat: (path) => memory.statsOf('stat', path),
    lstat: (path) => memory.statsOf('lstat', path),
    scandir: (path) => memory.scandir(path),
    readFile: (path) => memory.readFile(path),
  }
}

class Memory {
  readonly #kernel: Kernel
  /** The count for which all below holds. */
  #changes = 0
  /** As `lstat` tells them. */
  readonly #stats = new Map<string, Stats>()
  /** Each is given away once. */
  readonly #files = new Map<string, Uint8Array>()
  #window = READ_AHEAD_MIN_BYTES
  /** How many files came along last, and how many of them were wanted. */
  #given = 0
  #taken = 0
  /** Where the last file was read. */
  #folder = ''

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  statsOf(name: 'stat' | 'lstat', path: string): Stats {
    this.#refresh()
    const known = this.#stats.get(path)
    if (known !== undefined && (name === 'lstat' || known.kind !== 'symlink')) return known
    // The kernel answers each call with that call's result.
    return this.#kernel.call(name, [path]).value as Stats
  }

  scandir(path: string): readonly NamedStats[] {
    this.#refresh()
    // As above.
    const entries = this.#kernel.call('scandir', [path]).value as readonly NamedStats[]
    if (this.#changes === 0 || LIVING.test(path)) return entries
    if (this.#stats.size + entries.length > REMEMBERED_STATS_MAX) this.#stats.clear()
    if (entries.length > REMEMBERED_STATS_MAX) return entries
    const prefix = path.endsWith('/') ? path : `${path}/`
    for (const entry of entries) this.#stats.set(prefix + entry.name, entry)
    return entries
  }

  readFile(path: string): Uint8Array {
    this.#refresh()
    const known = this.#files.get(path)
    if (known !== undefined) {
      this.#files.delete(path)
      this.#taken += 1
      return known
    }
    // As it is written: what leads through a link and back is another directory than it says.
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const isInTurn = folder === this.#folder
    this.#folder = folder
    if (this.#changes === 0 || !isInTurn || LIVING.test(path)) return this.#readOne(path)
    return this.#readSeveral(path, folder)
  }

  #readOne(path: string): Uint8Array {
    return this.#kernel.call('readFile', [path]).bytes ?? new Uint8Array(0)
  }

  #readSeveral(path: string, folder: string): Uint8Array {
    this.#files.clear()
    // Most of what came along was wanted: more of it next time.
    const isWanted = this.#taken > this.#given / 2
    this.#window = isWanted ? Math.min(2 * this.#window, READ_AHEAD_MAX_BYTES) : READ_AHEAD_MIN_BYTES
    const { value, bytes = new Uint8Array(0) } = this.#kernel.call('readAhead', [path, this.#window])
    // Written by the kernel, which this process may trust.
    const others = value as readonly NamedStats[]
    const own = others.reduce((left, { size }) => left - size, bytes.length)
    let at = own
    if (this.#stats.size + others.length > REMEMBERED_STATS_MAX) this.#stats.clear()
    for (const stats of others) {
      this.#stats.set(folder + stats.name, stats)
      this.#files.set(folder + stats.name, bytes.slice(at, at + stats.size))
      at += stats.size
    }
    this.#given = others.length
    this.#taken = 0
    return others.length === 0 ? bytes : bytes.slice(0, own)
  }

  /** Read before the kernel is asked: what it then says is as new as this, or newer. */
  #refresh(): void {
    const changes = this.#kernel.changes()
    if (changes === this.#changes) return
    this.#changes = changes
    this.#stats.clear()
    this.#files.clear()
  }
}
