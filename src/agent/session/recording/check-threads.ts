/** Threads of a recording: each has a name of its own, begins as one, and comes from an agent of the main thread in the end. */
import { RECORDING_THREADS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { threadId } from '../../protocol/events/agent-events.ts'
import { damaged, tooLarge } from './problem.ts'
import { hasThreads } from './recording.ts'
import type { Manifest, RecordedLogs } from './recording.ts'

export interface UncheckedThread {
  readonly id: string
  readonly events: readonly unknown[]
}

/** Before any of their events is looked at. Throws `RecordingProblem`. */
export function requireThreadNames(threads: readonly UncheckedThread[], version: Manifest['version']): void {
  if (threads.length > 0 && !hasThreads(version))
    throw damaged(`it has threads, which no recording of format ${version} has`)
  requireFewThreads(threads.length)
  const names = new Set<string>()
  for (const { id } of threads) {
    if (!threadId.safeParse(id).success) throw damaged('one of its threads has a name that no thread has')
    if (names.has(id)) throw damaged(`it holds thread ${id} twice`)
    names.add(id)
  }
}

export function requireFewThreads(count: number): void {
  if (count > RECORDING_THREADS)
    throw tooLarge(`it has ${count} threads, and at most ${RECORDING_THREADS} can be opened`)
}

/**
 * An agent without its thread is left as it is: the thread was lost, or still open when the recording was made. Throws
 * `RecordingProblem`.
 */
export function requireLineage({ events, threads }: RecordedLogs): void {
  requireNoBeginning(events, 'its main log')
  const started = new Map<string | undefined, ReadonlySet<string>>([[undefined, agentsOf(events)]])
  for (const { id, events: log } of threads) started.set(id, agentsOf(log))
  const parents = new Map<string, string | undefined>()
  for (const { id, events: log } of threads) {
    const parent = parentOf(id, log)
    const agents = started.get(parent)
    if (agents === undefined) throw damaged(`thread ${id} comes from a thread that it does not have`)
    if (!agents.has(id)) throw damaged(`no agent of its log started thread ${id}`)
    parents.set(id, parent)
  }
  requireNoCircle(parents)
}

function parentOf(id: string, [first, ...rest]: readonly AgentEvent[]): string | undefined {
  if (first?.type !== 'thread_started' || first.thread !== id)
    throw damaged(`thread ${id} does not begin as a thread does`)
  requireNoBeginning(rest, `thread ${id}`)
  return first.parent
}

/** A log takes its tree and its mode from the beginning of a thread, wherever it stands. */
function requireNoBeginning(events: readonly AgentEvent[], where: string): void {
  if (events.some(({ type }) => type === 'thread_started'))
    throw damaged(`${where} has the beginning of a thread in it`)
}

function agentsOf(events: readonly AgentEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => (event.type === 'agent_started' ? [event.agent] : [])))
}

/** Each step to a parent is taken once. */
function requireNoCircle(parents: ReadonlyMap<string, string | undefined>): void {
  const fromMain = new Set<string | undefined>([undefined])
  for (const id of parents.keys()) {
    const way = new Set<string | undefined>()
    for (let at: string | undefined = id; !fromMain.has(at); at = at && parents.get(at)) {
      if (way.has(at)) throw damaged(`thread ${id} comes from itself`)
      way.add(at)
    }
    for (const at of way) fromMain.add(at)
  }
}
