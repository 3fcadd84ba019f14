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

function callsIn(item: TranscriptItem) {
  return item.kind === 'assistant' ? item.blocks.filter((block) => block.kind === 'tool') : []
}

function focusIn(place: HTMLElement | null): void {
  const first = place?.querySelector<HTMLElement>('button:not(:disabled), summary')
  if (!first && place) place.tabIndex = -1
  const to = first ?? place
  to?.focus({ preventScroll: true })
}
