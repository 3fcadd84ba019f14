/** Results for calls that never ended: without them the model refuses the conversation. */
import type { EventBody } from '../protocol/events.ts'
import type { ToolUseBlock } from '../protocol/messages.ts'

/** Why a call has no result of its own. The model reads these texts. */
const MISSING_RESULT_TEXT = {
  not_started: 'Not run: the user interrupted before this call began.',
  interrupted: 'Interrupted by the user while it ran. What it had done by then stays done.',
  no_result:
    'This call ended without a result; it may have done part of its work. Check before repeating it.',
  lost: 'The tab was closed before this call ended; it may have done part of its work. Check before repeating it.',
} as const

export type MissingReason = keyof typeof MISSING_RESULT_TEXT

export function missingResult(call: ToolUseBlock, turnId: string, why: MissingReason): EventBody {
  return {
    type: 'tool_result',
    turnId,
    toolUseId: call.id,
    tool: call.name,
    outcome: 'cancelled',
    content: {
      type: 'tool_result',
      tool_use_id: call.id,
      content: [{ type: 'text', text: MISSING_RESULT_TEXT[why] }],
      is_error: true,
    },
    durationMs: 0,
    synthetic: true,
  }
}

/** The marker that a hard stop leaves in the conversation. */
export const INTERRUPTED_TEXT = '[Request interrupted by user]'

export function interruptionMarker(messageId: string): EventBody {
  return {
    type: 'user_message',
    messageId,
    content: [{ type: 'text', text: INTERRUPTED_TEXT }],
    origin: 'program',
  }
}
