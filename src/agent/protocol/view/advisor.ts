/** A call of the service's own advisor, as the answer tells of it. */
import type { EventOf } from '../events.ts'
import type { AdvisorResultBlock } from '../messages.ts'
import type { BlockView, ToolView } from './screen-state.ts'
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

/** Once `turnId` is whole, or will never be: a call in the turn before it that has no result will get none. */
export function cancelOpenAdvice(draft: Draft, { turnId, at }: { turnId: string; at: number }): void {
  const { items } = draft.state
  const own = items.findLastIndex((item) => item.kind === 'assistant' && item.id === turnId)
  const before = items.findLast((item, index) => item.kind === 'assistant' && index < own)
  if (before?.kind !== 'assistant' || !before.blocks.some(isUnanswered)) return
  const turn = draft.turn(before.id, at)
  turn.blocks = turn.blocks.map((block) => (isUnanswered(block) ? { ...block, state: 'cancelled' } : block))
}

function isUnanswered(block: BlockView): block is ToolView {
  return block.kind === 'tool' && block.state === 'running' && block.job === undefined
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
  // A paused answer goes on in another turn, and so does one with calls of ours beside the advisor's.
  const asked = draft.turnOf(tool_use_id) ?? turnId
  draft.tool({ turnId: asked, at, toolUseId: tool_use_id }, { state: failed ? 'failed' : 'done', result })
}
