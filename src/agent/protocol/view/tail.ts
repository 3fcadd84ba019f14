/**
 * The end of a long session, from its last events alone: the last messages and the tasks, as the whole log
 * will show them. State that needs the whole log (its files, its run, its cost, pending questions) is as in
 * an empty session until then.
 */
import type { AgentEvent } from '../events.ts'
import { EMPTY_SCREEN } from './screen-state.ts'
import type { ScreenState } from './screen-state.ts'
import { applyEvents } from './view.ts'

/** At most `most` items; undefined where the last events alone would show something else than the whole log does. */
export function tailView(
  title: string,
  events: readonly AgentEvent[],
  most: number,
): ScreenState | undefined {
  // It may bring back what was said long before them.
  if (events.some(({ type }) => type === 'conversation_restored')) return undefined
  // Items that began earlier would be shown without their beginning.
  const first = events.findIndex(beginsItem)
  if (first < 0) return undefined
  const { items, itemSeqs, todos } = applyEvents(EMPTY_SCREEN, events.slice(first))
  const shown = items.slice(-most)
  return shown.length > 0
    ? { ...EMPTY_SCREEN, title, todos, items: shown, itemSeqs: itemSeqs.slice(-most) }
    : undefined
}

function beginsItem(event: AgentEvent): boolean {
  return event.type === 'request_started' || (event.type === 'user_message' && event.origin === 'human')
}
