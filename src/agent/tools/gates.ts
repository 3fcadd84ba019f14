/** May stop a call before it is looked at more closely: one that the run has made often enough. */
import type { RuleSet } from '../permission/contract.ts'
import { isForbidden } from '../permission/match.ts'
import type { Tool } from './contract.ts'

/** How often a run may call a tool; `steer` lets the call through and tells the model. */
export interface CallBudget {
  readonly calls: number
  readonly then: 'block' | 'steer'
}

export type GateVerdict =
  | { readonly type: 'pass'; readonly note?: string }
  | { readonly type: 'refuse'; readonly text: string }

/** One per run: counts its calls. */
export class Gates {
  readonly #budgets: Readonly<Record<string, CallBudget>>
  readonly #calls = new Map<string, number>()

  constructor({ budgets }: { readonly budgets: Readonly<Record<string, CallBudget>> }) {
    this.#budgets = budgets
  }

  judge(tool: Tool, ruleSets: readonly RuleSet[]): GateVerdict {
    // The permission step says it, in its own words; nothing here may speak before it.
    if (isForbidden({ tool: tool.name, kind: tool.kind }, ruleSets)) return { type: 'pass' }
    const budget = Object.hasOwn(this.#budgets, tool.name) ? this.#budgets[tool.name] : undefined
    const calls = (this.#calls.get(tool.name) ?? 0) + 1
    const isOver = budget !== undefined && calls > budget.calls
    if (isOver && budget.then === 'block') {
      const text = `Error: ${tool.name} was called ${budget.calls} times in this run, its limit. Go on without it.`
      return { type: 'refuse', text }
    }
    this.#calls.set(tool.name, calls)
    if (!isOver) return { type: 'pass' }
    const note = `${tool.name} was called ${calls} times in this run; ${budget.calls} were planned. Finish with what you have.`
    return { type: 'pass', note }
  }
}
