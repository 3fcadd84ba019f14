/** The second copy of a session's log: what it adds to a commit, and a lost database made anew of it. In a worker, on the real files. */
import { createSessionRecord } from '../../src/agent/session/store/sessions.ts'
import { openDatabase } from '../../src/agent/session/store/database.ts'
import type { Database, SessionRecord } from '../../src/agent/session/store/database.ts'
import { chained } from '../../src/agent/session/log/log-chain.ts'
import { SessionLog } from '../../src/agent/session/log/log.ts'
import type { AgentEvent, EventBody } from '../../src/agent/protocol/events.ts'
import type { JournalFolder, JournalPlace } from '../../src/agent/session/journal/contract.ts'
import { evenOut } from '../../src/agent/session/journal/even-out.ts'
import { originPlace } from '../../src/agent/session/journal/origin-place.ts'
import { SessionCopy } from '../../src/agent/session/journal/session-copy.ts'
import type { Entry } from '../../src/agent/session/journal/segment.ts'
import { SessionJournal } from '../../src/agent/session/journal/session-journal.ts'
import { size } from './size.ts'
import { words } from './words.ts'

export interface JournalTimes {
  /** Milliseconds of each commit to the database, and of the same with the journal before it. */
  readonly bare: number[]
  readonly both: number[]
  readonly megabytes: number
  /** Milliseconds for a lost database, and for writing the same rows into an empty one. */
  readonly rebuildMs: number
  readonly writeMs: number
  /** Bytes of the rows, and of the journal. */
  readonly rowBytes: number
  readonly journalBytes: number
}

const COMMITS = size(400, 20)
const COMMIT_CHARS = 2_000
const ROWS = size(4_000, 200)
const ROW_EVENTS = 10
const EVENT_CHARS = 2_500
const ORIGIN = 'http://localhost'

async function measure(): Promise<JournalTimes> {
  const place = await originPlace(`bench-${crypto.randomUUID()}`)
  if (!place) throw new Error('There is no place for a journal.')
  const { bare, both } = await commits(place)
  return { bare, both, ...(await rebuild(place)) }
}

/** By turns, so that both meet the same disk. */
async function commits(place: JournalPlace): Promise<Pick<JournalTimes, 'bare' | 'both'>> {
  const journal = await open(place.folder('b'), 'b')
  const alone = await newLog('a')
  const beside = await newLog('b', journal)
  const bare: number[] = []
  const both: number[] = []
  for (let at = 0; at < COMMITS; at += 1) {
    const body: EventBody = { type: 'notice', level: 'info', text: words(at, COMMIT_CHARS) }
    bare.push(await timed(() => alone.append(body)))
    both.push(await timed(() => beside.append(body)))
  }
  if (journal.end.seq !== COMMITS) throw new Error('Not all is in the journal.')
  await journal.close(false)
  return { bare, both }
}

async function rebuild(place: JournalPlace): Promise<Omit<JournalTimes, 'bare' | 'both'>> {
  const folder = place.folder('s')
  const first = createSessionRecord('s', 1)
  const entries = rows()
  const journal = await open(folder, 's')
  let record: SessionRecord = first
  for (const entry of entries) {
    journal.append([entry], record)
    record = { ...record, lastSeq: entry.seq }
    // The next segment is opened meanwhile.
    await new Promise((resolve) => setTimeout(resolve))
  }
  await journal.close(true)
  let journalBytes = 0
  for (const name of await folder.names()) journalBytes += (await folder.read(name))?.length ?? 0

  const empty = await newDatabase()
  await empty.put('sessions', first)
  const rebuildMs = await timed(async () => {
    const evened = await evenOut({ ...options(folder, 's'), database: empty, record: first })
    await evened.journal.close(false)
    if (evened.record.lastSeq !== record.lastSeq) throw new Error('Not all was rebuilt.')
  })
  const bare = await newDatabase()
  const writeMs = await timed(async () => {
    for (let from = 0; from < entries.length; from += 100) {
      const transaction = bare.transaction('events', 'readwrite', { durability: 'relaxed' })
      const puts = entries
        .slice(from, from + 100)
        .map(({ seq, row }) => transaction.store.put(row as readonly AgentEvent[], ['s', seq]))
      await Promise.all([...puts, transaction.done])
    }
  })
  const rowBytes = entries.reduce((sum, { row }) => sum + JSON.stringify(row).length, 0)
  return { megabytes: rowBytes / 1e6, rebuildMs, writeMs, rowBytes, journalBytes }
}

function rows(): Entry[] {
  let record = createSessionRecord('s', 1)
  return Array.from({ length: ROWS }, (_, at): Entry => {
    const events = Array.from({ length: ROW_EVENTS }, (_, index): AgentEvent => {
      const seq = record.lastSeq + index + 1
      return { type: 'notice', level: 'info', text: words(at * ROW_EVENTS + index, EVENT_CHARS), seq, at: 1 }
    })
    const { row, head } = chained(events, record.chain)
    record = { ...record, lastSeq: record.lastSeq + events.length, chain: head }
    return { seq: record.lastSeq, row }
  })
}

async function newLog(id: string, journal?: SessionJournal): Promise<SessionLog> {
  const database = await newDatabase()
  const session = createSessionRecord(id, 1)
  await database.put('sessions', session)
  const onProblem = (what: string, error: unknown) => console.error(what, error)
  const copy = journal && new SessionCopy({ journal, database, onProblem })
  return new SessionLog({ database, session, copy, now: () => 1, onCommitted: () => undefined })
}

function newDatabase(): Promise<Database> {
  return openDatabase({ name: `bench-${crypto.randomUUID()}` })
}

function open(folder: JournalFolder, session: string): Promise<SessionJournal> {
  return SessionJournal.open(options(folder, session))
}

function options(folder: JournalFolder, session: string) {
  const onProblem = (what: string, error: unknown) => console.error(what, error)
  return { folder, origin: ORIGIN, session, onProblem }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

measure().then(
  (times) => postMessage(times),
  (error: unknown) => postMessage(String(error)),
)
