/** Objects in the packs at one moment, and the contents of the stored directories. */
import { decodeDirectory } from '../../../sandbox/history/directory-object.ts'
import { COLLECTION_PACKS } from '../../limits.ts'
import { readPacks } from '../contents/read-packs.ts'
import type { PackSource } from '../contents/read-packs.ts'
import type { PackIndex } from '../store/database.ts'
import { chainOf, contentOf } from '../contents/pack-objects.ts'
import type { PackedObject, PackedObjects } from '../contents/pack-objects.ts'
import { PackTable } from '../contents/pack-table.ts'
import type { PackSite } from '../contents/pack-table.ts'

export interface StoredPack {
  readonly site: PackSite
  /** Objects whose one copy that counts is in this pack. */
  readonly objects: PackedObject[]
}

export class StoredContent {
  readonly packs: ReadonlyMap<number, StoredPack>
  readonly objects: PackedObjects
  /**
   * False if some packs are in files, and there are none here: the needs of their directories are unknown
   * then.
   */
  readonly isReadable: boolean
  readonly #source: PackSource
  /** A directory's children; none for a file. */
  readonly #children = new Map<string, readonly string[]>()

  private constructor(source: PackSource, indexes: readonly PackIndex[]) {
    this.#source = source
    const table = new PackTable(source.files !== undefined)
    for (const index of indexes) table.learn(index)
    const packs = new Map(
      [...table.packs.values()].map((site): [number, StoredPack] => [site.id, { site, objects: [] }]),
    )
    for (const object of table.objects.values()) packs.get(object.pack)?.objects.push(object)
    this.objects = table.objects
    this.packs = packs
    this.isReadable = packs.size === indexes.length
  }

  static async read(source: PackSource): Promise<StoredContent> {
    return new StoredContent(source, await source.database.getAll('packIndexes'))
  }

  /**
   * For a removal, which must not overlook what needs a content: with all that the files have, also packs that no index names, as
   * after the database was lost. Undefined where that cannot be known now.
   */
  static async readCompared(source: PackSource): Promise<StoredContent | undefined> {
    const { files } = source
    await files?.reindex(new PackTable(true)).catch((error: unknown) => {
      console.info('The index of the contents was not compared with their files:', error)
    })
    const content = await StoredContent.read(source)
    return content.isReadable && files?.isCompared !== false ? content : undefined
  }

  get bytes(): number {
    return [...this.packs.values()].reduce((sum, { site }) => sum + site.bytes, 0)
  }

  /** Reads the directories below these, and themselves where they are some. Afterwards `reach` knows them. */
  async learn(tops: Iterable<string>): Promise<void> {
    let wanted = this.#unread(tops)
    while (wanted.length > 0) {
      const next: string[] = []
      for (const objects of byPacks(wanted)) next.push(...(await this.#readDirectories(objects)))
      wanted = this.#unread(next)
    }
  }

  /** Adds to `reached` all that these consist of, themselves included, as far as it is stored. Learn them first. */
  reach(tops: Iterable<string>, reached: Set<string>): void {
    const stack = [...tops]
    for (let hash = stack.pop(); hash !== undefined; hash = stack.pop()) {
      if (reached.has(hash) || !this.objects.has(hash)) continue
      reached.add(hash)
      stack.push(...(this.#children.get(hash) ?? []))
    }
  }

  /** With all that these are kept as the difference from: nothing else of them is needed for that. */
  withBases(hashes: Iterable<string>): Set<string> {
    const all = new Set<string>()
    for (const hash of hashes) {
      all.add(hash)
      for (const { hash: base } of chainOf(this.objects, hash) ?? []) all.add(base)
    }
    return all
  }

  /** The directories in these. */
  async #readDirectories(objects: readonly PackedObject[]): Promise<string[]> {
    const chains = objects.map(({ hash }) => ({ hash, chain: chainOf(this.objects, hash) ?? [] }))
    const packs = await this.#read(chains.flatMap(({ chain }) => chain))
    return chains.flatMap(({ hash, chain }) => {
      const entries = decodeDirectory(contentOf(chain, packs) ?? EMPTY)?.entries ?? []
      this.#children.set(
        hash,
        entries.map((entry) => entry.hash),
      )
      return entries.filter(({ kind }) => kind === 'directory').map((entry) => entry.hash)
    })
  }

  /** Bytes that it takes: of a difference, its own. */
  size(hash: string): number {
    const object = this.objects.get(hash)
    return object ? object.end - object.start : 0
  }

  #unread(hashes: Iterable<string>): PackedObject[] {
    return [...new Set(hashes)].flatMap((hash) =>
      this.#children.has(hash) ? [] : (this.objects.get(hash) ?? []),
    )
  }

  async #read(objects: readonly PackedObject[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const ids = [...new Set(objects.map(({ pack }) => pack))]
    const sites = ids.flatMap((id) => this.packs.get(id)?.site ?? [])
    const read = [...readPacks(this.#source, sites)].map(
      async ([id, data]) => [id, (await data) ?? EMPTY] as const,
    )
    return new Map(await Promise.all(read))
  }
}

const EMPTY = new Uint8Array()

/** In groups that lie in few enough packs to be read at once. */
function byPacks(objects: readonly PackedObject[]): PackedObject[][] {
  const packs = Map.groupBy(
    objects.toSorted((a, b) => a.pack - b.pack),
    ({ pack }) => pack,
  )
  const all = [...packs.values()]
  const groups: PackedObject[][] = []
  for (let start = 0; start < all.length; start += COLLECTION_PACKS)
    groups.push(all.slice(start, start + COLLECTION_PACKS).flat())
  return groups
}
