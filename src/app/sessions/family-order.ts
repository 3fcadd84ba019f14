/** Sessions in the order of the list: forks under the session that they were made from. */
import type { SessionSummary } from '../../agent/protocol/calls/sessions.ts'

export interface ListedSession {
  readonly session: SessionSummary
  /** How many of its ancestors stand above it. */
  readonly depth: number
}

/** Deeper ones stand no further in: a phone has no room for it. */
const DEPTH_MAX = 4

/** Pinned first, then what was used last, each with its forks right below it, and theirs below them. */
export function familyOrder(sessions: readonly SessionSummary[]): ListedSession[] {
  const known = new Map(sessions.map((session) => [session.id, session]))
  const children = Map.groupBy(sessions, ({ id, parent }) =>
    parent !== undefined && known.has(parent) && !isOwnAncestor(id, known) ? parent : '',
  )
  const rows: ListedSession[] = []
  const add = (parent: string, depth: number) => {
    for (const session of byUse(children.get(parent) ?? [], children)) {
      rows.push({ session, depth: Math.min(depth, DEPTH_MAX) })
      add(session.id, depth + 1)
    }
  }
  add('', 0)
  return rows
}

function byUse(
  sessions: readonly SessionSummary[],
  children: ReadonlyMap<string, readonly SessionSummary[]>,
): SessionSummary[] {
  const lastUse = (session: SessionSummary): number =>
    Math.max(session.updatedAt, ...(children.get(session.id) ?? []).map(lastUse))
  return sessions.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || lastUse(b) - lastUse(a))
}

/** A record that was tampered with may name itself, by way of others. */
function isOwnAncestor(id: string, known: ReadonlyMap<string, SessionSummary>): boolean {
  const seen = new Set<string>()
  for (let at = known.get(id)?.parent; at !== undefined; at = known.get(at)?.parent) {
    if (at === id) return true
    if (seen.has(at)) return false
    seen.add(at)
  }
  return false
}
