/**
 * Gates that may stop a call before it is looked at more closely: tools that the rules or the run forbid, calls over the budget,
 * calls that an earlier answer serves, tools that are not disclosed yet. The first gate with a verdict wins.
 */
import type { RuleSet } from '../permission/contract.ts'
import { isForbidden } from '../permission/match.ts'
import type { Tool, ToolOutput } from './contract.ts'

/** How often a run may call a tool; `steer` lets the call through and tells the model. */
export interface CallBudget {
  readonly calls: number
  readonly then: 'block' | 'steer'
}

export interface GateOptions {
  /** Only these may be called, e.g. while a skill or a sub-agent runs. */
  readonly allowedTools?: ReadonlySet<string>
  readonly budgets?: Readonly<Record<string, CallBudget>>
  /** Deferred tools whose schema the model has asked for. */
  readonly disclosed?: ReadonlySet<string>
}

export type GateVerdict =
  | { readonly type: 'pass'; readonly note?: string }
  | { readonly type: 'refuse'; readonly text: string }
  /** The result of the same call before, of a tool that is declared pure. */
  | { readonly type: 'replay'; readonly output: ToolOutput }

/** One per run: counts calls and remembers what pure tools have said. */
export class Gates {
  readonly #options: GateOptions
  readonly #calls = new Map<string, number>()
  readonly #answers = new Map<string, ToolOutput>()

  constructor(options: GateOptions = {}) {
    this.#options = options
  }

  judge(tool: Tool, input: unknown, ruleSets: readonly RuleSet[]): GateVerdict {
    const { allowedTools, budgets = {}, disclosed } = this.#options
    // The permission step says it, in its own words; nothing here may speak before it.
    if (isForbidden({ tool: tool.name, kind: tool.kind }, ruleSets)) return { type: 'pass' }
    if (allowedTools !== undefined && !allowedTools.has(tool.name))
      return refuse(`${tool.name} is not among the tools of this task: ${[...allowedTools].join(', ')}.`)
    const budget = Object.hasOwn(budgets, tool.name) ? budgets[tool.name] : undefined
    const calls = (this.#calls.get(tool.name) ?? 0) + 1
    const isOver = budget !== undefined && calls > budget.calls
    if (isOver && budget.then === 'block')
      return refuse(`${tool.name} was called ${budget.calls} times in this run, its limit. Go on without it.`)
    this.#calls.set(tool.name, calls)
    const before = tool.pure ? this.#answers.get(key(tool, input)) : undefined
    if (before !== undefined) return { type: 'replay', output: before }
    if (tool.shouldDefer && disclosed !== undefined && !disclosed.has(tool.name))
      return refuse(`The fields of ${tool.name} are not known to you yet. Ask for its description first.`)
    if (!isOver) return { type: 'pass' }
    const note = `${tool.name} was called ${calls} times in this run; ${budget.calls} were planned. Finish with what you have.`
    return { type: 'pass', note }
  }

  remember(tool: Tool, input: unknown, output: ToolOutput): void {
    if (tool.pure && !output.isError) this.#answers.set(key(tool, input), output)
  }
}

function refuse(text: string): GateVerdict {
  return { type: 'refuse', text: `Error: ${text}` }
}

function key(tool: Tool, input: unknown): string {
  return `${tool.name} ${JSON.stringify(input)}`
}
