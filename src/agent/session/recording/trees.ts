/** Stored trees, read and rewritten without a sandbox. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { decodeDirectory, encodeDirectory } from '../../../sandbox/history/directory-object.ts'
import type { DirectoryObject, DirectoryObjectEntry } from '../../../sandbox/history/directory-object.ts'
import {
  RECORDING_CONTENT_BYTES,
  RECORDING_DEPTH,
  RECORDING_OBJECTS,
  RECORDING_PATH_CHARS,
} from '../../limits.ts'
import { contentHash } from '../store/content-hash.ts'

type Source = Pick<BlobStore, 'get'>

/** Whether this entry, by its path from the workspace's root, is to be there. */
export type Keep = (path: string, entry: DirectoryObjectEntry) => boolean

export interface Trees {
  /** All that the kept trees consist of, by hash. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
  /** Each root that was asked for, and what it has become. */
  readonly roots: ReadonlyMap<string, string>
  /** Every path of a file in any of them, kept or not, with the bytes of its largest version. */
  readonly files: ReadonlyMap<string, { readonly size: number; readonly included: boolean }>
}

/** Reads these trees whole, without what `keep` refuses. Fails when an object is missing or there is too much. */
export async function readTrees(
  source: Source,
  roots: readonly string[],
  keep: Keep,
): Promise<Result<Trees>> {
  const reader = new TreeReader(source, keep)
  try {
    const mapped = new Map<string, string>()
    for (const root of roots) mapped.set(root, await reader.take(root, '', 0))
    await reader.readFiles()
    return ok({ blobs: reader.blobs, roots: mapped, files: reader.files })
  } catch (error) {
    if (error instanceof TreeProblem) return fail(error.kind, error.message, { hint: error.hint })
    throw error
  }
}

class TreeProblem extends Error {
  readonly kind: 'corrupt' | 'too_large'
  readonly hint: string

  constructor(kind: 'corrupt' | 'too_large', message: string, hint: string) {
    super(message)
    this.kind = kind
    this.hint = hint
  }
}

class TreeReader {
  readonly blobs = new Map<string, Uint8Array>()
  readonly files = new Map<string, { size: number; included: boolean }>()
  readonly #source: Source
  readonly #keep: Keep
  /** Directories in their places: the same one elsewhere may keep other files. */
  readonly #done = new Map<string, string>()
  readonly #wanted = new Set<string>()
  #bytes = 0
  #pathChars = 0

  constructor(source: Source, keep: Keep) {
    this.#source = source
    this.#keep = keep
  }

  /** The directory's new hash. */
  async take(hash: string, path: string, depth: number): Promise<string> {
    const place = `${path}\n${hash}`
    const done = this.#done.get(place)
    if (done !== undefined) return done
    if (depth > RECORDING_DEPTH || this.#done.size > RECORDING_OBJECTS) throw tooMany()
    this.#countPath(path)
    const directory = await this.#directory(hash)
    const entries: DirectoryObjectEntry[] = []
    for (const entry of directory.entries) {
      const kept = await this.#entry(entry, path === '' ? entry.name : `${path}/${entry.name}`, depth)
      if (kept) entries.push(kept)
    }
    const taken = await this.#put(entries, directory, hash)
    this.#done.set(place, taken)
    return taken
  }

  async readFiles(): Promise<void> {
    const hashes = [...this.#wanted].filter((hash) => !this.blobs.has(hash))
    if (hashes.length > RECORDING_OBJECTS) throw tooMany()
    for (let start = 0; start < hashes.length; start += BATCH) {
      const batch = hashes.slice(start, start + BATCH)
      const found = await this.#source.get(batch)
      batch.forEach((hash, index) => this.#add(hash, found[index]))
    }
  }

  async #entry(
    entry: DirectoryObjectEntry,
    path: string,
    depth: number,
  ): Promise<DirectoryObjectEntry | undefined> {
    const included = this.#keep(path, entry)
    if (entry.kind === 'directory') {
      if (!included) {
        this.#note(`${path}/`, entry.size, false)
        return undefined
      }
      const hash = await this.take(entry.hash, path, depth + 1)
      if (hash === entry.hash) return entry
      return { ...entry, hash, size: totals(decodeDirectory(this.blobs.get(hash) ?? EMPTY)).bytes }
    }
    this.#note(path, entry.size, included)
    if (!included) return undefined
    this.#wanted.add(entry.hash)
    return entry
  }

  #note(path: string, size: number, included: boolean): void {
    const known = this.files.get(path)
    if (!known) {
      if (this.files.size >= RECORDING_OBJECTS) throw tooMany()
      this.#countPath(path)
    }
    this.files.set(path, { size: Math.max(size, known?.size ?? 0), included })
  }

  /** A folder that is in many places has a path in each: a few hundred bytes of objects may name millions of files. */
  #countPath(path: string): void {
    this.#pathChars += path.length
    if (this.#pathChars > RECORDING_PATH_CHARS) throw tooMany()
  }

  async #directory(hash: string): Promise<DirectoryObject> {
    const [bytes] = await this.#source.get([hash])
    const directory = bytes && decodeDirectory(bytes)
    if (directory) return directory
    throw new TreeProblem(
      'corrupt',
      `A folder of this session’s files is ${bytes ? 'damaged' : 'not stored'} (${hash.slice(0, 12)}…).`,
      'Leave out the steps that have it.',
    )
  }

  async #put(
    entries: readonly DirectoryObjectEntry[],
    before: DirectoryObject,
    hash: string,
  ): Promise<string> {
    const same =
      entries.length === before.entries.length &&
      entries.every((entry, index) => entry.hash === before.entries[index]?.hash)
    const files = entries.reduce((sum, entry) => sum + this.#filesIn(entry), 0)
    const bytes = entries.reduce((sum, { size }) => sum + size, 0)
    const data = copyOf(encodeDirectory(same ? before : { entries, files, bytes }))
    const name = same ? hash : await contentHash(data)
    if (!this.blobs.has(name)) this.#add(name, data)
    return name
  }

  #filesIn(entry: DirectoryObjectEntry): number {
    if (entry.kind !== 'directory') return 1
    return totals(decodeDirectory(this.blobs.get(entry.hash) ?? EMPTY)).files
  }

  #add(hash: string, data: Uint8Array | undefined): void {
    if (!data) {
      throw new TreeProblem(
        'corrupt',
        `The content of a file of this session is not stored (${hash.slice(0, 12)}…).`,
        'Leave out the steps that have it.',
      )
    }
    this.#bytes += data.length
    if (this.#bytes > RECORDING_CONTENT_BYTES) {
      throw new TreeProblem(
        'too_large',
        'The files of this session are too many bytes for a recording.',
        'Leave out large files, such as data or build output.',
      )
    }
    this.blobs.set(hash, copyOf(data))
  }
}

const EMPTY = new Uint8Array()
/** Objects that are asked for at once. */
const BATCH = 500

function totals(directory: DirectoryObject | undefined): { files: number; bytes: number } {
  return directory ?? { files: 0, bytes: 0 }
}

function tooMany(): TreeProblem {
  return new TreeProblem(
    'too_large',
    'This session has too many files for a recording.',
    'Leave out folders, such as packages or build output.',
  )
}

/** The store returns views of packs. */
function copyOf(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(data.length)
  copy.set(data)
  return copy
}
