/**
 * Calls of the service's own advisor in a conversation. The service gives the result of an open call in its next answer,
 * which must follow at once or after the results of the calls beside it; it refuses an open call that anything else
 * follows, and a result without its call. Pure: without such blocks the same messages come back.
 */
import type { AssistantBlock, AssistantMessage, Message } from '../protocol/messages.ts'

/** The messages as they may stand before a text of the user: without open calls, and without an end that says nothing. */
export function settled(messages: readonly Message[]): readonly Message[] {
  const last = messages.at(-1)
  if (last?.role === 'assistant' && !saysSomething(last)) return settled(messages.slice(0, -1))
  const open = openAdvice(messages)
  return open.size === 0 ? messages : settled(without(messages, open))
}

/** The messages without results whose call is not among them: their beginning was cut off, or no call was kept. */
export function withoutStrayAdvice(messages: readonly Message[]): readonly Message[] {
  const asked = new Set(blocksOf(messages).flatMap(askedIn))
  const stray = new Set(
    blocksOf(messages)
      .flatMap(answeredIn)
      .filter((id) => !asked.has(id)),
  )
  return stray.size === 0 ? messages : without(messages, stray)
}

/** The last messages, and the answer after them: only calls that it has the result of, and results of their calls. */
export function paired(
  messages: readonly Message[],
  answer: readonly AssistantBlock[],
): { readonly before: readonly Message[]; readonly answer: readonly AssistantBlock[] } {
  const open = openAdvice(messages)
  const asked = new Set([...open, ...answer.flatMap(askedIn)])
  for (const id of answer.flatMap(answeredIn)) open.delete(id)
  return {
    before: open.size === 0 ? messages : without(messages, open),
    answer: answer.filter((block) => answeredIn(block).every((id) => asked.has(id))),
  }
}

function openAdvice(messages: readonly Message[]): Set<string> {
  const open = new Set(blocksOf(messages).flatMap(askedIn))
  for (const id of blocksOf(messages).flatMap(answeredIn)) open.delete(id)
  return open
}

function blocksOf(messages: readonly Message[]): AssistantBlock[] {
  return messages.flatMap((message) => (message.role === 'assistant' ? message.content : []))
}

function askedIn(block: AssistantBlock): readonly string[] {
  return block.type === 'server_tool_use' ? [block.id] : []
}

function answeredIn(block: AssistantBlock): readonly string[] {
  return block.type === 'advisor_tool_result' ? [block.tool_use_id] : []
}

function saysSomething({ content }: AssistantMessage): boolean {
  return content.some(({ type }) => type === 'text' || type === 'tool_use')
}

/** The messages without the blocks of these ids; a message that is left with none goes, too. */
function without(messages: readonly Message[], ids: ReadonlySet<string>): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    if (message.role === 'user') return [message]
    const content = message.content.filter(
      (block) => ![...askedIn(block), ...answeredIn(block)].some((id) => ids.has(id)),
    )
    if (content.length === message.content.length) return [message]
    const kept = withoutOpenEnd(content)
    return kept.length === 0 ? [] : [{ role: 'assistant', content: kept }]
  })
}

/** A message may not end in thinking. */
export function withoutOpenEnd(content: readonly AssistantBlock[]): AssistantBlock[] {
  const last = content.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking')
  return content.slice(0, last + 1)
}
