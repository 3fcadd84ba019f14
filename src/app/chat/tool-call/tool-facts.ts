/** The line of a tool call, and when its details are open by themselves. */
import type { ToolView } from '../../../agent/protocol/view/screen-state.ts'
import { chat as t } from '../../language/en/chat.ts'

/** Changed lines up to which a diff is open by itself: about half a screen. */
const SHORT_DIFF_LINES = 40
const FILE_TOOLS = ['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit']

export function hasDetails(call: ToolView): boolean {
  if (call.display?.kind === 'todos' || call.question || comparisonOf(call) === 'differs') return true
  return call.display?.kind === 'diff' || call.output.length > 0 || call.result !== '' || call.tool === 'Bash'
}

/** Live output and short diffs are news; what went well is not, and closes to its line. */
export function opensItself({ state, job, question, output, display }: ToolView): boolean {
  if (question !== undefined) return true
  // A server's log would stand open for the whole session.
  if (job !== undefined) return false
  if (state === 'running') return output.length > 0
  if (state === 'failed') return display?.kind === 'process' || output.length > 0
  return display?.kind === 'diff' && display.added + display.removed <= SHORT_DIFF_LINES
}

/** The outcome in a few words, besides the state. */
export function toolSummary({ display }: ToolView): string {
  switch (display?.kind) {
    case 'diff':
      return `+${display.added} −${display.removed}`
    case 'process':
      if (display.timedOut) return t.timedOut
      return display.exitCode === 0 ? '' : t.exitCode(display.exitCode)
    case 'todos':
      return t.steps(display.todos.length)
    case 'summary':
      return display.text
    case 'job':
      return t.inBackground
    default:
      return ''
  }
}

/** In a replay, what its result is against the recorded one. */
export function comparisonOf({ compared }: ToolView): 'same' | 'times' | 'differs' {
  if (!compared) return 'same'
  return compared.files === 'differs' ? 'differs' : compared.result
}

/** The file that the call is about, when there is one to show. */
export function toolPath({ tool, input, display }: ToolView): string | undefined {
  if (display?.kind === 'diff') return display.path
  const path = input['file_path']
  return FILE_TOOLS.includes(tool) && typeof path === 'string' && path !== '' ? path : undefined
}
