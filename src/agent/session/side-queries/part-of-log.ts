/** The events of some messages of a conversation, and what the program has told the model there. Pure. */
import { callIds } from '../../context/compression/conversation-events.ts'
import { terseChange } from '../../prompt/terse.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { isInstructions } from '../../protocol/text/instruction-reminder.ts'
import { MEMORY_BEGAN, MEMORY_CHANGED } from '../../protocol/text/memory-reminder.ts'

/** The user's messages among these, and what the log has of the calls there. */
export function eventsOf(messages: readonly Message[], events: readonly AgentEvent[]): readonly AgentEvent[] {
  const calls = callIds(messages)
  const texts = new Set(textsIn(messages))
  return events.filter((event) => {
    if (event.type === 'user_message')
      return event.content.some((block) => block.type === 'text' && texts.has(block.text))
    if (event.type === 'assistant_block')
      return event.content.type === 'tool_use' && calls.has(event.content.id)
    return 'toolUseId' in event && event.toolUseId !== undefined && calls.has(event.toolUseId)
  })
}

const TERSE: ReadonlySet<string | undefined> = new Set([terseChange(false, true), terseChange(true, false)])

/** News of instruction files, of the memory and of how to answer: the program knows that the model has them. */
export function toldIn(messages: readonly Message[]): readonly string[] {
  return textsIn(messages).filter((text) => isInstructions(text) || isOfMemory(text) || TERSE.has(text))
}

/** All of its notes; single ones are told again where they belong to a message. */
function isOfMemory(text: string): boolean {
  return [MEMORY_BEGAN, MEMORY_CHANGED].some((beginning) =>
    text.startsWith(`<system-reminder>\n${beginning}`),
  )
}

function textsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      : [],
  )
}
