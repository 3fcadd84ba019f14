/** For tests of what lies on contents: in the database, and in files, which are in memory here. */
import { IdbBlobStore } from './blob-store.ts'
import { contentHash } from '../store/content-hash.ts'
import type { Database } from '../store/database.ts'
import type { JournalPlace } from '../journal/contract.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { ContentFiles } from './content-files.ts'
import type { ContentFilesOptions } from './content-files.ts'

export const CONTENT_KINDS = ['the database', 'files'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

const places = new WeakMap<Database, MemoryPlace>()

/** The files of a database: all of its tabs share them. */
export function placeOf(database: Database): MemoryPlace {
  const place = places.get(database) ?? new MemoryPlace()
  places.set(database, place)
  return place
}

/** The content files as one more tab has them; undefined for the database. */
export function tabFiles(
  kind: ContentKind,
  database: Database,
  place: JournalPlace = placeOf(database),
): ContentFiles | undefined {
  return kind === 'the database' ? undefined : contentFiles({ database, place })
}

export function contentFiles(
  options: Pick<ContentFilesOptions, 'database' | 'place'> & Partial<ContentFilesOptions>,
): ContentFiles {
  return new ContentFiles({ locks: navigator.locks, now: () => Date.now(), ...options })
}

/** A tab with files of its own over a place that others may use, too. */
export function contentTab(
  database: Database,
  place: JournalPlace,
  options: Partial<ContentFilesOptions> = {},
): { readonly files: ContentFiles; readonly store: IdbBlobStore } {
  const files = contentFiles({ database, place, ...options })
  return { files, store: new IdbBlobStore(database, undefined, files) }
}

export async function blobOf(content: string | Uint8Array<ArrayBuffer>) {
  const data = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { hash: await contentHash(data), data }
}

/** The content files in a place in memory. */
export function filesIn(place: MemoryPlace): Map<string, Uint8Array> {
  const files = place.files.get('packs') ?? new Map<string, Uint8Array>()
  place.files.set('packs', files)
  return files
}
