/**
 * Times of the user's keys and clicks by the page's own clock: from each to the frame that shows its effect.
 */
import type { Page } from '@playwright/test'

export interface Interactions {
  readonly count: number
  /** Milliseconds that 95 of 100 did not take longer than. */
  readonly p95: number
  readonly worst: number
  /** Milliseconds of the longest piece of work that nothing could interrupt; 0 when none took 50. */
  readonly longestTask: number
  readonly longTasks: number
}

/** Milliseconds below which the browser tells of no event. */
const SHORTEST_MS = 16

/** While `action` goes on. */
export async function interactionsOf(page: Page, action: () => Promise<unknown>): Promise<Interactions> {
  const seen = await page.evaluateHandle(() => {
    const durations = new Map<number, number>()
    const tasks: number[] = []
    const before = performance.interactionCount
    const events = new PerformanceObserver((list) => {
      // The standard's own entries; the library's types do not know their ids.
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[]) {
        if (entry.interactionId === 0) continue
        durations.set(entry.interactionId, Math.max(durations.get(entry.interactionId) ?? 0, entry.duration))
      }
    })
    // The standard's own option; the library's types do not know it.
    events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const long = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    )
    long.observe({ type: 'longtask' })
    return {
      read: async () => {
        // An entry comes when its frame was shown.
        await new Promise((resolve) => setTimeout(resolve, 500))
        events.disconnect()
        long.disconnect()
        return { durations: [...durations.values()], tasks, count: performance.interactionCount - before }
      },
    }
  })
  await action()
  const { durations, tasks, count } = await seen.evaluate((each) => each.read())
  await seen.dispose()
  const quick = Math.max(0, count - durations.length)
  const all = [...durations, ...Array.from({ length: quick }, () => SHORTEST_MS)].toSorted((a, b) => a - b)
  return {
    count: all.length,
    p95: all[Math.ceil(0.95 * all.length) - 1] ?? NaN,
    worst: all.at(-1) ?? NaN,
    longestTask: Math.max(0, ...tasks),
    longTasks: tasks.length,
  }
}

declare global {
  interface Performance {
    /** Keys and clicks since the page was opened. */
    readonly interactionCount: number
  }
}
