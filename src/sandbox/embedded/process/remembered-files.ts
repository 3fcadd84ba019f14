/**
 * A process's cache of file attributes and contents: the attributes that came with a directory's listing, the
 * names missing from it, and the directories and files that came along with a requested one. All of it is
 * valid exactly as long as nothing in the file system changes, which the kernel signals by a count in shared
 * memory; so nobody can see an old state.
 */
import {
  LIST_AHEAD_MAX_ENTRIES,
  LIST_AHEAD_MIN_ENTRIES,
  REMEMBERED_STATS_MAX,
} from '../../contract/limits.ts'
import type { FileKind } from '../../contract/contract.ts'
import { Errno, type NamedStats, type Stats, type Syscalls } from '../syscalls.ts'
import type { Listing } from './listing-batch.ts'
import { LIVING, ReadAhead, type Answer, type FileView } from './read-ahead.ts'

interface Kernel {
  /** Throws `Errno`. */
  call(name: string, args: readonly unknown[]): Answer
  /** Differs after each change; 0 when changes are not counted. */
  changes(): number
}

export interface RememberedFiles {
  readonly syscalls: Pick<Syscalls, 'stat' | 'lstat' | 'readdir' | 'scandir' | 'readFile' | 'viewFile'>
  /** These files are about to be read, in this order: only a hint, which costs nothing. */
  willRead(paths: readonly string[]): void
}

/** Not written as plain as it can be: it may lead elsewhere than its words say. */
const WINDING = /^[^/]|\/\.{0,2}(?:\/|$)/

/** The calls that are answered from memory where that is possible. */
export function rememberFiles(kernel: Kernel): RememberedFiles {
  const memory = new Memory(kernel)
  return {
    syscalls: {
      stat: (path) => memory.statsOf('stat', path),
      lstat: (path) => memory.statsOf('lstat', path),
      // Callers that list names mostly ask for their kinds next.
      readdir: (path) => memory.scandir(path).map(({ name, kind }) => ({ name, kind: entryKind(kind) })),
      scandir: (path) => memory.scandir(path),
      readFile: (path) => memory.readFile(path),
      viewFile: (path) => memory.viewFile(path).bytes,
    },
    willRead: (paths) => memory.willRead(paths),
  }
}

/** As the kernel's `readdir` has it: what is neither directory nor link counts as a file there. */
function entryKind(kind: Stats['kind']): FileKind {
  return kind === 'directory' || kind === 'symlink' ? kind : 'file'
}

class Memory {
  readonly #kernel: Kernel
  /** The count for which all below holds. */
  #changes = 0
  /** As `lstat` tells them. */
  readonly #stats = new Map<string, Stats>()
  readonly #contents: ReadAhead
  /** The kernel's answers on single paths, by call and path: attributes, or an error. */
  readonly #answers = new Map<string, Stats | Errno>()
  /** Directories of which all entries are in `#stats`. */
  readonly #listings = new Map<string, readonly NamedStats[]>()
  /** Current walk: its start, the entries that come along with its next step, given and used ones. */
  #walk = { root: '', window: LIST_AHEAD_MIN_ENTRIES, given: 0, taken: 0 }

  constructor(kernel: Kernel) {
    this.#kernel = kernel
    this.#contents = new ReadAhead({
      call: (name, args) => kernel.call(name, args),
      known: (path) => this.#stats.get(path),
      keep: (path, stats) => {
        if (this.#stats.size >= REMEMBERED_STATS_MAX) this.#forgetStats()
        this.#stats.set(path, stats)
      },
    })
  }

  statsOf(name: 'stat' | 'lstat', path: string): Stats {
    this.#refresh()
    const known = this.#stats.get(path)
    if (known !== undefined && (name === 'lstat' || known.kind !== 'symlink')) return known
    if (known === undefined && this.#isSurelyMissing(path)) throw new Errno('ENOENT', name, path)
    const key = `${name} ${path}`
    const answer = this.#answers.get(key) ?? this.#ask(name, path)
    if (this.#changes !== 0 && !LIVING.test(path)) {
      if (this.#answers.size >= REMEMBERED_STATS_MAX) this.#answers.clear()
      this.#answers.set(key, answer)
    }
    // A program that looks for its packages is told of the same missing files over and over: making an error is dear.
    if (answer instanceof Errno) throw answer
    return answer
  }

  #ask(name: 'stat' | 'lstat', path: string): Stats | Errno {
    try {
      // The kernel answers each call with that call's result.
      return this.#kernel.call(name, [path]).value as Stats
    } catch (error) {
      if (error instanceof Errno) return error
      throw error
    }
  }

  scandir(path: string): readonly NamedStats[] {
    this.#refresh()
    const known = this.#listings.get(path)
    if (known !== undefined) {
      this.#walk.taken += 1
      return known
    }
    if (this.#changes === 0 || LIVING.test(path) || (WINDING.test(path) && path !== '/'))
      return this.#list(path)
    const { root } = this.#walk
    if (root !== '' && path.startsWith(root === '/' ? root : `${root}/`)) return this.#listSeveral(path)
    this.#walk = { root: path, window: LIST_AHEAD_MIN_ENTRIES, given: 0, taken: 0 }
    const entries = this.#list(path)
    this.#keep({ path, entries })
    return entries
  }

  #list(path: string): readonly NamedStats[] {
    // As above.
    return this.#kernel.call('scandir', [path]).value as readonly NamedStats[]
  }

  #listSeveral(path: string): readonly NamedStats[] {
    const { root, window, given, taken } = this.#walk
    // The kernel answers this call with this.
    const listings = this.#kernel.call('listAhead', [path, root, window]).value as readonly Listing[]
    for (const listing of listings) this.#keep(listing)
    const isWanted = taken >= given / 2
    const next = isWanted ? Math.min(2 * window, LIST_AHEAD_MAX_ENTRIES) : LIST_AHEAD_MIN_ENTRIES
    this.#walk = { root, window: next, given: listings.length - 1, taken: 0 }
    return listings[0]?.entries ?? []
  }

  #keep({ path, entries }: Listing): void {
    if (entries.length > REMEMBERED_STATS_MAX) return
    if (this.#stats.size + entries.length > REMEMBERED_STATS_MAX) this.#forgetStats()
    this.#listings.set(path, entries)
    const prefix = path === '/' ? path : `${path}/`
    for (const entry of entries) this.#stats.set(prefix + entry.name, entry)
  }

  #forgetStats(): void {
    this.#stats.clear()
    this.#listings.clear()
  }

  /** A directory that leads to it has been listed, and has no such name. */
  #isSurelyMissing(path: string): boolean {
    if (this.#listings.size === 0 || WINDING.test(path)) return false
    for (let at = path; at !== '/';) {
      const parent = at.slice(0, Math.max(1, at.lastIndexOf('/')))
      if (this.#listings.has(parent)) return !this.#stats.has(at)
      at = parent
    }
    return false
  }

  readFile(path: string): Uint8Array {
    const { bytes, isKept } = this.viewFile(path)
    return isKept ? bytes.slice() : bytes
  }

  viewFile(path: string): FileView {
    this.#refresh()
    const known = this.#contents.take(path)
    if (known !== undefined) return { bytes: known, isKept: true }
    if (this.#isSurelyMissing(path)) throw new Errno('ENOENT', 'open', path)
    return this.#contents.read(path, this.#changes !== 0)
  }

  willRead(paths: readonly string[]): void {
    this.#contents.willRead(paths)
  }

  /** Read before the kernel is asked: what it then says is as new as this, or newer. */
  #refresh(): void {
    const changes = this.#kernel.changes()
    if (changes === this.#changes) return
    this.#changes = changes
    this.#forgetStats()
    this.#answers.clear()
    this.#contents.forget()
    // A walk that writes has no use for listings ahead.
    this.#walk = { root: '', window: LIST_AHEAD_MIN_ENTRIES, given: 0, taken: 0 }
  }
}
