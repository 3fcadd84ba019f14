/**
 * The second copy of what was used on each day. Sessions that were removed for good count as well, so that it cannot all be made of the
 * journals: it says up to which event of each session it has counted, and what came later is counted anew.
 */
import { z } from 'zod'
import { usage } from '../../protocol/token-usage.ts'
import { complete, enqueue } from '../database.ts'
import type { Database } from '../database.ts'
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
  /** Number of the last event that is counted, by the session's id. */
  counted: z.record(z.string(), z.number()),
})

/** Number of the last event of each session that is counted. */
export type CountedEvents = Readonly<Record<string, number>>

/** Writes all days, as they are at one moment. */
export async function keepUsage(place: JournalPlace, database: Database): Promise<void> {
  const transaction = database.transaction(['sessions', 'usageDays'])
  const [sessions, days] = await Promise.all([
    transaction.objectStore('sessions').getAll(),
    transaction.objectStore('usageDays').getAll(),
  ])
  const counted = Object.fromEntries(sessions.map(({ id, lastSeq }) => [id, lastSeq]))
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, days, counted }))
  await place.folder(FOLDER).replace(FILE, bytes)
}

/** Puts the days into a database that has none, and says what they count. */
export async function bringBackUsage(place: JournalPlace, database: Database): Promise<CountedEvents> {
  const copy = readCopy(await place.folder(FOLDER).read(FILE))
  if (!copy) return {}
  const transaction = database.transaction('usageDays', 'readwrite')
  await complete(transaction, async () => {
    // A rebuild that broke off has put them there, and has counted on.
    if ((await transaction.store.count()) > 0) return
    for (const day of copy.days) enqueue(transaction.store.put(day))
  })
  return copy.counted
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
