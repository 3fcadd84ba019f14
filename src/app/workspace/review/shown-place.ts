/** Which part of a file's changes an item of a review is, for the person: the agent is told in English. */
import type { TreeChange } from '../../../sandbox/contract/contract.ts'
import { review as t } from '../../language/en/review.ts'
import type { ReviewItem } from './file-review.ts'

/** e.g. `lines 3-5`, `2 lines removed after line 7`. */
export function shownPlace(
  { kind, hunk }: Pick<ReviewItem, 'kind' | 'hunk'>,
  { change, before, after }: TreeChange,
): string {
  if (kind === 'mode') return t.bits(octal(before?.mode), octal(after?.mode))
  if (!hunk || change !== 'modified') return t.wholeFile
  const { newStart, added, removed } = hunk
  if (added.length === 0)
    return newStart === 0 ? t.removedAtStart(removed.length) : t.removedAfter(removed.length, newStart)
  const first = newStart + 1
  const last = newStart + added.length
  return first === last ? t.line(first) : t.linesFromTo(first, last)
}

function octal(mode: number | undefined): string {
  return mode?.toString(8) ?? ''
}
