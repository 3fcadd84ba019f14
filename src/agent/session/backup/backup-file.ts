/** The records of a backup's file, read a window at a time. */
import { BACKUP_RECORDS, BACKUP_WINDOW_BYTES } from '../../limits.ts'
import { decompressed } from './compress.ts'
import { BACKUP_VERSION, decodeHead, hashOf, HEAD_BYTES, MARK_BYTES, versionIn } from './format.ts'
import type { RecordHead } from './format.ts'
import { BackupProblem, Damage } from './problem.ts'

/** Position of a record's bytes. */
export interface RecordPlace {
  readonly head: RecordHead
  readonly at: number
}

export interface FoundRecord extends RecordPlace {
  /** It is as it was written. */
  readonly isIntact: boolean
}

export class BackupFile {
  readonly #blob: Blob
  #window = new Uint8Array()
  #windowAt = 0

  constructor(blob: Blob) {
    this.#blob = blob
  }

  get size(): number {
    return this.#blob.size
  }

  /** Throws `BackupProblem` for a file of another kind, or of a newer version. */
  async checkMark(): Promise<void> {
    const version = versionIn(await this.#read(0, Math.min(MARK_BYTES, this.size)))
    if (version === undefined)
      throw new BackupProblem(
        'invalid',
        'This file is no backup of Vivarium, or only its beginning was lost; nothing was read of it.',
        'Choose a file that ends in ".vivbackup".',
      )
    if (version > BACKUP_VERSION)
      throw new BackupProblem(
        'unsupported',
        `This backup has format ${version}; this Vivarium reads up to ${BACKUP_VERSION}. Nothing was read of it.`,
        'Reload the page for a newer version of Vivarium, then choose it again.',
      )
  }

  /** In order, up to where the file ends or is no backup any more; returns what it ended with. */
  async *records(): AsyncGenerator<FoundRecord, 'end' | 'cut' | 'torn'> {
    /** One, or two behind a damaged record: it may be its hash that is damaged, or what the hash is of. */
    let before: readonly Uint8Array<ArrayBuffer>[] = [new Uint8Array(32)]
    let at = MARK_BYTES
    for (let count = 0; at < this.size; count++) {
      if (count >= BACKUP_RECORDS) throw tooMany('records')
      if (at + HEAD_BYTES > this.size) return 'cut'
      const head = decodeHead(await this.#read(at, HEAD_BYTES))
      if (head === undefined) return 'torn'
      const start = at + HEAD_BYTES
      if (start + head.storedBytes > this.size) return 'cut'
      const bytes = await this.#read(start, head.storedBytes)
      const hashes = await Promise.all(before.map((hash) => hashOf(head, bytes, hash)))
      const isIntact = hashes.some((hash) => isSame(hash, head.hash))
      yield { head, at: start, isIntact }
      before = isIntact ? [head.hash] : [head.hash, ...hashes.slice(0, 1)]
      at = start + head.storedBytes
    }
    return 'end'
  }

  /** As they were written. Throws `Damage`. */
  async plain({ head, at }: RecordPlace): Promise<Uint8Array<ArrayBuffer>> {
    const stored = await this.#read(at, head.storedBytes)
    if (head.isCompressed) return decompressed(stored, head.plainBytes)
    if (stored.length !== head.plainBytes) throw new Damage('it has another length than it says')
    return stored
  }

  /** Bytes of their own. */
  async #read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const from = at - this.#windowAt
    if (from >= 0 && from + length <= this.#window.length) return this.#window.slice(from, from + length)
    if (length > BACKUP_WINDOW_BYTES) return this.#load(at, length)
    this.#window = await this.#load(at, Math.min(BACKUP_WINDOW_BYTES, this.size - at))
    this.#windowAt = at
    return this.#window.slice(0, length)
  }

  async #load(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    let bytes: ArrayBuffer
    try {
      bytes = await this.#blob.slice(at, at + length).arrayBuffer()
    } catch (error) {
      throw new BackupProblem(
        'internal',
        `The backup could not be read: ${error instanceof Error ? error.message : String(error)}`,
        'It may have been moved, changed or removed meanwhile: choose it again.',
      )
    }
    return new Uint8Array(bytes)
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, at) => other[at] === byte)
}

export function tooMany(what: string): BackupProblem {
  return new BackupProblem('too_large', `This backup has more ${what} than can be read; nothing was changed.`)
}
