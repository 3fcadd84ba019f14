/** The part of a conversation that the user has chosen for a summary, as places of messages. Pure. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { settled } from '../../context/advice.ts'
import { canBeginAt } from '../../context/compression/split.ts'
import type { CompactOptions } from '../../protocol/calls/runs.ts'
import type { Message } from '../../protocol/messages.ts'

interface ChosenPart {
  /** Messages before it. */
  readonly from: number
  /** Place of the first message after it. */
  readonly end: number
}

interface PlacedMessages {
  readonly messages: readonly Message[]
  /** The service has paused in the middle of the last answer. */
  readonly isPaused: boolean
  /** Place of the message that has this one of the user; undefined where it is not there. */
  placeOf(messageId: string): number | undefined
  /** Whether a summary stands in the message at this place. */
  hasSummary(place: number): boolean
  /** Whether there is or was a message of this id. */
  knows(messageId: string): boolean
}

/** A summary of fewer is no shorter. */
const LEAST_MESSAGES = 2

/**
 * A message that was sent while the agent worked stands with the results of calls, and one right after a summary with that: a part that
 * begins with it begins right after it, and one that ends before it ends before those calls, or before the summary.
 */
export function chosenPart(
  conversation: PlacedMessages,
  { from, to, preview = false }: CompactOptions,
): Result<ChosenPart> {
  const { messages } = conversation
  const begins = from === undefined ? ok(0) : placeIn(conversation, from)
  if (!begins.ok) return begins
  const ends = to === undefined ? ok(lastEnd(conversation, preview)) : placeIn(conversation, to)
  if (!ends.ok) return ends
  if (from !== undefined && to !== undefined && begins.value > ends.value) return wrongOrder(from, to)
  const isAfterSummary = from !== undefined && conversation.hasSummary(begins.value)
  const part = {
    from: nextCut(messages, begins.value + (isAfterSummary ? 1 : 0)),
    end: lastCut(messages, ends.value),
  }
  return part.end - part.from < LEAST_MESSAGES ? tooShort(from, to) : ok(part)
}

function placeIn(conversation: PlacedMessages, messageId: string): Result<number> {
  const place = conversation.placeOf(messageId)
  if (place !== undefined) return ok(place)
  if (!conversation.knows(messageId))
    return fail('not_found', `This session has no message "${messageId}"; nothing was summarised.`, {
      hint: 'Name a message of the user by its messageId.',
    })
  return fail(
    'not_found',
    `The message "${messageId}" is no longer in the conversation as the model has it: it was summarised or taken back. Nothing was summarised.`,
    { hint: 'Choose a later message, or undo the summary first.' },
  )
}

function wrongOrder(from: string, to: string): Result<never> {
  return fail(
    'invalid',
    `The part was to begin with the message "${from}" and to end before "${to}", which comes first; nothing was summarised.`,
    { hint: 'Choose an end that comes after the beginning.' },
  )
}

function tooShort(from: string | undefined, to: string | undefined): Result<never> {
  const begin = from === undefined ? 'the beginning' : `the message "${from}"`
  const end = to === undefined ? 'the end' : `the message "${to}"`
  return fail(
    'invalid',
    `Between ${begin} and ${end} there is too little to summarise; nothing has changed.`,
    {
      hint: 'Choose a part with at least one message and its answer.',
    },
  )
}

/** The end of the conversation. For a draft without a message that may still grow: the next one may be joined to it. */
function lastEnd({ messages, isPaused }: PlacedMessages, isDraft: boolean): number {
  const grows = messages.at(-1)?.role === 'user' || isPaused || settled(messages) !== messages
  return isDraft && grows ? lastCut(messages, messages.length - 1) : messages.length
}

function nextCut(messages: readonly Message[], place: number): number {
  let at = place
  while (!canBeginAt(messages, at)) at++
  return at
}

function lastCut(messages: readonly Message[], place: number): number {
  let at = place
  while (at > 0 && !canBeginAt(messages, at)) at--
  return at
}
