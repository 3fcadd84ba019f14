/** The index as commands use it: by path and stage, in order. */
import type { CacheTree } from './cache-tree.ts'
import { parentOf } from './cache-tree.ts'
import type { IndexEntry } from './index-entry.ts'
import type { IndexContent } from './index-file.ts'
import { compareText } from './objects.ts'

export class Index {
  /** By path; those in conflict have no entry here. */
  readonly #entries = new Map<string, IndexEntry>()
  /** By path: the stages of a conflict. */
  readonly #conflicts = new Map<string, IndexEntry[]>()
  #cacheTree: CacheTree = new Map()
  #sorted: readonly IndexEntry[] | undefined
  changed = false
  /** When the file was last written, in seconds and nanoseconds: files as new as it may have changed unseen. */
  readonly writtenAt: { readonly seconds: number; readonly nanoseconds: number }

  constructor(content?: IndexContent, writtenAt = { seconds: 0, nanoseconds: 0 }) {
    this.writtenAt = writtenAt
    for (const entry of content?.entries ?? []) {
      if (entry.stage === 0) this.#entries.set(entry.path, entry)
      else this.#conflicts.set(entry.path, [...(this.#conflicts.get(entry.path) ?? []), entry])
    }
    this.#cacheTree = content?.cacheTree ?? new Map()
  }

  get cacheTree(): CacheTree {
    return this.#cacheTree
  }

  /** Stores the trees found by `writeTree` or a checkout. */
  setCacheTree(tree: CacheTree): void {
    this.#cacheTree = tree
    this.changed = true
  }

  get(path: string): IndexEntry | undefined {
    return this.#entries.get(path)
  }

  has(path: string): boolean {
    return this.#entries.has(path) || this.#conflicts.has(path)
  }

  conflict(path: string): readonly IndexEntry[] | undefined {
    return this.#conflicts.get(path)
  }

  get conflicts(): ReadonlyMap<string, readonly IndexEntry[]> {
    return this.#conflicts
  }

  /** In git's order; stages of one path after each other. */
  get entries(): readonly IndexEntry[] {
    this.#sorted ??= [...this.#entries.values(), ...[...this.#conflicts.values()].flat()].sort(
      (a, b) => compareText(a.path, b.path) || a.stage - b.stage,
    )
    return this.#sorted
  }

  /** Entries of stage 0, unsorted. */
  get clean(): Iterable<IndexEntry> {
    return this.#entries.values()
  }

  /** Every path once, in order. */
  get paths(): string[] {
    return [...new Set(this.entries.map((entry) => entry.path))]
  }

  /** Replaces what is there, a conflict included, and what is in the way: a file where a directory was, and the other way round. */
  set(entry: IndexEntry): void {
    const before = this.#entries.get(entry.path)
    this.#conflicts.delete(entry.path)
    if (before === undefined) this.#removeInTheWay(entry.path)
    this.#entries.set(entry.path, entry)
    if (before?.oid !== entry.oid || before.mode !== entry.mode || before.intentToAdd)
      this.#forget(entry.path)
    this.#touch()
  }

  setConflict(path: string, stages: readonly IndexEntry[]): void {
    this.#entries.delete(path)
    this.#conflicts.set(path, [...stages])
    this.#forget(path)
    this.#touch()
  }

  /** Only what the file looks like is new. */
  refresh(entry: IndexEntry): void {
    this.#entries.set(entry.path, entry)
    this.#touch()
  }

  remove(path: string): boolean {
    const gone = this.#entries.delete(path)
    const wasConflict = this.#conflicts.delete(path)
    if (!gone && !wasConflict) return false
    this.#forget(path)
    this.#touch()
    return true
  }

  clear(): void {
    this.#entries.clear()
    this.#conflicts.clear()
    this.#cacheTree = new Map()
    this.#touch()
  }

  /** True when something lies below `directory`. */
  hasBelow(directory: string): boolean {
    const prefix = `${directory}/`
    const { entries } = this
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle]?.path ?? '') < prefix) low = middle + 1
      else high = middle
    }
    return entries[low]?.path.startsWith(prefix) ?? false
  }

  #removeInTheWay(path: string): void {
    for (let parent = parentOf(path); parent !== ''; parent = parentOf(parent)) this.remove(parent)
    if (!this.#mayHaveBelow(path)) return
    const prefix = `${path}/`
    for (const other of [...this.#entries.keys(), ...this.#conflicts.keys()])
      if (other.startsWith(prefix)) this.remove(other)
  }

  /** Cheap for the usual case, in which nothing has been changed since the entries were put in order. */
  #mayHaveBelow(path: string): boolean {
    return this.#sorted === undefined ? this.#directories().has(path) : this.hasBelow(path)
  }

  #knownDirectories: Set<string> | undefined

  /** Directories that have or had entries. */
  #directories(): Set<string> {
    if (this.#knownDirectories === undefined) {
      this.#knownDirectories = new Set()
      for (const path of [...this.#entries.keys(), ...this.#conflicts.keys()]) this.#addDirectories(path)
    }
    return this.#knownDirectories
  }

  #addDirectories(path: string): void {
    const known = this.#knownDirectories
    if (known === undefined) return
    for (let at = parentOf(path); at !== '' && !known.has(at); at = parentOf(at)) known.add(at)
  }

  #forget(path: string): void {
    this.#addDirectories(path)
    for (let at = path; at !== '';) {
      at = parentOf(at)
      this.#cacheTree.delete(at)
    }
  }

  #touch(): void {
    this.#sorted = undefined
    this.changed = true
  }
}
