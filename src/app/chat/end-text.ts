/** Why a run ended before it was complete, in one line. */
import type { Terminal } from '../../agent/protocol/events.ts'
import { formatCount } from '../ui/format.ts'

export function endText(terminal: Exclude<Terminal, 'completed'>, turns: number): string {
  switch (terminal) {
    case 'aborted_streaming':
    case 'aborted_tools':
      return 'Stopped'
    case 'max_turns':
      return `Stopped after ${formatCount(turns, 'turn')}. Send a message to go on, or raise the limit in Settings.`
    case 'prompt_too_long':
      return 'Ended: the conversation no longer fits into the model’s context window.'
    case 'image_error':
      return 'Ended: the model could not read an image.'
    case 'blocking_limit':
      return 'Ended: the context window is full.'
    case 'budget_exceeded':
      return 'Ended: the budget is used up.'
    case 'hook_stopped':
    case 'stop_hook_prevented':
      return 'Ended by a hook'
    case 'error':
    case 'model_error':
      return 'Ended with an error'
    default:
      return terminal satisfies never
  }
}
