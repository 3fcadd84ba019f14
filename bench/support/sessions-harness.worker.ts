/** Search over many sessions, and what a long session of edits takes on the disk: the real parts, in a worker, on IndexedDB. */
import { IdbBlobStore } from '../../src/agent/session/contents/blob-store.ts'
import { openDatabase } from '../../src/agent/session/store/database.ts'
import type { Database } from '../../src/agent/session/store/database.ts'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import { storeSession } from '../../src/agent/session/recording/store-session.ts'
import { SessionSearch } from '../../src/agent/session/search/session-search.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import type { Result } from '../../src/sandbox/contract/errors.ts'
import { size } from './size.ts'

export interface SessionsTimes {
  readonly megabytes: number
  readonly indexMs: number
  /** Milliseconds of each kind of question. */
  readonly searches: Readonly<Record<string, number[]>>
  /** The same question by reading every log. */
  readonly scanMs: number
  /** Bytes that 500 edits have put on the disk, of the lines that they wrote, and of the edited files as wholes. */
  readonly storedBytes: number
  readonly changedBytes: number
  readonly fileBytes: number
}

const SESSIONS = size(100, 10)
const MESSAGES = size(250, 110)
const MESSAGE_CHARS = 4_000
const ROUNDS = size(15, 1)
const FILES = size(2_000, 100)
const STEPS = size(500, 20)
/** Lines of a file, and of those that an edit writes. */
const LINES = 100
const EDITED_LINES = 10

async function measure(): Promise<SessionsTimes> {
  const database = await openDatabase({ name: `bench-${crypto.randomUUID()}` })
  await fill(database)
  const first = performance.now()
  await new SessionSearch(database).search('needle-in-session-7')
  const indexMs = performance.now() - first
  const search = new SessionSearch(database)
  await search.search('nothing-of-the-kind')
  const searches: Record<string, number[]> = {}
  const questions = {
    'a word that stands once': (round: number) => `needle-in-session-${round * 6}`,
    'a word that stands everywhere': () => 'common',
    'a phrase with a filter': (round: number) =>
      `"needle-in-session-${round * 5}" role:user after:2026-01-01`,
    'a word that stands nowhere': (round: number) => `nowhere${round}xyzzy`,
  }
  for (const [kind, ask] of Object.entries(questions)) {
    const times: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const start = performance.now()
      const { found } = await search.search(ask(round))
      times.push(performance.now() - start)
      if ((found.length === 0) !== kind.endsWith('nowhere')) throw new Error(`${kind}: found ${found.length}`)
    }
    searches[kind] = times
  }
  const scanned = performance.now()
  await scan(database, 'needle-in-session-6')
  const scanMs = performance.now() - scanned
  const megabytes = (SESSIONS * MESSAGES * MESSAGE_CHARS) / 1e6
  return { megabytes, indexMs, searches, scanMs, ...(await edits()) }
}

async function fill(database: Database): Promise<void> {
  let state = 1
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  const words = Array.from({ length: 30_000 }, () => next().toString(36))
  for (let session = 0; session < SESSIONS; session++) {
    const events = Array.from({ length: MESSAGES }, (_, index): AgentEvent => {
      let text = index === 100 ? `needle-in-session-${session} ` : 'common '
      while (text.length < MESSAGE_CHARS) text += `${words[next() % words.length]} `
      const stamp = { seq: index + 1, at: Date.UTC(2026, 1, 1) + session * 1e6 + index }
      const content = [{ type: 'text' as const, text }]
      return { type: 'user_message', messageId: `m${index}`, content, origin: 'human', ...stamp }
    })
    const then = { type: 'notice', level: 'info', text: 'end' } as const
    await storeSession(
      { database },
      {
        id: `s${session}`,
        title: `Session ${session}`,
        events,
        then,
        now: session,
      },
    )
  }
}

/** Search without an index. */
async function scan(database: Database, word: string): Promise<number> {
  let found = 0
  for (let session = 0; session < SESSIONS; session++) {
    const range = IDBKeyRange.bound([`s${session}`, 0], [`s${session}`, Infinity])
    for (const row of await database.getAll('events', range))
      if (JSON.stringify(row).includes(word)) found += 1
  }
  return found
}

/** Edits of ten lines each, in files of a hundred. */
async function edits(): Promise<Pick<SessionsTimes, 'storedBytes' | 'changedBytes' | 'fileBytes'>> {
  const database = await openDatabase({ name: `bench-${crypto.randomUUID()}` })
  const sandbox = createMemorySandbox({ blobStore: new IdbBlobStore(database) })
  const path = (file: number) => `/workspace/src/part-${file % 50}/folder-${file % 10}/file-${file}.ts`
  const line = (file: number, step: number, at: number) =>
    `const value${at} = compute(${file}, ${Math.imul(file * 7919 + step * 104_729 + at, 2_654_435) >>> 0})\n`
  const files = Array.from({ length: FILES }, (_, file) =>
    Array.from({ length: LINES }, (_unused, at) => line(file, 0, at)),
  )
  const write = async (file: number) => {
    const data = new TextEncoder().encode(files[file]?.join('') ?? '')
    unwrap(await sandbox.writeFile({ path: path(file), data }))
    return data.length
  }
  for (let file = 0; file < FILES; file++) await write(file)
  unwrap(await sandbox.checkpoint())
  const before = await packBytes(database)
  let [changedBytes, fileBytes] = [0, 0]
  for (let step = 1; step <= STEPS; step++) {
    const file = (step * 379) % FILES
    const from = (step * 31) % (LINES - EDITED_LINES)
    const lines = Array.from({ length: EDITED_LINES }, (_, at) => line(file, step, from + at))
    files[file]?.splice(from, EDITED_LINES, ...lines)
    changedBytes += lines.join('').length
    fileBytes += await write(file)
    unwrap(await sandbox.checkpoint())
  }
  return { storedBytes: (await packBytes(database)) - before, changedBytes, fileBytes }
}

/** With the indexes. */
async function packBytes(database: Database): Promise<number> {
  const [packs, indexes] = [await database.getAll('packs'), await database.getAll('packIndexes')]
  const content = packs.reduce((sum, { length }) => sum + length, 0)
  const ofIndex = ({ hashes, ends, differences, bases }: (typeof indexes)[number]) =>
    hashes.length + ends.byteLength + (differences?.byteLength ?? 0) + (bases?.length ?? 0)
  return indexes.reduce((sum, index) => sum + ofIndex(index), content)
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

onmessage = () => {
  measure().then(
    (times) => postMessage(times),
    (error: unknown) => postMessage(String(error)),
  )
}
