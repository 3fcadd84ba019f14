/**
 * The store of all memories of this browser, on the app's side: programs of the sandbox do not reach it. A memory is that of a project,
 * of a session whose files are of no project, or the one for all projects. Changes are transactions, so that two tabs lose nothing of
 * each other.
 */
import type { BlobStore, NewBlob } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { NOTE_VERSIONS } from '../../limits.ts'
import type { ContentHolder } from '../storage/content-holder.ts'
import { noteHashes } from '../storage/note-hashes.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { isSame } from '../shapes/with-changes.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { changedMemory, currentOf, isSwitchedOn, readMemory } from './memory-record.ts'
import type { MemoryRecord, StoredNote } from './memory-record.ts'

/** Key of the memory for all projects. */
export const FOR_ALL = 'everywhere'

/** No key of a memory: these have a space, or are the one for all projects. */
const STAMP = 'stamp'

export function projectKey(id: string): string {
  return `project ${id}`
}

export function sessionKey(id: string): string {
  return `session ${id}`
}

export interface MemoryStoreOptions {
  /** Its name; a browser has one, but where a test has several profiles. */
  readonly database?: string | undefined
  readonly blobs: Pick<BlobStore, 'get' | 'put'>
  readonly copies?: ValueCopies | undefined
}

/** New notes for the record as it is, or the reason why it stays. */
export type NotesChange = (record: MemoryRecord) => Result<readonly StoredNote[]>

export class MemoryStore implements ContentHolder<'memory'> {
  readonly name = 'memory'
  readonly #blobs: MemoryStoreOptions['blobs']
  readonly #values: ValueStore

  constructor({ blobs, copies, database = 'vivarium-memory' }: MemoryStoreOptions) {
    this.#blobs = blobs
    this.#values = new ValueStore({
      database,
      store: 'memories',
      copies,
      isCopiedByKey: true,
      nameOf: () => undefined,
      stampKey: STAMP,
    })
  }

  /** Equal as long as no memory was changed, in whichever tab; undefined where that is not known. */
  stamp(): Promise<unknown> {
    return this.#values.stamp()
  }

  async read(key: string): Promise<MemoryRecord> {
    return readMemory(await this.#values.get(key))
  }

  /** All memories, by their keys. */
  async all(): Promise<ReadonlyMap<string, MemoryRecord>> {
    return new Map((await this.#values.entries()).map(([key, stored]) => [key, readMemory(stored)]))
  }

  async isOn(key: string): Promise<boolean> {
    return isSwitchedOn(await this.#values.get(key))
  }

  async setOn(key: string, isOn: boolean): Promise<Result<void>> {
    return this.#update(key, (stored) => ok(changedMemory(stored, { isOn })))
  }

  /** In one transaction. A failure changes nothing. */
  change(key: string, change: NotesChange): Promise<Result<void>> {
    return this.#update(key, (stored) => {
      const changed = change(readMemory(stored))
      return changed.ok ? ok(changedMemory(stored, { notes: changed.value })) : changed
    })
  }

  /** Stores texts by their hashes: they are kept for as long as this tab lives, and longer once a record names them. */
  async put(texts: readonly NewBlob[]): Promise<Result<void>> {
    return texts.length === 0 ? ok(undefined) : this.#blobs.put(texts)
  }

  async text(hash: string): Promise<Result<string>> {
    const [data] = await this.#blobs.get([hash])
    if (data) return ok(new TextDecoder('utf-8', { ignoreBOM: true }).decode(data))
    return fail('corrupt', 'The text of this note is not stored in this browser any more.', {
      hint: 'Look at its history: an earlier version may be there.',
    })
  }

  async texts(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    return hashes.length === 0 ? [] : this.#blobs.get(hashes)
  }

  /**
   * Notes that were written before it was known which project the files are of come to the project's, and the switch to one that
   * had no memory yet. One added meanwhile comes later.
   */
  async join(from: string, into: string): Promise<void> {
    const { notes, isOn } = await this.read(from)
    if (notes.length === 0 && (isOn || (await this.#values.get(into)) !== undefined)) return
    const joined = await this.#update(into, (stored) => {
      const both = { notes: withBoth(readMemory(stored).notes, notes) }
      return ok(changedMemory(stored, stored === undefined ? { ...both, isOn } : both))
    })
    if (joined.ok) await this.change(from, (record) => ok(isSame(record.notes, notes) ? [] : record.notes))
  }

  async forget(key: string): Promise<void> {
    await this.#values.delete(key)
  }

  /** Texts of all versions, also of deleted notes: they can be brought back. */
  async hashes(): Promise<Iterable<string>> {
    const hashes = new Set<string>()
    for (const [, record] of await this.#values.entries()) noteHashes(record, hashes)
    return hashes
  }

  async #update(key: string, change: (stored: unknown) => Result<unknown>): Promise<Result<void>> {
    try {
      await this.#values.update(key, (stored) => {
        const changed = readMemory(stored).isNewer ? newerProblem() : change(stored)
        if (!changed.ok) throw new Refused(changed)
        return changed.value
      })
      return ok(undefined)
    } catch (error) {
      if (error instanceof Refused) return error.failure
      if (error instanceof DOMException && error.name === 'QuotaExceededError')
        return fail('quota', 'The note was not stored: there is no room left.', {
          hint: 'Free some room in “Storage”, and save it again.',
        })
      throw error
    }
  }
}

/** Ends a transaction that would change nothing. */
class Refused extends Error {
  readonly failure: Result<never>

  constructor(failure: Result<never>) {
    super('Nothing was changed.')
    this.failure = failure
  }
}

function newerProblem(): Result<never> {
  return fail(
    'not_permitted',
    'These notes were stored by a newer version of Vivarium; nothing was changed.',
    {
      hint: 'Reload the page to get the newer version.',
    },
  )
}

/** All notes of the two. Of a note in both, the versions of both in their order of time: one of the user's own counts, or else the latest. */
function withBoth(here: readonly StoredNote[], other: readonly StoredNote[]): readonly StoredNote[] {
  const added = new Map(other.map((note) => [note.path, note]))
  const joined = here.map((note) => {
    const twin = added.get(note.path)
    added.delete(note.path)
    return twin ? joinedNote(note, twin) : note
  })
  return [...joined, ...added.values()]
}

function joinedNote(here: StoredNote, other: StoredNote): StoredNote {
  const known = new Set(here.versions.map(({ at, hash }) => `${at} ${hash}`))
  const fresh = other.versions.filter(({ at, hash }) => !known.has(`${at} ${hash}`))
  if (fresh.length === 0) return here
  const [counting] = [currentOf(here), currentOf(other)]
    .filter((version) => version !== undefined)
    .toSorted((a, b) => Number(b.origin === 'user') - Number(a.origin === 'user') || b.at - a.at)
  const all = [...here.versions, ...fresh].toSorted((a, b) => a.at - b.at)
  const kept = all.filter((version, at) => version === counting || at >= all.length - NOTE_VERSIONS)
  return { ...here, versions: kept, current: counting ? kept.indexOf(counting) : kept.length - 1 }
}
