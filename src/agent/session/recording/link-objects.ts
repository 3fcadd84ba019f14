/** Files and folders within a link: texts and lists of names, from which its reader computes the hashes. */
import { decodeDirectory, encodeDirectory } from '../../../sandbox/history/directory-object.ts'
import type { DirectoryObjectEntry, EntryKind } from '../../../sandbox/history/directory-object.ts'
import { itemsOf } from '../../../sandbox/page/fields.ts'
import { contentHash } from '../store/content-hash.ts'
import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { damaged } from './problem.ts'
import type { Template } from './template-files.ts'

const KINDS: readonly EntryKind[] = ['file', 'symlink', 'directory']

/** A text, bytes in base64, a file of the template by its path, or a directory of earlier objects. */
export type LinkObject =
  | string
  | { readonly b: string }
  | { readonly t: string }
  | readonly (readonly [name: string, kind: number, mode: number, object: number])[]

/** Objects in an order in which each directory comes after what is in it. */
export class ObjectList {
  readonly list: LinkObject[] = []
  readonly #blobs: ReadonlyMap<string, Uint8Array>
  readonly #indexes = new Map<string, number>()
  readonly #paths: ReadonlyMap<string, string>
  /** Hashes of the files that the template has, too. */
  readonly named: string[] = []

  constructor(blobs: ReadonlyMap<string, Uint8Array>, paths: ReadonlyMap<string, string>) {
    this.#blobs = blobs
    this.#paths = paths
  }

  add(hash: string, kind: EntryKind): number {
    // A file may have the very bytes of a directory: then it is listed twice.
    const key = kind === 'directory' ? `/${hash}` : hash
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    const data = this.#blobs.get(hash) ?? new Uint8Array()
    const object =
      kind === 'directory' ? this.#directory(decodeDirectory(data)?.entries ?? []) : this.#file(hash, data)
    const index = this.list.push(object) - 1
    this.#indexes.set(key, index)
    return index
  }

  #file(hash: string, data: Uint8Array): LinkObject {
    const path = this.#paths.get(hash)
    // A name that is longer than the file saves nothing.
    if (path === undefined || data.length <= path.length) return fileObject(data)
    this.named.push(hash)
    return { t: path }
  }

  /** How the events name a tree or a file that is listed. */
  name(hash: string): string | undefined {
    const directory = this.#indexes.get(`/${hash}`)
    if (directory !== undefined) return `/${directory}`
    const file = this.#indexes.get(hash)
    return file === undefined ? undefined : `#${file}`
  }

  #directory(entries: readonly DirectoryObjectEntry[]): LinkObject {
    return entries.map(
      ({ name, kind, mode, hash }) => [name, KINDS.indexOf(kind), mode, this.add(hash, kind)] as const,
    )
  }
}

function fileObject(data: Uint8Array): LinkObject {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return { b: toBase64Url(data) }
  }
}

interface MadeObject {
  readonly hash: string
  readonly kind: 'file' | 'directory'
  readonly size: number
  readonly files: number
}

/** Computes what the writer has left out. Throws on what no writer makes. */
export async function makeObjects(
  objects: readonly unknown[],
  template: Template['files'],
): Promise<{
  hash(name: string): string | undefined
  readonly blobs: ReadonlyMap<string, Uint8Array>
  /** Hashes of the template's files among them. */
  readonly named: readonly string[]
}> {
  const named: string[] = []
  const blobs = new Map<string, Uint8Array>()
  const made: MadeObject[] = []
  const listed = new Set<string>()
  /** Each of them is read and hashed, which takes far longer than it takes characters to list one again. */
  const list = (key: string) => {
    if (listed.has(key)) throw damaged('it has one of its files or folders twice')
    listed.add(key)
  }
  for (const object of objects) {
    const entries = Array.isArray(object) ? readEntries(object, made) : undefined
    const path = entries ? undefined : pathIn(object)
    if (path !== undefined) list(`named ${path}`)
    // One that the template has no more is found out by what all of them are.
    const data = entries
      ? encodeDirectory(entries)
      : path === undefined
        ? fileBytes(object)
        : (template.get(path) ?? new Uint8Array())
    const hash = await contentHash(data)
    blobs.set(hash, data)
    if (path === undefined) list(`${entries ? 'directory' : 'file'} ${hash}`)
    else named.push(hash)
    made.push(
      entries
        ? { hash, kind: 'directory', size: entries.bytes, files: entries.files }
        : { hash, kind: 'file', size: data.length, files: 1 },
    )
  }
  return {
    blobs,
    named,
    hash: (name) => {
      const object = made[Number(name.slice(1))]
      const kind = name.startsWith('/') ? 'directory' : 'file'
      return object?.kind === kind ? object.hash : undefined
    },
  }
}

function pathIn(object: unknown): string | undefined {
  const isNamed = typeof object === 'object' && object !== null && 't' in object
  return isNamed && typeof object.t === 'string' ? object.t : undefined
}

function fileBytes(object: unknown): Uint8Array<ArrayBuffer> {
  if (typeof object === 'string') return new TextEncoder().encode(object)
  if (typeof object === 'object' && object !== null && 'b' in object && typeof object.b === 'string')
    return fromBase64Url(object.b)
  throw damaged('one of its files is of no known kind')
}

function readEntries(list: readonly unknown[], made: readonly MadeObject[]) {
  const entries = list.map((entry): DirectoryObjectEntry & { readonly files: number } => {
    const [name, kindNumber, mode, index] = itemsOf(entry)
    const kind = typeof kindNumber === 'number' ? KINDS[kindNumber] : undefined
    const object = typeof index === 'number' ? made[index] : undefined
    const fits =
      kind !== undefined && object !== undefined && (kind === 'directory') === (object.kind === 'directory')
    if (typeof name !== 'string' || typeof mode !== 'number' || !fits)
      throw damaged('one of its folders holds what no folder has')
    return { name, kind, mode, size: object.size, hash: object.hash, files: object.files }
  })
  const sum = (of: (entry: (typeof entries)[number]) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0)
  return { entries, files: sum(({ files }) => files), bytes: sum(({ size }) => size) }
}
