/** Tools of a replay: the real ones, but what would leave the sandbox says what it said when it was recorded. */
import type { Tool, ToolOutput } from '../../tools/contract.ts'
import type { ToolLookup } from '../../tools/deps.ts'
import type { RecordedResult } from './script.ts'

/** They ask the network or another model. */
const OUTSIDE: ReadonlySet<string> = new Set(['WebFetch', 'Advisor'])

export function recordedTools(tools: ToolLookup, results: ReadonlyMap<string, RecordedResult>): ToolLookup {
  return {
    names: () => tools.names(),
    find: (name) => {
      const tool = tools.find(name)
      return tool && OUTSIDE.has(tool.name) ? recordedTool(tool, results) : tool
    },
  }
}

function recordedTool(tool: Tool, results: ReadonlyMap<string, RecordedResult>): Tool {
  return {
    ...tool,
    prepare: (input) => {
      const prepared = tool.prepare(input)
      if (!prepared.ok) return prepared
      const run = async ({ toolUseId }: { readonly toolUseId: string }) => outputOf(results.get(toolUseId))
      return { ok: true, call: { ...prepared.call, run } }
    },
  }
}

function outputOf(recorded: RecordedResult | undefined): ToolOutput {
  if (!recorded) return { content: [{ type: 'text', text: 'This was not recorded.' }], isError: true }
  const { content, display } = recorded.event
  return {
    content: content.content,
    isError: content.is_error,
    ...(display === undefined ? {} : { display }),
  }
}
