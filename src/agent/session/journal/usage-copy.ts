/**
 * The second copy of what was used on each day. Sessions that were removed for good count as well, so that it cannot all be made of the
 * journals: it says up to which event of each session it has counted, and what came later is counted anew.
 */
import { z } from 'zod'
import { usage } from '../../protocol/token-usage.ts'
import { complete, enqueue, logName } from '../store/database.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import type { JournalPlace } from './contract.ts'

const FOLDER = 'usage'
const FILE = 'days'

const modelUsage = z.object({
  ...usage.shape,
  model: z.string(),
  requests: z.number(),
  costUsd: z.number(),
  isPriced: z.boolean(),
})

const usageCopy = z.object({
  version: z.literal(1),
  days: z.array(z.object({ day: z.string(), totals: z.array(modelUsage) })),
  /** Number of the last event that is counted, by the name of the log (`logName`). */
  counted: z.record(z.string(), z.number()),
})

/** Writes all days, as they are at one moment. */
export async function keepUsage(place: JournalPlace, database: Database): Promise<void> {
  const transaction = database.transaction(['sessions', 'threads', 'usageDays', 'marks'])
  const [sessions, threads, days, mark = {}] = await Promise.all([
    transaction.objectStore('sessions').getAll(),
    transaction.objectStore('threads').getAll(),
    transaction.objectStore('usageDays').getAll(),
    transaction.objectStore('marks').get('counted'),
  ])
  // Events that are not back yet are counted in the days that are.
  const counted = new Map(mark === true ? [] : Object.entries(mark))
  const logs = threads.map(({ session, id, lastSeq }) => ({ id: logName(session, id), lastSeq }))
  for (const { id, lastSeq } of [...sessions, ...logs])
    counted.set(id, Math.max(lastSeq, counted.get(id) ?? 0))
  const copy = JSON.stringify({ version: 1, days, counted: Object.fromEntries(counted) })
  await place.folder(FOLDER).replace(FILE, new TextEncoder().encode(copy))
}

/** Puts the days into a database that has none, with a mark of what they count. */
export async function bringBackUsage(place: JournalPlace, database: Database): Promise<void> {
  const copy = readCopy(await place.folder(FOLDER).read(FILE))
  if (!copy) return
  const transaction = database.transaction(['usageDays', 'marks'], 'readwrite')
  await complete(transaction, async () => {
    const days = transaction.objectStore('usageDays')
    // A rebuild that broke off has put them there, and has counted on.
    if ((await days.count()) > 0) return
    for (const day of copy.days) enqueue(days.put(day))
    enqueue(transaction.objectStore('marks').put(copy.counted, 'counted'))
  })
}

/** Number of the last event of a log, whose name is `id`, of which the use is counted already, whether the database has the event or not. */
export async function countedUpTo(
  database: Database,
  { id, copied = 0 }: Pick<SessionRecord, 'id' | 'copied'>,
): Promise<number> {
  const counted = await database.get('marks', 'counted')
  return Math.max(copied, counted === undefined || counted === true ? 0 : (counted[id] ?? 0))
}

function readCopy(bytes: Uint8Array | undefined): z.infer<typeof usageCopy> | undefined {
  if (!bytes) return undefined
  try {
    const parsed = usageCopy.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.data : undefined
  } catch (error) {
    console.info('The second copy of the usage cannot be read:', error)
    return undefined
  }
}
