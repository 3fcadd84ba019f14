/**
 * The advisor of one run: the service's own where it has one, else a tool that makes a call of ours. Either way
 * no more than so many times.
 */
import { CALL_BUDGETS } from '../../limits.ts'
import { isAnthropicService } from '../../model/anthropic/anthropic-service.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { AssistantBlock } from '../../protocol/messages.ts'
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
  /** Calls of the answer that have no result yet. */
  readonly #open = new Set<string>()
  /** The next request goes on from the last answer: it needs the advisor that this had, for its open calls and for its advice. */
  #goesOn = false

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
    if (model === '' || !hasOwnAdvisor(this.#settings)) return undefined
    return this.#used < advisorUses || this.#goesOn ? { model } : undefined
  }

  note(event: EventBody): void {
    switch (event.type) {
      case 'assistant_block':
        return this.#noteBlock(event.content)
      case 'request_started':
        return this.#open.clear()
      case 'response_ended':
        this.#goesOn = event.stopReason === 'pause_turn' || this.#open.size > 0
        return
      case 'user_message':
        this.#goesOn = false
        return
      default:
        return
    }
  }

  #noteBlock(block: AssistantBlock): void {
    if (block.type === 'server_tool_use') this.#open.add(block.id)
    if (block.type !== 'advisor_tool_result') return
    this.#used++
    this.#open.delete(block.tool_use_id)
  }
}

/** Gateways pass on what they know, which it is not. */
function hasOwnAdvisor({ provider, baseUrl }: RunAdvisorOptions['settings']): boolean {
  return provider === 'anthropic' && isAnthropicService(baseUrl)
}
