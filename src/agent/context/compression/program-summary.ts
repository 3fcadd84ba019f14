/** A summary that asks no model: the last answers, and the calls, as the program knows them. Pure. */
import { CALLS_CHARS, QUOTED_ANSWER_CHARS, QUOTED_ANSWERS_CHARS } from '../../limits.ts'
import { callsText, madeCalls } from './calls-text.ts'
import { collapsedCalls } from './finished-spans.ts'
import type { ConversationResults } from './results.ts'

/** The summary of these messages. The user's words, files, todos and failures stand beside it. */
export function programSummary(summarised: ConversationResults): string {
  const answers = quotedAnswers(summarised)
  const calls = newest([...collapsedCalls(summarised.messages), callsText(madeCalls(summarised))]).join('\n')
  const parts = [
    ...(answers.length === 0
      ? []
      : [`The beginnings of your last answers, oldest first:\n\n${answers.join('\n\n')}`]),
    ...(calls === '' ? [] : [`Calls that you made, by tool:\n${calls}`]),
  ]
  return parts.length === 0 ? 'Nothing but what the person said, which stands below.' : parts.join('\n\n')
}

/** The last lists that are not too long together. */
function newest(lists: readonly string[]): readonly string[] {
  let room = 2 * CALLS_CHARS
  const from = lists.findLastIndex((list) => (room -= list.length) < 0)
  return lists.slice(from + 1).filter((list) => list !== '')
}

function quotedAnswers({ messages }: ConversationResults): readonly string[] {
  let room = QUOTED_ANSWERS_CHARS
  const quoted: string[] = []
  for (const message of messages.toReversed()) {
    if (message.role !== 'assistant' || message.content.some(({ type }) => type === 'tool_use')) continue
    const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    if (text.trim() === '') continue
    const shown =
      text.length > QUOTED_ANSWER_CHARS ? `${text.slice(0, QUOTED_ANSWER_CHARS).toWellFormed()}…` : text
    room -= shown.length
    if (room < 0) break
    quoted.unshift(`> ${shown.replaceAll('\n', '\n> ')}`)
  }
  return quoted
}
