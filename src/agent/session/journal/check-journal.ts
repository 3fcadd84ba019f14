/** Says whether a session's journal is whole and ends where the database does. Takes no file from its leader, and changes nothing. */
import type { CopyVerdict } from '../../protocol/calls/storage.ts'
import type { SessionRecord } from '../store/database.ts'
import { StorageError } from '../store/storage-error.ts'
import { chainOf, readJournal } from './read-journal.ts'
import type { JournalFault, JournalReading } from './read-journal.ts'

export interface CheckOptions extends Pick<JournalReading, 'folder' | 'origin' | 'session'> {
  /** The session's row now; undefined where it is gone. */
  readonly latest: () => Promise<SessionRecord | undefined>
  /** Whether a tab writes the journal now. */
  readonly isLed: () => Promise<boolean>
}

/** Times that a journal is read which is written meanwhile: a file that is being compressed is gone for a moment. */
const READS_MAX = 4

/** Undefined where the session is gone. Reads all of the journal. */
export async function checkJournal(options: CheckOptions): Promise<CopyVerdict | undefined> {
  let before: CopyVerdict | undefined
  for (let reads = 1; ; reads += 1) {
    const verdict = await checkOnce(options)
    if (verdict === undefined || verdict.state === 'whole') return verdict
    if (reads === READS_MAX || (before && isSame(verdict, before))) return verdict
    before = verdict
  }
}

async function checkOnce({ latest, isLed, ...files }: CheckOptions): Promise<CopyVerdict | undefined> {
  const record = await latest()
  if (!record) return undefined
  const { lastSeq: events, chain } = record
  try {
    const read = await readAll(files, events)
    if (read.faults.includes('newer')) return { state: 'newer' }
    const seq = read.brokenAt ?? read.seq
    if (read.brokenAt !== undefined || (seq < events && read.faults.length > 0))
      return { state: 'damaged', seq, events, mended: 'not' }
    if (seq < events) return { state: 'behind', seq, events }
    if (events > 0 && read.chain !== chain?.hash) return { state: 'other' }
    // A batch is in the journal before it is in the database.
    if (seq > events && !(await isLed())) return { state: 'ahead', seq, events }
    return { state: 'whole' }
  } catch (error) {
    if (error instanceof StorageError) return { state: 'unread', message: error.message }
    throw error
  }
}

interface Read {
  /** Number of the last event that counts. */
  readonly seq: number
  /** Hash of event `at`, where a row ends with it. */
  readonly chain: string | undefined
  /** Number of the last event before the first one that is missing, or that does not follow from it; undefined where all do. */
  readonly brokenAt: number | undefined
  readonly faults: readonly JournalFault['kind'][]
}

async function readAll(
  files: Pick<JournalReading, 'folder' | 'origin' | 'session'>,
  at: number,
): Promise<Read> {
  const faults: JournalFault['kind'][] = []
  let seq = 0
  let chain: string | undefined
  let brokenAt: number | undefined
  const onFault = ({ kind }: JournalFault) => {
    faults.push(kind)
    // These two are found between two segments; the others may be of one that is read ahead.
    if (kind === 'gap' || kind === 'altered') brokenAt ??= seq
  }
  for await (const { header, entries } of readJournal({ ...files, onFault })) {
    seq = entries.at(-1)?.seq ?? header.after
    chain = chainOf(entries.find((entry) => entry.seq === at)) ?? chain
  }
  return { seq, chain, brokenAt, faults }
}

function isSame(one: CopyVerdict, other: CopyVerdict): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
