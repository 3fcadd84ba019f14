/** The results of tools in a conversation, and what becomes of those that are left out of it. Pure. */
import type {
  DocumentBlock,
  ImageBlock,
  Message,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from '../../protocol/messages.ts'
import type { EventOf } from '../../protocol/events.ts'
import { blockTokens } from '../estimate.ts'
import { isPlaceholder, placeholderFor } from './repeatable.ts'

/** Facts of a result by the program itself: no text of a file or a tool can pretend them. */
export interface ResultFacts {
  /** Its own name, whichever one the model called it by. */
  readonly tool: string
  readonly seen: NonNullable<EventOf<'tool_result'>['seen']>
  /** It only says that the result of this call shows the same. */
  readonly shownBy: string | undefined
  /** The file at `/results` that has all of it. */
  readonly stored: EventOf<'tool_result'>['stored']
  /** The command goes on in the background: the rest of its output comes with other calls. */
  readonly goesOn: boolean
  /** The user's own words about the call, as it was allowed or refused. */
  readonly comment?: string | undefined
}

/** A conversation, and the facts of its calls' results by the calls' ids; none of a result that was made up. */
export interface ConversationResults {
  readonly messages: readonly Message[]
  readonly results: ReadonlyMap<string, ResultFacts>
}

export interface PlacedResult extends ResultFacts {
  readonly toolUseId: string
  readonly input: Readonly<Record<string, unknown>>
  readonly tokens: number
  readonly isError: boolean
  readonly hasMedia: boolean
}

const WITHOUT_MEDIA: Readonly<Record<'image' | 'document', TextBlock>> = {
  image: { type: 'text', text: '[image]' },
  document: { type: 'text', text: '[document]' },
}

export function resultFacts(
  { tool, seen, shownBy, stored, display }: LoggedResult,
  comment?: string,
): ResultFacts {
  const facts = { tool, seen: seen ?? NOTHING_SEEN, shownBy, stored, goesOn: display?.kind === 'job' }
  return comment === undefined ? facts : { ...facts, comment }
}

type LoggedResult = Pick<EventOf<'tool_result'>, 'tool' | 'seen' | 'shownBy' | 'stored' | 'display'>
const NOTHING_SEEN: ResultFacts['seen'] = []

/** Results that have not been cleared, oldest first. */
export function resultsOf({ messages, results: known }: ConversationResults): readonly PlacedResult[] {
  const calls = new Map<string, ToolUseBlock>()
  const results: PlacedResult[] = []
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'tool_use') calls.set(block.id, block)
      if (block.type !== 'tool_result' || isCleared(block)) continue
      const call = calls.get(block.tool_use_id)
      if (!call) continue
      results.push({
        ...(known.get(call.id) ?? resultFacts({ tool: call.name })),
        toolUseId: call.id,
        input: call.input,
        tokens: blockTokens(block),
        isError: block.is_error,
        hasMedia: block.content.some(isMedia),
      })
    }
  }
  return results
}

/** Whether the conversation has a call's result as it was given. */
export function isShown({ is_error: isError, ...block }: ToolResultBlock): boolean {
  return !isError && !isCleared(block)
}

/** The pair stays: only what the result says is gone. `facts`: where the log has any. */
export function clearedResult(result: ToolResultBlock, facts: ResultFacts | undefined): ToolResultBlock {
  return { ...result, content: [placeholderFor(facts)] }
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

function isCleared({ content }: Pick<ToolResultBlock, 'content'>): boolean {
  return isPlaceholder(content[0])
}
