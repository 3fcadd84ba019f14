/** All objects of a repository: loose, packed, of other repositories it borrows from, and those not yet written out. */
import { concatenate } from '../../../contract/bytes.ts'
import { GIT_CACHED_OBJECTS, GIT_LOOSE_MAX, GIT_PACK_MIN_BYTES } from '../../../contract/limits.ts'
import { GitFailure } from '../failure.ts'
import type { GitFiles } from '../files.ts'
import { toText } from '../text.ts'
import {
  damaged,
  EMPTY_TREE,
  isObjectType,
  parseCommit,
  parseTag,
  parseTree,
  type Commit,
  type GitObject,
  type ObjectType,
  type Tag,
  type TreeEntry,
} from './objects.ts'
import { PackBuilder } from './pack-builder.ts'
import { PackFile } from './pack-file.ts'
import { PackIndex } from './pack-index.ts'
import { objectHeader, objectId } from './sha1.ts'
import { fastDeflate } from './fast-deflate.ts'
import { inflateAll } from './zlib.ts'

/** Nobody writes into an object; a new one of the same name has the same bytes. */
const OBJECT_MODE = 0o444

export class ObjectStore {
  readonly #files: GitFiles
  readonly #onFile: ((path: string) => void) | undefined
  readonly #folder: string
  readonly #folders: readonly string[]
  #packs: PackFile[] | undefined
  /** Written by `flush`: as single files while they are few, as a pack when they are many. */
  #pending = new Map<string, GitObject>()
  #pendingBytes = 0
  #builder: PackBuilder | undefined
  readonly #loosePresent = new Map<string, Set<string>>()
  /** Folders that hold single files: by the two digits that the names of their objects begin with. */
  #looseFolders: Map<string, string[]> | undefined
  readonly #trees = new Map<string, readonly TreeEntry[]>()
  readonly #commits = new Map<string, Commit>()
  #shallow: ReadonlySet<string> | undefined

  /** `onFile` is told of each file whose content `file` gives. */
  constructor(files: GitFiles, folder: string, onFile?: (path: string) => void) {
    this.#files = files
    this.#onFile = onFile
    this.#folder = folder
    this.#folders = [folder, ...this.#alternates(folder)]
  }

  /** The content of a file of a tree, to be shown. */
  file({ path, oid }: { readonly path: string; readonly oid: string }): Uint8Array {
    this.tell(path)
    return this.blob(oid)
  }

  /** The content of the file at this path is shown. */
  tell(path: string): void {
    this.#onFile?.(path)
  }

  /** Directory of new objects. */
  get folder(): string {
    return this.#folder
  }

  /** Commits whose parents were left out by a shallow clone: history ends there. */
  get shallow(): ReadonlySet<string> {
    const path = `${this.#folder.slice(0, this.#folder.lastIndexOf('/'))}/shallow`
    this.#shallow ??= new Set(
      (this.#files.readText(path) ?? '').split('\n').filter((line) => /^[0-9a-f]{40}$/.test(line)),
    )
    return this.#shallow
  }

  rereadShallow(): void {
    this.#shallow = undefined
    this.#commits.clear()
  }

  /** Another program may have added objects. */
  reread(): void {
    this.flush()
    this.#packs = undefined
    this.#loosePresent.clear()
    this.#looseFolders = undefined
  }

  read(oid: string): GitObject {
    const object = this.find(oid)
    if (object === undefined) throw new GitFailure(`unable to read ${oid}: the object is missing`)
    return object
  }

  find(oid: string): GitObject | undefined {
    const pending = this.#pending.get(oid) ?? this.#builder?.get(oid)
    if (pending !== undefined) return pending
    if (oid === EMPTY_TREE) return { type: 'tree', data: new Uint8Array(0) }
    return this.#fromPacks(oid) ?? this.#loose(oid)
  }

  has(oid: string): boolean {
    if (this.#pending.has(oid) || this.#builder?.has(oid) || oid === EMPTY_TREE) return true
    if (this.#allPacks().some((pack) => pack.index.find(oid) !== undefined)) return true
    return this.#looseNames(oid.slice(0, 2)).has(oid.slice(2))
  }

  readAs(oid: string, type: ObjectType): Uint8Array {
    const object = this.read(oid)
    if (object.type !== type) throw new GitFailure(`${oid} is a ${object.type}, not a ${type}`)
    return object.data
  }

  commit(oid: string): Commit {
    const known = this.#commits.get(oid)
    if (known !== undefined) return known
    const parsed = parseCommit(this.readAs(oid, 'commit'))
    if (parsed === undefined) throw damaged(oid, 'commit')
    const commit = this.shallow.has(oid) ? { ...parsed, parents: [] } : parsed
    remember(this.#commits, oid, commit)
    return commit
  }

  tree(oid: string): readonly TreeEntry[] {
    const known = this.#trees.get(oid)
    if (known !== undefined) return known
    const tree = parseTree(this.readAs(oid, 'tree'))
    if (tree === undefined) throw damaged(oid, 'tree')
    remember(this.#trees, oid, tree)
    return tree
  }

  blob(oid: string): Uint8Array {
    return this.readAs(oid, 'blob')
  }

  tag(oid: string): Tag {
    const tag = parseTag(this.readAs(oid, 'tag'))
    if (tag === undefined) throw damaged(oid, 'tag')
    return tag
  }

  /** The object's name. It is in the files after `flush`. */
  write(type: ObjectType, data: Uint8Array): string {
    const oid = objectId(type, data)
    if (this.has(oid)) return oid
    const object = { type, data }
    if (this.#builder !== undefined) {
      this.#builder.add(oid, object)
      return oid
    }
    this.#pending.set(oid, object)
    this.#pendingBytes += data.length
    if (this.#pending.size > GIT_LOOSE_MAX || this.#pendingBytes > GIT_PACK_MIN_BYTES) this.#startPack()
    return oid
  }

  /** Before anything names the new objects. */
  flush(): void {
    for (const [oid, { type, data }] of this.#pending) {
      const bytes = fastDeflate(concatenate([objectHeader(type, data.length), data]))
      this.#makeLooseFolder(oid.slice(0, 2))
      this.#files.write(loosePath(this.#folder, oid), bytes, OBJECT_MODE)
      this.#looseNames(oid.slice(0, 2)).add(oid.slice(2))
    }
    this.#pending = new Map()
    this.#pendingBytes = 0
    const builder = this.#builder
    this.#builder = undefined
    if (builder !== undefined) this.#writePack(builder.finish())
  }

  /** A pack and its index, as they are. */
  addPack(pack: { name: string; pack: Uint8Array; index: Uint8Array }): void {
    this.#writePack(pack)
  }

  /** Names that begin with `prefix` (at least two digits), at most `limit`. */
  withPrefix(prefix: string, limit: number): string[] {
    const found = new Set<string>()
    for (const oid of [...this.#pending.keys(), ...(this.#builder?.names() ?? [])])
      if (oid.startsWith(prefix)) found.add(oid)
    for (const pack of this.#allPacks())
      for (const oid of pack.index.withPrefix(prefix, limit)) found.add(oid)
    const start = prefix.slice(0, 2)
    for (const name of this.#looseNames(start)) {
      const oid = start + name
      if (/^[0-9a-f]{40}$/.test(oid) && oid.startsWith(prefix)) found.add(oid)
    }
    return [...found].sort().slice(0, limit)
  }

  /** About as many objects as there are, for the length of short names. */
  get estimatedCount(): number {
    return this.#allPacks().reduce((sum, pack) => sum + pack.index.count, 0)
  }

  /** Every object there is. */
  *all(): Generator<string> {
    for (const pack of this.#allPacks())
      for (let at = 0; at < pack.index.count; at += 1) yield pack.index.name(at)
    for (const folder of this.#folders) {
      for (const { name: start } of this.#files.entries(folder)) {
        if (!/^[0-9a-f]{2}$/.test(start)) continue
        for (const { name } of this.#files.entries(`${folder}/${start}`))
          if (/^[0-9a-f]{38}$/.test(name)) yield start + name
      }
    }
  }

  #startPack(): void {
    this.#builder = new PackBuilder()
    for (const [oid, object] of this.#pending) this.#builder.add(oid, object)
    this.#pending = new Map()
    this.#pendingBytes = 0
  }

  #writePack({ name, pack, index }: { name: string; pack: Uint8Array; index: Uint8Array }): void {
    const path = `${this.#folder}/pack/pack-${name}`
    this.#files.write(`${path}.pack`, pack, OBJECT_MODE)
    this.#files.write(`${path}.idx`, index, OBJECT_MODE)
    this.#packs = undefined
  }

  #fromPacks(oid: string): GitObject | undefined {
    for (const pack of this.#allPacks()) {
      const object = pack.read(oid, (base) => this.read(base))
      if (object !== undefined) return object
    }
    return undefined
  }

  #loose(oid: string): GitObject | undefined {
    for (const folder of this.#folders) {
      const path = loosePath(folder, oid)
      const bytes = this.#files.read(path)
      if (bytes === undefined) continue
      const object = parseLoose(bytes)
      if (object === undefined) throw new GitFailure(`loose object ${oid} (stored in ${path}) is corrupt`)
      return object
    }
    return undefined
  }

  /** Listed once: that another program adds the same object meanwhile does no harm. */
  #looseNames(start: string): Set<string> {
    let names = this.#loosePresent.get(start)
    if (names === undefined) {
      const folders = this.#allLooseFolders().get(start) ?? []
      names = new Set(
        folders.flatMap((folder) => this.#files.entries(`${folder}/${start}`).map((entry) => entry.name)),
      )
      this.#loosePresent.set(start, names)
    }
    return names
  }

  /** Listed once, as above: most of the 256 are not there, and need not be looked into. */
  #allLooseFolders(): Map<string, string[]> {
    if (this.#looseFolders !== undefined) return this.#looseFolders
    const found = new Map<string, string[]>()
    for (const folder of this.#folders)
      for (const { name } of this.#files.entries(folder))
        found.set(name, [...(found.get(name) ?? []), folder])
    this.#looseFolders = found
    return found
  }

  /** Before the file that goes there, instead of after a failed attempt to write it. */
  #makeLooseFolder(start: string): void {
    const folders = this.#allLooseFolders().get(start) ?? []
    if (folders.includes(this.#folder)) return
    this.#files.makeDirectory(`${this.#folder}/${start}`)
    this.#allLooseFolders().set(start, [...folders, this.#folder])
  }

  #allPacks(): readonly PackFile[] {
    this.#packs ??= this.#folders.flatMap((folder) => this.#packsOf(`${folder}/pack`))
    return this.#packs
  }

  #packsOf(folder: string): PackFile[] {
    const names = new Set(this.#files.entries(folder).map((entry) => entry.name))
    const packs: PackFile[] = []
    for (const name of names) {
      if (!name.endsWith('.idx')) continue
      const path = `${folder}/${name.slice(0, -'.idx'.length)}.pack`
      const index = PackIndex.parse(this.#files.read(`${folder}/${name}`) ?? new Uint8Array(0))
      const size = this.#files.stat(path)?.size
      if (index === undefined) throw new GitFailure(`index file ${folder}/${name} is damaged or too old`)
      if (size === undefined) throw new GitFailure(`packfile ${path} is missing`)
      packs.push(new PackFile({ files: this.#files, path, index, size }))
    }
    return packs
  }

  #alternates(folder: string): string[] {
    const text = this.#files.readText(`${folder}/info/alternates`) ?? ''
    return text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => (line.startsWith('/') ? line : `${folder}/${line}`))
  }
}

function loosePath(folder: string, oid: string): string {
  return `${folder}/${oid.slice(0, 2)}/${oid.slice(2)}`
}

function parseLoose(bytes: Uint8Array): GitObject | undefined {
  const whole = inflateAll(bytes)
  if (whole === undefined) return undefined
  const end = whole.indexOf(0)
  const [type = '', size = ''] = toText(whole.subarray(0, Math.max(0, end))).split(' ')
  const data = whole.subarray(end + 1)
  return isObjectType(type) && Number(size) === data.length ? { type, data } : undefined
}

function remember<T>(cache: Map<string, T>, key: string, value: T): void {
  if (cache.size >= GIT_CACHED_OBJECTS) cache.clear()
  cache.set(key, value)
}
