/**
 * Takes objects out of the packs. A pack without anything that stays is removed; one that is worth it is written anew
 * without the rest. Each transaction leaves the store whole: what stays is always in some pack, and found.
 */
import { inBatches } from '../../../sandbox/bytes.ts'
import { SWEEP_BYTES, SWEEP_LEAST_BYTES } from '../../limits.ts'
import { complete, enqueue } from '../database.ts'
import type { Database, PackIndex } from '../database.ts'
import { encodePack, splitIntoPacks } from '../pack-objects.ts'
import type { PackedObject, PackInput } from '../pack-objects.ts'
import { addPack, deletePack, readPack } from '../pack-records.ts'
import { toStorageError } from '../storage-error.ts'
import type { StorageError } from '../storage-error.ts'
import type { StoredContent, StoredPack } from './stored-content.ts'

export interface Swept {
  readonly freedBytes: number
  /** What is not needed but stays, since writing its packs anew is not worth it, or failed. */
  readonly leftBytes: number
  readonly problem?: StorageError
}

interface PackPlan extends StoredPack {
  readonly staying: readonly PackedObject[]
  readonly freed: number
}

/** Nobody may use the store meanwhile. What `stays` is kept as the difference from stays, too. */
export async function sweep(
  database: Database,
  content: StoredContent,
  stays: ReadonlySet<string>,
): Promise<Swept> {
  const kept = content.withBases(stays)
  const plans = [...content.packs.values()].map((pack) => planOf(pack, kept)).filter(({ freed }) => freed > 0)
  const gone = plans.filter(({ staying }) => staying.length === 0)
  const rewritten = plans.filter(({ staying, freed }) => staying.length > 0 && freed >= SWEEP_LEAST_BYTES)
  const all = plans.reduce((sum, { freed }) => sum + freed, 0)
  let freedBytes = 0
  try {
    // First what needs no room: the disk may be full.
    for (const batch of [...batches(gone), ...batches(rewritten)]) {
      await rewrite(database, batch)
      freedBytes += batch.reduce((sum, { freed }) => sum + freed, 0)
    }
    return { freedBytes, leftBytes: all - freedBytes }
  } catch (cause) {
    const problem = toStorageError(cause, 'removing content that no session needs')
    return { freedBytes, leftBytes: all - freedBytes, problem }
  }
}

function planOf(pack: StoredPack, stays: ReadonlySet<string>): PackPlan {
  const staying = pack.objects.filter(({ hash }) => stays.has(hash))
  const kept = staying.reduce((sum, { start, end }) => sum + end - start, 0)
  // An empty pack, and one that has nothing but empty files, is freed all the same.
  const freed = staying.length === 0 ? Math.max(pack.bytes, 1) : pack.bytes - kept
  return { ...pack, staying, freed }
}

/** As much as one transaction writes and holds in memory. */
function batches(plans: readonly PackPlan[]): PackPlan[][] {
  return inBatches(plans, SWEEP_BYTES, ({ staying, bytes }) => (staying.length === 0 ? 1 : bytes))
}

async function rewrite(database: Database, plans: readonly PackPlan[]): Promise<void> {
  const transaction = database.transaction(['packIndexes', 'packs'], 'readwrite', { durability: 'strict' })
  const [indexes, packs] = [transaction.objectStore('packIndexes'), transaction.objectStore('packs')]
  await complete(transaction, async () => {
    const kept: PackInput[] = []
    for (const { id, staying } of plans) {
      if (staying.length > 0) {
        const data = await readPack(packs, id)
        for (const { hash, start, end, base } of staying) {
          const bytes = data?.subarray(start, end)
          if (bytes?.length !== end - start) throw new Error(`pack ${id} is shorter than its index says`)
          kept.push({ hash, data: bytes, base })
        }
      }
      enqueue(indexes.delete(id))
      deletePack(packs, id)
    }
    for (const objects of splitIntoPacks(kept)) {
      const { data, ...index } = encodePack(objects)
      // The store's counter fills in `id`.
      const id = await indexes.add(index as PackIndex)
      addPack(packs, id, data)
    }
    transaction.commit()
  })
}
