/**
 * Takes objects out of the packs. A pack without anything that stays is removed; one that is worth it is
 * written anew without the rest. Packs in content files go and stay as their file does. Each transaction
 * leaves the store whole: remaining objects are always in some pack, and found; and a file goes when the
 * index names nothing of it any more.
 */
import { inBatches } from '../../../sandbox/contract/bytes.ts'
import { PACK_BYTES, SWEEP_BYTES, SWEEP_LEAST_BYTES } from '../../limits.ts'
import type { ContentFiles } from '../contents/content-files.ts'
import { readPacks } from '../contents/read-packs.ts'
import type { PackSource } from '../contents/read-packs.ts'
import { complete, enqueue } from '../store/database.ts'
import type { PackIndex, PackPlace } from '../store/database.ts'
import { encodePack, splitIntoPacks } from '../contents/pack-objects.ts'
import type { EncodedPack, PackedObject, PackInput } from '../contents/pack-objects.ts'
import { addPack, deletePack } from '../contents/pack-records.ts'
import { PackTable } from '../contents/pack-table.ts'
import { toStorageError } from '../store/storage-error.ts'
import type { StorageError } from '../store/storage-error.ts'
import type { StoredContent, StoredPack } from './stored-content.ts'

export interface Swept {
  readonly freedBytes: number
  /** Unneeded bytes that stay, since rewriting their packs is not worth it, or failed. */
  readonly leftBytes: number
  readonly problem?: StorageError
}

interface PackPlan extends StoredPack {
  readonly staying: readonly PackedObject[]
  readonly freed: number
}

/** Packs that go together: those of a file, or one of the database. */
interface Unit {
  /** Undefined in the database. */
  readonly file: string | undefined
  readonly plans: readonly PackPlan[]
  readonly bytes: number
  readonly freed: number
  /** Nothing of it stays. */
  readonly isGone: boolean
}

/** The store must not be in use meanwhile. Bases of differences in `stays` stay, too. */
export async function sweep(
  source: PackSource,
  content: StoredContent,
  stays: ReadonlySet<string>,
): Promise<Swept> {
  const kept = content.withBases(stays)
  const units = unitsOf([...content.packs.values()].map((pack) => planOf(pack, kept)))
  const gone = units.filter(({ isGone }) => isGone)
  const rewritten = units.filter((unit) => !unit.isGone && isWorthIt(unit))
  const all = units.reduce((sum, { freed }) => sum + freed, 0)
  let freedBytes = 0
  try {
    source.files?.leave([...gone, ...rewritten].flatMap(({ file }) => file ?? []))
    // First what needs no room: the disk may be full.
    for (const batch of [...batches(gone), ...batches(rewritten)])
      freedBytes += await sweepUnits(source, batch)
    return { freedBytes, leftBytes: all - freedBytes }
  } catch (cause) {
    const problem = toStorageError(cause, 'removing content that nothing needs')
    return { freedBytes, leftBytes: all - freedBytes, problem }
  }
}

function planOf(pack: StoredPack, stays: ReadonlySet<string>): PackPlan {
  const { bytes } = pack.site
  const staying = pack.objects.filter(({ hash }) => stays.has(hash))
  const kept = staying.reduce((sum, { start, end }) => sum + end - start, 0)
  // An empty pack, and one that has nothing but empty files, is freed all the same.
  const freed = staying.length === 0 ? Math.max(bytes, 1) : bytes - kept
  return { ...pack, staying, freed }
}

function unitsOf(plans: readonly PackPlan[]): Unit[] {
  const groups = Map.groupBy(plans, ({ site }) => site.place?.file ?? site.id)
  return [...groups.values()].map((group) => ({
    file: group[0]?.site.place?.file,
    plans: group,
    bytes: group.reduce((sum, { site }) => sum + site.bytes, 0),
    freed: group.reduce((sum, { freed }) => sum + freed, 0),
    isGone: group.every(({ staying }) => staying.length === 0),
  }))
}

function isWorthIt({ bytes, freed }: Unit): boolean {
  return freed >= SWEEP_LEAST_BYTES * Math.max(1, bytes / PACK_BYTES)
}

/** As many of the database's packs as one transaction writes and holds in memory; each file by itself. */
function batches(units: readonly Unit[]): Unit[][] {
  const [filed, others] = [units.filter(({ file }) => file), units.filter(({ file }) => !file)]
  return [
    ...inBatches(others, SWEEP_BYTES, ({ isGone, bytes }) => (isGone ? 1 : bytes)),
    ...filed.map((unit) => [unit]),
  ]
}

/** Resolves with the bytes that are freed. */
async function sweepUnits(source: PackSource, units: readonly Unit[]): Promise<number> {
  const { files } = source
  const names = units.flatMap(({ file }) => file ?? [])
  for (const name of names) {
    // A tab that is about to end may have it open still: its next time comes.
    if (!(await files?.isFree(name))) return 0
  }
  const plans = units.flatMap((unit) => unit.plans)
  // One after the other: an object and its base may lie in different ones, which is no matter, since both stay.
  const pieces = inBatches(plans, SWEEP_BYTES, ({ staying, site }) => (staying.length === 0 ? 1 : site.bytes))
  for (const piece of pieces) await rewrite(source, piece)
  for (const name of names) await files?.remove(name)
  return units.reduce((sum, { freed }) => sum + freed, 0)
}

async function rewrite(source: PackSource, plans: readonly PackPlan[]): Promise<void> {
  const { files } = source
  const packs = splitIntoPacks(await stayingOf(source, plans)).map(encodePack)
  if (!files || packs.length === 0) return exchange(source, plans, packs, [])
  await files.alone(async () => {
    const places = await appended(files, packs)
    try {
      await exchange(source, plans, packs, places)
    } catch (error) {
      files.undo()
      throw error
    }
  })
}

async function appended(files: ContentFiles, packs: readonly EncodedPack[]): Promise<readonly PackPlace[]> {
  await files.open(new PackTable(true))
  return files.append(packs)
}

/** All that stays of these packs. */
async function stayingOf(source: PackSource, plans: readonly PackPlan[]): Promise<PackInput[]> {
  const reads = readPacks(
    source,
    plans.flatMap(({ staying, site }) => (staying.length === 0 ? [] : [site])),
  )
  await Promise.all(reads.values())
  const kept: PackInput[] = []
  for (const { staying, site } of plans) {
    const data = await reads.get(site.id)
    for (const { hash, start, end, base } of staying) {
      const bytes = data?.subarray(start, end)
      if (bytes?.length !== end - start) throw new Error(`pack ${site.id} is shorter than its index says`)
      kept.push({ hash, data: bytes, base })
    }
  }
  return kept
}

/** Puts packs in place of others, whose files go afterwards: so it is on the disk when it resolves. */
async function exchange(
  { database }: PackSource,
  plans: readonly PackPlan[],
  added: readonly EncodedPack[],
  places: readonly PackPlace[],
): Promise<void> {
  const transaction = database.transaction(['packIndexes', 'packs'], 'readwrite', { durability: 'strict' })
  const [indexes, packs] = [transaction.objectStore('packIndexes'), transaction.objectStore('packs')]
  await complete(transaction, async () => {
    for (const { site } of plans) {
      enqueue(indexes.delete(site.id))
      deletePack(packs, site.id)
    }
    for (const [at, { data, ...index }] of added.entries()) {
      const place = places[at]
      // The store's counter fills in `id`.
      const id = await indexes.add((place ? { ...index, place } : index) as PackIndex)
      if (!place) addPack(packs, id, data)
    }
    transaction.commit()
  })
}
