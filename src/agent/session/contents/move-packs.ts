/** Packs of before there were content files move out of the database, a few at a time. */
import { inBatches } from '../../../sandbox/contract/bytes.ts'
import { complete } from '../store/database.ts'
import type { Database, PackIndex } from '../store/database.ts'
import type { EncodedPack } from './pack-objects.ts'
import { deletePack, readPack } from './pack-records.ts'
import { PackTable } from './pack-table.ts'
import type { ContentFiles } from './content-files.ts'
import { MOVE_BYTES, MOVE_ROWS } from './limits.ts'

export interface MovePacksOptions {
  readonly database: Database
  readonly files: ContentFiles
  readonly locks: Pick<LockManager, 'request'>
  /** Runs a step while nobody collects (`ContentUse`). */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  /** Waited for before each step, e.g. until nothing else is to be done; a rejection ends it. */
  readonly pause: () => Promise<void>
}

/**
 * Moves packs from the store `packs` into content files until none is left there, and resolves with their number; 0 while another tab
 * does it. A pack is in its file, on the disk, before it leaves the database, so it may break off at any moment and be called again.
 * Rejects with `StorageError`.
 */
export async function movePacks(options: MovePacksOptions): Promise<number> {
  const { database, locks } = options
  return await locks.request(`${database.name}-content-moving`, { ifAvailable: true }, (lock) =>
    lock ? moveAll(options) : 0,
  )
}

async function moveAll({ database, files, run, pause }: MovePacksOptions): Promise<number> {
  if ((await database.count('packs')) === 0) return 0
  let moved = 0
  for (let after = 0; ;) {
    const rows = await database.getAll('packIndexes', IDBKeyRange.lowerBound(after, true), MOVE_ROWS)
    const last = rows.at(-1)
    if (!last) return moved
    const unplaced = rows.filter(({ place }) => !place)
    for (const batch of inBatches(unplaced, MOVE_BYTES, ({ ends }) => ends.at(-1) ?? 0)) {
      await pause()
      moved += await run(() => files.alone(() => move(database, files, batch)))
    }
    after = last.id
  }
}

async function move(database: Database, files: ContentFiles, rows: readonly PackIndex[]): Promise<number> {
  const { store } = database.transaction('packs')
  const read = await Promise.all(rows.map(({ id }) => readPack(store, id)))
  const packs = rows.flatMap((row, at): { row: PackIndex; pack: EncodedPack }[] => {
    const data = read[at]
    // Without its data it stays as it is; a clean-up may have removed it meanwhile.
    return data ? [{ row, pack: { ...row, data } }] : []
  })
  if (packs.length === 0) return 0
  await files.open(new PackTable(true))
  const places = files.append(packs.map(({ pack }) => pack))
  try {
    // If it is lost, with the power, the packs are in the database as before.
    const transaction = database.transaction(['packIndexes', 'packs'], 'readwrite', { durability: 'relaxed' })
    const [indexes, stored] = [transaction.objectStore('packIndexes'), transaction.objectStore('packs')]
    await complete(transaction, async () => {
      for (const [at, { row }] of packs.entries()) {
        const place = places[at]
        if (!place || !(await indexes.getKey(row.id))) continue
        void indexes.put({ ...row, place })
        deletePack(stored, row.id)
      }
      transaction.commit()
    })
  } catch (error) {
    files.undo()
    throw error
  }
  return packs.length
}
