/** A request as a script's turn sees it: who said what, which call was answered how. */
import { asArray, asBlocks, asObject, asString, isObject, textOf, type JsonObject } from './json.ts'

export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  readonly text: string
  readonly isError: boolean
}

export interface Conversation {
  readonly body: JsonObject
  readonly tools: readonly string[]
  /** Text of the last user message that is not an answer to calls; reminders in tags are left out. */
  readonly prompt: string
  /** Every answered call, in call order. */
  readonly results: readonly ToolResult[]
  readonly lastResult: ToolResult | undefined
}

export function readConversation(body: JsonObject): Conversation {
  const messages = asArray(body['messages']).map(asObject)
  const results = readResults(messages)
  return {
    body,
    tools: asArray(body['tools']).map((tool) => asString(asObject(tool)['name'])),
    prompt: lastPrompt(messages),
    results,
    lastResult: results.at(-1),
  }
}

export function readResults(messages: readonly JsonObject[]): ToolResult[] {
  const answers = new Map<string, JsonObject>()
  for (const block of blocksOf(messages, 'tool_result')) answers.set(asString(block['tool_use_id']), block)
  return blocksOf(messages, 'tool_use').flatMap((call) => {
    const answer = answers.get(asString(call['id']))
    return answer ? [toolResult(call, answer)] : []
  })
}

function toolResult(call: JsonObject, answer: JsonObject): ToolResult {
  return {
    id: asString(call['id']),
    name: asString(call['name']),
    input: isObject(call['input']) ? call['input'] : {},
    text: textOf(answer['content']),
    isError: answer['is_error'] === true,
  }
}

function blocksOf(messages: readonly JsonObject[], type: string): JsonObject[] {
  return messages.flatMap((message) => asBlocks(message['content']).filter((block) => block['type'] === type))
}

/** Text that a user wrote: no message that answers calls, no text inside reminder tags. */
export function humanText(message: JsonObject): string {
  if (message['role'] !== 'user') return ''
  const blocks = asBlocks(message['content'])
  if (blocks.some((block) => block['type'] === 'tool_result')) return ''
  return textOf(blocks)
    .replace(/<([a-z-]+)>[\s\S]*?<\/\1>/g, '')
    .trim()
}

function lastPrompt(messages: readonly JsonObject[]): string {
  return messages.map(humanText).findLast((prompt) => prompt !== '') ?? ''
}
