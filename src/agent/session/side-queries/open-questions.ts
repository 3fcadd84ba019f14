/** Questions to the user that are open: a summary of the work hardly keeps them. */
import { callIds } from '../../context/compression/conversation-events.ts'
import { OPEN_QUESTION_CHARS, OPEN_QUESTIONS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { UserQuestion } from '../../protocol/questions.ts'
import { textOf } from '../../protocol/text/text-of.ts'
import { quotedLine } from './quoted-line.ts'

/** A message that ends in a question, whatever stands around its mark; in any script. */
const ASKS = /[?\uff1f\u061f\u037e\u055e\u2047\ufe56][\s"'”’»」』）)*_`]*$/u
const LIST_LINE = /^\s*(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])\s+\S/i

interface Asked {
  readonly summarised: readonly Message[]
  /** Messages that stay: questions in them need no repetition. */
  readonly kept: readonly Message[]
}

/**
 * Questions of calls without an answer and without a later message, and the one that the last answer closes with. `events` are those of
 * the conversation.
 */
export function openQuestions(events: readonly AgentEvent[], { summarised, kept }: Asked): readonly string[] {
  const closing = kept.length === 0 ? closingQuestion(summarised.at(-1)) : undefined
  return [...askedByCalls(events, callIds(kept)), ...(closing === undefined ? [] : [closing])].slice(
    -OPEN_QUESTIONS,
  )
}

function askedByCalls(events: readonly AgentEvent[], shown: ReadonlySet<string>): readonly string[] {
  const open = new Map<string, UserQuestion>()
  for (const event of events) {
    if (event.type === 'question_asked') open.set(event.toolUseId, event.question)
    if (event.type === 'question_answered') open.delete(event.toolUseId)
    // An older log has the answer in the result only.
    if (event.type === 'tool_result' && /^(?:done|failed)$/.test(event.outcome)) open.delete(event.toolUseId)
    if (event.type === 'user_message' && event.origin === 'human') open.clear()
  }
  return [...open].flatMap(([id, question]) => (shown.has(id) ? [] : questionTexts(question)))
}

function questionTexts(question: UserQuestion): readonly string[] {
  if (question.kind === 'choices') return question.questions.map((one) => quotedLine(one.question))
  const [title = ''] = question.plan.trim().split('\n')
  return [`whether to carry out the plan ${quotedLine(title.replace(/^#+\s*/, ''))}`]
}

/** The last paragraph of an answer, with a list of choices below it. */
function closingQuestion(message: Message | undefined): string | undefined {
  if (message?.role !== 'assistant' || message.content.some(({ type }) => type === 'tool_use'))
    return undefined
  const lines = textOf(message).trimEnd().split('\n')
  const end = lines.findLastIndex((line) => line.trim() !== '' && !LIST_LINE.test(line))
  if (!ASKS.test(lines[end] ?? '')) return undefined
  const start = lines.slice(0, end).findLastIndex((line) => line.trim() === '') + 1
  const text = lines.slice(start).join('\n')
  return text.length > OPEN_QUESTION_CHARS ? `…${text.slice(1 - OPEN_QUESTION_CHARS).toWellFormed()}` : text
}
