/** Hooks that ran, as far as the person is to see it: a decision on a call shows at the call. */
import type { EventOf } from '../events.ts'
import type { Draft } from './draft.ts'

export function applyHook({ items }: Draft, event: EventOf<'hook_ran'>): void {
  const texts = textsOf(event)
  for (const [index, { level, text }] of texts.entries())
    items.push({ kind: 'notice', id: `event-${event.seq}${index === 0 ? '' : `-${index}`}`, level, text })
}

function textsOf({ event, hook, outcome, toolUseId, reason, message, problem }: EventOf<'hook_ran'>) {
  const blocks = outcome === 'blocking' && toolUseId === undefined && reason !== undefined
  return [
    ...(problem === undefined
      ? []
      : [{ level: 'warning', text: `The hook “${hook}” (${event}) has failed: ${problem}` } as const]),
    ...(blocks ? [{ level: 'info', text: `The hook “${hook}” (${event}) says no: ${reason}` } as const] : []),
    ...(message === undefined
      ? []
      : [{ level: 'warning', text: `The hook “${hook}” (${event}) says: ${message}` } as const]),
  ]
}
