import { invalid, type ApiError } from '../api-error.ts'
import { asArray, asBlocks, asObject, isObject, type JsonObject } from '../json.ts'

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const FIELDS = new Set(
  'name description input_schema type cache_control strict defer_loading allowed_callers input_examples eager_input_streaming'.split(
    ' ',
  ),
)

export function checkTools(body: JsonObject): ApiError | undefined {
  const tools = body['tools']
  if (tools !== undefined && !Array.isArray(tools)) return invalid('tools: Input should be a valid list')
  for (const [index, tool] of asArray(tools).entries()) {
    const error = checkTool(tool, `tools.${index}`)
    if (error) return error
  }
  return checkNames(asArray(tools)) ?? checkChoice(body['tool_choice'], asArray(tools)) ?? checkUses(body)
}

function checkTool(tool: unknown, path: string): ApiError | undefined {
  if (!isObject(tool)) return invalid(`${path}: Input should be a valid dictionary`)
  if (tool['type'] !== undefined && tool['type'] !== null && tool['type'] !== 'custom') return undefined
  const at = `${path}.custom`
  const missing = ['name', 'input_schema'].find((key) => tool[key] === undefined)
  if (missing !== undefined) return invalid(`${at}.${missing}: Field required`)
  const extra = Object.keys(tool).find((key) => !FIELDS.has(key))
  if (extra !== undefined) return invalid(`${at}.${extra}: Extra inputs are not permitted`)
  const name = tool['name']
  if (typeof name !== 'string' || !NAME.test(name)) {
    return invalid(`${at}.name: String should match pattern '${NAME.source}'`)
  }
  if (tool['description'] !== undefined && typeof tool['description'] !== 'string') {
    return invalid(`${at}.description: Input should be a valid string`)
  }
  return checkSchema(tool['input_schema'], `${at}.input_schema`)
}

function checkSchema(schema: unknown, at: string): ApiError | undefined {
  if (!isObject(schema)) return invalid(`${at}: Input should be a valid dictionary`)
  if (schema['type'] === undefined) return invalid(`${at}.type: Field required`)
  if (schema['type'] !== 'object') return invalid(`${at}.type: Input should be 'object'`)
  if (['oneOf', 'allOf', 'anyOf'].some((key) => key in schema)) {
    return invalid(`${at}: input_schema does not support oneOf, allOf, or anyOf at the top level`)
  }
  if (hasReference(schema)) return invalid(`${at}: JSON schema is invalid. $ref is not supported`)
  return undefined
}

function hasReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasReference)
  if (!isObject(value)) return false
  return typeof value['$ref'] === 'string' || Object.values(value).some(hasReference)
}

function checkNames(tools: readonly unknown[]): ApiError | undefined {
  const names = tools.map((tool) => asObject(tool)['name'])
  return new Set(names).size === names.length ? undefined : invalid('tools: Tool names must be unique.')
}

function checkChoice(choice: unknown, tools: readonly unknown[]): ApiError | undefined {
  if (choice === undefined) return undefined
  if (!isObject(choice) || !['auto', 'any', 'tool', 'none'].includes(String(choice['type']))) {
    return invalid(
      "tool_choice: Input tag does not match any of the expected tags: 'any', 'auto', 'none', 'tool'",
    )
  }
  if (tools.length === 0) return invalid('tool_choice may only be specified while providing tools')
  if (choice['type'] !== 'tool') return undefined
  const known = tools.some((tool) => asObject(tool)['name'] === choice['name'])
  return known ? undefined : invalid(`Tool '${String(choice['name'])}' not found in provided tools`)
}

/** History with calls in it needs the `tools` field, though not the same tools. */
function checkUses(body: JsonObject): ApiError | undefined {
  if (asArray(body['tools']).length > 0) return undefined
  const uses = asArray(body['messages']).some((message) =>
    asBlocks(asObject(message)['content']).some(
      (block) => block['type'] === 'tool_use' || block['type'] === 'tool_result',
    ),
  )
  return uses
    ? invalid('Requests which include `tool_use` or `tool_result` blocks must define tools')
    : undefined
}
