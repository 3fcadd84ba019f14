/** Why a run ended before it was complete, in one line. */
import type { Terminal } from '../../../agent/protocol/events/run-events.ts'
import { chat as t } from '../../language/en/chat.ts'

export function endText(terminal: Exclude<Terminal, 'completed'>, turns: number): string {
  switch (terminal) {
    case 'aborted_streaming':
    case 'aborted_tools':
      return t.stopped
    case 'max_turns':
      return t.stoppedAfter(turns)
    case 'prompt_too_long':
      return t.endedTooLong
    case 'image_error':
      return t.endedImage
    case 'blocking_limit':
      return t.endedFull
    case 'budget_exceeded':
      return t.endedBudget
    case 'hook_stopped':
    case 'stop_hook_prevented':
      return t.endedHook
    case 'error':
    case 'model_error':
      return t.endedError
    default:
      return terminal satisfies never
  }
}
