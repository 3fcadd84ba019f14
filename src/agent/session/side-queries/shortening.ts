/**
 * The ways in which a conversation is made shorter, each through its log: omitted parts stay there, and on the screen. Which of them
 * is taken, and when, `Compaction` decides.
 */
import { messageTokens, sum } from '../../context/estimate.ts'
import { failuresIn, failuresText } from '../../context/compression/failures.ts'
import type { CollapsePlan } from '../../context/compression/finished-spans.ts'
import type { ClearPlan } from '../../context/compression/plan.ts'
import { fitsAsEarlier, fittingSummaries } from '../../context/compression/earlier-summaries.ts'
import { programSummary } from '../../context/compression/program-summary.ts'
import { conversationEvents } from '../../context/compression/conversation-events.ts'
import { canBeginAt } from '../../context/compression/split.ts'
import { COMPACTION_FAILURES, LEAST_SUMMARY_TOKENS } from '../../limits.ts'
import type { AnsweredQuery } from '../../protocol/billed.ts'
import type { CompactionTrigger } from '../../protocol/events/compaction-events.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { checkedSummary, textsBeside } from '../receipts/receipts.ts'
import type { CheckedSummary } from '../receipts/receipts.ts'
import { eventsOf } from './part-of-log.ts'
import { saidIn } from './said-in.ts'
import { summarise } from './summarise.ts'
import type { SummariseOptions, SummaryRequest } from './summarise.ts'
import { SummaryEffects } from './summary-effects.ts'
import type { Effect, EffectOptions } from './summary-effects.ts'

export interface ShorteningOptions extends SummariseOptions, EffectOptions {
  /** Lines of a summary name the events of the session's log on which they rest. */
  readonly cites: boolean
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
  /** Messages before those; absent: none. */
  readonly from?: number
  /** Messages that the summary is to stand for. */
  readonly count: number
  /** The beginning of the message with which they begin, as a quotation; absent: they begin with the first. */
  readonly part?: string
  /** The user's wish for the content of the summary. */
  readonly keep?: string
  readonly signal: AbortSignal
}

type Compacted = Extract<EventBody, { type: 'conversation_compacted' }>
/** A summary, and the request that gave it. */
type Made = Pick<
  Compacted,
  | 'summary'
  | 'receipts'
  | 'earlier'
  | 'by'
  | 'from'
  | 'messages'
  | 'model'
  | 'usage'
  | 'costUsd'
  | 'requestId'
>

/** A summary by the model, which was asked for it now. */
type Written = Made & Pick<AnsweredQuery, 'requestId'>

type Drafted = Extract<EventBody, { type: 'compaction_drafted' }>

const HARDLY_SHORTER = 'The summary is hardly shorter than what it stands for.'

/** No request was made for it. */
const UNBILLED = {
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: 0,
}

export class Shortening {
  readonly #options: ShorteningOptions
  readonly #effects: SummaryEffects
  /** Verdicts of hooks; undefined where they want it. */
  readonly #verdicts = new WeakMap<Wanted, string | undefined>()

  constructor(options: ShorteningOptions) {
    this.#options = options
    this.#effects = new SummaryEffects(options)
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
      ...(last.receipts === undefined ? {} : { receipts: last.receipts }),
      ...(earlier.length === 0 ? {} : { earlier }),
      by: 'notes',
      messages: last.messages,
      model: last.model,
      requestId: last.requestId,
      ...UNBILLED,
    }
    if (!this.#effects.isRoom(this.#effects.after(made, []))) return false
    if ((yield* this.#refused(wanted)) !== undefined) return false
    return (yield* this.#replace(wanted, made, (after) => this.#effects.isRoom(after))) === undefined
  }

  /** `true` when the conversation is shorter by it; else the log says why not, and nothing else has changed. */
  async *byModel(wanted: Wanted): AsyncGenerator<EventBody, boolean> {
    const made = yield* this.#written(wanted)
    if (!made) return false
    const problem = yield* this.#replace(wanted, made, () => true)
    if (problem === undefined) return true
    yield this.#failure(wanted.trigger, problem, false)
    return false
  }

  /** The same, but the summary waits for the user's decision. */
  async *draft(wanted: Wanted): AsyncGenerator<EventBody, boolean> {
    const made = yield* this.#written(wanted)
    if (!made) return false
    const { shown, after } = await this.#effects.of(made)
    if (!this.#effects.isShorter(wanted.trigger, made, after)) {
      yield this.#failure(wanted.trigger, HARDLY_SHORTER, false)
      return false
    }
    const { keep = '' } = wanted
    const { summary, receipts, earlier, from, messages, model, requestId } = made
    yield {
      type: 'compaction_drafted',
      ...(keep === '' ? {} : { keep }),
      ...(from === undefined ? {} : { from }),
      messages,
      summary,
      ...(receipts === undefined ? {} : { receipts }),
      ...(earlier === undefined ? {} : { earlier }),
      ...shown,
      model,
      requestId,
    }
    return true
  }

  /** A draft takes its place, with notes as of now; `false` where it was stopped before. The user has seen how much it is worth. */
  async *useDraft(draft: Drafted, signal: AbortSignal): AsyncGenerator<EventBody, boolean> {
    const { summary, receipts, earlier, from, messages, model, requestId } = draft
    const made: Made = {
      summary,
      ...(receipts === undefined ? {} : { receipts }),
      ...(earlier === undefined ? {} : { earlier }),
      ...(from === undefined ? {} : { from }),
      messages,
      model,
      requestId,
      ...UNBILLED,
    }
    const effect = await this.#effects.of(made)
    if (signal.aborted) return false
    yield* this.#put({ trigger: 'manual', signal }, made, effect)
    return true
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

  /** The text of a summary by the model, as it was asked for; undefined where there is none, and the log says why. */
  async *#written(wanted: Wanted): AsyncGenerator<EventBody, Written | undefined> {
    const { trigger, turnId, keep, from = 0, count, part, signal } = wanted
    // One message is no conversation: the prompt itself, or the last message, fills the window.
    if (count < 2 && trigger !== 'manual') return undefined
    const before = this.#options.fullness.tokens
    if ((yield* this.#refused(wanted)) !== undefined) return undefined
    yield { type: 'compaction_started', trigger }
    const stays = this.#staying(wanted)
    const asked = this.#conversation.messages.slice(0, from + count)
    const failures = await this.#failuresOf({ from, messages: count })
    const answer = yield* summarise(this.#options, {
      turnId,
      messages: asked,
      question: { keep, part, head: stays.head, notes: stays.notes, failures },
      ...this.#roomFor(asked, before),
      signal,
    })
    if (!answer.ok) {
      yield this.#failure(trigger, answer.problem, signal.aborted)
      return undefined
    }
    const earlier = [...stays.head, ...stays.notes]
    const checked = await this.#checked(answer.summary, { from, messages: count }, earlier)
    return {
      ...checked,
      ...(earlier.length === 0 ? {} : { earlier }),
      ...(from === 0 ? {} : { from }),
      messages: count,
      ...answer.by,
    }
  }

  async #checked(
    summary: string,
    part: Pick<Made, 'from' | 'messages'>,
    earlier: readonly string[],
  ): Promise<CheckedSummary> {
    const { session, fullness, request, cites } = this.#options
    const { kept } = this.#effects.parts(part)
    const events = await session.events(1)
    const said = saidIn(conversationEvents(events), kept)
    return checkedSummary(summary, {
      events,
      beside: [...earlier, ...textsBeside(request([]))],
      cites,
      ...((part.from ?? 0) === 0 ? { adds: { kept, said, window: fullness.window } } : {}),
    })
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
    wanted: Wanted,
    made: Made,
    isEnough: (after: number) => boolean,
  ): AsyncGenerator<EventBody, string | undefined> {
    const effect = await this.#effects.of(made)
    if (!this.#effects.isShorter(wanted.trigger, made, effect.after)) return HARDLY_SHORTER
    if (!isEnough(effect.after)) return 'It would not be enough.'
    yield* this.#put(wanted, made, effect)
    return undefined
  }

  /** The summary takes the place of its messages. */
  async *#put(
    { trigger, signal }: Pick<Wanted, 'trigger' | 'signal'>,
    made: Made,
    { notes, events, shown }: Effect,
  ): AsyncGenerator<EventBody> {
    const { forget, hooks } = this.#options
    yield* events
    yield {
      type: 'conversation_compacted',
      trigger,
      ...made,
      notes: [...notes],
      ...shown,
    }
    forget()
    await hooks?.after(reasonOf(trigger), made.summary, signal)
  }

  /** The program's list of failed calls that the summary is to stand for. */
  async #failuresOf(part: Pick<Made, 'from' | 'messages'>): Promise<string | undefined> {
    const { session, fullness } = this.#options
    const { summarised, kept } = this.#effects.parts(part)
    const all = await session.events(1)
    const events = part.from ? eventsOf(summarised, conversationEvents(all)) : all
    return failuresText(failuresIn(events, kept), fullness.window)
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
