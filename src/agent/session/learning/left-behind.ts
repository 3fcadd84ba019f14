/**
 * Work of earlier sessions of the project that nobody has looked back on: their tabs were closed before that. A session that is open in
 * a tab is left to that. Whoever claims a session's work has it alone.
 */
import { LEARN_AGE_MS, LEARN_SESSIONS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { tend } from '../log/lease.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import type { MemoryHome } from '../memory/project-memory.ts'
import type { ProjectSessions } from '../memory/recall/project-sessions.ts'
import { upTo } from '../recording/cut-logs.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { changeSession } from '../store/sessions.ts'

export interface LeftBehindOptions {
  readonly database: Database
  readonly sessions: Pick<ProjectSessions, 'of'>
  readonly locks: Pick<LockManager, 'request'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Work of a session, claimed. */
export interface LeftWork {
  readonly session: string
  /** The whole log, ended as a lost tab's is. */
  readonly all: readonly AgentEvent[]
  /** Events that were not looked at. */
  readonly events: readonly AgentEvent[]
  /** It was not looked at, after all. */
  readonly release: () => Promise<void>
}

export class LeftBehind {
  readonly #options: LeftBehindOptions

  constructor(options: LeftBehindOptions) {
    this.#options = options
  }

  /** The number of the event to which a session's work was looked at, also by others; 0 for none. */
  async lookedTo(session: string): Promise<number> {
    return (await this.#options.database.get('sessions', session))?.learnedTo ?? 0
  }

  /** The latest first. Without a project there is none. */
  async sessions(open: string, home: Pick<MemoryHome, 'project'>): Promise<readonly string[]> {
    if (home.project === undefined) return []
    const { sessions, now } = this.#options
    const since = now() - LEARN_AGE_MS
    const together = await sessions.of(open, home)
    return together.sessions
      .filter((record) => record.id !== open && record.updatedAt >= since && isLeft(record))
      .slice(0, LEARN_SESSIONS)
      .map(({ id }) => id)
  }

  /** Undefined where a tab has it open, or another has been quicker. */
  async claim(session: string): Promise<LeftWork | undefined> {
    const { database, locks } = this.#options
    let before: SessionRecord | undefined
    await tend(locks, session, () =>
      changeSession(database, session, (record) => {
        before = isLeft(record) ? record : undefined
        return before ? { ...record, learnedTo: record.lastSeq } : record
      }),
    )
    if (before === undefined) return undefined
    const { learnedTo: known = 0, lastSeq } = before
    const all = upTo(await readStoredEvents(database, session, 1), undefined)
    const from = Math.max(known, learnedIn(all))
    return {
      session,
      all,
      events: all.filter(({ seq }) => seq > from),
      release: async () => {
        await changeSession(database, session, (record) =>
          record.learnedTo === lastSeq ? { ...record, learnedTo: known } : record,
        )
      },
    }
  }
}

function isLeft({ deletedAt, messages, lastSeq, learnedTo = 0 }: SessionRecord): boolean {
  return deletedAt === undefined && messages > 0 && lastSeq > learnedTo
}

/** As far as the log itself says, which an older row does not. */
function learnedIn(events: readonly AgentEvent[]): number {
  const last = events.findLast(
    (event) => event.type === 'memory_learned' && event.outcome !== 'failed' && event.session === undefined,
  )
  return last?.type === 'memory_learned' ? last.upTo : 0
}
