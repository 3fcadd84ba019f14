/** A session's row, as its events change it. */
import type { AgentEvent } from '../../protocol/events.ts'
import type { SessionRecord } from '../store/database.ts'

/** The last that the events give. */
export function titleOf(events: readonly AgentEvent[]): string | undefined {
  return events.findLast((event) => event.type === 'session_titled')?.title
}

type ListFields = 'title' | 'pinned' | 'archived' | 'deletedAt'

/** The record with what the list says of the session in place of what the log last said. */
export function withList(
  { pinned: _pinned, archived: _archived, deletedAt: _deletedAt, ...record }: SessionRecord,
  list: { readonly [F in ListFields]: SessionRecord[F] | undefined } & { readonly title: string },
): SessionRecord {
  const kept = Object.entries(list).filter(([, value]) => value !== undefined)
  return { ...record, ...Object.fromEntries(kept) }
}

/** The session's row after `events`. */
export function advance(record: SessionRecord, events: readonly AgentEvent[]): SessionRecord {
  const imported = events.findLast((event) => event.type === 'workspace_imported')
  const messages = events.filter(
    (event) => event.type === 'turn_committed' || (event.type === 'user_message' && event.origin === 'human'),
  ).length
  return {
    ...record,
    lastSeq: record.lastSeq + events.length,
    updatedAt: events.at(-1)?.at ?? record.updatedAt,
    workspace: imported?.name ?? record.workspace,
    ...ownImport(events),
    ...learnedTo(events),
    messages: record.messages + messages,
  }
}

/** The look itself is no work: it counts to its own entry. */
function learnedTo(events: readonly AgentEvent[]): Pick<SessionRecord, 'learnedTo'> {
  const last = events.findLast(
    (event) => event.type === 'memory_learned' && event.outcome !== 'failed' && event.session === undefined,
  )
  return last ? { learnedTo: last.seq } : {}
}

/** As `SessionFacts.ownImport`; absent where these events say nothing of it. */
export function ownImport(events: readonly AgentEvent[]): Pick<SessionRecord, 'ownImport'> {
  const last = events.findLast(({ type }) => type === 'workspace_imported' || type === 'recording_opened')
  if (!last) return {}
  return { ownImport: last.type === 'workspace_imported' && last.origin === undefined ? last.root : '' }
}
