/**
 * Screen state as a pure reduction of the log: the same events give the same screen, live or after a reload
 * (ARCHITECTURE, invariant 3). Incremental, and with structural sharing: an item that no event touched stays
 * the same object, so a screen of a thousand turns redraws only the last one. The effect of each kind of
 * event is in `view/`.
 */
import type { AgentEvent, EventOf } from '../events.ts'
import type { ScreenState } from './screen-state.ts'
import { withAgent, withRun, withSideQuery } from './usage-view.ts'
import { applyCompaction } from './compaction.ts'
import { Draft } from './draft.ts'
import { pick } from './pick.ts'
import { dequeue, userItem, queuedView } from './messages.ts'
import { endRun, applyBudget, replaceModel } from './run.ts'
import { applyPast } from './past.ts'
import { applyEgress } from './egress.ts'
import { applyHook } from './hooks.ts'
import { applyToTurn } from './turn.ts'

/** The state after these events; those that it already holds are skipped. */
export function applyEvents(state: ScreenState, events: readonly AgentEvent[]): ScreenState {
  const fresh = events.filter((event) => event.seq > state.lastSeq)
  const last = fresh.at(-1)
  if (!last) return state
  const draft = new Draft(state)
  for (const event of fresh) {
    apply(draft, event)
    draft.number(event.seq)
  }
  draft.state.lastSeq = last.seq
  return draft.state
}

function apply(draft: Draft, event: AgentEvent): void {
  const { state } = draft
  switch (event.type) {
    case 'session_created':
    case 'transition':
      return
    case 'session_titled':
      state.title = event.title
      return
    case 'workspace_imported':
      state.workspace = { name: event.name }
      state.root = event.root
      draft.items.push({
        ...pick(event, 'name', 'files', 'bytes'),
        kind: 'imported',
        id: `event-${event.seq}`,
      })
      return
    case 'checkpoint':
      state.root = event.root
      return
    case 'mode_changed':
      state.mode = event.mode
      return
    case 'user_message':
      dequeue(state, event.messageId)
      if (event.origin === 'human') draft.items.push(userItem(event))
      return
    case 'message_queued':
      state.queue = [...state.queue, queuedView(event)]
      return
    case 'message_unqueued':
      return dequeue(state, event.messageId)
    case 'run_started':
      // A run that follows a recording or a replay makes the session the user's own.
      state.recording = undefined
      if (state.replay?.ended) state.replay = undefined
      state.model = event.model
      state.contextWindow = event.contextWindow
      state.mode = event.mode
      state.usage = withRun(state.usage)
      state.run = {
        status: 'running',
        startedAt: event.at,
        retry: undefined,
        silent: false,
        compacting: false,
        paused: undefined,
        budget: undefined,
      }
      return
    case 'model_replaced':
      return replaceModel(draft, event)
    case 'run_ended':
      return endRun(draft, event)
    case 'error':
      draft.items.push({
        kind: 'error',
        id: `event-${event.seq}`,
        error: event.kind,
        message: event.message,
        hint: event.hint,
      })
      return
    case 'notice':
      draft.items.push({ kind: 'notice', id: `event-${event.seq}`, level: event.level, text: event.text })
      return
    case 'results_cleared':
    case 'spans_collapsed':
    case 'context_filled':
    case 'session_notes':
    case 'compaction_started':
    case 'conversation_compacted':
    case 'compaction_failed':
    case 'compaction_drafted':
    case 'compaction_dropped':
    case 'compaction_undone':
      return applyCompaction(draft, event)
    case 'changes_rejected':
      draft.items.push({
        kind: 'notice',
        id: `event-${event.seq}`,
        level: 'info',
        text: `You rejected changes in ${rejectedIn(event)}. The agent is told with your next message.`,
      })
      return
    case 'token_budget':
      return applyBudget(draft, event)
    case 'recording_opened':
    case 'session_forked':
    case 'conversation_restored':
    case 'replay_started':
    case 'replay_ended':
      return applyPast(draft, event)
    case 'instructions_read':
      state.heldInstructions = event.held?.map(({ name }) => name) ?? []
      return
    case 'agent_ended':
      state.root = event.root ?? state.root
      state.usage = withAgent(state.usage, event.usage, state.run.status === 'running')
      return
    case 'side_query_ended':
      state.usage = withSideQuery(state.usage, event)
      return
    case 'thread_started':
    case 'agent_started':
    case 'side_query_started':
    case 'instructions_wanted':
    case 'memory_read':
    case 'memory_recalled':
    case 'lessons_told':
    case 'memory_changed':
    case 'style_told':
      return
    case 'memory_learned':
      if (event.notes.length > 0 || event.lesson !== undefined)
        draft.items.push({
          kind: 'learned',
          id: `event-${event.seq}`,
          ...pick(event, 'session', 'notes', 'lesson'),
        })
      return
    case 'hook_ran':
      return applyHook(draft, event)
    case 'exit_decided':
      return applyEgress(draft, event)
    case 'opaque':
      return noteOpaque(draft, event)
    default:
      return applyToTurn(draft, event)
  }
}

/** One row for all that follow one another. */
function noteOpaque({ items }: Draft, { seq }: EventOf<'opaque'>): void {
  const last = items.at(-1)
  if (last?.kind === 'opaque') items[items.length - 1] = { ...last, steps: last.steps + 1 }
  else items.push({ kind: 'opaque', id: `event-${seq}`, steps: 1 })
}

function rejectedIn({ files }: EventOf<'changes_rejected'>): string {
  const paths = [...new Set(files.map(({ path }) => path))]
  return paths.length > 3 ? `${paths.length} files` : paths.join(', ')
}
