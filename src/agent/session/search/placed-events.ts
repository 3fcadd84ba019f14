/** Events of a log with their numbers, as a search reads them: whatever lies there. */
import type { IDBPObjectStore } from 'idb'
import type { VivariumSchema } from '../store/database.ts'

export interface PlacedEvent {
  /** The number that its place gives it, whatever it says itself. */
  readonly seq: number
  readonly event: unknown
  /** Key of its row: the number of the last event there. */
  readonly row: number
}

/** Rows as they lie there; none is empty. */
export async function readRows(
  store: IDBPObjectStore<VivariumSchema, ['events'], 'events'>,
  range: IDBKeyRange,
  count?: number,
): Promise<PlacedEvent[][]> {
  const [keys, rows] = await Promise.all([store.getAllKeys(range, count), store.getAll(range, count)])
  return rows.map((value: unknown, index): PlacedEvent[] => {
    const row = keys[index]?.[1] ?? 0
    const events: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value]
    return events.map((event, at) => ({ seq: row - events.length + 1 + at, event, row }))
  })
}
