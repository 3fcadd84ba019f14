/** The result of a run as data: the call that the run ends with, checked against the schema that it was begun with. */
import { z } from 'zod'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { buildTool, textOutput, type Tool } from '../contract.ts'

export const OUTPUT_TOOL = '__output__'

export interface RunOutput {
  readonly tool: Tool
  /** The model's last valid result; undefined until there is one. */
  given(): Readonly<Record<string, unknown>> | undefined
}

/** Refuses what is no JSON Schema of an object, or one that cannot be checked here. */
export function createRunOutput(schema: Readonly<Record<string, unknown>>): Result<RunOutput> {
  const shape = objectSchema(schema)
  if (!(shape instanceof z.ZodObject)) {
    const reason = shape === undefined ? 'it is not the schema of an object' : shape.message
    return fail('invalid', `The output schema cannot be used: ${reason}.`, {
      hint: 'Give a JSON Schema like {"type": "object", "properties": {"passed": {"type": "boolean"}}, "required": ["passed"]}.',
    })
  }
  let given: Readonly<Record<string, unknown>> | undefined
  const tool = buildTool({
    name: OUTPUT_TOOL,
    description:
      'Gives the result of this task to the program that asked for it. Call it once, when all else is done; the task ends with it.',
    schema: shape,
    kind: 'state',
    requiresPermission: false,
    isConcurrencySafe: () => false,
    isReadOnly: () => true,
    isDestructive: () => false,
    title: () => 'result',
    run: async (input) => {
      given = input
      return textOutput('Taken.')
    },
  })
  // The model reads the schema as it was given, with its descriptions.
  return ok({ tool: { ...tool, inputSchema: { ...schema, type: 'object' } }, given: () => given })
}

function objectSchema(schema: Readonly<Record<string, unknown>>): z.ZodObject | Error | undefined {
  if (schema['type'] !== 'object') return undefined
  try {
    const shape = z.fromJSONSchema(schema)
    return shape instanceof z.ZodObject ? shape : undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
