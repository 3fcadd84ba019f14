/**
 * The content stored in this browser, its users, and the removal of content that nothing refers to any more.
 * Content is shared: by the steps of a session, by forks, by two imports of the same repository. So nothing
 * is removed with a session, but by a collection that the user asks for: it keeps everything that any log
 * names, and everything that a sandbox of any tab may believe stored (`content-use`).
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type {
  CleanUpOutcome,
  SessionUsage,
  StorageOverview,
  VerifiedLog,
} from '../../protocol/calls/storage.ts'
import type { ContentFiles } from '../contents/content-files.ts'
import type { Database } from '../store/database.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import { verifyLog } from '../log/log-chain.ts'
import { storageFailure } from '../store/storage-error.ts'
import type { ContentUse } from '../store/content-use.ts'
import { LogReferences } from './log-references.ts'
import { StoredContent } from './stored-content.ts'
import { sweep } from './sweep.ts'

export interface StorageOptions {
  readonly database: Database
  /** Undefined where the database is the only copy. */
  readonly secondCopy?: Pick<SecondCopy, 'verify'> | undefined
  readonly use: ContentUse
  /** Undefined where all is in the database. */
  readonly files?: ContentFiles | undefined
}

export class Storage {
  readonly #options: StorageOptions

  constructor(options: StorageOptions) {
    this.#options = options
  }

  /** Reads all logs and directories: seconds, where there is much. */
  async overview(): Promise<StorageOverview> {
    const { database, use, files } = this.#options
    const logs = new LogReferences(database)
    const content = await StoredContent.read({ database, files })
    await logs.read()
    await content.learn(logs.sessions.flatMap(({ hashes }) => [...hashes]))
    const { sessions, needed } = usage(logs, content)
    const neededBytes = sizeOf(needed, content)
    const held = [...content.withBases(use.used)].filter((hash) => !needed.has(hash))
    const heldBytes = sizeOf(held, content)
    const contentBytes = content.bytes
    return {
      sessions,
      contentBytes,
      freeableBytes: contentBytes - neededBytes - heldBytes,
      heldBytes,
      ...(await estimate()),
      hasSecondCopy: this.#options.secondCopy !== undefined,
      persisted: await isPersisted(),
    }
  }

  async verifyLogs(): Promise<VerifiedLog[]> {
    const { database, secondCopy } = this.#options
    const verified: VerifiedLog[] = []
    for (const record of await database.getAll('sessions')) {
      const { id, title } = record
      const verdict = await verifyLog(database, record)
      const copy = await secondCopy?.verify(id, verdict.state !== 'altered')
      verified.push({ id, title, verdict, ...(copy && { copy }) })
    }
    return verified
  }

  /** Removes content that no session needs. The sessions themselves stay as they are, deleted ones too. */
  async cleanUp(): Promise<Result<CleanUpOutcome>> {
    const { database, use, files } = this.#options
    const logs = new LogReferences(database)
    // Most of it is read while the other tabs go on.
    await logs.read()
    const swept = await use.collect(async (used) => {
      const content = await StoredContent.readCompared({ database, files })
      if (!content) return undefined
      await logs.read()
      const tops = [...logs.sessions.flatMap(({ hashes }) => [...hashes]), ...used]
      await content.learn(tops)
      const stays = new Set<string>()
      content.reach(tops, stays)
      return sweep({ database, files }, content, stays)
    })
    if (!swept.ok) return swept
    if (!swept.value) {
      return fail(
        'not_permitted',
        'A part of the contents lies in files that cannot be read now; nothing was removed.',
        {
          hint: 'Reload the page, and try again.',
        },
      )
    }
    const { freedBytes, leftBytes, problem } = swept.value
    if (problem && freedBytes === 0) return storageFailure(problem)
    return ok({ freedBytes, leftBytes })
  }
}

/** Bytes that each session needs, and of them those that nobody else does. */
function usage(
  logs: LogReferences,
  content: StoredContent,
): { sessions: SessionUsage[]; needed: ReadonlySet<string> } {
  const users = new Map<string, number>()
  const needs = logs.sessions.map((session) => {
    const reached = new Set<string>()
    content.reach(session.hashes, reached)
    const own = content.withBases(reached)
    for (const hash of own) users.set(hash, (users.get(hash) ?? 0) + 1)
    return { session, own }
  })
  const sessions = needs.map(({ session, own }) => ({
    id: session.record.id,
    logBytes: session.logBytes,
    contentBytes: sizeOf(own, content),
    ownBytes: sizeOf(
      [...own].filter((hash) => users.get(hash) === 1),
      content,
    ),
  }))
  return { sessions, needed: new Set(users.keys()) }
}

function sizeOf(hashes: Iterable<string>, content: StoredContent): number {
  let bytes = 0
  for (const hash of hashes) bytes += content.size(hash)
  return bytes
}

/** The browser's figures for this origin; zeros for figures that it does not give. */
async function estimate(): Promise<Pick<StorageOverview, 'usageBytes' | 'quotaBytes' | 'cacheBytes'>> {
  const told: StorageEstimate & { readonly usageDetails?: Readonly<Record<string, number>> } =
    await navigator.storage.estimate()
  return {
    usageBytes: told.usage ?? 0,
    quotaBytes: told.quota ?? 0,
    // Chromium tells it apart; elsewhere it is part of the whole only.
    cacheBytes: told.usageDetails?.['caches'],
  }
}

async function isPersisted(): Promise<boolean> {
  return navigator.storage.persisted().catch(() => false)
}
