/** Events that cost something. */
import type { EventBody } from '../../protocol/events.ts'

const BILLED: ReadonlySet<EventBody['type']> = new Set([
  'response_ended',
  'response_cut',
  'advice_given',
  'call_classified',
  'conversation_compacted',
] as const)

export function isBilled(event: EventBody): event is Extract<EventBody, { costUsd: number | null }> {
  return BILLED.has(event.type)
}
