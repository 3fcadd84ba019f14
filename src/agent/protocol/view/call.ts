/** A call of a tool: its questions to the user, its output, and its end. */
import type { EventOf, TurnEvent } from '../events.ts'
import type { OutputView, ToolView, PermissionRequest } from './screen-state.ts'
import { withAdvice, withSideQuery } from './usage-view.ts'
import type { Draft } from './draft.ts'
import { pick } from './pick.ts'
import { noteCompared } from './past.ts'
import { textOf } from '../text/text-of.ts'

type CallEvent = Extract<TurnEvent, { toolUseId: string }>

export function applyToCall(
  draft: Draft,
  event: Exclude<CallEvent, { type: 'tool_announced' }> | TurnEvent,
): void {
  switch (event.type) {
    case 'permission_requested': {
      const input = draft.findTool(event.turnId, event.toolUseId)?.input ?? {}
      draft.state.requests = [...without(draft.state.requests, event.toolUseId), { ...request(event), input }]
      return draft.tool(event, { title: event.title, tool: event.tool })
    }
    case 'permission_decided':
      draft.state.requests = without(draft.state.requests, event.toolUseId)
      // The call itself was decided before it ran.
      if (event.about === 'output') return
      return draft.tool(event, { decision: pick(event, 'behavior', 'reason') })
    case 'tool_started':
      return draft.tool(event, { startedAt: event.at, ...pick(event, 'tool', 'title', 'input') })
    case 'memory_at_act':
      return draft.tool(event, { notes: event.notes, otherNotes: event.others.length })
    case 'tool_output': {
      const output = draft.findTool(event.turnId, event.toolUseId)?.output ?? []
      return draft.tool(event, { output: append(output, event) })
    }
    case 'question_asked':
      draft.state.questions = [...draft.state.questions, event.toolUseId]
      return draft.tool(event, { question: event.question })
    case 'tool_result':
      return endCall(draft, event)
    case 'replay_compared':
      return noteCompared(draft, event)
    case 'advice_given':
      draft.state.usage = withAdvice(withSideQuery(draft.state.usage, event))
      return
    case 'call_classified':
      draft.state.usage = withSideQuery(draft.state.usage, event)
      return
    case 'job_ended':
      return draft.tool(event, {
        state: jobState(event),
        job: undefined,
        display: { kind: 'process', ...pick(event, 'exitCode', 'durationMs', 'timedOut') },
        durationMs: event.durationMs,
        jobEndSeq: event.seq,
      })
    default:
      return
  }
}

function endCall(draft: Draft, event: EventOf<'tool_result'>): void {
  draft.state.requests = without(draft.state.requests, event.toolUseId)
  if (draft.state.questions.includes(event.toolUseId))
    draft.state.questions = draft.state.questions.filter((id) => id !== event.toolUseId)
  if (event.display?.kind === 'todos') draft.state.todos = event.display.todos
  if (event.root) draft.state.root = event.root
  const job = event.display?.kind === 'job' ? event.display.jobId : undefined
  draft.tool(event, {
    tool: event.tool,
    state: job === undefined ? event.outcome : 'running',
    job,
    question: undefined,
    result: textOf(event.content),
    images: event.content.content.filter((part) => part.type === 'image'),
    display: event.display,
    durationMs: workTime(event, draft.findTool(event.turnId, event.toolUseId)?.startedAt),
    changed: event.root !== undefined,
    resultSeq: event.seq,
  })
}

/** In older logs a duration counts from before the permission: no call has worked longer than since its start. */
function workTime({ at, durationMs }: EventOf<'tool_result'>, startedAt: number | undefined): number {
  return startedAt === undefined ? durationMs : Math.max(0, Math.min(durationMs, at - startedAt))
}

function jobState({ how, exitCode, timedOut }: EventOf<'job_ended'>): ToolView['state'] {
  if (timedOut) return 'failed'
  if (how !== 'exited') return 'cancelled'
  return exitCode === 0 ? 'done' : 'failed'
}

function request(event: EventOf<'permission_requested'>): Omit<PermissionRequest, 'input'> {
  const told = pick(event, 'turnId', 'toolUseId', 'tool', 'title', 'reason', 'suggestedRule', 'destructive')
  return {
    ...told,
    ...(event.intent === undefined ? {} : { intent: event.intent }),
    ...(event.about === undefined ? {} : { about: event.about }),
    ...(event.isClassifying === undefined ? {} : { isClassifying: event.isClassifying }),
  }
}

function without(requests: readonly PermissionRequest[], toolUseId: string): readonly PermissionRequest[] {
  const rest = requests.filter((pending) => pending.toolUseId !== toolUseId)
  return rest.length === requests.length ? requests : rest
}

function append(output: readonly OutputView[], { stream, text }: OutputView): readonly OutputView[] {
  const last = output.at(-1)
  if (last?.stream !== stream) return [...output, { stream, text }]
  return [...output.slice(0, -1), { stream, text: last.text + text }]
}
