/** A run: its budget, its model, and its end. */
import type { EventOf } from '../events.ts'
import { shortTokens } from '../token-budget.ts'
import { cancelOpenAdvice } from './advisor.ts'
import type { Draft } from './draft.ts'

export function applyBudget(draft: Draft, event: EventOf<'token_budget'>): void {
  const { state } = draft
  const { tokens, used } = event
  const hasEnded = event.state === 'ended'
  if (state.run.status === 'running') {
    state.run = { ...state.run, budget: hasEnded ? undefined : { tokens, used } }
  }
  if (!hasEnded) return
  const spent = `${shortTokens(used)} of ${shortTokens(tokens)} tokens of output were used`
  const why = event.diminishing === true ? `. The last rounds added hardly anything, so it ends here.` : '.'
  draft.items.push({ kind: 'notice', id: `event-${event.seq}`, level: 'info', text: spent + why })
}

/** How full the window is counts for the model that answers. */
export function replaceModel(draft: Draft, event: EventOf<'model_replaced'>): void {
  const { state } = draft
  state.model = event.by
  state.contextWindow = event.contextWindow
  const text = `${event.model} is overloaded; ${event.by} answers for the rest of this run.`
  draft.items.push({ kind: 'notice', id: `event-${event.seq}`, level: 'warning', text })
}

/** Nothing runs after the end: a call without a result, as a stopped stream leaves it, was cancelled. */
export function endRun(draft: Draft, event: EventOf<'run_ended'>): void {
  const { state } = draft
  state.run = { status: 'ended', terminal: event.terminal }
  state.requests = []
  state.questions = []
  const last = state.items.findLast((item) => item.kind === 'assistant')
  if (last) {
    cancelOpenAdvice(draft, { turnId: last.id, at: event.at })
    const turn = draft.turn(last.id, event.at)
    turn.streaming = false
    turn.blocks = turn.blocks.map((block) => {
      if (block.kind === 'tool')
        return block.state === 'running' && block.job === undefined
          ? { ...block, state: 'cancelled', question: undefined }
          : block
      return block.complete ? block : { ...block, complete: true }
    })
  }
  if (event.terminal === 'completed') return
  draft.items.push({
    kind: 'ended',
    id: `event-${event.seq}`,
    terminal: event.terminal,
    turns: event.turns,
  })
}
