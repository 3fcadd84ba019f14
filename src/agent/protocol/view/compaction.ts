/**
 * The screen's notes about a compaction: it shows the whole conversation, and from where on the model no
 * longer gets it.
 */
import type { EventOf } from '../events.ts'
import { isPartOf } from '../restores.ts'
import { shortTokens } from '../token-budget.ts'
import { withSideQuery } from './usage-view.ts'
import { pick } from './pick.ts'
import type { Draft } from './draft.ts'
import type { ScreenState, TranscriptItem } from './screen-state.ts'

type CompactionEvent = EventOf<
  | 'results_cleared'
  | 'spans_collapsed'
  | 'context_filled'
  | 'session_notes'
  | 'compaction_started'
  | 'conversation_compacted'
  | 'compaction_failed'
  | 'compaction_drafted'
  | 'compaction_dropped'
  | 'compaction_undone'
>

type CompactedItem = Extract<TranscriptItem, { kind: 'compacted' }>

export function applyCompaction(draft: Draft, event: CompactionEvent): void {
  const { state } = draft
  const id = `event-${event.seq}`
  // Made beside the work, whatever that is at.
  if (event.type === 'session_notes') {
    state.sessionNotes = [...state.sessionNotes, pick(event, 'at', 'text', 'messages')]
    return
  }
  if (state.run.status === 'running')
    state.run = { ...state.run, compacting: event.type === 'compaction_started' }
  switch (event.type) {
    case 'compaction_started':
      return
    case 'results_cleared':
      state.contextTokens = Math.max(0, state.contextTokens - event.tokens)
      draft.items.push({ kind: 'notice', id, level: 'info', text: clearedText(event) })
      return
    case 'spans_collapsed':
      dropDraft(draft)
      state.contextTokens = Math.max(0, state.contextTokens - event.tokens)
      draft.items.push({ kind: 'notice', id, level: 'info', text: collapsedText(event) })
      return
    case 'context_filled':
      draft.items.push({ kind: 'notice', id, level: 'info', text: filledText(event) })
      return
    case 'conversation_compacted':
      state.contextTokens = event.tokensAfter
      state.usage = withSideQuery(state.usage, event)
      state.sessionNotes = notesBefore(state.sessionNotes, event.from)
      state.canUndoCompaction = true
      dropDraft(draft)
      draft.items.push({
        kind: 'compacted',
        id,
        ...pick(event, 'seq', 'trigger', 'summary', 'messages', 'tokensBefore', 'tokensAfter', 'receipts'),
        by: event.by ?? 'model',
        earlier: event.earlier ?? [],
        undone: false,
      })
      return
    case 'compaction_drafted':
      dropDraft(draft)
      draft.items.push({
        kind: 'compaction_draft',
        id,
        ...pick(event, 'summary', 'messages', 'tokensBefore', 'tokensAfter', 'keep', 'receipts'),
        earlier: event.earlier ?? [],
      })
      return
    case 'compaction_dropped':
      return dropDraft(draft)
    case 'compaction_undone':
      dropDraft(draft)
      return undo(draft, event)
    case 'compaction_failed': {
      const level = event.stopped ? 'info' : 'warning'
      const text = `The conversation was not summarised. ${event.reason}`
      draft.items.push({ kind: 'notice', id, level, text })
      return
    }
    default:
      event satisfies never
  }
}

/** No draft is open any more. */
export function dropDraft(draft: Draft): void {
  const open = draft.state.items.findLast(({ kind }) => kind === 'compaction_draft')
  if (open) draft.remove(open)
}

/** Marks the summaries that are taken back as of event `when`: after a restore these may be others. */
export function markUndone(draft: Draft, when: number): void {
  const { state, items } = draft
  const { restores, undoneCompactions } = state
  const undone = new Set(
    undoneCompactions.flatMap(({ seq, by }) => (isPartOf(by, when, restores) ? [seq] : [])),
  )
  for (const [index, item] of items.entries())
    if (item.kind === 'compacted' && item.undone !== undone.has(item.seq))
      items[index] = { ...item, undone: undone.has(item.seq) }
  state.canUndoCompaction = standing(state) !== undefined
}

/** The tokens are an estimate: those before the summary, and what has come since. */
function undo(draft: Draft, { seq: by }: EventOf<'compaction_undone'>): void {
  const { state } = draft
  const last = standing(state)
  if (!last) return
  const { seq, tokensBefore, tokensAfter } = last
  state.contextTokens = tokensBefore + Math.max(0, state.contextTokens - tokensAfter)
  state.sessionNotes = []
  state.undoneCompactions = [...state.undoneCompactions, { seq, by }]
  markUndone(draft, by)
}

/** The last summary that is not taken back. */
function standing({ items }: ScreenState): CompactedItem | undefined {
  return items.findLast((item): item is CompactedItem => item.kind === 'compacted' && !item.undone)
}

/** A summary of a later part leaves notes on what is before it as they are. */
function notesBefore(notes: ScreenState['sessionNotes'], from = 0): ScreenState['sessionNotes'] {
  return notes.filter(({ messages }) => messages <= from)
}

function collapsedText({ spans: { length }, tokens }: EventOf<'spans_collapsed'>): string {
  const some = `some ${shortTokens(tokens)} tokens`
  return length === 1
    ? `To make room, the calls of 1 finished request are no longer sent to the model: ${some}. The request and its answer are, and all of it stays here.`
    : `To make room, the calls of ${length} finished requests are no longer sent to the model: ${some}. The requests and their answers are, and all of it stays here.`
}

function filledText({ level, tokens, compactAt, blockAt }: EventOf<'context_filled'>): string {
  const now = `The conversation takes ${shortTokens(tokens)} tokens.`
  return level === 'high'
    ? `${now} From ${shortTokens(compactAt)} on it is made shorter; /context shows what takes them.`
    : `${now} From ${shortTokens(blockAt)} on no request is made: /compact makes it shorter.`
}

function clearedText({ toolUseIds: { length }, why, tokens }: EventOf<'results_cleared'>): string {
  const isOne = length === 1
  if (why === 'media')
    return `The images of ${isOne ? '1 result' : `${length} results`} are no longer sent to the model, which has refused them.`
  const some = `some ${shortTokens(tokens)} tokens`
  if (why === 'superseded')
    return isOne
      ? `To make room, 1 result, which a later call has made anew, is no longer sent to the model: ${some}. It stays here.`
      : `To make room, ${length} results, each of which a later call has made anew, are no longer sent to the model: ${some}. They stay here.`
  return isOne
    ? `To make room, 1 result of an earlier call is no longer sent to the model: ${some}. It stays here.`
    : `To make room, ${length} results of earlier calls are no longer sent to the model: ${some}. They stay here.`
}
