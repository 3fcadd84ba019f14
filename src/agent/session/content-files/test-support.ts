/** For tests of what lies on contents: in the database, and in files, which are in memory here. */
import type { Database } from '../database.ts'
import type { JournalPlace } from '../journal/contract.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { ContentFiles } from './content-files.ts'

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
  if (kind === 'the database') return undefined
  return new ContentFiles({ database, place, locks: navigator.locks, now: () => Date.now() })
}
