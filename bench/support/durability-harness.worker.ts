/**
 * Writers that are killed: a file of entries of one size, each flushed, and a session's log with its second copy. In a worker: first it
 * posts the number of the last entry that is there, and after the first message to it the number of each that is acknowledged.
 */
import { originPlace } from '../../src/agent/session/journal/origin-place.ts'
import { SecondCopy } from '../../src/agent/session/journal/second-copy.ts'
import { openDatabase } from '../../src/agent/session/store/database.ts'
import { verifyLog } from '../../src/agent/session/log/log-chain.ts'
import { SessionLog } from '../../src/agent/session/log/log.ts'
import { createSessionRecord, takeEpoch } from '../../src/agent/session/store/sessions.ts'

export type Writer = 'file' | 'log'

const ENTRY_CHARS = 1_000
const SESSION = 'killed'

/** The next entry, once it is on the disk. */
type Write = (number: number) => void | Promise<void>

const writers: Record<Writer, () => Promise<{ readonly kept: number; readonly write: Write }>> = {
  async file() {
    const place = await originPlace('bare')
    const file = await place?.folder('file').open('entries')
    if (!file || file === 'taken') throw new Error('The file was not opened.')
    const kept = Math.floor(file.size() / ENTRY_CHARS)
    const end = file.read(Math.max(kept - 1, 0) * ENTRY_CHARS, kept * ENTRY_CHARS)
    if (Number(new TextDecoder().decode(end)) !== kept)
      throw new Error(`Entry ${kept} of the file is not whole.`)
    file.truncate(kept * ENTRY_CHARS)
    const bytesOf = (number: number) => new TextEncoder().encode(String(number).padStart(ENTRY_CHARS))
    return { kept, write: (number) => file.append(bytesOf(number)) }
  },
  async log() {
    const { database, copy } = await openCopy()
    await copy.bringBackAll()
    if (!(await database.get('sessions', SESSION)))
      await database.put('sessions', createSessionRecord(SESSION, Date.now()))
    const record = await takeEpoch(database, SESSION)
    const led = record && (await copy.lead(record))
    if (!led) throw new Error('The copies were not compared.')
    const verdict = await verifyLog(database, led.record)
    const { lastSeq } = led.record
    if (lastSeq > 0 && verdict.state !== 'intact')
      throw new Error(`The log is not whole: ${JSON.stringify(verdict)}`)
    const options = { database, session: led.record, copy: led.copy, now: Date.now }
    const log = new SessionLog({ ...options, onCommitted: () => undefined })
    const write = async (number: number) => {
      const [event] = await log.append({ type: 'notice', level: 'info', text: 'x'.repeat(ENTRY_CHARS) })
      if (event?.seq !== number) throw new Error(`Event ${number} has become event ${event?.seq}.`)
    }
    return { kept: lastSeq, write }
  },
}

async function openCopy() {
  const [sessions, values] = await Promise.all([originPlace('journal'), originPlace('values')])
  if (!sessions || !values) throw new Error('There is no place for a journal.')
  const database = await openDatabase({ name: 'bench-durability-log' })
  const onProblem = (what: string, error: unknown) => postMessage(`${what}: ${String(error)}`)
  const { locks } = navigator
  const { origin } = location
  return { database, copy: new SecondCopy({ sessions, values, database, locks, origin, onProblem }) }
}

async function run(writer: Writer): Promise<void> {
  const { kept, write } = await writers[writer]()
  postMessage(kept)
  await new Promise((resolve) => addEventListener('message', resolve, { once: true }))
  for (let number = kept + 1; ; number += 1) {
    await write(number)
    postMessage(number)
    // Else a thread that only writes files never ends its turn.
    if (number % 10 === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<Writer>) => {
    run(data).catch((error: unknown) => postMessage(String(error)))
  },
  { once: true },
)
