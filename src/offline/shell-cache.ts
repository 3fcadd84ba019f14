/**
 * The program's own files, kept for when there is no network. What is kept is never believed: other code of the origin
 * can write the browser's cache, so that a file counts only with the hash that the build has written down.
 */
import type { Shell, ShellFile } from './shell-files.ts'

/** Versions that are kept: a tab that is still open loads its later parts from the one before. */
const KEPT_VERSIONS = 2
const PREFIX = 'vivarium-shell-'

export class ShellCache {
  readonly #files: ReadonlyMap<string, ShellFile>
  readonly #name: string

  constructor({ version, files }: Shell) {
    this.#files = new Map(files.map((file) => [file.path, file]))
    this.#name = PREFIX + version
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /**
   * Fetches what is not kept yet of the files that `wanted` names, and lets go of older versions. Rejects when a file
   * cannot be had.
   */
  async fill(wanted: (path: string) => boolean = () => true): Promise<void> {
    if (this.#files.size === 0) return
    const cache = await caches.open(this.#name)
    for (const path of [...this.#files.keys()].filter(wanted)) {
      if (await cache.match(path)) continue
      const response = await fetch(path, { cache: 'no-cache' })
      if (!response.ok) throw new Error(`${path} could not be kept: the server answered ${response.status}.`)
      await cache.put(path, response)
    }
    const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
    await Promise.all(versions.slice(0, -KEPT_VERSIONS).map((name) => caches.delete(name)))
  }

  /** The kept file, of whichever version has it; undefined when there is none, or not the one that the build made. */
  async read(path: string): Promise<Response | undefined> {
    const kept = await caches.match(path)
    const file = this.#files.get(path)
    if (!kept || !file) return kept
    if (file.hash === '') return kept
    const body = await kept.clone().arrayBuffer()
    return (await sha256(body)) === file.hash ? kept : undefined
  }
}

async function sha256(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
