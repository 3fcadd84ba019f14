/**
 * Makes a session's conversation shorter, through its log: omitted parts stay there, and on the screen.
 * Before a request that would not fit, after one that was refused, and when the user says so.
 */
import { carriedNotes } from './carried-notes.ts'
import type { CarriedNotesOptions } from './carried-notes.ts'
import { contextTokens, messageTokens, sum, textTokens } from '../../context/estimate.ts'
import {
  clearableResults,
  mediaResults,
  planCompression,
  summarisedCount,
} from '../../context/compression/plan.ts'
import type { ClearPlan } from '../../context/compression/plan.ts'
import { summaryBlock } from '../../context/compression/carried-over.ts'
import { windowLimits } from '../../context/window.ts'
import type { WindowLimits } from '../../context/window.ts'
import {
  CACHE_LONG_TTL_MS,
  COLD_SHARE,
  COMPACTED_SHARE,
  COMPACTION_FAILURES,
  ESTIMATE_MARGIN,
  LEAST_SUMMARY_TOKENS,
} from '../../limits.ts'
import type { LoopDeps, OversizeKind } from '../../loop/deps.ts'
import { endOnBudget } from '../../loop/ending.ts'
import type { LoopEnd } from '../../loop/state.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { CompactionTrigger } from '../../protocol/events/compaction-events.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { Session } from '../log/session.ts'
import { summarise } from './summarise.ts'
import type { SummariseOptions, SummaryRequest } from './summarise.ts'

export interface CompactionOptions extends SummariseOptions {
  readonly session: Pick<Session, 'conversation' | 'events' | 'facts'>
  readonly carried: Omit<CarriedNotesOptions, 'session' | 'summarised' | 'kept' | 'window'>
  /** Tokens that the model takes, its answer included; another one may answer from some request on. */
  readonly window: () => number
  /** By itself, before a request that would not fit; else only what was refused is made shorter, and what the person says. */
  readonly automatic: () => boolean
  /** Why no request may be made, or undefined. */
  readonly overBudget: LoopDeps['overBudget']
  /** Absent: nobody is asked or told. */
  readonly hooks?: CompactionHooks
  /** The conversation has lost its cached beginning: sections of the prompt are made anew. */
  readonly forget: () => void
}

export interface CompactionHooks {
  /** Why it is not to be made, or undefined. `wish`: of the person, for the summary. */
  before(by: 'manual' | 'auto', wish: string, signal: AbortSignal): Promise<string | undefined>
  after(by: 'manual' | 'auto', summary: string, signal: AbortSignal): Promise<void>
}

interface Wanted {
  readonly turnId: string
  readonly trigger: CompactionTrigger
  /** Messages that the summary is to stand for. */
  readonly count: number
  /** The user's wish for the content of the summary. */
  readonly keep?: string
  readonly signal: AbortSignal
}

export class Compaction {
  readonly #options: CompactionOptions

  constructor(options: CompactionOptions) {
    this.#options = options
  }

  /** Why no request can be made, or undefined: the window is full, and nothing more can be left out. */
  async *makeRoom(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, string | undefined> {
    const tokens = this.#tokens()
    const { compactAt, blockAt } = this.#limits
    const conversation = this.#conversation
    if (tokens < compactAt) {
      const isStale = this.#isCold && tokens >= compactAt * COLD_SHARE
      const stale = isStale ? clearableResults(conversation) : undefined
      if (stale && this.#options.automatic()) yield* this.#clear(stale)
      return undefined
    }
    if (this.#options.automatic()) {
      const plan = planCompression({ conversation, tokens, compactAt })
      if (plan.type === 'clear') yield* this.#clear(plan)
      else if (plan.type === 'summarise' && this.#mayTry) {
        yield* this.#compact({ turnId, trigger: 'auto', count: plan.count, signal })
      }
    }
    if (signal.aborted || this.#tokens() < blockAt) return undefined
    const rest = clearableResults(this.#conversation)
    if (rest) yield* this.#clear(rest)
    const now = this.#tokens()
    return now < blockAt ? undefined : fullText(now, this.#options.window())
  }

  /** Whether there was anything to leave out of what the service has refused. */
  *drain(kind: OversizeKind): Generator<EventBody, boolean> {
    const media = mediaResults(this.#conversation)
    if (kind !== 'prompt_too_long') {
      if (media.length === 0) return false
      yield { type: 'results_cleared', toolUseIds: [...media], why: 'media', tokens: 0 }
      return true
    }
    const plan = clearableResults(this.#conversation)
    if (!plan) return false
    yield* this.#clear(plan)
    return true
  }

  /** Once a session; `true` when it has become shorter. */
  async *react(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, boolean> {
    return yield* this.#compact({ turnId, trigger: 'reactive', count: this.#countOf(), signal })
  }

  /** The person's own wish, as a run of its own; however often it has failed before. */
  async *byHand(turnId: string, keep: string, signal: AbortSignal): AsyncGenerator<EventBody, LoopEnd> {
    const spent = await this.#options.overBudget()
    if (spent !== undefined) {
      yield* endOnBudget(spent, turnId)
      return { terminal: 'budget_exceeded', turns: 0 }
    }
    const { length } = this.#conversation.messages
    const isDone = yield* this.#compact({ turnId, trigger: 'manual', count: length, keep, signal })
    if (signal.aborted) return { terminal: 'aborted_streaming', turns: 0 }
    return { terminal: isDone ? 'completed' : 'model_error', turns: 0 }
  }

  get #limits(): WindowLimits {
    return windowLimits(this.#options.window())
  }

  get #conversation() {
    return this.#options.session.conversation
  }

  /** No provider has anything of the conversation cached any more: to leave out old results costs nothing. */
  get #isCold(): boolean {
    const last = this.#options.session.facts.prompts.answered.get('main')
    return last !== undefined && this.#options.now() - last.at > CACHE_LONG_TTL_MS
  }

  get #mayTry(): boolean {
    return this.#options.session.facts.compaction.failures < COMPACTION_FAILURES
  }

  /** A refused request is too large, whatever the model's nominal window. */
  #countOf(): number {
    const tokens = this.#tokens()
    const compactAt = Math.min(this.#limits.compactAt, tokens)
    return summarisedCount({ conversation: this.#conversation, tokens, compactAt })
  }

  /**
   * Size of the next request: the provider's count and the messages since, else an estimate of everything.
   */
  #tokens(): number {
    const { conversation, facts } = this.#options.session
    const { lastUsage } = facts
    // A server that counts nothing says zero.
    if (lastUsage && lastUsage.inputTokens + lastUsage.cacheReadTokens + lastUsage.cacheWriteTokens > 0)
      return Math.max(0, contextTokens(lastUsage, conversation.messages) - facts.compaction.freed)
    return this.#estimate(conversation.messages)
  }

  #estimate(messages: readonly Message[]): number {
    return Math.ceil(ESTIMATE_MARGIN * (beside(this.#options.request([])) + sum(messages.map(messageTokens))))
  }

  *#clear({ toolUseIds, why, tokens }: ClearPlan): Generator<EventBody> {
    yield { type: 'results_cleared', toolUseIds: [...toolUseIds], why, tokens }
    this.#options.forget()
  }

  /** `true` when the conversation is shorter by it; else the log says why not, and nothing else has changed. */
  async *#compact(wanted: Wanted): AsyncGenerator<EventBody, boolean> {
    const { trigger, turnId, keep, signal } = wanted
    const { session, carried, forget } = this.#options
    const window = this.#options.window()
    // One message is no conversation: the prompt itself, or the last message, fills the window.
    if (wanted.count < 2 && wanted.trigger !== 'manual') return false
    const before = this.#tokens()
    const { messages, results } = this.#conversation
    const summarised = messages.slice(0, wanted.count)
    const kept = messages.slice(wanted.count)
    const reason = trigger === 'manual' ? 'manual' : 'auto'
    const blocked = await this.#options.hooks?.before(reason, keep ?? '', signal)
    if (blocked !== undefined) {
      yield this.#failure(trigger, `A hook has blocked it: ${blocked}`, signal.aborted)
      return false
    }
    yield { type: 'compaction_started', trigger }
    const answer = yield* summarise(this.#options, {
      turnId,
      messages: summarised,
      keep,
      ...this.#roomFor(summarised, before),
      signal,
    })
    if (!answer.ok) {
      yield this.#failure(trigger, answer.problem, signal.aborted)
      return false
    }
    const { notes, events } = await carriedNotes({
      ...carried,
      session,
      summarised: { messages: summarised, results },
      kept,
      window,
    })
    const { summary, by } = answer
    const after = this.#estimate([
      {
        role: 'user',
        content: [summaryBlock(summary), ...notes.map((text) => ({ type: 'text', text }) as const)],
      },
      ...kept,
    ])
    // As the same would be estimated without it: the provider's count and ours are not to be compared.
    if (after > this.#estimate(messages) * COMPACTED_SHARE) {
      yield this.#failure(trigger, 'The summary is hardly shorter than what it stands for.', false)
      return false
    }
    yield* events
    yield {
      type: 'conversation_compacted',
      trigger,
      summary,
      notes: [...notes],
      messages: summarised.length,
      tokensBefore: before,
      tokensAfter: after,
      ...by,
    }
    forget()
    await this.#options.hooks?.after(reason, summary, signal)
    return true
  }

  /** A conversation that was another model's may be larger than the window: then its oldest part goes first. */
  #roomFor(summarised: readonly Message[], before: number): Pick<SummaryRequest, 'room' | 'excess'> {
    const window = this.#options.window()
    const all = sum(this.#conversation.messages.map(messageTokens))
    const size = before * (sum(summarised.map(messageTokens)) / all)
    const { compactAt } = this.#limits
    if (size > window) return { room: window - compactAt, excess: 1 - compactAt / size }
    return { room: Math.max(LEAST_SUMMARY_TOKENS, window - before), excess: 0 }
  }

  #failure(trigger: CompactionTrigger, problem: string, stopped: boolean): EventBody {
    const failures = this.#options.session.facts.compaction.failures + 1
    const isLast = trigger !== 'manual' && failures >= COMPACTION_FAILURES
    const then = isLast
      ? ` It has failed ${failures} times in a row: in this session it is not tried again by itself, only with /compact.`
      : ''
    const reason = stopped ? 'It was stopped; nothing has changed.' : `${problem} Nothing has changed.${then}`
    return { type: 'compaction_failed', trigger, reason, stopped }
  }
}

/** Tokens of what a request has beside the conversation, without a margin. */
function beside({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): number {
  return sum([
    ...system.map(({ text }) => textTokens(text)),
    ...tools.map((tool) => textTokens(JSON.stringify(tool))),
  ])
}

function fullText(tokens: number, window: number): string {
  const shown = (count: number) => count.toLocaleString('en')
  return `The conversation takes ${shown(tokens)} of the model’s ${shown(window)} tokens: no request was made, for its answer would not fit.`
}
