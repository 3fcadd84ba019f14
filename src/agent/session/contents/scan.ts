/** The records of a content file behind an offset, read while nobody else writes it. */
import type { JournalFile } from '../journal/contract.ts'
import { hasItsData, nextMark, readRecord, readStart, START_BYTES } from './record.ts'
import type { PackRecord } from './record.ts'

export type Scan =
  | { readonly kind: 'newer' | 'foreign' | 'empty' }
  | {
      /** `damaged`: something before its end is no record, so nothing is to be cut off or appended. */
      readonly kind: 'whole' | 'damaged'
      readonly salt: Uint8Array
      readonly records: readonly PackRecord[]
    }

/**
 * The whole records from `from` on, where a record ends or the first begins. A tail that was not written whole is cut off; where whole
 * records follow on something else, that is left as it is.
 */
export function scan(file: JournalFile, from: number): Scan {
  const start = readStart(file)
  if (typeof start === 'string') return { kind: start }
  const { salt } = start
  const records: PackRecord[] = []
  let kind: 'whole' | 'damaged' = 'whole'
  for (let at = Math.max(from, START_BYTES); at < file.size();) {
    const { found, end } = run(file, salt, at)
    records.push(...found)
    if (end === file.size()) break
    const next = nextRecord(file, salt, end)
    if (next === undefined) {
      // In a damaged file nothing is certain but its records.
      if (kind === 'whole') file.truncate(end)
      break
    }
    kind = 'damaged'
    at = next
  }
  return { kind, salt, records }
}

/** Records that follow one another. Records of the last append may lack data that never came to the disk. */
function run(file: JournalFile, salt: Uint8Array, from: number): { found: PackRecord[]; end: number } {
  const found: PackRecord[] = []
  let end = from
  for (let record = readRecord(file, salt, end); record; record = readRecord(file, salt, end)) {
    found.push(record)
    end = record.end
  }
  const last = found.at(-1)
  const lastAppend = last ? last.start - last.before : end
  const bad = found.findIndex((record) => record.start >= lastAppend && !hasItsData(file, record))
  if (bad === -1) return { found, end }
  return { found: found.slice(0, bad), end: found[bad]?.start ?? end }
}

/** Finds the next record after bytes that are none. */
function nextRecord(file: JournalFile, salt: Uint8Array, from: number): number | undefined {
  const rest = file.read(from)
  for (let at = nextMark(rest, 1); at !== undefined; at = nextMark(rest, at + 1)) {
    const record = readRecord(file, salt, from + at)
    if (record && hasItsData(file, record)) return from + at
  }
  return undefined
}
