/** Goes to a place of the conversation: it is scrolled there, and the keyboard goes along. */
import { tick } from 'svelte'
import type { TranscriptItem } from '../../../agent/protocol/view/screen-state.ts'
import type { AppModel } from '../../app-model.svelte.ts'

/** To a call, on its first button. */
export async function goToCall(app: AppModel, call: string): Promise<void> {
  const item = app.session.view.items.findLast(
    (candidate) => candidate.kind === 'assistant' && callsIn(candidate).some(({ id }) => id === call),
  )
  if (!item) return
  app.goal = { id: item.id, call, text: '' }
  await tick()
  focusIn(document.querySelector<HTMLElement>(`[data-call="${CSS.escape(call)}"]`))
}

/** To the event of this number: a message, a call, or what stands there. */
export async function goToEvent(app: AppModel, seq: number): Promise<void> {
  await app.session.shown()
  const { items, itemSeqs } = app.session.view
  const item = items[itemSeqs.findLastIndex((at) => at <= seq)]
  if (!item) return
  const calls = callsIn(item)
  const isText =
    item.kind === 'assistant' && item.blocks.some((block) => block.kind !== 'tool' && block.seq === seq)
  const ended = calls.find(({ resultSeq, jobEndSeq }) => resultSeq === seq || jobEndSeq === seq)
  // A question or a decision stands in the log before the result of its call.
  const call = ended ?? (isText ? undefined : calls.find(({ resultSeq = Infinity }) => resultSeq > seq))
  return call ? goToCall(app, call.id) : goToItem(app, item.id)
}

/** To an item, on its first button, or on itself. */
export async function goToItem(app: AppModel, id: string): Promise<void> {
  app.goal = { id, call: undefined, text: '' }
  await tick()
  focusIn(document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`))
}

function callsIn(item: TranscriptItem) {
  return item.kind === 'assistant' ? item.blocks.filter((block) => block.kind === 'tool') : []
}

function focusIn(place: HTMLElement | null): void {
  const first = place?.querySelector<HTMLElement>('button:not(:disabled), summary')
  if (!first && place) place.tabIndex = -1
  const to = first ?? place
  to?.focus({ preventScroll: true })
}
