/** How full the model's window is with the next request of a conversation, and the marks that this reaches. */
import { contextTokens, messageTokens, sum, textTokens } from '../../context/estimate.ts'
import { windowLimits } from '../../context/window.ts'
import type { WindowLimits } from '../../context/window.ts'
import { CACHE_LONG_TTL_MS, ESTIMATE_MARGIN, HIGH_SHARE } from '../../limits.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { Thread } from '../log/thread.ts'

export interface FullnessOptions {
  readonly session: Pick<Thread, 'conversation' | 'facts'>
  /** Built like the conversation's own requests. */
  readonly request: (messages: readonly Message[]) => Pick<ModelRequest, 'system' | 'tools'>
  /** Tokens that the model takes, its answer included; another one may answer from some request on. */
  readonly window: () => number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export class Fullness {
  readonly #options: FullnessOptions

  constructor(options: FullnessOptions) {
    this.#options = options
  }

  get window(): number {
    return this.#options.window()
  }

  get limits(): WindowLimits {
    return windowLimits(this.window)
  }

  /** Size of the next request: the provider's count and the messages since, else an estimate of everything. */
  get tokens(): number {
    const { conversation, facts } = this.#options.session
    const { lastUsage } = facts
    // A server that counts nothing says zero.
    if (lastUsage && lastUsage.inputTokens + lastUsage.cacheReadTokens + lastUsage.cacheWriteTokens > 0)
      return Math.max(0, contextTokens(lastUsage, conversation.messages) - facts.compaction.freed)
    return this.estimate(conversation.messages)
  }

  /** Tokens of a request with these messages, without any count of the provider's. */
  estimate(messages: readonly Message[]): number {
    return Math.ceil(ESTIMATE_MARGIN * (beside(this.#options.request([])) + sum(messages.map(messageTokens))))
  }

  /** No provider has anything of the conversation cached any more: to leave out old results costs nothing. */
  get isCold(): boolean {
    const last = this.#options.session.facts.prompts.answered.get('main')
    return last !== undefined && this.#options.now() - last.at > CACHE_LONG_TTL_MS
  }

  /** The mark that is reached and was not told since the conversation's last summary. */
  *marks(): Generator<EventBody> {
    const { tokens, limits } = this
    const { compactAt, blockAt } = limits
    if (tokens < compactAt * HIGH_SHARE) return
    const level = tokens < blockAt ? 'high' : 'full'
    const { told } = this.#options.session.facts.compaction
    if (told === level || told === 'full') return
    yield { type: 'context_filled', level, tokens, compactAt, blockAt }
  }
}

/** Tokens of what a request has beside the conversation, without a margin. */
function beside({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): number {
  return sum([
    ...system.map(({ text }) => textTokens(text)),
    ...tools.map((tool) => textTokens(JSON.stringify(tool))),
  ])
}
