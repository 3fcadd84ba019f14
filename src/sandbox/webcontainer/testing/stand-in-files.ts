/** The client's file interface: paths begin at the working directory, there is no `stat`, and links do not exist. */
import { proxy } from 'comlink-4.3'
import type { Vfs } from '../../embedded/vfs/vfs.ts'
import { isWithin, join } from '../../contract/path.ts'

type Listener = (event: 'change' | 'rename', name: string) => unknown

interface Watcher {
  readonly path: string
  readonly listener: Listener
}

const FILE = 1
const DIRECTORY = 2
/** Milliseconds in which changes are gathered. */
const GATHER_MS = 10

export class StandInFiles {
  readonly #vfs: Vfs
  readonly #workdir: string
  readonly #watchers = new Set<Watcher>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(vfs: Vfs, workdir: string) {
    this.#vfs = vfs
    this.#workdir = workdir
    vfs.volume.changes.take()
    vfs.volume.changes.follow({
      first: () => (this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS)),
      full: () => this.#tell(),
    })
  }

  readFile(path: string, encoding?: string | null): Uint8Array | string {
    const data = this.#vfs.readFile(this.#at(path)).slice()
    return encoding ? new TextDecoder().decode(data) : data
  }

  writeFile(path: string, data: Uint8Array | string): void {
    this.write(this.#at(path), data)
  }

  write(path: string, data: Uint8Array | string): void {
    this.#vfs.writeFile(path, typeof data === 'string' ? new TextEncoder().encode(data) : data)
  }

  readdir(path: string, options?: { withFileTypes?: boolean } | null): unknown {
    const entries = this.#vfs.readdir(this.#at(path))
    if (!options?.withFileTypes) return entries.map(({ name }) => name)
    return entries.map(({ name, kind }) => ({
      name,
      'Symbol(type)': kind === 'directory' ? DIRECTORY : FILE,
    }))
  }

  mkdir(path: string, options?: { recursive?: boolean }): void {
    this.#vfs.mkdir(this.#at(path), 0o755, options?.recursive ?? false)
  }

  rm(path: string, options?: { recursive?: boolean; force?: boolean }): void {
    const at = this.#at(path)
    if (options?.recursive && this.#vfs.lstat(at).kind === 'directory') this.#vfs.removeTree(at)
    else this.#vfs.unlink(at)
  }

  rename(from: string, to: string): void {
    this.#vfs.rename(this.#at(from), this.#at(to))
  }

  watch(path: string, _options: unknown, listener: Listener): unknown {
    const watcher = { path: this.#at(path), listener }
    this.#watchers.add(watcher)
    return proxy({ close: () => void this.#watchers.delete(watcher) })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watchers.clear()
  }

  #at(path: string): string {
    return join(this.#workdir, path)
  }

  #tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const paths = this.#vfs.volume.changes.take()
    for (const { path, listener } of this.#watchers) {
      for (const changed of paths) {
        if (changed !== path && isWithin(changed, path))
          void listener('change', changed.slice(path.length + 1))
      }
    }
  }
}
