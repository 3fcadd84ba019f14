/**
 * The ways in which a conversation is made shorter, each through its log: omitted parts stay there, and on the screen. Which of them
 * is taken, and when, `Compaction` decides.
 */
import { carriedNotes } from './carried-notes.ts'
import type { CarriedNotesOptions } from './carried-notes.ts'
import { messageTokens, sum } from '../../context/estimate.ts'
import { failuresIn, failuresText } from '../../context/compression/failures.ts'
import type { CollapsePlan } from '../../context/compression/finished-spans.ts'
import type { ClearPlan } from '../../context/compression/plan.ts'
import { fitsAsEarlier, fittingSummaries } from '../../context/compression/earlier-summaries.ts'
import { programSummary } from '../../context/compression/program-summary.ts'
import { canBeginAt } from '../../context/compression/split.ts'
import { summaryBlock } from '../../context/compression/summary-block.ts'
import { COMPACTED_SHARE, COMPACTION_FAILURES, LEAST_SUMMARY_TOKENS } from '../../limits.ts'
import type { CompactionTrigger } from '../../protocol/events/compaction-events.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { Session } from '../log/session.ts'
import type { Fullness } from './fullness.ts'
import { summarise } from './summarise.ts'
import type { SummariseOptions, SummaryRequest } from './summarise.ts'

export interface ShorteningOptions extends SummariseOptions {
  readonly session: Pick<Session, 'conversation' | 'events' | 'facts'>
  readonly carried: Omit<CarriedNotesOptions, 'session' | 'summarised' | 'kept' | 'window'>
  readonly fullness: Fullness
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

export interface Wanted {
  readonly turnId: string
  readonly trigger: CompactionTrigger
  /** Messages that the summary is to stand for. */
  readonly count: number
  /** The user's wish for the content of the summary. */
  readonly keep?: string
  readonly signal: AbortSignal
}

type Compacted = Extract<EventBody, { type: 'conversation_compacted' }>
/** A summary, and the request that gave it. */
type Made = Pick<
  Compacted,
  'summary' | 'earlier' | 'by' | 'messages' | 'model' | 'usage' | 'costUsd' | 'requestId'
>

/** No request was made for it. */
const UNBILLED = {
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: 0,
}

export class Shortening {
  readonly #options: ShorteningOptions
  /** Verdicts of hooks; undefined where they want it. */
  readonly #verdicts = new WeakMap<Wanted, string | undefined>()

  constructor(options: ShorteningOptions) {
    this.#options = options
  }

  *clear({ toolUseIds, why, tokens }: ClearPlan): Generator<EventBody> {
    yield { type: 'results_cleared', toolUseIds: [...toolUseIds], why, tokens }
    this.#options.forget()
  }

  *collapse({ spans, tokens }: CollapsePlan): Generator<EventBody> {
    yield { type: 'spans_collapsed', spans: spans.map((span) => ({ ...span })), tokens }
    this.#options.forget()
  }

  /** Running notes take the place of what they stand for, where that is enough: no model is asked. Else nothing has changed. */
  async *fromNotes(wanted: Wanted): AsyncGenerator<EventBody, boolean> {
    const { messages, summaries } = this.#conversation
    const { head, notes } = summaries
    const last = notes.at(-1)
    if (!last || last.messages < 2 || !canBeginAt(messages, last.messages)) return false
    const earlier = [...head, ...notes.slice(0, -1).map(({ text }) => text)]
    if (!fitsAsEarlier([...earlier, last.text], this.#options.fullness.window)) return false
    const made: Made = {
      summary: last.text,
      ...(earlier.length === 0 ? {} : { earlier }),
      by: 'notes',
      messages: last.messages,
      model: last.model,
      requestId: last.requestId,
      ...UNBILLED,
    }
    if (!this.#isEnough(made, [])) return false
    if ((yield* this.#refused(wanted)) !== undefined) return false
    return (yield* this.#replace(wanted, made, (after) => this.#isRoom(after))) === undefined
  }

  /** `true` when the conversation is shorter by it; else the log says why not, and nothing else has changed. */
  async *byModel(wanted: Wanted): AsyncGenerator<EventBody, boolean> {
    const { trigger, turnId, keep, count, signal } = wanted
    // One message is no conversation: the prompt itself, or the last message, fills the window.
    if (count < 2 && trigger !== 'manual') return false
    const { session, fullness } = this.#options
    const { messages } = this.#conversation
    const summarised = messages.slice(0, count)
    const before = fullness.tokens
    if ((yield* this.#refused(wanted)) !== undefined) return false
    yield { type: 'compaction_started', trigger }
    const stays = this.#staying(wanted)
    const failures = failuresText(failuresIn(await session.events(1), messages.slice(count)), fullness.window)
    const answer = yield* summarise(this.#options, {
      turnId,
      messages: summarised,
      question: { keep, headStays: stays.head.length > 0, notes: stays.notes, failures },
      ...this.#roomFor(summarised, before),
      signal,
    })
    if (!answer.ok) {
      yield this.#failure(trigger, answer.problem, signal.aborted)
      return false
    }
    const { summary, by } = answer
    const earlier = [...stays.head, ...stays.notes]
    const made: Made = { summary, ...(earlier.length === 0 ? {} : { earlier }), messages: count, ...by }
    const problem = yield* this.#replace(wanted, made, () => true)
    if (problem === undefined) return true
    yield this.#failure(trigger, problem, false)
    return false
  }

  /** The program's own summary, where no other can be had; `true` when the conversation is shorter by it. */
  async *byProgram(wanted: Wanted): AsyncGenerator<EventBody, boolean> {
    const { count } = wanted
    if (count < 2) return false
    const { messages, results, summaries } = this.#conversation
    const notes = summaries.notes.filter((one) => one.messages <= count)
    const from = notes.at(-1)?.messages ?? 0
    const { window } = this.#options.fullness
    const earlier = fittingSummaries([...summaries.head, ...notes.map(({ text }) => text)], window)
    const made: Made = {
      summary: programSummary({ messages: messages.slice(from, count), results }),
      ...(earlier.length === 0 ? {} : { earlier: [...earlier] }),
      by: 'program',
      messages: count,
      model: '',
      ...UNBILLED,
    }
    if ((yield* this.#refused(wanted)) !== undefined) return false
    return (yield* this.#replace(wanted, made, () => true)) === undefined
  }

  get #conversation() {
    return this.#options.session.conversation
  }

  /** Summaries and notes that stay word for word beside the new one: none of those where a whole one is wanted or too much stands there. */
  #staying({ trigger, count }: Wanted): {
    readonly head: readonly string[]
    readonly notes: readonly string[]
  } {
    const { head, notes } = this.#conversation.summaries
    const texts = notes.filter(({ messages }) => messages <= count).map(({ text }) => text)
    const isWhole = trigger === 'manual' || !fitsAsEarlier([...head, ...texts], this.#options.fullness.window)
    return isWhole ? { head: [], notes: [] } : { head, notes: texts }
  }

  /** Why a hook does not want it, which the log has then. It is asked once, whichever way is taken. */
  async *#refused(wanted: Wanted): AsyncGenerator<EventBody, string | undefined> {
    if (this.#verdicts.has(wanted)) return this.#verdicts.get(wanted)
    const { trigger, keep = '', signal } = wanted
    const blocked = await this.#options.hooks?.before(reasonOf(trigger), keep, signal)
    this.#verdicts.set(wanted, blocked)
    if (blocked !== undefined)
      yield this.#failure(trigger, `A hook has blocked it: ${blocked}`, signal.aborted)
    return blocked
  }

  /** Why it is not worth it, or undefined: then the log has it. `isEnough` judges the tokens of a request after it. */
  async *#replace(
    { trigger, signal }: Wanted,
    made: Made,
    isEnough: (after: number) => boolean,
  ): AsyncGenerator<EventBody, string | undefined> {
    const { session, carried, fullness, forget, hooks } = this.#options
    const { messages, results } = this.#conversation
    const before = fullness.tokens
    const { notes, events } = await carriedNotes({
      ...carried,
      session,
      summarised: { messages: messages.slice(0, made.messages), results },
      kept: messages.slice(made.messages),
      window: fullness.window,
    })
    const after = this.#after(made, notes)
    // As the same would be estimated without it: the provider's count and ours are not to be compared.
    if (after > fullness.estimate(messages) * COMPACTED_SHARE)
      return 'The summary is hardly shorter than what it stands for.'
    if (!isEnough(after)) return 'It would not be enough.'
    yield* events
    yield {
      type: 'conversation_compacted',
      trigger,
      ...made,
      notes: [...notes],
      tokensBefore: before,
      tokensAfter: after,
    }
    forget()
    await hooks?.after(reasonOf(trigger), made.summary, signal)
    return undefined
  }

  /** Tokens of a request after it. */
  #after(made: Made, notes: readonly string[]): number {
    const kept = this.#conversation.messages.slice(made.messages)
    const content = [summaryBlock(made), ...notes.map((text) => ({ type: 'text', text }) as const)]
    return this.#options.fullness.estimate([{ role: 'user', content }, ...kept])
  }

  #isEnough(made: Made, notes: readonly string[]): boolean {
    return this.#isRoom(this.#after(made, notes))
  }

  #isRoom(after: number): boolean {
    const { limits, tokens } = this.#options.fullness
    return after <= Math.min(limits.compactAt, tokens) * COMPACTED_SHARE
  }

  /** A conversation that was another model's may be larger than the window: then its oldest part goes first. */
  #roomFor(summarised: readonly Message[], before: number): Pick<SummaryRequest, 'room' | 'excess'> {
    const { window, limits } = this.#options.fullness
    const all = sum(this.#conversation.messages.map(messageTokens))
    const size = before * (sum(summarised.map(messageTokens)) / all)
    const { compactAt } = limits
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

function reasonOf(trigger: CompactionTrigger): 'manual' | 'auto' {
  return trigger === 'manual' ? 'manual' : 'auto'
}
