/** Turns of the project's sessions, found by their words. The words are held while they are wanted. */
import { RECALL_HELD_MS, RECALL_TURNS } from '../../../limits.ts'
import { Shelf } from '../../../memory/recall/shelf.ts'
import { logName } from '../../store/database.ts'
import type { Database, SessionRecord } from '../../store/database.ts'
import { LogTurns, turnOf } from './log-turns.ts'
import type { ShelvedTurn, Side, Turn, TurnShelf } from './log-turns.ts'
import type { SessionsTogether } from './project-sessions.ts'

export interface PastTurn extends Turn {
  readonly session: Pick<SessionRecord, 'id' | 'title'>
}

/** The turns of some sessions. */
export interface Turns {
  readonly shelf: Shelf
  /** Undefined: it is of none of these sessions. */
  readonly turnAt: (place: number) => PastTurn | undefined
  /** Number of the last event of a session that its conversation no longer has as it was. */
  readonly summarised: (session: string) => number
  /** Older sessions were left out. */
  readonly cut: boolean
}

export interface TurnsOf {
  readonly of: SessionsTogether
  /** Names what they belong to. What is held of another is let go. */
  readonly key: string
  readonly side: Side
  readonly signal?: AbortSignal | undefined
}

interface Held extends TurnShelf {
  readonly key: string
  /** By session, and by how much of it is told by another. */
  readonly logs: Map<string, LogTurns>
}

export class PastTurns {
  readonly #database: Database
  readonly #held = new Map<Side, Held>()
  #reading: Promise<unknown> = Promise.resolve()
  #release: ReturnType<typeof setTimeout> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Reads what is new in the logs. Calls wait for each other. */
  of(wanted: TurnsOf): Promise<Turns> {
    clearTimeout(this.#release)
    this.#release = setTimeout(() => this.#held.clear(), RECALL_HELD_MS)
    const read = this.#reading.catch(() => undefined).then(() => this.#read(wanted))
    this.#reading = read
    return read
  }

  /** The text of a turn; undefined where it is gone by now. */
  async text({ session, row, seq }: PastTurn): Promise<string | undefined> {
    const value: unknown = await this.#database.get('events', [logName(session.id, undefined), row])
    const events: readonly unknown[] = Array.isArray(value) ? value : [value]
    return turnOf(events[events.length - 1 - (row - seq)])?.text
  }

  async #read({ of: { sessions, roots }, key, side, signal }: TurnsOf): Promise<Turns> {
    const held = this.#heldOf(side, key)
    const ids = new Set(sessions.map(({ id }) => id))
    const read = new Map<string, { readonly session: SessionRecord; readonly log: LogTurns }>()
    let [count, cut] = [0, false]
    for (const session of sessions) {
      cut = count >= RECALL_TURNS
      if (cut) break
      const log = logOf(session, held, ids)
      await log.readOn(this.#database, session.lastSeq, signal)
      count += log.size
      read.set(session.id, { session, log })
    }
    return {
      shelf: held.shelf,
      turnAt: (place) => {
        const turn = held.turns[place]
        const isOther = roots !== undefined && turn?.root !== undefined && !roots.has(turn.root)
        return isOther ? undefined : withSession(turn, read)
      },
      summarised: (session) => read.get(session)?.log.summarised ?? 0,
      cut,
    }
  }

  #heldOf(side: Side, key: string): Held {
    const known = this.#held.get(side)
    if (known?.key === key) return known
    const held = { side, key, shelf: new Shelf(), turns: [], logs: new Map() }
    this.#held.set(side, held)
    return held
  }
}

function logOf(session: SessionRecord, held: Held, ids: ReadonlySet<string>): LogTurns {
  const { id, parent, copied = 0 } = session
  // Its beginning is told by the session that it was forked from.
  const after = parent !== undefined && ids.has(parent) ? copied : 0
  const name = `${after} ${id}`
  const known = held.logs.get(name)
  if (known) return known
  for (const [other, log] of held.logs) if (other.endsWith(` ${id}`)) log.forget()
  const log = new LogTurns(held, { session: id, group: held.logs.size, after })
  held.logs.set(name, log)
  return log
}

function withSession(
  turn: ShelvedTurn | undefined,
  read: ReadonlyMap<string, { readonly session: SessionRecord }>,
): PastTurn | undefined {
  const { session } = (turn && read.get(turn.session)) ?? {}
  return turn && session && { ...turn, session }
}
