/** Summaries of earlier parts, which stand word for word as long as they have room: a share of the window. Pure. */
import { EARLIER_SHARE } from '../../limits.ts'
import { sum, textTokens } from '../estimate.ts'

/** The newest of them that have room, in their order. */
export function fittingSummaries(summaries: readonly string[], window: number): readonly string[] {
  let room = window * EARLIER_SHARE
  const kept: string[] = []
  for (const text of summaries.toReversed()) {
    room -= textTokens(text)
    if (room < 0) break
    kept.unshift(text)
  }
  return kept
}

/** Whether all of them have room. */
export function fitsAsEarlier(summaries: readonly string[], window: number): boolean {
  return sum(summaries.map(textTokens)) <= window * EARLIER_SHARE
}
