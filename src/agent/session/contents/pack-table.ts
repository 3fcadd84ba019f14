/** The index of all packs, held in memory: where each pack is, and where in them each object lies. */
import type { PackIndex, PackPlace } from '../store/database.ts'
import { chainOf, objectsOf } from './pack-objects.ts'
import type { PackedObject } from './pack-objects.ts'

export interface PackSite {
  readonly id: number
  /** The length of its data. */
  readonly bytes: number
  /** In the content files; undefined: in the store `packs`, from which it may have moved since. */
  place: PackPlace | undefined
}

export class PackTable {
  readonly objects = new Map<string, PackedObject>()
  readonly packs = new Map<number, PackSite>()
  readonly #hasFiles: boolean
  #last = 0

  /** Without the content files, the packs in them are as good as not there. */
  constructor(hasFiles: boolean) {
    this.#hasFiles = hasFiles
  }

  /** Number of the last row that is known; 0 for none. */
  get last(): number {
    return this.#last
  }

  /** Keys of all rows of the index that were written since the last that is known. */
  get unknown(): IDBKeyRange {
    return IDBKeyRange.lowerBound(this.#last, true)
  }

  /** All packs before it are known, or become so with it. */
  learn(index: PackIndex): void {
    this.#last = Math.max(this.#last, index.id)
    if (index.place && !this.#hasFiles) return
    this.packs.set(index.id, { id: index.id, bytes: index.ends.at(-1) ?? 0, place: index.place })
    for (const object of objectsOf(index)) if (!this.#isStored(object)) this.objects.set(object.hash, object)
  }

  clear(): void {
    this.objects.clear()
    this.packs.clear()
    this.#last = 0
  }

  /**
   * The first counts of an object that is stored twice, whose differences are from objects that were there before it, so that they
   * never go round in circles. One that differs from something that is gone does not count.
   */
  #isStored({ hash }: PackedObject): boolean {
    return this.objects.has(hash) && chainOf(this.objects, hash) !== undefined
  }
}
