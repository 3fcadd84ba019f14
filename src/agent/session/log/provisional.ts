/** Events whose loss with the power does not matter. */
import type { AgentEvent } from '../../protocol/events.ts'

/**
 * Part of a turn that is still open: it survives the tab and the browser, but power may fail before it is flushed to
 * the disk. The event that closes the turn is flushed, and with it all before it.
 */
const PROVISIONAL: ReadonlySet<AgentEvent['type']> = new Set([
  'text_delta',
  'thinking_delta',
  'tool_output',
  'tool_announced',
  'input_checked',
  'permission_decided',
  'call_classified',
  'side_query_started',
  'side_query_ended',
  'tool_started',
  'request_started',
  'request_retry',
  'request_silent',
  'request_discarded',
  'assistant_block',
  'response_ended',
  'cache_broken',
  'response_cut',
  'limits_told',
  'transition',
  'memory_at_act',
] as const)

export function isProvisional({ type }: AgentEvent): boolean {
  return PROVISIONAL.has(type)
}
