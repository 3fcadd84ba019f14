/**
 * The content stored in this browser, its users, and the removal of content that nothing refers to any more.
 * Content is shared: by the steps of a session, by forks, by two imports of the same repository. So nothing
 * is removed with a session, but by a collection that the user asks for: it keeps everything that any holder names
 * (`content-holder`; the logs are one), and everything that a sandbox of any tab may believe stored (`content-use`).
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { COLLECTION_HOLDER_MS } from '../../limits.ts'
import type {
  CleanUpOutcome,
  ContentHolderName,
  LogVerdict,
  StorageOverview,
  VerifiedLog,
} from '../../protocol/calls/storage.ts'
import type { ContentFiles } from '../contents/content-files.ts'
import { logName, threadRange } from '../store/database.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import { verifyLog } from '../log/log-chain.ts'
import { storageFailure } from '../store/storage-error.ts'
import type { ContentUse } from '../store/content-use.ts'
import { askHolder } from './ask-holder.ts'
import type { ContentHolder } from './content-holder.ts'
import { contentUsage } from './content-usage.ts'
import type { OtherHolder } from './content-usage.ts'
import { LogReferences } from './log-references.ts'
import { StoredContent } from './stored-content.ts'
import { sweep } from './sweep.ts'
import type { Swept } from './sweep.ts'

export interface StorageOptions {
  readonly database: Database
  /** Undefined where the database is the only copy. */
  readonly secondCopy?: Pick<SecondCopy, 'verify'> | undefined
  readonly use: ContentUse
  /** Holders of content beside the logs, in the order in which they are asked; the logs follow. */
  readonly holders: readonly ContentHolder<ContentHolderName>[]
  /** Undefined where all is in the database. */
  readonly files?: ContentFiles | undefined
}

export class Storage {
  readonly #options: StorageOptions

  constructor(options: StorageOptions) {
    this.#options = options
  }

  /** Reads all logs, the other holders and directories: seconds, where there is much. */
  async overview(): Promise<StorageOverview> {
    const { database, use, files, secondCopy } = this.#options
    const content = await StoredContent.read({ database, files })
    const others = await this.#others()
    const logs = new LogReferences(database)
    await logs.read()
    return {
      ...(await contentUsage(content, { sessions: logs.sessions, others, used: use.used })),
      ...(await estimate()),
      hasSecondCopy: secondCopy !== undefined,
      persisted: await isPersisted(),
    }
  }

  async verifyLogs(): Promise<VerifiedLog[]> {
    const { database, secondCopy } = this.#options
    const verified: VerifiedLog[] = []
    for (const record of await database.getAll('sessions')) {
      const { id, title } = record
      const verdict = await verifyThreads(database, record)
      const isWhole = verdict.state !== 'altered' || verdict.thread !== undefined
      const copy = await secondCopy?.verify(id, isWhole)
      verified.push({ id, title, verdict, ...(copy && { copy }) })
    }
    return verified
  }

  /** Removes content that nothing needs. The sessions themselves stay as they are, deleted ones too. */
  async cleanUp(): Promise<Result<CleanUpOutcome>> {
    const { database, use } = this.#options
    const logs = new LogReferences(database)
    // Most of it is read while the other tabs go on.
    const read = await askHolder(logs)
    if (!read.ok) return read
    const collected = await use.collect((used) => this.#collect(logs, used))
    const swept = collected.ok ? collected.value : collected
    if (!swept.ok) return swept
    const { freedBytes, leftBytes, problem } = swept.value
    if (problem && freedBytes === 0) return storageFailure(problem)
    return ok({ freedBytes, leftBytes })
  }

  /** While no tab stores or reads content. */
  async #collect(logs: ContentHolder, used: ReadonlySet<string>): Promise<Result<Swept>> {
    const { database, files, holders } = this.#options
    const content = await StoredContent.readCompared({ database, files })
    if (!content) return unreadable()
    const tops = [...used]
    for (const holder of [...holders, logs]) {
      const held = await askHolder(holder, COLLECTION_HOLDER_MS)
      if (!held.ok) return held
      tops.push(...held.value)
    }
    await content.learn(tops)
    const stays = new Set<string>()
    content.reach(tops, stays)
    return ok(await sweep({ database, files }, content, stays))
  }

  async #others(): Promise<OtherHolder[]> {
    const others: OtherHolder[] = []
    for (const holder of this.#options.holders) {
      const held = await askHolder(holder)
      if (!held.ok) console.info('The storage was counted without one of its holders:', held.error.message)
      others.push({ holder: holder.name, hashes: held.ok ? held.value : undefined })
    }
    return others
  }
}

/** Verdict on the session's log, or on the first log of a child agent that is not as it was written. */
async function verifyThreads(database: Database, session: SessionRecord): Promise<LogVerdict> {
  const main = await verifyLog(database, session)
  if (main.state === 'altered') return main
  for (const { id, role, chain, lastSeq } of await database.getAll('threads', threadRange(session.id))) {
    const end = { id: logName(session.id, id), lastSeq, ...(chain && { chain }) }
    const verdict = await verifyLog(database, end)
    if (verdict.state === 'altered') return { ...verdict, thread: { id, role } }
  }
  return main
}

function unreadable(): Result<never> {
  return fail(
    'not_permitted',
    'A part of the contents lies in files that cannot be read now; nothing was removed.',
    { hint: 'Reload the page, and try again.' },
  )
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
