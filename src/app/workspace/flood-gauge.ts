/** When a frame sends so many messages that the page around it has no time for anything else. */
import { PAGE_FLOOD_MESSAGES, PAGE_FLOOD_MS, PAGE_MESSAGES_PER_SECOND } from '../limits.ts'

/** Tells whether messages come too often, or one after the other for so long that not even a timer had its turn between them. */
export function floodGauge(): (now: number) => boolean {
  let second = 0
  let inSecond = 0
  let first: number | undefined
  let inRow = 0
  return (now) => {
    if (now - second >= 1_000) {
      second = now
      inSecond = 0
    }
    if (first === undefined) {
      first = now
      inRow = 0
      setTimeout(() => (first = undefined))
    }
    inSecond += 1
    inRow += 1
    return (
      inSecond > PAGE_MESSAGES_PER_SECOND || (inRow >= PAGE_FLOOD_MESSAGES && now - first >= PAGE_FLOOD_MS)
    )
  }
}
