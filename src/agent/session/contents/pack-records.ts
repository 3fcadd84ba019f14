/**
 * A pack's bytes in the store `packs`: one record under the pack's number, and of a large pack the rest under the number
 * and a part's. Chromium aborts the write of a value of 128 MiB, and names no reason.
 */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { PACK_RECORD_BYTES } from '../../limits.ts'
import { enqueue } from '../store/database.ts'
import type { PackKey } from '../store/database.ts'

export interface PackReads {
  get(key: PackKey): Promise<Uint8Array | undefined>
  getAll(range: IDBKeyRange): Promise<Uint8Array[]>
}

interface PackWrites {
  add(data: Uint8Array, key: PackKey): Promise<unknown>
  delete(key: PackKey | IDBKeyRange): Promise<unknown>
}

/** Undefined when there is no such pack. The transaction of the store stays open until it is read. */
export async function readPack(packs: PackReads, id: number): Promise<Uint8Array | undefined> {
  const first = await packs.get(id)
  if (first?.length !== PACK_RECORD_BYTES) return first
  return concatenate([first, ...(await packs.getAll(partsOf(id)))])
}

/** How it went is told by the end of the transaction. */
export function addPack(packs: PackWrites, id: number, data: Uint8Array): void {
  if (data.length <= PACK_RECORD_BYTES) return enqueue(packs.add(data, id))
  for (let part = 0; part * PACK_RECORD_BYTES < data.length; part += 1) {
    // A copy: for a view the browser would store the whole buffer.
    const bytes = data.slice(part * PACK_RECORD_BYTES, (part + 1) * PACK_RECORD_BYTES)
    enqueue(packs.add(bytes, part === 0 ? id : [id, part]))
  }
}

/** As `addPack`. */
export function deletePack(packs: PackWrites, id: number): void {
  enqueue(packs.delete(id))
  enqueue(packs.delete(partsOf(id)))
}

/** All but the first. */
function partsOf(id: number): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []])
}
