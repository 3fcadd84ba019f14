import type { ToolResultBlock, UserMessage } from '../messages.ts'

/** The text of a message or a result, without other blocks. */
export function textOf({ content }: Pick<UserMessage, 'content'> | Pick<ToolResultBlock, 'content'>): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
