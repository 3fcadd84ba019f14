/** The data of packs, from the content files or the store `packs`. */
import type { Database } from '../store/database.ts'
import { readPack } from './pack-records.ts'
import type { PackReads } from './pack-records.ts'
import type { PackSite } from './pack-table.ts'
import type { ContentFiles } from './content-files.ts'

export interface PackSource {
  readonly database: Database
  /** Undefined where there are none. */
  readonly files: ContentFiles | undefined
}

/** By the packs' numbers; each resolves to undefined when there is no such data. */
export function readPacks(
  { database, files }: PackSource,
  sites: readonly PackSite[],
): ReadonlyMap<number, Promise<Uint8Array | undefined>> {
  const reads = new Map<number, Promise<Uint8Array | undefined>>()
  let packs: PackReads | undefined
  for (const site of sites) {
    if (site.place) continue
    packs ??= database.transaction('packs').store
    const read = readPack(packs, site.id)
    reads.set(site.id, files ? read.then((data) => data ?? readMoved({ database, files }, site)) : read)
  }
  for (const [id, read] of files?.read(sites) ?? []) reads.set(id, read)
  return reads
}

/** It has moved into a file since its row was read. */
async function readMoved(
  { database, files }: { readonly database: Database; readonly files: ContentFiles },
  site: PackSite,
): Promise<Uint8Array | undefined> {
  const row = await database.get('packIndexes', site.id)
  if (!row?.place) return undefined
  site.place = row.place
  return files.read([site]).get(site.id)
}
