/**
 * Facts about the agent's work that belong to the conversation: where its next command starts, and its list of steps.
 * Restoring the conversation restores them.
 */
import { isWithin, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import type { AcceptedEvent, EventOf } from '../../protocol/events.ts'
import type { Todo } from '../../tools/state.ts'
import { CONVERSATION_EVENTS } from './model-conversation.ts'

export interface WorkFacts {
  /** Start directory of the next command; within the workspace, and maybe gone. */
  readonly cwd: string
  readonly todos: readonly Todo[]
  /** For going back. */
  readonly past: WorkPast
}

interface WorkPast {
  /** How many of `CONVERSATION_EVENTS` there were. */
  readonly told: number
  readonly last: WorkChange | undefined
}

/** One change, with the earlier ones. */
interface WorkChange extends Work {
  /** It belongs to the conversation from so many of its events on. */
  readonly from: number
  readonly before: WorkChange | undefined
}

type Work = Pick<WorkFacts, 'cwd' | 'todos'>

const NO_WORK: Work = { cwd: WORKSPACE_ROOT, todos: [] }

export const NO_WORK_FACTS: WorkFacts = { ...NO_WORK, past: { told: 0, last: undefined } }

/** The facts after the event; the same object if they have not changed. */
export function noteWork(facts: WorkFacts, event: AcceptedEvent): WorkFacts {
  const { told, last } = facts.past
  const work = workAfter(facts, event)
  const isTold = CONVERSATION_EVENTS.has(event.type)
  if (work === undefined && !isTold) return facts
  // A replaced workspace counts at once; the change of a call does with its turn, and a restore is an event itself.
  const from = event.type === 'workspace_imported' ? told : told + 1
  const { cwd, todos } = work ?? facts
  return {
    cwd,
    todos,
    past: {
      told: isTold ? told + 1 : told,
      last: work === undefined ? last : { cwd, todos, from, before: last },
    },
  }
}

/** Undefined if the event changes nothing of it. */
function workAfter(facts: WorkFacts, event: AcceptedEvent): Work | undefined {
  switch (event.type) {
    case 'tool_result':
      return afterCall(facts, event)
    case 'workspace_imported':
      return facts.cwd === WORKSPACE_ROOT ? undefined : { ...facts, cwd: WORKSPACE_ROOT }
    case 'conversation_restored':
      return workAt(facts.past.last, event.events)
    default:
      return undefined
  }
}

function afterCall(
  { cwd, todos }: Work,
  event: Pick<EventOf<'tool_result'>, 'cwd' | 'display'>,
): Work | undefined {
  const { display } = event
  if (event.cwd === undefined && display?.kind !== 'todos') return undefined
  return {
    cwd: event.cwd === undefined ? cwd : inWorkspace(event.cwd),
    todos: display?.kind === 'todos' ? display.todos : todos,
  }
}

/** The log may come from anywhere. */
function inWorkspace(path: string): string {
  const absolute = resolve(path)
  return isWithin(absolute, WORKSPACE_ROOT) ? absolute : WORKSPACE_ROOT
}

/** As it was after so many events of the conversation. */
function workAt(last: WorkChange | undefined, events: number): Work {
  let change = last
  while (change !== undefined && change.from > events) change = change.before
  return change ?? NO_WORK
}
