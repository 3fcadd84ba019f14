import { invalid, type ApiError } from '../api-error.ts'
import { asArray, asBlocks, asObject, asString, type JsonObject } from '../json.ts'

/** Whether this signature was issued for exactly this text. */
export type SignatureCheck = (thinking: string, signature: string) => boolean

export function checkThinking(body: JsonObject, isGenuine: SignatureCheck): ApiError | undefined {
  const messages = asArray(body['messages']).map(asObject)
  for (const [index, message] of messages.entries()) {
    if (message['role'] !== 'assistant') continue
    const error = checkBlocks(asBlocks(message['content']), `messages.${index}`, isGenuine)
    if (error) return error
  }
  const enabled = asObject(body['thinking'])['type'] === 'enabled'
  return enabled ? checkOpenTurn(messages) : undefined
}

function isThinking(block: JsonObject | undefined): boolean {
  return block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking'
}

function checkBlocks(
  blocks: readonly JsonObject[],
  at: string,
  isGenuine: SignatureCheck,
): ApiError | undefined {
  const forged = blocks.findIndex(
    (block) =>
      block['type'] === 'thinking' && !isGenuine(asString(block['thinking']), asString(block['signature'])),
  )
  if (forged !== -1) return invalid(`${at}.content.${forged}: Invalid \`signature\` in \`thinking\` block`)
  if (blocks.length > 0 && isThinking(blocks.at(-1))) {
    return invalid(`${at}: The final block in an assistant message cannot be \`thinking\`.`)
  }
  const first = blocks.findIndex(isThinking)
  return first > 0 ? mustBeFirst(`${at}.content.0`, blocks[0]) : undefined
}

/** With a fixed budget, the assistant message whose calls are being answered must still open with its thinking. */
function checkOpenTurn(messages: readonly JsonObject[]): ApiError | undefined {
  const index = messages.findLastIndex((message) => message['role'] === 'assistant')
  const blocks = asBlocks(messages[index]?.['content'])
  const open = index !== -1 && blocks.some((block) => block['type'] === 'tool_use')
  return open && !isThinking(blocks[0]) ? mustBeFirst(`messages.${index}.content.0`, blocks[0]) : undefined
}

function mustBeFirst(at: string, block: JsonObject | undefined): ApiError {
  const found = asString(block?.['type'])
  return invalid(
    `${at}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, ` +
      'a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and ' +
      '`tool_result` blocks).',
  )
}
