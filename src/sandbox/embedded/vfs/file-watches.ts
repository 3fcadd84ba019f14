/** Watches on files and directories, as Linux's inotify has them. */
import { WATCH_MAX_EVENTS, WATCH_MAX_FILES } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { DirectoryNode, Inode } from './inode.ts'
import { Waiters } from './pipe.ts'
import type { ByteSource } from './pipe.ts'

/** A name came or went, or what stands under it changed. */
export type WatchEvent = 'rename' | 'change'
type Listener = (event: WatchEvent, name: string) => void

/** Told by the volume at every change. */
export class FileWatches {
  readonly #listeners = new Map<Inode, Set<Listener>>()

  /** Told of the node and, of a directory, of its entries. Returns how to end that. */
  add(node: Inode, listener: Listener): () => void {
    const all = this.#listeners.get(node) ?? new Set()
    this.#listeners.set(node, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0) this.#listeners.delete(node)
    }
  }

  /** The entry came or went. */
  named(parent: DirectoryNode, name: string): void {
    this.#tell(parent, 'rename', name)
  }

  /** The node lost that name. */
  left(node: Inode, name: string): void {
    this.#tell(node, 'rename', name)
  }

  /** Its content or its attributes. */
  changed(node: Inode): void {
    if (this.#listeners.size === 0) return
    for (const { parent, name } of node.links) {
      this.#tell(parent, 'change', name)
      this.#tell(node, 'change', name)
    }
  }

  #tell(node: Inode, event: WatchEvent, name: string): void {
    if (this.#listeners.size === 0) return
    for (const listener of this.#listeners.get(node) ?? []) listener(event, name)
  }
}

/**
 * Watches and pending events of one descriptor: for each event the number of the watch, the event and the
 * name, each with a NUL behind it. A read gives whole events.
 */
export class WatchQueue implements ByteSource {
  readonly #watches: FileWatches
  readonly #ends = new Map<number, () => void>()
  readonly #readable = new Waiters()
  #events: string[] = []
  #next = 1

  constructor(watches: FileWatches) {
    this.#watches = watches
  }

  /** The number of the new watch. Throws ENOSPC when there are too many. */
  watch(node: Inode): number {
    if (this.#ends.size >= WATCH_MAX_FILES) throw new Errno('ENOSPC', 'watch')
    const id = this.#next++
    const end = this.#watches.add(node, (event, name) => this.#note(`${id}\0${event}\0${name}\0`))
    this.#ends.set(id, end)
    return id
  }

  unwatch(id: number): void {
    this.#ends.get(id)?.()
    this.#ends.delete(id)
  }

  tryRead(length: number): Uint8Array | undefined {
    if (this.#events.length === 0) return undefined
    let text = ''
    let taken = 0
    // Three bytes are the most that a UTF-16 code unit becomes.
    for (; taken < this.#events.length; taken += 1) {
      const event = this.#events[taken] ?? ''
      if (taken > 0 && (text.length + event.length) * 3 > length) break
      text += event
    }
    this.#events = this.#events.slice(taken)
    return new TextEncoder().encode(text)
  }

  isReady(): boolean {
    return this.#events.length > 0
  }

  whenReadable(listener: () => void): () => void {
    return this.#readable.add(listener)
  }

  close(): void {
    for (const end of this.#ends.values()) end()
    this.#ends.clear()
    this.#events = []
  }

  /** The same thing twice in a row is told once; beyond what is kept nothing is. */
  #note(event: string): void {
    if (this.#events.length >= WATCH_MAX_EVENTS || this.#events.at(-1) === event) return
    this.#events.push(event)
    this.#readable.wake()
  }
}
