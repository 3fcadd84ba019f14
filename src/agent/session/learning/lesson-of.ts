/**
 * The lesson of a stretch of work, from its log and without a model: what was asked, what failed or was refused, how the user
 * corrected it, and what worked then. Work in which nothing failed has none. No output of a call that passed is in it. Pure.
 */
import { isWithin, MEMORY, resolve } from '../../../sandbox/contract/path.ts'
import { conversationEvents } from '../../context/compression/conversation-events.ts'
import { errorKey, tellingError } from '../../context/compression/error-text.ts'
import { LESSON_CORRECTIONS, LESSON_FAILURES, LESSON_PATHS } from '../../limits.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import { textOf } from '../../protocol/text/text-of.ts'
import { sameAs } from './alike-commands.ts'
import { callsMade, fromRoot } from './calls-made.ts'
import type { MadeCall } from './calls-made.ts'
import { ownEvents } from './own-events.ts'

/** Texts are whole: a secret that a cut has parted would no longer be known as one, so that `lessonNote` cleans first. */
export interface Lesson {
  /** The first message of the user. */
  readonly task: string
  /** Id of that message: work that goes on with the same task gives the same lesson anew. */
  readonly messageId: string
  readonly outcome: 'succeeded' | 'failed'
  /** The first distinct ones. */
  readonly failures: readonly LessonFailure[]
  /** Words of the user after the first of them. */
  readonly corrections: readonly string[]
  /** Calls that passed where one of the failures had not. */
  readonly worked: readonly string[]
  /** Distinct, in the order of their first calls. */
  readonly tools: readonly string[]
}

export interface LessonFailure {
  readonly call: string
  /** Its result; `REFUSED` for one that the user refused. */
  readonly text: string
  readonly count: number
}

export type LessonOutcome =
  | { readonly kind: 'lesson'; readonly lesson: Lesson }
  | { readonly kind: 'none'; readonly reason: 'no run' | 'no task' | 'no failure' }

export const REFUSED = 'Refused by the user.'

/**
 * `events`: those of the main thread from the task on, of one run or of several. Where the conversation was put back, words and
 * successes that are no longer part of it do not count. Failures do: they are why it was put back.
 */
export function lessonOf(events: readonly AgentEvent[]): LessonOutcome {
  const own = ownEvents(events)
  if (!isOver(own)) return { kind: 'none', reason: 'no run' }
  const standing = conversationEvents(own)
  const task = standing.find(isSaid) ?? own.find(isSaid)
  if (!task) return { kind: 'none', reason: 'no task' }
  const calls = callsMade(own)
  const failed = calls.filter(({ end }) => end !== 'passed')
  const [first] = failed
  if (!first) return { kind: 'none', reason: 'no failure' }
  const failures = distinctFailures(failed)
  const later = standing.filter(({ seq }) => seq >= first.event.seq)
  const lesson = {
    task: textOf(task),
    messageId: task.messageId,
    outcome: outcomeOf(standing),
    failures: failures.map(({ made: { call, end, said }, count }) => ({
      call,
      text: end === 'refused' ? REFUSED : said,
      count,
    })),
    corrections: corrections(later, { task, calls }),
    worked: workedAfter(failures, { calls, standing }),
    tools: toolsIn(own),
  } as const
  return { kind: 'lesson', lesson }
}

/** A run has ended, and none goes on. */
function isOver(events: readonly AgentEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'run_started' || type === 'run_ended')
  return last?.type === 'run_ended'
}

function isSaid(event: AgentEvent): event is EventOf<'user_message'> {
  return event.type === 'user_message' && event.origin === 'human' && textOf(event).trim() !== ''
}

function outcomeOf(events: readonly AgentEvent[]): Lesson['outcome'] {
  const last = events.findLast((event) => event.type === 'run_ended')
  return last?.type === 'run_ended' && last.terminal === 'completed' ? 'succeeded' : 'failed'
}

interface Distinct {
  /** The first of them. */
  readonly made: MadeCall
  /** Number of the last of them. */
  last: number
  count: number
}

function distinctFailures(failed: readonly MadeCall[]): readonly Distinct[] {
  const found = new Map<string, Distinct>()
  for (const made of failed) {
    const key = `${made.key}\n${made.end} ${errorKey(tellingError(made.said))}`
    const known = found.get(key)
    if (known) {
      known.last = made.event.seq
      known.count++
    } else if (found.size < LESSON_FAILURES) found.set(key, { made, last: made.event.seq, count: 1 })
  }
  return [...found.values()]
}

/** Messages, and comments on calls that were refused. */
function corrections(
  events: readonly AgentEvent[],
  { task, calls }: { readonly task: EventOf<'user_message'>; readonly calls: readonly MadeCall[] },
): readonly string[] {
  const refused = new Set(calls.flatMap(({ end, event }) => (end === 'refused' ? event : [])))
  const asked = textOf(task).trim()
  const said = events.flatMap((event): string[] => {
    if (isSaid(event)) return [textOf(event).trim()]
    return event.type === 'permission_decided' && refused.has(event) ? [event.comment?.trim() ?? ''] : []
  })
  const distinct = new Set(said.filter((words) => words !== '' && words !== asked))
  return [...distinct].slice(0, LESSON_CORRECTIONS)
}

interface Work {
  readonly calls: readonly MadeCall[]
  /** Events that are part of the conversation. */
  readonly standing: readonly AgentEvent[]
}

/** For each failure the newest call that passed after it: the same one, or one that does the same. */
function workedAfter(failures: readonly Distinct[], { calls, standing }: Work): readonly string[] {
  const passed = lastPasses(calls, new Set(standing))
  const changes = changedPaths(standing)
  const worked = failures.flatMap(({ made, last }) => {
    const isSame = made.command === undefined ? () => false : sameAs(made.command)
    const newest = passed.findLast(
      ({ event, key, command }) =>
        event.seq > last && (key === made.key || (command !== undefined && isSame(command))),
    )
    return newest
      ? [
          workedText(
            newest,
            changes.filter(({ seq }) => seq > last && seq < newest.event.seq),
          ),
        ]
      : []
  })
  return [...new Set(worked)]
}

/** The last time of each call, where it has passed; oldest first. */
function lastPasses(calls: readonly MadeCall[], standing: ReadonlySet<AgentEvent>): readonly MadeCall[] {
  const last = new Map<string, MadeCall>()
  for (const made of calls) {
    if (made.end === 'passed' && !standing.has(made.event)) continue
    last.delete(made.key)
    last.set(made.key, made)
  }
  return [...last.values()].filter(({ end }) => end === 'passed')
}

interface Changed {
  readonly seq: number
  readonly path: string
}

function changedPaths(events: readonly AgentEvent[]): readonly Changed[] {
  return events.flatMap((event) =>
    pathsIn(event).flatMap((path) =>
      isWithin(resolve(path), MEMORY) ? [] : [{ seq: event.seq, path: fromRoot(path) }],
    ),
  )
}

function pathsIn(event: AgentEvent): readonly string[] {
  if (event.type === 'agent_ended') return event.changed
  if (event.type !== 'tool_result' || event.outcome !== 'done' || event.display?.kind !== 'diff') return []
  return [event.display.path]
}

function workedText({ call }: MadeCall, changes: readonly Changed[]): string {
  const paths = [...new Set(changes.map(({ path }) => path))]
  if (paths.length === 0) return call
  const more = paths.length - LESSON_PATHS
  const named = [...paths.slice(0, LESSON_PATHS), ...(more > 0 ? [`${more} more`] : [])]
  return `${call}, after changes to ${named.join(', ')}`
}

function toolsIn(events: readonly AgentEvent[]): readonly string[] {
  return [...new Set(events.flatMap((event) => (event.type === 'tool_started' ? [event.tool] : [])))]
}
