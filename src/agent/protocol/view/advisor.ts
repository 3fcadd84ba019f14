/** A call of the service's own advisor, as the answer tells of it. */
import type { EventOf } from '../events.ts'
import type { AdvisorResultBlock } from '../messages.ts'
import type { ToolView } from './screen-state.ts'
import { shortInput } from '../text/short-input.ts'
import type { Draft } from './draft.ts'

/** The service's own advisor is shown as our own is: a call, and what came of it, never as the agent's words. */
export function askAdvisor(
  draft: Draft,
  { turnId, at, block }: EventOf<'assistant_block'>,
  { id, input }: { id: string; input: ToolView['input'] },
): void {
  const title = shortInput(input) || 'asks for advice'
  draft.tool({ turnId, at, toolUseId: id }, { block, tool: 'Advisor', title, input, startedAt: at })
}

export function advised(
  draft: Draft,
  { turnId, at }: EventOf<'assistant_block'>,
  { tool_use_id, content }: AdvisorResultBlock,
): void {
  const text = content['text']
  const code = content['error_code']
  const failed = content.type === 'advisor_tool_result_error'
  const result =
    typeof text === 'string'
      ? text
      : failed
        ? `No advice: ${String(code)}.`
        : 'The advice is encrypted: only the model reads it.'
  draft.tool({ turnId, at, toolUseId: tool_use_id }, { state: failed ? 'failed' : 'done', result })
}
