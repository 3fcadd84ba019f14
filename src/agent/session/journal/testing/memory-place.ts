/**
 * Files of journals and contents in memory, for tests: their content can be read and damaged, and a write can
 * be made to fail.
 */
import { concatenate } from '../../../../sandbox/contract/bytes.ts'
import { StorageError } from '../../store/storage-error.ts'
import type { JournalFile, JournalFolder, JournalPlace } from '../contract.ts'

export class MemoryPlace implements JournalPlace {
  /** By folder and name. */
  readonly files = new Map<string, Map<string, Uint8Array>>()
  readonly #open = new Set<string>()
  /** Files with bytes that are not flushed: how each is cut to the rest. */
  readonly #flushed = new Map<string, () => void>()
  #crashes = 0
  /** Called before each write; an error that it throws is the write's. */
  onWrite: () => void = () => undefined
  /** The same before a file, by its folder and name, is read that is not open. */
  onRead: (folder: string, name: string) => void = () => undefined
  /** The same before a file is removed. */
  onRemove: () => void = () => undefined

  async folders(): Promise<readonly string[]> {
    return [...this.files.keys()].sort()
  }

  folder(name: string): JournalFolder {
    const alive = this.#alive()
    const files = () => {
      alive()
      return this.files.get(name)
    }
    const make = () => {
      const made = files() ?? new Map<string, Uint8Array>()
      this.files.set(name, made)
      return made
    }
    return {
      names: async () => [...(files()?.keys() ?? [])].sort(),
      read: async (file, from, to) => {
        this.onRead(name, file)
        return files()?.get(file)?.slice(from, to)
      },
      size: async (file) => files()?.get(file)?.length,
      remove: async (file) => {
        alive()
        this.onRemove()
        files()?.delete(file)
      },
      replace: async (file, bytes) => {
        alive()
        this.onWrite()
        make().set(file, bytes.slice())
      },
      open: async (file) => {
        const id = `${name}/${file}`
        alive()
        if (this.#open.has(id)) return 'taken'
        this.#open.add(id)
        const all = make()
        if (!all.has(file)) all.set(file, new Uint8Array())
        return this.#file(all, file, id)
      },
    }
  }

  async removeFolder(name: string): Promise<void> {
    if ([...this.#open].some((id) => id.startsWith(`${name}/`)))
      throw new StorageError('broken', `A file of ${name} is open.`)
    this.files.delete(name)
  }

  /** As when all tabs die: nothing is open any more, and nothing that was begun goes on. */
  crash(isPowerLost: boolean = false): void {
    if (isPowerLost) for (const cut of this.#flushed.values()) cut()
    this.#flushed.clear()
    this.#open.clear()
    this.#crashes += 1
  }

  /** Throws in whatever was begun before the last crash. */
  #alive(): () => void {
    const crashes = this.#crashes
    return () => {
      if (crashes !== this.#crashes) throw new StorageError('closed', 'Its tab has died.')
    }
  }

  #file(all: Map<string, Uint8Array>, name: string, id: string): JournalFile {
    const alive = this.#alive()
    const bytes = () => {
      alive()
      return all.get(name) ?? new Uint8Array()
    }
    const add = (...parts: readonly Uint8Array[]) => {
      alive()
      this.onWrite()
      all.set(name, concatenate([bytes(), ...parts]))
    }
    return {
      size: () => bytes().length,
      read: (from, to) => bytes().slice(from, to),
      append: (...parts) => {
        add(...parts)
        this.#flushed.delete(id)
      },
      write: (more) => {
        const before = bytes().length
        add(more)
        if (!this.#flushed.has(id))
          this.#flushed.set(id, () => void all.set(name, all.get(name)?.slice(0, before) ?? new Uint8Array()))
      },
      truncate: (size) => {
        all.set(name, bytes().slice(0, size))
        this.#flushed.delete(id)
      },
      close: () => {
        alive()
        this.#open.delete(id)
      },
    }
  }
}
