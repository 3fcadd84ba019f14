import type { ToolResultBlock, UserMessage } from '../messages.ts'

/** Of a message or a result its text alone. */
export function textOf({ content }: Pick<UserMessage, 'content'> | Pick<ToolResultBlock, 'content'>): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
