/**
 * The third layer: finished parts of the conversation. Of a request that was answered, the request and the answer stay, word for
 * word, and the program's list of the calls in between; the calls themselves go ("collapse"). It asks no model. Pure.
 */
import { SPAN_TOKENS } from '../../limits.ts'
import type { ImageBlock, Message, TextBlock } from '../../protocol/messages.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import { blockTokens, messageTokens, sum, textTokens } from '../estimate.ts'
import { callsText, decisionsText, madeCalls } from './calls-text.ts'
import type { ConversationResults } from './results.ts'
import { canBeginAt } from './split.ts'

/** As the event has it. */
export interface CollapsedSpan {
  /** Place of the message that asked. */
  readonly at: number
  /** Messages after it that go. */
  readonly messages: number
  readonly text: string
}

interface FinishedSpan extends CollapsedSpan {
  /** Tokens that are free without them, estimated without a margin. */
  readonly tokens: number
}

export interface CollapsePlan {
  readonly spans: readonly CollapsedSpan[]
  readonly tokens: number
}

/** The oldest ones until `wanted` tokens are free, or all but the newest; undefined where there is nothing to gain. */
export function collapsePlan(
  conversation: ConversationResults,
  wanted = Number.POSITIVE_INFINITY,
): CollapsePlan | undefined {
  const worth = finishedSpans(conversation)
    .slice(0, -1)
    .filter(({ tokens }) => tokens >= SPAN_TOKENS)
  const spans: CollapsedSpan[] = []
  let tokens = 0
  for (const { tokens: freed, ...span } of worth) {
    if (tokens >= wanted) break
    spans.push(span)
    tokens += freed
  }
  return spans.length === 0 ? undefined : { spans, tokens: Math.floor(tokens) }
}

/** The conversation with these spans collapsed; one that does not fit it is left as it is. */
export function withoutSpans(
  messages: readonly Message[],
  spans: readonly CollapsedSpan[],
): readonly Message[] {
  const kept: Message[] = []
  let next = 0
  for (const { at, messages: count, text } of spans.toSorted((a, b) => a.at - b.at)) {
    const end = at + count + 1
    const asked = messages[at]
    if (at < next || asked?.role !== 'user' || !isFinished(messages, at, end)) continue
    const removed = messages.slice(at + 1, end)
    const told: TextBlock = { type: 'text', text }
    TOLD.add(told)
    kept.push(...messages.slice(next, at), {
      role: 'user',
      content: [...asked.content, ...saidIn(removed), told],
    })
    next = end
  }
  return [...kept, ...messages.slice(next)]
}

/** The place of a message after the spans have gone; one within a span is the place of its beginning. */
export function placeWithout(spans: readonly CollapsedSpan[], place: number): number {
  let gone = 0
  for (const { at, messages } of spans) {
    if (place > at + messages) gone += messages
    else if (place > at) return at - gone
  }
  return place - gone
}

function finishedSpans({ messages, results }: ConversationResults): readonly FinishedSpan[] {
  const begins = messages.flatMap(({ role }, index) =>
    role === 'user' && canBeginAt(messages, index) ? [index] : [],
  )
  return begins.flatMap((at, index): FinishedSpan[] => {
    const next = begins[index + 1]
    const end = next === undefined ? 0 : next - 1
    if (end - at < 2 || !isFinished(messages, at, end)) return []
    const removed = messages.slice(at + 1, end)
    const text = spanText({ messages: removed, results })
    const said = sum(saidIn(removed).map(blockTokens))
    const tokens = sum(removed.map(messageTokens)) - said - textTokens(text)
    return [{ at, messages: removed.length, text, tokens }]
  })
}

/** At `end` stands an answer without calls, to what stands at `at`; in between each call has its result. */
function isFinished(messages: readonly Message[], at: number, end: number): boolean {
  const answer = messages[end]
  if (!canBeginAt(messages, at) || answer?.role !== 'assistant') return false
  const isAnswer = answer.content.every(({ type }) => type !== 'tool_use' && !ADVICE.has(type))
  return isAnswer && messages[end - 1]?.role === 'user' && messages[at + 1]?.role === 'assistant'
}

/** An answer with advice needs what stands before it. */
const ADVICE: ReadonlySet<string> = new Set(['server_tool_use', 'advisor_tool_result'])

/** Words of the user and of the program that came with results, each once. */
function saidIn(removed: readonly Message[]): readonly (TextBlock | ImageBlock)[] {
  const said = new Map<string, TextBlock | ImageBlock>()
  for (const message of removed) {
    if (message.role !== 'user') continue
    for (const block of message.content)
      if (block.type !== 'tool_result')
        said.set(block.type === 'text' ? block.text : block.source.data, block)
  }
  return [...said.values()]
}

/** Blocks that tell of collapsed calls: a text of the same words may come from anywhere. */
const TOLD = new WeakSet<object>()

/** The lists of calls that were collapsed in these messages, as they stand there. */
export function collapsedCalls(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === 'text' && TOLD.has(block) ? [block.text.split('\n').slice(2, -1).join('\n')] : [],
    ),
  )
}

function spanText(removed: ConversationResults): string {
  const calls = madeCalls(removed)
  const decisions = decisionsText(calls)
  const said = decisions === '' ? '' : `\nThe person has answered or said at these calls:\n${decisions}`
  return `<system-reminder>
The calls that were made for this are left out here to make room; the answer after them stays. Make a call again where what it said is needed.
${untrustedText(`${callsText(calls)}${said}`)}
</system-reminder>`
}
