/** All that the journal of session `s` has, for tests, with the faults that were told. */
import { readJournal } from '../read-journal.ts'
import type { JournalFault } from '../read-journal.ts'
import type { Entry } from '../segment.ts'
import type { MemoryPlace } from './memory-place.ts'

export const ORIGIN = 'http://localhost'

export async function readAll(place: MemoryPlace) {
  const faults: JournalFault[] = []
  const entries: Entry[] = []
  const records: unknown[] = []
  const onFault = (fault: JournalFault) => void faults.push(fault)
  for await (const piece of readJournal({
    folder: place.folder('s'),
    origin: ORIGIN,
    session: 's',
    onFault,
  })) {
    entries.push(...piece.entries)
    records.push(piece.header.record)
  }
  return { entries, faults, records }
}
