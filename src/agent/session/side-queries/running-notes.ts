/**
 * Running notes of a session: summaries of a part after the other, made beside the work while the conversation is still in the prompt
 * cache. Where the window is full they take the place of what they speak of, and nobody waits for a summary.
 */
import { readSummary, summaryMessages } from '../../context/compression/summary-request.ts'
import { failuresIn, failuresText } from '../../context/compression/failures.ts'
import { fitsAsEarlier } from '../../context/compression/earlier-summaries.ts'
import { messageTokens, sum } from '../../context/estimate.ts'
import { canBeginAt } from '../../context/compression/split.ts'
import { ESTIMATE_MARGIN, NOTES_STEP_SHARE, NOTES_WAIT_MS, SUMMARY_TOKENS } from '../../limits.ts'
import type { LoopDeps } from '../../loop/deps.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { Thread } from '../log/thread.ts'
import { checkedSummary, textsBeside } from '../receipts/receipts.ts'
import type { Fullness } from './fullness.ts'
import type { NotesOutcome, NotesUnderWay } from './notes-under-way.ts'
import type { AskAside } from './logged-queries.ts'
import { textOf } from './side-query.ts'
import type { SideAnswer } from './side-query.ts'

export interface RunningNotesOptions {
  readonly session: Pick<Thread, 'conversation' | 'events'>
  readonly underWay: NotesUnderWay
  /** The setting, which may be changed in the middle of a run. */
  readonly isOn: () => boolean
  /** Built like the conversation's own requests, so that their prefix is read from the prompt cache. */
  readonly request: (messages: readonly Message[]) => Omit<ModelRequest, 'maxTokens' | 'requestId'>
  /** Tokens of the longest answer that the model may be asked for. */
  readonly maxOutput: () => number
  readonly overBudget: LoopDeps['overBudget']
  readonly askAside: AskAside
  readonly log: (event: EventBody) => void
}

export type RequestSize = Pick<Fullness, 'tokens' | 'limits' | 'window'>

/** One for each run. */
export class RunningNotes {
  readonly #options: RunningNotesOptions

  constructor(options: RunningNotesOptions) {
    this.#options = options
  }

  /**
   * After a request of this size was answered: begins notes on its messages where enough has come since the last ones, and
   * they are worth it. It waits for nothing. `isWorth` is asked last: it looks through the whole conversation.
   */
  begin({ tokens, limits, window }: RequestSize, isWorth: () => boolean): void {
    const { session, underWay, isOn } = this.#options
    const { compactAt } = limits
    const step = compactAt * NOTES_STEP_SHARE
    if (!isOn() || !underWay.isFree(tokens, step)) return
    const { messages, summaries, edition } = session.conversation
    const notes = summaries.notes.map(({ text }) => text)
    // Too long to stand in for a summary: more of them would be of no use.
    if (!fitsAsEarlier([...summaries.head, ...notes], window)) return
    const place = lastBeginning(messages)
    const noted = summaries.notes.at(-1)?.messages ?? 0
    if (place < 2 || ESTIMATE_MARGIN * sum(messages.slice(noted, place).map(messageTokens)) < step) return
    if (!isWorth()) return
    const room = Math.min(SUMMARY_TOKENS, this.#options.maxOutput(), window - tokens)
    const asked = { messages, place, head: summaries.head, edition, window }
    underWay.begin(tokens, (signal) => this.#make({ ...asked, notes }, room, signal))
  }

  /** Resolves when those under way are in the log; after a while without them. */
  settled(signal: AbortSignal): Promise<void> {
    return this.#options.underWay.settled(AbortSignal.any([signal, AbortSignal.timeout(NOTES_WAIT_MS)]))
  }

  async #make(asked: AskedNotes, maxTokens: number, signal: AbortSignal): Promise<NotesOutcome> {
    const { session, request, overBudget, askAside, log } = this.#options
    if ((await overBudget()) !== undefined) return 'not asked'
    const { messages, place, edition, window, ...stays } = asked
    const failures = failuresText(failuresIn(await session.events(1)), window)
    const body = { ...request(summaryMessages(messages, { kind: 'notes', ...stays, failures })), maxTokens }
    const answer = await askAside({ source: 'notes', request: body, signal })
    const made = textIn(answer)
    if (made === undefined || signal.aborted) return 'failed'
    const events = await session.events(1)
    // The conversation was shortened or taken back meanwhile: places are others now.
    if (session.conversation.edition !== edition) return 'made'
    const { summary: text, receipts } = checkedSummary(made.text, {
      events,
      beside: [...stays.head, ...stays.notes, ...textsBeside(body)],
      cites: true,
    })
    log({ type: 'session_notes', ...made, text, receipts, messages: place, model: body.model })
    return 'made'
  }
}

/** The conversation as it was when they were begun. */
interface AskedNotes {
  readonly messages: readonly Message[]
  /** They stand for the messages before it, as what comes next may be joined to the last one. */
  readonly place: number
  readonly edition: number
  /** Tokens that the model takes. */
  readonly window: number
  readonly head: readonly string[]
  readonly notes: readonly string[]
}

/** The last place at which the conversation can be cut: before the last answer, or before what was asked last. */
function lastBeginning(messages: readonly Message[]): number {
  return messages.findLastIndex((_, index) => canBeginAt(messages, index))
}

function textIn(answer: SideAnswer): { readonly text: string; readonly requestId: string } | undefined {
  if (answer.outcome !== 'done') return undefined
  const text = readSummary(textOf(answer.content))
  return text === undefined ? undefined : { text, requestId: answer.used.requestId }
}
