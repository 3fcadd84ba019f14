/** The part of a conversation that becomes a summary, by the user's messages in it. Pure. */
import type { TranscriptItem } from '../../../agent/protocol/view/screen-state.ts'

/** Ids of the user's messages; '' is the beginning, or the end. */
export interface Part {
  readonly from: string
  /** Not in it any more. */
  readonly to: string
}

export interface Choices {
  /** The user's messages that the model still has in full. */
  readonly messages: readonly { readonly id: string; readonly text: string }[]
  /** A summary stands before them. */
  readonly isAfterSummary: boolean
}

export function choicesIn(items: readonly TranscriptItem[]): Choices {
  const summary = items.findLastIndex((item) => item.kind === 'compacted' && !item.undone)
  return {
    messages: items.slice(summary + 1).filter((item) => item.kind === 'user'),
    isAfterSummary: summary >= 0,
  }
}

/** Messages with which the part can begin, besides the beginning. */
export function startsOf({ messages, isAfterSummary }: Choices): Choices['messages'] {
  return isAfterSummary ? messages : messages.slice(1)
}

/** Messages before which it can end, besides the end. */
export function endsOf({ messages }: Choices, from: string): Choices['messages'] {
  return messages.slice(Math.max(0, placeOf(messages, from)) + 1)
}

/** Messages in the part. */
export function messagesIn({ messages }: Choices, { from, to }: Part): Choices['messages'] {
  const end = placeOf(messages, to)
  return messages.slice(Math.max(0, placeOf(messages, from)), end < 0 ? undefined : end)
}

function placeOf(messages: Choices['messages'], id: string): number {
  return messages.findIndex((message) => message.id === id)
}
