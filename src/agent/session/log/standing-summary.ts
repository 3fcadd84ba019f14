/** Summaries in a conversation: how one takes the place of messages, and how it is taken back. Pure. */
import { settled, withoutStrayAdvice } from '../../context/advice.ts'
import { canBeginAt } from '../../context/compression/split.ts'
import { summaryBlock } from '../../context/compression/summary-block.ts'
import type { EventOf } from '../../protocol/events.ts'
import type { Message, UserBlock } from '../../protocol/messages.ts'

/** Notes on the beginning of the conversation, made beside the work. */
export type SessionNotes = Pick<
  EventOf<'session_notes'>,
  'text' | 'receipts' | 'messages' | 'model' | 'requestId'
>

/** Texts that stand for parts of the conversation, or may: they go back with it. */
export interface Summaries {
  /** At its beginning, the oldest first. */
  readonly head: readonly string[]
  /** The oldest first: each stands for more messages than the one before. */
  readonly notes: readonly SessionNotes[]
}

/** The last summary that stands in the conversation, and what taking it back needs. */
export interface StandingSummary {
  /** Blocks that it has put there: they are in no other message, and stay the same objects. */
  readonly blocks: ReadonlySet<object>
  readonly removed: readonly Message[]
  readonly summaries: Summaries
  /** The one before it. */
  readonly before: StandingSummary | undefined
}

/** A conversation with its summaries. */
interface Summarised {
  readonly messages: readonly Message[]
  readonly summaries: Summaries
  readonly standing: StandingSummary | undefined
}

export type SummaryEvent = Pick<
  EventOf<'conversation_compacted'>,
  'summary' | 'earlier' | 'by' | 'notes' | 'from' | 'messages'
>

/** The summary and what goes with it take the place of its messages. */
export function withSummary(
  { messages, summaries, standing }: Summarised,
  { summary, earlier = [], by, notes, ...part }: SummaryEvent,
): Summarised {
  // A log from elsewhere may name any number: calls and results stay together.
  const from = beginningAt(messages, part.from ?? 0)
  const end = beginningAt(messages, from + part.messages)
  const content: UserBlock[] = [
    summaryBlock({ summary, earlier, by, from }),
    ...notes.map((text) => ({ type: 'text', text }) as const),
  ]
  const rest = withoutStrayAdvice(messages.slice(end))
  const { head, notes: made } = summaries
  return {
    messages: joined([...settled(messages.slice(0, from)), { role: 'user', content }, ...rest]),
    summaries:
      from === 0
        ? { head: [...earlier, summary], notes: [] }
        : { head, notes: made.filter((one) => one.messages <= from) },
    standing: { blocks: new Set(content), removed: messages.slice(from, end), summaries, before: standing },
  }
}

/** The messages that it stands for are in its place again; undefined where it is not there. */
export function withoutSummary(
  messages: readonly Message[],
  { blocks, removed }: StandingSummary,
): readonly Message[] | undefined {
  const at = messages.findIndex(({ content }) => content.some((block) => blocks.has(block)))
  const message = messages[at]
  if (message?.role !== 'user') return undefined
  const { content } = message
  const first = content.findIndex((block) => blocks.has(block))
  const before = content.slice(0, first)
  const after = content.slice(first).filter((block) => !blocks.has(block))
  const hasMore = after.length > 0 || at + 1 < messages.length
  return joined([
    ...messages.slice(0, at),
    { role: 'user', content: before },
    // Advice that was still waited for does not come any more.
    ...(hasMore ? settled(removed) : removed),
    { role: 'user', content: after },
    ...messages.slice(at + 1),
  ])
}

/** Whether one of them, or of those before, stands in this message. */
export function isSummarised(message: Message | undefined, standing: StandingSummary | undefined): boolean {
  if (!message || !standing) return false
  const { blocks, before } = standing
  return message.content.some((block) => blocks.has(block)) || isSummarised(message, before)
}

/** Places of messages are others now: the notes that were made before the summaries name them no more. */
export function withoutPlaces(standing: StandingSummary | undefined): StandingSummary | undefined {
  if (!standing) return undefined
  const { head } = standing.summaries
  return { ...standing, summaries: { head, notes: [] }, before: withoutPlaces(standing.before) }
}

/** The first place from this one on where the messages can be cut. */
function beginningAt(messages: readonly Message[], place: number): number {
  let at = place
  while (!canBeginAt(messages, at)) at++
  return at
}

/** Without messages that say nothing, and neighbours of one role as one message. */
function joined(messages: readonly Message[]): readonly Message[] {
  const made: Message[] = []
  for (const message of messages) {
    const last = made.at(-1)
    if (message.content.length === 0) continue
    if (last?.role === 'user' && message.role === 'user')
      made[made.length - 1] = { role: 'user', content: [...last.content, ...message.content] }
    else if (last?.role === 'assistant' && message.role === 'assistant')
      made[made.length - 1] = { role: 'assistant', content: [...last.content, ...message.content] }
    else made.push(message)
  }
  return made
}
