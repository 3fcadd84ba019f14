/** The context window by what fills it. Pure. */
import type { ModelRequest } from '../model/contract.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { ContextBudget, ContextCell } from '../protocol/context-budget.ts'
import type { Message } from '../protocol/messages.ts'
import { blockTokens, contextTokens, sum, textTokens } from './estimate.ts'
import { isInstructions } from '../protocol/text/instruction-reminder.ts'
import { isMemoryText } from '../protocol/text/memory-reminder.ts'
import { windowLimits } from './window.ts'

export interface BudgetParts {
  readonly request: Pick<ModelRequest, 'model' | 'system' | 'tools' | 'messages'>
  /** Usage of the last request and its answer, by the provider's count. */
  readonly counted: Usage | undefined
  /** Tokens that the model takes, and those that are kept free for its answer. */
  readonly window: number
  readonly answer: number
}

type Used = Exclude<ContextCell, 'answer' | 'headroom'>

/**
 * Each part is estimated by its characters, then all are stretched to the sum that the provider has counted: the sum is
 * a fact, the shares are an estimate. The cells make up the window to the token.
 */
export function contextBudget({ request, counted, window, answer }: BudgetParts): ContextBudget {
  const parts: Record<Used, number> = {
    system: sum(request.system.map(({ text }) => textTokens(text))),
    tools: sum(request.tools.map((tool) => textTokens(JSON.stringify(tool)))),
    ...messageParts(request.messages),
  }
  const estimated = sum(Object.values(parts))
  const total = Math.min(window, counted ? contextTokens(counted, request.messages) : Math.ceil(estimated))
  const used = shared(parts, total)
  const kept = Math.min(answer, window - total)
  return {
    model: request.model,
    window,
    cells: { ...used, answer: kept, headroom: window - total - kept },
    compactAt: windowLimits(window).compactAt,
    isCounted: counted !== undefined,
  }
}

function messageParts(
  messages: readonly Message[],
): Record<'instructions' | 'memory' | 'history' | 'outputs', number> {
  const parts = { instructions: 0, memory: 0, history: 0, outputs: 0 }
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'tool_result') parts.outputs += blockTokens(block)
      else if (block.type === 'text' && isInstructions(block.text)) parts.instructions += blockTokens(block)
      else if (block.type === 'text' && isMemoryText(block.text)) parts.memory += blockTokens(block)
      else parts.history += blockTokens(block)
    }
  }
  return parts
}

/**
 * Whole tokens in the proportion of `parts` that add up to `total`; the rounding error goes to the largest.
 */
function shared(parts: Readonly<Record<Used, number>>, total: number): Record<Used, number> {
  const estimated = sum(Object.values(parts))
  const share = (part: number) => (estimated === 0 ? 0 : Math.floor((part / estimated) * total))
  const { system, tools, instructions, memory, history, outputs } = parts
  const cells = {
    system: share(system),
    tools: share(tools),
    instructions: share(instructions),
    memory: share(memory),
    history: share(history),
    outputs: share(outputs),
  }
  const names = ['system', 'tools', 'instructions', 'memory', 'history', 'outputs'] as const
  const largest = names.reduce((a, b) => (cells[b] > cells[a] ? b : a))
  cells[largest] += total - sum(Object.values(cells))
  return cells
}
