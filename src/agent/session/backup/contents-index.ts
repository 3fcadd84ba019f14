/**
 * Which contents a backup has, where, and what its directories consist of. Objects are numbered, so that
 * millions fit into memory.
 */
import { decodeDirectory } from '../../../sandbox/history/directory-object.ts'
import { BACKUP_ENTRIES, BACKUP_OBJECTS } from '../../limits.ts'
import { contentHash } from '../store/content-hash.ts'
import type { RecordPlace } from './backup-file.ts'
import { tooMany } from './backup-file.ts'
import { decodeContents } from './content-record.ts'
import { Damage } from './problem.ts'

const NOTHING = new Int32Array()

export class ContentsIndex {
  readonly #numbers = new Map<string, number>()
  readonly #hashes: string[] = []
  /** The record that has it; undefined where none has. */
  readonly #places: (RecordPlace | undefined)[] = []
  readonly #children: Int32Array[] = []
  #entries = 0
  #objects = 0

  /** Objects that the file has. */
  get objects(): number {
    return this.#objects
  }

  /**
   * Takes in a record; returns the bytes that it adds. Throws `Damage` when one of its objects is not what
   * its name says.
   */
  async add(place: RecordPlace, plain: Uint8Array<ArrayBuffer>): Promise<number> {
    const objects = decodeContents(plain)
    const found = await Promise.all(objects.map(({ data }) => contentHash(data)))
    if (objects.some(({ hash }, index) => found[index] !== hash))
      throw new Damage('one of its contents has another hash')
    let added = 0
    for (const { hash, data } of objects) {
      const number = this.number(hash)
      if (this.#places[number]) continue
      this.#places[number] = place
      this.#objects += 1
      added += data.length
      const entries = decodeDirectory(data)?.entries ?? []
      this.#entries += entries.length
      if (this.#entries > BACKUP_ENTRIES) throw tooMany('files')
      this.#children[number] = Int32Array.from(entries, (entry) => this.number(entry.hash))
    }
    return added
  }

  number(hash: string): number {
    const known = this.#numbers.get(hash)
    if (known !== undefined) return known
    const number = this.#hashes.length
    if (number >= BACKUP_OBJECTS) throw tooMany('objects')
    this.#numbers.set(hash, number)
    this.#hashes.push(hash)
    this.#places.push(undefined)
    this.#children.push(NOTHING)
    return number
  }

  /** True where a record has it. */
  has(hash: string): boolean {
    return this.placeOf(hash) !== undefined
  }

  /** The record that has it. */
  placeOf(hash: string): RecordPlace | undefined {
    const known = this.#numbers.get(hash)
    return known === undefined ? undefined : this.#places[known]
  }

  /**
   * Numbers of `roots`, and of those of `names` that the file has: where the list of a session's contents is
   * lost, they are its roots.
   */
  rootsOf(roots: readonly string[], names: Iterable<string>): readonly number[] {
    const numbers = new Set(roots.map((hash) => this.number(hash)))
    for (const name of names) if (this.has(name)) numbers.add(this.number(name))
    return [...numbers]
  }

  /**
   * All that these consist of: the records that have them, each with the hashes of what is wanted of it; and
   * what none has.
   */
  needed(roots: readonly number[]): {
    readonly records: ReadonlyMap<RecordPlace, ReadonlySet<string>>
    readonly lacking: readonly string[]
  } {
    const records = new Map<RecordPlace, Set<string>>()
    const lacking: string[] = []
    const seen = new Set<number>()
    const stack = [...roots]
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      if (seen.has(number)) continue
      seen.add(number)
      const hash = this.#hashes[number] ?? ''
      const place = this.#places[number]
      if (place === undefined) {
        lacking.push(hash)
        continue
      }
      const wanted = records.get(place) ?? new Set()
      records.set(place, wanted.add(hash))
      for (const child of this.#children[number] ?? NOTHING) stack.push(child)
    }
    return { records, lacking }
  }
}
