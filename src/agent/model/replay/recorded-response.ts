/** The answers of a recorded run as a model client gives them, with the time that passed between their parts. */
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import type { ModelStreamEvent } from '../contract.ts'

export interface RecordedPart {
  /** Milliseconds since the part before, or since the request. */
  readonly afterMs: number
  readonly event: ModelStreamEvent
}

export interface RecordedResponse {
  readonly parts: readonly RecordedPart[]
  /** False for an answer that was stopped: it never ends by itself. */
  readonly hasEnded: boolean
}

/** A replay costs nothing: no model was asked. */
export const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/**
 * One for each request of these events, in order. Attempts that were thrown away must be gone already. `wasCompleted`: the
 * last one was taken as whole; an older version took one so that the service had paused.
 */
export function recordedResponses(events: readonly AgentEvent[], wasCompleted = false): RecordedResponse[] {
  const responses: { parts: RecordedPart[]; hasEnded: boolean }[] = []
  let before = 0
  for (const event of events) {
    if (event.type === 'request_started') {
      responses.push({ parts: [], hasEnded: false })
      before = event.at
      continue
    }
    const response = responses.at(-1)
    const part = partOf(event, events)
    if (!response || !part) continue
    // A clock that was set back must not make anybody wait.
    response.parts.push({ afterMs: Math.max(0, event.at - before), event: part })
    before = Math.max(before, event.at)
    response.hasEnded ||= part.type === 'ended'
  }
  const last = responses.at(-1)
  if (last && wasCompleted) last.parts = last.parts.map(asWhole)
  return responses
}

function asWhole({ afterMs, event }: RecordedPart): RecordedPart {
  const isPaused = event.type === 'ended' && event.stopReason === 'pause_turn'
  return { afterMs, event: isPaused ? { ...event, stopReason: 'end_turn' } : event }
}

function partOf(event: AgentEvent, events: readonly AgentEvent[]): ModelStreamEvent | undefined {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      return { type: event.type, block: event.block, text: event.text }
    case 'tool_announced':
      return { type: 'tool_started', block: event.block, id: event.toolUseId, name: event.tool }
    case 'assistant_block':
      return blockOf(event, events)
    case 'response_ended':
      return { type: 'ended', stopReason: event.stopReason, usage: NO_USAGE }
    default:
      return undefined
  }
}

/** Broken JSON is not in the log; that it was broken is. */
function blockOf(
  { block, content }: EventOf<'assistant_block'>,
  events: readonly AgentEvent[],
): ModelStreamEvent {
  if (content.type !== 'tool_use' || Object.keys(content.input).length > 0)
    return { type: 'block', block, content }
  const checked = events.find((event) => event.type === 'input_checked' && event.toolUseId === content.id)
  const unparsed =
    checked?.type === 'input_checked' && checked.outcome === 'rejected'
      ? checked.details.find((detail) => /JSON/.test(detail))
      : undefined
  return { type: 'block', block, content, ...(unparsed === undefined ? {} : { inputError: unparsed }) }
}
