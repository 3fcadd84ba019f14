/** The effect of a summary before it is in place: notes beside it, and the size of a request with it. */
import { messageTokens, sum } from '../../context/estimate.ts'
import { summaryBlock } from '../../context/compression/summary-block.ts'
import { COMPACTED_SHARE, ESTIMATE_MARGIN } from '../../limits.ts'
import type { CompactionTrigger } from '../../protocol/events/compaction-events.ts'
import type { EventBody, EventOf } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { Session } from '../log/session.ts'
import { carriedNotes } from './carried-notes.ts'
import type { CarriedNotesOptions } from './carried-notes.ts'
import type { Fullness } from './fullness.ts'

export interface EffectOptions {
  readonly session: Pick<Session, 'conversation' | 'events' | 'facts'>
  readonly carried: Omit<CarriedNotesOptions, 'session' | 'summarised' | 'kept' | 'isPart' | 'window'>
  readonly fullness: Fullness
}

export interface Effect {
  readonly notes: readonly string[]
  /** Records of what the model is told again by it. */
  readonly events: readonly EventBody[]
  /** Tokens of a request after it, as estimated. */
  readonly after: number
  /** Tokens of a request before and after it, for the user: both by the same measure, the provider's where it has counted. */
  readonly shown: Pick<EventOf<'conversation_compacted'>, 'tokensBefore' | 'tokensAfter'>
}

type Summary = Pick<
  Extract<EventBody, { type: 'conversation_compacted' }>,
  'summary' | 'earlier' | 'by' | 'from' | 'messages'
>

export class SummaryEffects {
  readonly #options: EffectOptions

  constructor(options: EffectOptions) {
    this.#options = options
  }

  async of(made: Summary): Promise<Effect> {
    const { session, carried, fullness } = this.#options
    const { summarised, kept } = this.parts(made)
    const { notes, events } = await carriedNotes({
      ...carried,
      session,
      summarised: { messages: summarised, results: session.conversation.results },
      kept,
      isPart: made.from !== undefined,
      window: fullness.window,
    })
    const after = this.after(made, notes)
    const tokensBefore = fullness.tokens
    const estimated = fullness.estimate(session.conversation.messages)
    return {
      ...{ notes, events, after },
      shown: { tokensBefore, tokensAfter: Math.round((after / estimated) * tokensBefore) },
    }
  }

  /** The messages that a summary stands for, and the others. */
  parts({ from = 0, messages: count }: Pick<Summary, 'from' | 'messages'>): {
    readonly summarised: readonly Message[]
    readonly kept: readonly Message[]
  } {
    const { messages } = this.#options.session.conversation
    const end = from + count
    return {
      summarised: messages.slice(from, end),
      kept: [...messages.slice(0, from), ...messages.slice(end)],
    }
  }

  /** Tokens of a request after it. */
  after(made: Summary, notes: readonly string[]): number {
    const content = [summaryBlock(made), ...notes.map((text) => ({ type: 'text', text }) as const)]
    return this.#options.fullness.estimate([{ role: 'user', content }, ...this.parts(made).kept])
  }

  /**
   * As the same would be estimated without it: the provider's count and ours are not to be compared. A part that the user has chosen is
   * to become shorter by as large a share as a whole conversation.
   */
  isShorter(trigger: CompactionTrigger, made: Summary, after: number): boolean {
    const { fullness, session } = this.#options
    const before = fullness.estimate(session.conversation.messages)
    const { summarised, kept } = this.parts(made)
    const isPart = trigger === 'manual' && kept.length > 0
    const size = isPart ? ESTIMATE_MARGIN * sum(summarised.map(messageTokens)) : before
    return before - after >= size * (1 - COMPACTED_SHARE)
  }

  /** Whether a request of that size is well below the mark. */
  isRoom(after: number): boolean {
    const { limits, tokens } = this.#options.fullness
    return after <= Math.min(limits.compactAt, tokens) * COMPACTED_SHARE
  }
}
