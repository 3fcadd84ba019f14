/**
 * Decides when a conversation is made shorter and how: before a request that would not fit, after one that was refused, and when the
 * user says so.
 */
import {
  clearableResults,
  mediaResults,
  planCompression,
  summarisedCount,
  willNeedSummary,
} from '../../context/compression/plan.ts'
import { collapsePlan } from '../../context/compression/finished-spans.ts'
import { COLD_SHARE, COMPACTION_FAILURES, NOTES_FROM_SHARE } from '../../limits.ts'
import type { LoopDeps, OversizeKind } from '../../loop/deps.ts'
import { endOnBudget } from '../../loop/ending.ts'
import type { LoopEnd } from '../../loop/state.ts'
import type { CompactOptions } from '../../protocol/calls/runs.ts'
import type { EventBody } from '../../protocol/events.ts'
import { textOf } from '../../protocol/text/text-of.ts'
import { chosenPart } from './chosen-part.ts'
import { Fullness } from './fullness.ts'
import type { FullnessOptions } from './fullness.ts'
import { quotedLine } from './quoted-line.ts'
import type { RequestSize, RunningNotes } from './running-notes.ts'
import { Shortening } from './shortening.ts'
import type { ShorteningOptions, Wanted } from './shortening.ts'

export type { CompactionHooks } from './shortening.ts'

export interface CompactionOptions
  extends Omit<ShorteningOptions, 'fullness'>, Pick<FullnessOptions, 'window'> {
  /** By itself, before a request that would not fit; else only what was refused is made shorter, and what the person says. */
  readonly automatic: () => boolean
  /** Why no request may be made, or undefined. */
  readonly overBudget: LoopDeps['overBudget']
  /** Absent: none are made. */
  readonly notes?: Pick<RunningNotes, 'begin' | 'settled'>
}

/** The user's wish for a summary: what of it matters in particular, and of which part. */
export interface CompactionWish extends CompactOptions {
  readonly keep: string
}

export class Compaction {
  readonly #options: CompactionOptions
  readonly #fullness: Fullness
  readonly #shortening: Shortening
  /** The size of the request that is made now. */
  #asked: RequestSize | undefined

  constructor(options: CompactionOptions) {
    this.#options = options
    this.#fullness = new Fullness(options)
    this.#shortening = new Shortening({ ...options, fullness: this.#fullness })
  }

  /** Why no request can be made, or undefined: the window is full, and nothing more can be left out. */
  async *makeRoom(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, string | undefined> {
    if (this.#options.automatic()) yield* this.#makeShorter(turnId, signal)
    const { blockAt } = this.#fullness.limits
    if (!signal.aborted && this.#fullness.tokens >= blockAt) yield* this.#emergency(turnId, signal)
    yield* this.#fullness.marks()
    const { tokens, window } = this.#fullness
    if (!signal.aborted && tokens >= blockAt) return fullText(tokens, window)
    this.#asked = { tokens, window, limits: this.#fullness.limits }
    return undefined
  }

  /** The last request was answered, so that its messages are cached: notes on them may begin. */
  answered(): void {
    const asked = this.#asked
    this.#asked = undefined
    if (!asked || !this.#options.automatic()) return
    const { tokens, limits } = asked
    const { compactAt } = limits
    if (tokens < compactAt * NOTES_FROM_SHARE) return
    const conversation = this.#conversation
    // Notes that would stand in for no summary are not worth a request.
    this.#options.notes?.begin(asked, () => willNeedSummary({ conversation, tokens, compactAt }))
  }

  /** Whether there was anything to leave out of what the service has refused. */
  *drain(kind: OversizeKind): Generator<EventBody, boolean> {
    const media = mediaResults(this.#conversation)
    if (kind !== 'prompt_too_long') {
      if (media.length === 0) return false
      yield { type: 'results_cleared', toolUseIds: [...media], why: 'media', tokens: 0 }
      return true
    }
    const isCleared = yield* this.#clearOld()
    return (yield* this.#collapseFinished()) || isCleared
  }

  /** Once a session; `true` when it has become shorter. */
  async *react(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, boolean> {
    const wanted = { turnId, trigger: 'reactive', count: this.#countOf(), signal } as const
    await this.#options.notes?.settled(signal)
    return (
      (yield* this.#shortening.fromNotes(wanted)) ||
      (yield* this.#shortening.byModel(wanted)) ||
      (!signal.aborted && (yield* this.#shortening.byProgram(wanted)))
    )
  }

  /** The user's own wish, as a run of its own; however often it has failed before. */
  async *byHand(
    turnId: string,
    wish: CompactionWish,
    signal: AbortSignal,
  ): AsyncGenerator<EventBody, LoopEnd> {
    const spent = await this.#options.overBudget()
    if (spent !== undefined) {
      yield* endOnBudget(spent, turnId)
      return { terminal: 'budget_exceeded', turns: 0 }
    }
    const chosen = this.#chosen(wish)
    if (typeof chosen === 'string') {
      yield { type: 'compaction_failed', trigger: 'manual', reason: chosen, stopped: false }
      return { terminal: 'model_error', turns: 0 }
    }
    const wanted = { turnId, trigger: 'manual', ...chosen, keep: wish.keep, signal } as const
    const isDone = yield* wish.preview ? this.#shortening.draft(wanted) : this.#shortening.byModel(wanted)
    if (signal.aborted) return { terminal: 'aborted_streaming', turns: 0 }
    return { terminal: isDone ? 'completed' : 'model_error', turns: 0 }
  }

  /** The open draft takes its place, as a run of its own: its notes are those of now. */
  async *useDraft(signal: AbortSignal): AsyncGenerator<EventBody, LoopEnd> {
    const { draft } = this.#options.session.facts
    if (!draft) return { terminal: 'model_error', turns: 0 }
    const isUsed = yield* this.#shortening.useDraft(draft, signal)
    return { terminal: isUsed ? 'completed' : 'aborted_streaming', turns: 0 }
  }

  /** The messages of the part, or why there is none. */
  #chosen(wish: CompactionWish): Pick<Wanted, 'from' | 'count' | 'part'> | string {
    const conversation = this.#conversation
    const { from: messageId } = wish
    if (messageId === undefined && wish.to === undefined && !wish.preview)
      return { count: conversation.messages.length }
    const chosen = chosenPart(conversation, wish)
    if (!chosen.ok) return chosen.error.message
    const { from, end } = chosen.value
    if (from === 0 || messageId === undefined) return { count: end }
    const content = conversation.blocksOf(messageId)
    return { from, count: end - from, part: quotedLine(textOf({ content }) || '[image]') }
  }

  get #conversation() {
    return this.#options.session.conversation
  }

  get #mayTry(): boolean {
    return this.#options.session.facts.compaction.failures < COMPACTION_FAILURES
  }

  /** By the first layer that is enough; old results also where that costs nothing. */
  async *#makeShorter(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, void> {
    const { tokens, limits, isCold } = this.#fullness
    const { compactAt } = limits
    const conversation = this.#conversation
    if (tokens < compactAt) {
      const stale = isCold && tokens >= compactAt * COLD_SHARE ? clearableResults(conversation) : undefined
      if (stale) yield* this.#shortening.clear(stale)
      return
    }
    const plan = planCompression({ conversation, tokens, compactAt })
    switch (plan.type) {
      case 'fits':
        return
      case 'clear':
        return yield* this.#shortening.clear(plan)
      case 'collapse':
        yield* this.#shortening.collapse(plan)
        if (plan.then) yield* this.#shortening.clear(plan.then)
        return
      case 'summarise':
        return yield* this.#summarise(turnId, plan.count, signal)
      default:
        plan satisfies never
    }
  }

  /** Notes that are being made are waited for: they are further than a summary that begins now. */
  async *#summarise(turnId: string, count: number, signal: AbortSignal): AsyncGenerator<EventBody, void> {
    const wanted = { turnId, trigger: 'auto', count, signal } as const
    await this.#options.notes?.settled(signal)
    if (signal.aborted || (yield* this.#shortening.fromNotes(wanted))) return
    if (this.#mayTry) yield* this.#shortening.byModel(wanted)
  }

  /** At the mark from which no request may be made: all that asks no model, and no more of it than needed. */
  async *#emergency(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, void> {
    const isFull = () => this.#fullness.tokens >= this.#fullness.limits.blockAt
    yield* this.#clearOld()
    if (isFull()) yield* this.#collapseFinished()
    if (!isFull() || !this.#options.automatic()) return
    yield* this.#shortening.byProgram({ turnId, trigger: 'auto', count: this.#countOf(), signal })
  }

  *#clearOld(): Generator<EventBody, boolean> {
    const results = clearableResults(this.#conversation)
    if (results) yield* this.#shortening.clear(results)
    return results !== undefined
  }

  *#collapseFinished(): Generator<EventBody, boolean> {
    const spans = collapsePlan(this.#conversation)
    if (spans) yield* this.#shortening.collapse(spans)
    return spans !== undefined
  }

  /** A refused request is too large, whatever the model's nominal window. */
  #countOf(): number {
    const { tokens, limits } = this.#fullness
    const compactAt = Math.min(limits.compactAt, tokens)
    return summarisedCount({ conversation: this.#conversation, tokens, compactAt })
  }
}

function fullText(tokens: number, window: number): string {
  const shown = (count: number) => count.toLocaleString('en')
  return `The conversation takes ${shown(tokens)} of the model’s ${shown(window)} tokens: no request was made, for its answer would not fit.`
}
