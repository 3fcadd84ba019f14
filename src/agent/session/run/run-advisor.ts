/**
 * The advisor of one run: the service's own where it has one, else a tool that makes a call of ours. Either way
 * no more than so many times.
 */
import { CALL_BUDGETS } from '../../limits.ts'
import { isAnthropicService } from '../../model/anthropic/anthropic-service.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Settings } from '../../protocol/settings.ts'
import { ADVISOR_TOOL, createAdvisorTool } from '../../tools/talk/advisor.ts'
import type { Tool } from '../../tools/contract.ts'
import type { CallBudget } from '../../tools/gates.ts'
import { createAdvisor } from '../side-queries/advisor.ts'
import type { AskAside } from '../side-queries/logged-queries.ts'
import { sleep } from '../../egress/sleep.ts'

export interface RunAdvisorOptions {
  readonly settings: Pick<Settings, 'provider' | 'baseUrl' | 'advisorModel' | 'advisorUses'>
  readonly askAside: AskAside
}

export class RunAdvisor {
  /** Tool of our own advisor; none without an advisor, or if the service has its own. */
  readonly tools: readonly Tool[]
  readonly budgets: Readonly<Record<string, CallBudget>>
  readonly #settings: RunAdvisorOptions['settings']
  #used = 0

  constructor({ settings, askAside }: RunAdvisorOptions) {
    const { advisorModel: model, advisorUses: uses } = settings
    this.#settings = settings
    const isOurs = model !== '' && !hasOwnAdvisor(settings)
    this.tools = isOurs ? [createAdvisorTool(createAdvisor({ askAside, model, sleep }), uses)] : []
    this.budgets = { ...CALL_BUDGETS, [ADVISOR_TOOL]: { calls: uses, then: 'block' } }
  }

  /** The service's own advisor, for the next request; undefined if there is none, or its uses are spent. */
  get ofService(): ModelRequest['advisor'] {
    const { advisorModel: model, advisorUses } = this.#settings
    return model !== '' && hasOwnAdvisor(this.#settings) && this.#used < advisorUses ? { model } : undefined
  }

  note(event: EventBody): void {
    if (event.type === 'assistant_block' && event.content.type === 'advisor_tool_result') this.#used++
  }
}

/** Gateways pass on what they know, which it is not. */
function hasOwnAdvisor({ provider, baseUrl }: RunAdvisorOptions['settings']): boolean {
  return provider === 'anthropic' && isAnthropicService(baseUrl)
}
