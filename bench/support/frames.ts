/** Frames that a page really had. */
import type { Page } from '@playwright/test'

/** Frames of the second that had the fewest, while something goes on. */
export async function slowestSecond(page: Page, action: () => Promise<unknown>): Promise<number> {
  const frames = await page.evaluateHandle(() => {
    const times: number[] = []
    const frame = (now: number) => {
      times.push(now)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    return times
  })
  await action()
  const times = await frames.evaluate((all) => [...all])
  await frames.dispose()
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  let [least, from, to] = [Infinity, 0, 0]
  for (let start = first; start + 1000 <= last; start += 100) {
    while ((times[from] ?? Infinity) < start) from += 1
    while ((times[to] ?? Infinity) < start + 1000) to += 1
    least = Math.min(least, to - from)
  }
  return least
}
