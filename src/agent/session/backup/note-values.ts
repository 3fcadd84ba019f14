/** The notes of the memory as a backup has them: records of all memories among its small values, and the texts as contents. */
import { BACKUP_MEMORIES, BACKUP_NOTES_BYTES } from '../../limits.ts'
import { changedAt, readMemory } from '../memory/memory-record.ts'
import type { MemoryRecord, StoredNote } from '../memory/memory-record.ts'
import { encodeJson, MEMORY_KEY } from './shapes.ts'
import type { BackupValues } from './shapes.ts'

type Memories = NonNullable<BackupValues['memories']>

/** Versions of each note that are in it, as far as there is room. */
const DEPTHS = [Infinity, 10, 1]

/** Undefined where there is none. */
export function memoriesOf(
  all: ReadonlyMap<string, MemoryRecord>,
  mostBytes = BACKUP_NOTES_BYTES,
): Memories | undefined {
  const memories = [...all]
    .filter(([key, { isOn, notes }]) => MEMORY_KEY.test(key) && (notes.length > 0 || !isOn))
    .toSorted(([, a], [, b]) => latestIn(b) - latestIn(a))
    .slice(0, BACKUP_MEMORIES)
  if (memories.length === 0) return undefined
  for (const depth of DEPTHS) {
    const fitting: Memories = []
    let left = mostBytes
    for (const [key, record] of memories) {
      const written = recordOf(record, depth)
      left -= encodeJson([key, written]).length + 1
      if (left < 0) break
      fitting.push([key, written])
    }
    // The least of each, the latest first.
    if (left >= 0 || depth === DEPTHS.at(-1)) return fitting
  }
  return undefined
}

/** Hashes of the texts of all versions of a backup's notes. */
export function noteContents(values: BackupValues | undefined): string[] {
  const hashes = new Set<string>()
  for (const [, record] of values?.memories ?? [])
    for (const { versions } of readMemory(record).notes)
      for (const { hash } of versions) if (hash !== undefined && isHash(hash)) hashes.add(hash)
  return [...hashes]
}

export function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

function recordOf({ isOn, notes }: MemoryRecord, depth: number) {
  return { ...(isOn ? {} : { isOn }), notes: notes.map((note) => withLatest(note, depth)) }
}

/** With so many versions at most: that which counts, and the latest others. */
function withLatest(note: StoredNote, depth: number): StoredNote {
  const { versions, current } = note
  if (versions.length <= depth) return note
  const counting = versions[current]
  const first = counting ?? versions.at(-1)
  const others = versions.filter((one) => one !== first)
  const kept = new Set([first, ...others.slice(Math.max(others.length - depth + 1, 0))])
  const left = versions.filter((one) => kept.has(one))
  return { ...note, versions: left, current: counting ? left.indexOf(counting) : -1 }
}

function latestIn({ notes }: MemoryRecord): number {
  return notes.reduce((latest, note) => Math.max(latest, changedAt(note)), 0)
}
