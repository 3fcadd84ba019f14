/** Finds a text in the conversation. Pure. */
import type { BlockView, ToolView, TranscriptItem } from '../../../agent/protocol/view/screen-state.ts'
import { reasonText } from '../problem/reason.ts'
import { cacheBreakReason } from '../../usage/cache-break-reason.ts'
import { chat as t } from '../../language/en/chat.ts'

export interface ConversationMatch {
  /** Index of the item. */
  readonly index: number
  /** The item's id, as the screen keys it. */
  readonly id: string
  /** The block that it stands in; undefined where the item has none. */
  readonly call: string | undefined
}

/** At most `limit`, from the first. Case does not matter. A call counts once, however often it says the text. */
export function findInConversation(
  items: readonly TranscriptItem[],
  text: string,
  limit: number,
): readonly ConversationMatch[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found: ConversationMatch[] = []
  for (const [index, item] of items.entries()) {
    const places = item.kind === 'assistant' ? item.blocks : [item]
    for (const place of places) {
      if (!textsOf(place).some((part) => part.toLowerCase().includes(wanted))) continue
      found.push({ index, id: item.id, call: place.kind === 'tool' ? place.id : undefined })
      if (found.length >= limit) return found
    }
  }
  return found
}

/** As far as the card shows it. */
function changeOf({ display }: ToolView): string {
  return display?.kind === 'diff' ? display.patch : ''
}

type Place = BlockView | Exclude<TranscriptItem, { kind: 'assistant' }>

function textsOf(place: Place): readonly string[] {
  switch (place.kind) {
    case 'tool':
      return [place.tool, place.title, place.result, ...place.output.map(({ text }) => text), changeOf(place)]
    case 'text':
    case 'thinking':
    case 'user':
      return [place.text]
    case 'notice':
      return [reasonText(place.text)]
    case 'imported':
      return [place.name]
    case 'compacted':
      return [place.summary]
    case 'compaction_draft':
      return [place.summary, place.keep ?? '']
    case 'opaque':
      return [t.laterSteps(place.steps)]
    case 'cache_lost':
      return [cacheBreakReason(place)]
    case 'error':
      return [place.message, place.hint ?? '']
    case 'ended':
    case 'learned':
      return []
    default:
      return place satisfies never
  }
}
