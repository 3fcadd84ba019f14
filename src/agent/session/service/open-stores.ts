/** All that is stored: kept by the browser, with a second copy in files of the origin; or in this thread's memory, where it keeps nothing. */
import type { StartProgress } from '../../protocol/start-progress.ts'
import { betweenTabs } from './between-tabs.ts'
import { openDatabase } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { originPlace } from '../journal/origin-place.ts'
import { SecondCopy } from '../journal/second-copy.ts'
import { MemoryLocks } from '../store/memory-locks.ts'
import { isKeepingRefused, useMemoryDatabase } from '../store/memory-stores.ts'
import type { ServiceOptions } from './options.ts'
import { Reserve } from '../reserve/reserve.ts'
import { PolicyStore } from '../policy/policy-store.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { TerminalStore } from '../store/terminal-store.ts'
import { CredentialStore } from '../secrets/credential-store.ts'
import { countAsStoring } from '../store/storing.ts'
import { ValueCopies } from '../store/value-store/value-copies.ts'

/** Milliseconds from one word on a long start to the next, and to the first. */
const TELL_MS = 300

export interface StoresOptions {
  /** Told of each secret that is read or stored. */
  readonly onSecret: (secret: string) => void
  /** A newer version of the app waits for the database. */
  readonly onOutdated: () => Promise<void>
  /** All that is stored was deleted. */
  readonly onDeleted: () => void
  /** Told every now and then while lost sessions are brought back. */
  readonly onProgress: (progress: StartProgress) => void
}

export type Stores = Pick<
  ServiceOptions,
  | 'storedSettings'
  | 'policyMemory'
  | 'terminalMemory'
  | 'credentials'
  | 'secretsKnown'
  | 'database'
  | 'copies'
  | 'contents'
  | 'secondCopy'
  | 'reserve'
  | 'broughtBack'
  | 'locks'
  | 'isKept'
>

/** Waits while everything is deleted. Rejects where a database is damaged or of a later version. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  await countAsStoring(navigator.locks)
  try {
    return await openKept(options)
  } catch (cause) {
    if (!(await isKeepingRefused(cause))) throw cause
    await useMemoryDatabase()
    const locks = new MemoryLocks()
    return { ...(await openDatabases(options, locks)), locks, isKept: false }
  }
}

const onProblem = (what: string, error: unknown) => console.info(`${what}:`, error)

/** The database has all that either copy has. */
async function openKept(options: StoresOptions): Promise<Stores> {
  const { locks } = navigator
  const places = [originPlace(), originPlace('contents'), originPlace('reserve')] as const
  const valuesAt = originPlace('values')
  const copies = new ValueCopies({ place: valuesAt, locks, origin: location.origin })
  const opened = { ...(await openDatabases(options, locks, copies)), copies, locks, isKept: true }
  const [sessions, contents, reserved] = await Promise.all(places)
  const values = await valuesAt
  if (!sessions || !values || !reserved) return { ...opened, contents }
  const secondCopy = new SecondCopy({
    database: opened.database,
    locks,
    sessions,
    values,
    origin: location.origin,
    onProblem,
  })
  const reserve = new Reserve({
    place: reserved,
    locks,
    channel: betweenTabs('vivarium-reserve'),
    estimate: () => navigator.storage.estimate(),
    onProblem,
  })
  // The service is told when it is full.
  void reserve.look()
  const broughtBack = await bringBack(secondCopy, opened.database, options)
  return { ...opened, contents, secondCopy, reserve, broughtBack }
}

/** Each begins at once, beside the others. */
async function openDatabases(
  { onSecret, onOutdated, onDeleted }: StoresOptions,
  locks: LockManager,
  copies?: ValueCopies,
): Promise<
  Pick<
    Stores,
    'storedSettings' | 'policyMemory' | 'terminalMemory' | 'credentials' | 'secretsKnown' | 'database'
  >
> {
  const credentials = new CredentialStore(onSecret, locks, copies)
  // Values that cannot be read cannot be sent, either.
  const secretsKnown = credentials.learnSecrets().catch(() => undefined)
  return {
    storedSettings: new SettingsStore(copies),
    policyMemory: new PolicyStore(copies),
    terminalMemory: new TerminalStore(copies),
    credentials,
    secretsKnown,
    database: await openDatabase({ onOutdated, onDeleted }),
  }
}

/** Nothing in a database of a newer version, also one that is taken over meanwhile. */
async function bringBack(
  secondCopy: SecondCopy,
  database: Database,
  { onProgress }: StoresOptions,
): Promise<number> {
  if (database.isOutdated) return 0
  let latest: StartProgress | undefined
  const timer = setInterval(() => {
    if (latest) onProgress(latest)
    latest = undefined
  }, TELL_MS)
  try {
    return await secondCopy.bringBackAll((done, of) => (latest = { type: 'bringing_back', done, of }))
  } catch (error) {
    if (!database.isOutdated) throw error
    return 0
  } finally {
    clearInterval(timer)
  }
}
