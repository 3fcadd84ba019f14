/** Rules between messages: every call is answered once, at once, and nothing else is. */
import { invalid, type ApiError } from '../api-error.ts'
import { asArray, asBlocks, asObject, asString, type JsonObject } from '../json.ts'

/** Consecutive messages of one role, as the API joins them before it looks. `index` is the first one's. */
export interface MergedMessage {
  readonly role: string
  readonly index: number
  readonly content: readonly JsonObject[]
}

export function mergeMessages(messages: unknown): MergedMessage[] {
  const merged: { role: string; index: number; content: JsonObject[] }[] = []
  for (const [index, message] of asArray(messages).map(asObject).entries()) {
    const role = asString(message['role'])
    const last = merged.at(-1)
    if (last?.role === role) last.content.push(...asBlocks(message['content']))
    else merged.push({ role, index, content: [...asBlocks(message['content'])] })
  }
  return merged
}

export function checkPairs(body: JsonObject): ApiError | undefined {
  const messages = mergeMessages(body['messages'])
  const seen = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const error =
      message.role === 'assistant'
        ? checkCalls(message, messages[index + 1], seen)
        : checkResults(message, messages[index - 1])
    if (error) return error
  }
  return undefined
}

function callIds(message: MergedMessage | undefined): string[] {
  return (message?.content ?? []).flatMap((block) =>
    block['type'] === 'tool_use' ? [asString(block['id'])] : [],
  )
}

/** Ids of the results that stand before any other block: the only place where the API looks for them. */
function leadingResultIds(message: MergedMessage | undefined): string[] {
  const content = message?.content ?? []
  const end = content.findIndex((block) => block['type'] !== 'tool_result')
  return (end === -1 ? content : content.slice(0, end)).map((block) => asString(block['tool_use_id']))
}

function checkCalls(
  message: MergedMessage,
  next: MergedMessage | undefined,
  seen: Set<string>,
): ApiError | undefined {
  const ids = callIds(message)
  for (const id of ids) {
    if (seen.has(id)) return invalid('messages: `tool_use` ids must be unique')
    seen.add(id)
  }
  const answered = new Set(leadingResultIds(next))
  const open = ids.filter((id) => !answered.has(id))
  if (open.length === 0) return undefined
  return invalid(
    `messages.${message.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  )
}

function checkResults(message: MergedMessage, previous: MergedMessage | undefined): ApiError | undefined {
  const called = new Set(callIds(previous))
  const answered = new Set<string>()
  for (const [index, block] of message.content.entries()) {
    if (block['type'] !== 'tool_result') continue
    const id = asString(block['tool_use_id'])
    if (!called.has(id)) {
      return invalid(
        `messages.${message.index}.content.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
      )
    }
    if (answered.has(id)) {
      return invalid(
        `messages.${message.index}.content.${index}: each tool_use must have a single result. ` +
          `Found multiple \`tool_result\` blocks with id: ${id}`,
      )
    }
    answered.add(id)
  }
  return undefined
}
