/** The results of tools in a conversation, and what becomes of those that are left out of it. Pure. */
import type {
  DocumentBlock,
  ImageBlock,
  Message,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from '../../protocol/messages.ts'
import { blockTokens } from '../estimate.ts'

export interface PlacedResult {
  readonly toolUseId: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly tokens: number
  readonly isError: boolean
  readonly hasMedia: boolean
}

const CLEARED: TextBlock = {
  type: 'text',
  text: '[This result is left out to make room. Make the call again if what it said is needed.]',
}
const WITHOUT_MEDIA: Readonly<Record<'image' | 'document', TextBlock>> = {
  image: { type: 'text', text: '[image]' },
  document: { type: 'text', text: '[document]' },
}

/** Results that have not been cleared, oldest first. */
export function resultsOf(messages: readonly Message[]): readonly PlacedResult[] {
  const calls = new Map<string, ToolUseBlock>()
  const results: PlacedResult[] = []
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'tool_use') calls.set(block.id, block)
      if (block.type !== 'tool_result' || isCleared(block)) continue
      const call = calls.get(block.tool_use_id)
      if (!call) continue
      results.push({
        toolUseId: block.tool_use_id,
        tool: call.name,
        input: call.input,
        tokens: blockTokens(block),
        isError: block.is_error,
        hasMedia: block.content.some(isMedia),
      })
    }
  }
  return results
}

/** The pair stays: only what the result says is gone. */
export function clearedResult(result: ToolResultBlock): ToolResultBlock {
  return { ...result, content: [CLEARED] }
}

/** Images and documents as markers, in a result or beside it. */
export function withoutMedia<Part extends { readonly type: string }>(
  parts: readonly (Part | ImageBlock | DocumentBlock)[],
): (Part | TextBlock)[] {
  return parts.map((part) => (isMedia(part) ? WITHOUT_MEDIA[part.type] : part))
}

export function isMedia(part: { readonly type: string }): part is ImageBlock | DocumentBlock {
  return part.type === 'image' || part.type === 'document'
}

function isCleared({ content }: ToolResultBlock): boolean {
  const [only, ...more] = content
  return more.length === 0 && only?.type === 'text' && only.text === CLEARED.text
}
