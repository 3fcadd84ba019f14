/** The outcome of a summary that the user has asked for, as soon as it is on the screen: events are drawn later than their call ends. */
import type { AppModel } from '../../app-model.svelte.ts'

const OUTCOMES: readonly string[] = ['compaction_draft', 'compacted', 'notice']

/** Calls `then` once with the item of the outcome: a draft, a summary, or a notice why there is none. Returns how to wait no longer. */
export function whenSummarised({ session }: AppModel, then: (itemId: string) => void): () => void {
  const { id, view } = session
  const known = new Set(view.items.map((item) => item.id))
  const stop = $effect.root(() => {
    $effect(() => {
      const made = session.view.items.findLast((item) => OUTCOMES.includes(item.kind) && !known.has(item.id))
      if (!made && session.id === id) return
      stop()
      if (made && session.id === id) then(made.id)
    })
  })
  return stop
}
