/** The database's index of the content files, brought to what is in them. */
import { complete } from '../store/database.ts'
import type { Database, PackIndex, PackPlace } from '../store/database.ts'
import type { PackTable } from './pack-table.ts'
import { REINDEX_ROWS } from './limits.ts'
import type { PackRecord } from './record.ts'

/** A record with the name of its file. */
export type FiledRecord = PackRecord & { readonly file: string }

/** Puts records into the index, each once, in the order of their writing; resolves with their number. `table` learns them. */
export async function adopt(
  database: Database,
  table: PackTable,
  found: readonly FiledRecord[],
): Promise<number> {
  // Differences are from what was written before them, perhaps to another file.
  const records = found.toSorted((a, b) => a.time - b.time || (a.file === b.file ? a.at - b.at : 0))
  let adopted = 0
  const known = new Set<string>()
  for (let from = 0; from < records.length; from += REINDEX_ROWS) {
    const rows: PackIndex[] = []
    const transaction = database.transaction('packIndexes', 'readwrite', { durability: 'relaxed' })
    await complete(transaction, async () => {
      // At first all rows: other tabs may have moved packs that were known as not being in files.
      for (const row of await transaction.store.getAll(from === 0 ? undefined : table.unknown)) {
        table.learn(row)
        if (row.place) known.add(placeKey(row.place))
      }
      const added = records.slice(from, from + REINDEX_ROWS).map(async ({ objects, file, at }) => {
        const place = { file, at }
        if (known.has(placeKey(place))) return
        const row = { ...objects, place }
        // The store's counter fills in `id`.
        const id = await transaction.store.add(row as PackIndex)
        rows.push({ ...row, id })
      })
      await Promise.all(added)
      transaction.commit()
    })
    for (const row of rows) table.learn(row)
    adopted += rows.length
  }
  return adopted
}

/** Takes out of the index what its file does not have: from then on it counts as missing, and is stored anew. */
export async function dropLost(
  database: Database,
  table: PackTable,
  sizes: ReadonlyMap<string, number>,
): Promise<void> {
  const lost = [...table.packs.values()].filter(
    ({ place, bytes }) => place && place.at + bytes > (sizes.get(place.file) ?? 0),
  )
  if (lost.length === 0) return
  console.info(`${lost.length} packs of contents are not in their files any more.`)
  const transaction = database.transaction('packIndexes', 'readwrite', { durability: 'relaxed' })
  await complete(transaction, async () => {
    for (const { id } of lost) void transaction.store.delete(id)
    transaction.commit()
  })
  table.clear()
  for (const row of await database.getAll('packIndexes')) table.learn(row)
}

function placeKey({ file, at }: PackPlace): string {
  return `${file}/${at}`
}
