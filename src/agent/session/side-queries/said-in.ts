/** The user's own words in a conversation: their messages, their answers to questions and plans, and their comments on calls. */
import { callIds } from '../../context/compression/conversation-events.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import type { ChoiceAnswer, UserAnswer, UserQuestion } from '../../protocol/questions.ts'
import { plainLine, quotedLine } from './quoted-line.ts'

/** Lines of a plan that are quoted of those that the user took out. */
const REMOVED_LINES = 5
/** A title of a file tool's call. */
const OF_NOTE = /(?:^| in )\/memory(?:\/|$)/

/**
 * Oldest first, without those that `kept` messages have; `events` are those of the conversation. The model's question or call
 * stands before an answer in parentheses, as a quotation.
 */
export function saidIn(events: readonly AgentEvent[], kept: readonly Message[]): readonly string[] {
  const shown = callIds(kept)
  const questions = new Map<string, UserQuestion>()
  const requests = new Map<string, EventOf<'permission_requested'>>()
  return events.flatMap((event) => {
    switch (event.type) {
      case 'user_message': {
        const text = messageText(event)
        return event.origin === 'human' && !isIn(kept, text) ? [text] : []
      }
      case 'permission_requested':
        requests.set(event.toolUseId, event)
        return []
      case 'permission_decided':
        return shown.has(event.toolUseId) ? [] : commentText(event, requests.get(event.toolUseId))
      case 'question_asked':
        questions.set(event.toolUseId, event.question)
        return []
      case 'question_answered': {
        const question = questions.get(event.toolUseId)
        return question && !shown.has(event.toolUseId) ? answerTexts(question, event.answer) : []
      }
      default:
        return []
    }
  })
}

function messageText({ content }: EventOf<'user_message'>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '[image]')).join('\n')
}

function isIn(messages: readonly Message[], text: string): boolean {
  return messages.some(({ content }) => content.some((block) => block.type === 'text' && block.text === text))
}

function commentText(
  event: EventOf<'permission_decided'>,
  request: EventOf<'permission_requested'> | undefined,
): readonly string[] {
  const text = (event.comment ?? '').trim() === '' ? undefined : decisionText(event, request)
  return text === undefined ? [] : [text]
}

/** The user's decision on a call, with their comment; undefined for one of a rule, a hook or a classifier. */
export function decisionText(
  { source, behavior, about, comment = '' }: EventOf<'permission_decided'>,
  request: EventOf<'permission_requested'> | undefined,
): string | undefined {
  if (source !== 'person') return undefined
  const call = request ? `the call ${quotedLine(callText(request))}` : 'a call'
  const of = about === 'output' ? `the output of ${call}` : call
  return `(about ${of}, which I ${behavior === 'deny' ? 'refused' : 'allowed'}) ${comment.trim()}`.trim()
}

/** Without the name of a note, which no recording has. */
function callText({ tool, title }: EventOf<'permission_requested'>): string {
  return OF_NOTE.test(title) ? `${tool} of a note` : `${tool} ${title}`
}

function answerTexts(question: UserQuestion, answer: UserAnswer): readonly string[] {
  if (question.kind === 'plan') return answer.kind === 'plan' ? [planText(question.plan, answer)] : []
  return question.questions.map((one, index) => {
    const words = answer.kind === 'choices' ? choiceText(answer.answers[index]) : ''
    return `(asked: ${quotedLine(one.question)}) ${words === '' ? '(I did not answer.)' : words}`
  })
}

/** Own words as they were typed; the options' are the model's. */
function choiceText(answer: ChoiceAnswer | undefined): string {
  const { selected = [], other = '' } = answer ?? {}
  return [...selected.map(plainLine), ...(other.trim() === '' ? [] : [other.trim()])].join(', ')
}

/** The decision, and of a plan that was rewritten the lines that differ: the others are the model's. */
function planText(
  plan: string,
  { decision, comment, edited }: Extract<UserAnswer, { kind: 'plan' }>,
): string {
  const title = quotedLine(linesOf(plan)[0]?.replace(/^#+\s*/, '') ?? '')
  const decided = decision === 'keep_planning' ? 'which I did not approve yet' : 'which I approved'
  const before = linesOf(plan)
  const after = edited === undefined || edited.trim() === '' ? before : linesOf(edited)
  const added = without(after, before)
  const removed = without(before, after)
  const parts = [
    ...(comment.trim() === '' ? [] : [comment.trim()]),
    ...(removed.length === 0 ? [] : [`(taken out of it: ${quotedLines(removed)})`]),
    ...(added.length === 0 ? [] : [`(my lines in it)\n${added.join('\n')}`]),
  ]
  return [`(asked about the plan ${title}, ${decided})`, ...parts].join(' ')
}

function quotedLines(lines: readonly string[]): string {
  const more = lines.length - REMOVED_LINES
  const quoted = lines.slice(0, REMOVED_LINES).map(quotedLine).join(', ')
  return more > 0 ? `${quoted} and ${more} more lines` : quoted
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
