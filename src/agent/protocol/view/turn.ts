/** A turn: its request, the answer as it streams, and what that took. */
import type { EventOf, TurnEvent } from '../events.ts'
import type { TextView, PauseView, RetryView, ScreenState } from './screen-state.ts'
import { withBreak, withResponse } from './usage-view.ts'
import { shortInput } from '../text/short-input.ts'
import type { Draft, Mutable } from './draft.ts'
import { pick } from './pick.ts'
import { applyToCall } from './call.ts'
import { askAdvisor, advised, cancelOpenAdvice } from './advisor.ts'

export function applyToTurn(draft: Draft, event: TurnEvent): void {
  setSilent(draft.state, event.type === 'request_silent')
  switch (event.type) {
    case 'request_started':
      setRetry(draft.state, undefined)
      draft.turn(event.turnId, event.at).streaming = true
      return
    case 'request_discarded':
      return discard(draft, event)
    case 'request_retry':
      setRetry(draft.state, {
        attempt: event.attempt,
        of: event.of,
        reason: event.reason,
        until: event.at + event.delayMs,
      })
      return
    case 'request_silent':
    case 'run_output':
      return
    case 'run_paused':
      return setPaused(draft.state, pick(event, 'kind', 'text', 'root'))
    case 'run_resumed':
      return setPaused(draft.state, undefined)
    case 'text_delta':
      return draft.text(event, 'text')
    case 'thinking_delta':
      return draft.text(event, 'thinking')
    case 'tool_announced':
      return draft.tool(event, { tool: event.tool, block: event.block })
    case 'assistant_block':
      return completeBlock(draft, event)
    case 'response_ended':
      return endResponse(draft, event)
    case 'limits_told':
      draft.state.usage = { ...draft.state.usage, limits: event.limits }
      return
    case 'response_cut':
      draft.state.usage = withResponse(draft.state.usage, event, event.model)
      return
    case 'cache_broken':
      return noteBreak(draft, event)
    case 'turn_committed':
      draft.turn(event.turnId, event.at).streaming = false
      return cancelOpenAdvice(draft, event)
    default:
      return applyToCall(draft, event)
  }
}

function completeBlock(draft: Draft, event: EventOf<'assistant_block'>): void {
  const { content, block } = event
  if (content.type === 'redacted_thinking') return
  if (content.type === 'tool_use') {
    const { id, name, input } = content
    const known = draft.findTool(event.turnId, id)?.title
    return draft.tool(
      { ...event, toolUseId: id },
      { block, tool: name, input, title: known || shortInput(input) },
    )
  }
  if (content.type === 'server_tool_use') return askAdvisor(draft, event, content)
  if (content.type === 'advisor_tool_result') return advised(draft, event, content)
  const kind = content.type
  const text = content.type === 'text' ? content.text : content.thinking
  const { blocks } = draft.turn(event.turnId, event.at)
  const index = blocks.findLastIndex((known) => known.kind === kind && known.block === block)
  const whole: TextView = { kind, block, text, complete: true, seq: event.seq }
  if (index === -1) blocks.push(whole)
  else blocks[index] = whole
}

function endResponse(draft: Draft, event: EventOf<'response_ended'>): void {
  const { state } = draft
  const { usage } = event
  state.usage = withResponse(state.usage, event, state.model ?? '')
  if (state.run.status === 'running' && state.run.budget) {
    const { tokens, used: before } = state.run.budget
    state.run = { ...state.run, budget: { tokens, used: before + usage.outputTokens } }
  }
  state.contextTokens =
    usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
}

/** In the conversation only what somebody changed: that time passes is no news there. */
function noteBreak({ state, items }: Draft, event: EventOf<'cache_broken'>): void {
  state.usage = withBreak(state.usage, event)
  if (event.cause !== 'changed') return
  items.push({
    kind: 'cache_lost',
    id: `event-${event.seq}`,
    cause: event.cause,
    changed: event.changed,
    tokens: event.cachedTokens - event.readTokens,
  })
}

/** Calls that had begun early go with it, and what they had asked. */
function discard(draft: Draft, event: EventOf<'request_discarded'>): void {
  const { state } = draft
  const turn = draft.turn(event.turnId, event.at)
  turn.blocks = []
  turn.streaming = false
  if (state.requests.some(({ turnId }) => turnId === event.turnId)) {
    state.requests = state.requests.filter(({ turnId }) => turnId !== event.turnId)
  }
}

function setPaused(
  state: Mutable<ScreenState>,
  paused: (Omit<PauseView, 'root'> & { root?: PauseView['root'] }) | undefined,
): void {
  if (state.run.status !== 'running') return
  state.run = { ...state.run, paused: paused && { kind: paused.kind, text: paused.text, root: paused.root } }
}

function setRetry(state: Mutable<ScreenState>, retry: RetryView | undefined): void {
  if (state.run.status === 'running' && state.run.retry !== retry) state.run = { ...state.run, retry }
}

function setSilent(state: Mutable<ScreenState>, silent: boolean): void {
  if (state.run.status === 'running' && state.run.silent !== silent) state.run = { ...state.run, silent }
}
