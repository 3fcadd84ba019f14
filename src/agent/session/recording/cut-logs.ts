/** A session's logs up to a step, as a recording or a fork has them. */
import type { AgentEvent } from '../../protocol/events.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { repair } from '../log/repair.ts'
import { logName, threadRange } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import type { RecordedLogs, RecordedThread } from './recording.ts'

/** All threads of a session but the main one, as they are on disk. */
export async function readThreads(database: Database, session: string): Promise<RecordedThread[]> {
  const records = await database.getAll('threads', threadRange(session))
  return Promise.all(
    records.map(async ({ id }) => ({
      id,
      events: await readStoredEvents(database, logName(session, id), 1),
    })),
  )
}

/** The log up to that step; work under way is ended as a tab's end would have ended it. */
export function upTo(events: readonly AgentEvent[], seq: number | undefined): readonly AgentEvent[] {
  const kept = seq === undefined ? events : events.filter((event) => event.seq <= seq)
  const last = kept.at(-1)
  if (!last) return kept
  const ends = repair(kept).map((body, index) => ({ ...body, seq: last.seq + 1 + index, at: last.at }))
  return [...kept, ...ends]
}

/** The main thread up to that step, and whole each thread that had ended by then. */
export function cutLogs(logs: RecordedLogs, seq: number | undefined): RecordedLogs {
  return { events: upTo(logs.events, seq), threads: endedThreads(logs, seq) }
}

/**
 * Threads that had ended by that step, and those that these had started. One that goes on, or went on later, is left out, for its
 * log has what came after the step; so is one whose beginning cannot be read.
 */
function endedThreads({ events, threads }: RecordedLogs, seq: number = Infinity): RecordedThread[] {
  const known = new Map(threads.map((thread) => [thread.id, thread]))
  const taken = new Set<string>()
  const take = (ids: readonly string[], parent: string | undefined): void => {
    for (const id of ids) {
      const thread = known.get(id)
      if (thread === undefined || taken.has(id) || !isBegun(thread, parent)) continue
      taken.add(id)
      take(endedIn(thread.events, Infinity), id)
    }
  }
  take(endedIn(events, seq), undefined)
  return threads.flatMap(({ id, events: log }) =>
    taken.has(id) ? [{ id, events: upTo(log, undefined) }] : [],
  )
}

function isBegun({ id, events }: RecordedThread, parent: string | undefined): boolean {
  const [first] = events
  return first?.type === 'thread_started' && first.thread === id && first.parent === parent
}

/** Agents of which the last event in this log is their end, and came by then. */
function endedIn(events: readonly AgentEvent[], seq: number): string[] {
  const ended = new Map<string, boolean>()
  for (const event of events) {
    if (event.type === 'agent_started') ended.set(event.agent, false)
    if (event.type === 'agent_ended' && ended.has(event.agent)) ended.set(event.agent, event.seq <= seq)
  }
  return [...ended].filter(([, isEnded]) => isEnded).map(([id]) => id)
}
