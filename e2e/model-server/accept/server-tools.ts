/** Calls of the API's own tools: each has its result in the same answer, or is still open where the answer goes on. */
import { invalid, type ApiError } from '../api-error.ts'
import { asArray, asObject, asString, type JsonObject } from '../json.ts'
import { mergeMessages, type MergedMessage } from './pairs.ts'

const RESULT = /^(?!mcp_)([a-z_]+)_tool_result$/

export function checkServerTools(body: JsonObject): ApiError | undefined {
  const messages = mergeMessages(body['messages'])
  const answered = new Set(messages.flatMap(resultsIn).map(({ id }) => id))
  const asked = new Set<string>()
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const error =
      checkResults(message, asked) ??
      checkOpen(message, { answered, isLast: goesOn(message, messages.slice(index + 1)) })
    if (error) return error
  }
  return checkDefined(body, messages)
}

/** Whether the service goes on from this answer: nothing but results of the client's calls follows it. */
function goesOn(message: MergedMessage, [next, ...later]: readonly MergedMessage[]): boolean {
  if (next === undefined) return true
  const hasCalls = message.content.some((block) => block['type'] === 'tool_use')
  return hasCalls && later.length === 0 && next.content.every((block) => block['type'] === 'tool_result')
}

function resultsIn({ content }: MergedMessage) {
  return content.flatMap((block) => {
    const type = asString(block['type'])
    return RESULT.test(type) ? [{ type, id: asString(block['tool_use_id']) }] : []
  })
}

/** In the order of the blocks: a result stands behind its call. */
function checkResults(message: MergedMessage, asked: Set<string>): ApiError | undefined {
  for (const [index, block] of message.content.entries()) {
    const type = asString(block['type'])
    if (type === 'server_tool_use') asked.add(asString(block['id']))
    const id = asString(block['tool_use_id'])
    if (!RESULT.test(type) || asked.has(id)) continue
    return invalid(
      `messages.${message.index}.content.${index}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. ` +
        `Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`,
    )
  }
  return undefined
}

interface Place {
  readonly answered: ReadonlySet<string>
  readonly isLast: boolean
}

function checkOpen(message: MergedMessage, { answered, isLast }: Place): ApiError | undefined {
  const open = message.content.find(
    (block) => block['type'] === 'server_tool_use' && !answered.has(asString(block['id'])),
  )
  if (!open || isLast) return undefined
  const name = asString(open['name'])
  return invalid(
    `messages.${message.index}: \`${name}\` tool use with id \`${asString(open['id'])}\` was found without a corresponding \`${name}_tool_result\` block`,
  )
}

function checkDefined(body: JsonObject, messages: readonly MergedMessage[]): ApiError | undefined {
  const names = new Set(asArray(body['tools']).map((tool) => asObject(tool)['name']))
  const used = messages
    .flatMap(({ content }) => content)
    .find((block) => block['type'] === 'server_tool_use' && !names.has(block['name']))
  return used && invalid(`messages: \`${asString(used['name'])}\` is used, but no such tool was provided`)
}
