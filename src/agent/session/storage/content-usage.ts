/** Bytes of the stored content, by whoever needs them. */
import type { ContentHolderName, SessionUsage, StorageOverview } from '../../protocol/calls/storage.ts'
import type { SessionReferences } from './log-references.ts'
import type { StoredContent } from './stored-content.ts'

export interface ContentHolders {
  readonly sessions: readonly SessionReferences[]
  /** Holders beside the logs; the hashes are undefined of one that could not be read. */
  readonly others: readonly OtherHolder[]
  /** Hashes that passed through this tab's store. */
  readonly used: ReadonlySet<string>
}

export interface OtherHolder {
  readonly holder: ContentHolderName
  readonly hashes: Iterable<string> | undefined
}

export type ContentUsage = Pick<
  StorageOverview,
  'sessions' | 'contentBytes' | 'freeableBytes' | 'holders' | 'heldBytes'
>

/** Reads directories. Content that several holders need counts for the first: a session, then the others in their order. */
export async function contentUsage(content: StoredContent, needs: ContentHolders): Promise<ContentUsage> {
  const { sessions, others, used } = needs
  await content.learn([...sessions, ...others].flatMap(({ hashes = [] }) => [...hashes]))
  const counted = new Set<string>()
  /** Bytes of those that were not counted yet. */
  const count = (hashes: Iterable<string>) => {
    const fresh = [...hashes].filter((hash) => !counted.has(hash))
    for (const hash of fresh) counted.add(hash)
    return sizeOf(fresh, content)
  }
  const bySession = sessionUsage(sessions, content)
  const needed = count(bySession.needed)
  const holders = others.map(({ holder, hashes }) => ({
    holder,
    bytes: hashes && count(neededBy(hashes, content)),
  }))
  const heldBytes = count(content.withBases(used))
  const other = holders.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  const isKnown = holders.every(({ bytes }) => bytes !== undefined)
  return {
    sessions: bySession.sessions,
    contentBytes: content.bytes,
    freeableBytes: isKnown ? content.bytes - needed - other - heldBytes : 0,
    holders: holders.filter(({ bytes }) => bytes !== 0),
    heldBytes,
  }
}

/** Bytes that each session needs, and of them those that no other session does. */
function sessionUsage(
  all: readonly SessionReferences[],
  content: StoredContent,
): { sessions: SessionUsage[]; needed: Iterable<string> } {
  const users = new Map<string, number>()
  const needs = all.map((session) => {
    const own = neededBy(session.hashes, content)
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
  return { sessions, needed: users.keys() }
}

/** All that these consist of, with the bases of differences. */
function neededBy(hashes: Iterable<string>, content: StoredContent): Set<string> {
  const reached = new Set<string>()
  content.reach(hashes, reached)
  return content.withBases(reached)
}

function sizeOf(hashes: Iterable<string>, content: StoredContent): number {
  let bytes = 0
  for (const hash of hashes) bytes += content.size(hash)
  return bytes
}
