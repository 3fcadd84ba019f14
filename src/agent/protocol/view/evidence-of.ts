/**
 * Evidence for a text of the conversation. Derived when it is shown, and loaded then: the judge is larger than all the rest of
 * the reduction, which the page needs before anything can be typed in.
 */
import type { Evidence } from '../evidence/evidence.ts'
import { evidenceIn } from '../evidence/judge.ts'
import { statementsIn } from '../evidence/statements.ts'
import { actsOf } from './acts.ts'
import type { TextView, TranscriptItem } from './screen-state.ts'

/**
 * The verdicts on the statements of a turn's text, by the visible calls before it. Empty for thinking, for a text that
 * is not whole, and where there are no statements.
 */
export function evidenceOf(
  items: readonly TranscriptItem[],
  turnId: string,
  { kind, text, seq }: TextView,
): readonly Evidence[] {
  if (kind !== 'text' || seq === undefined || statementsIn(text).length === 0) return []
  const place = items.findLastIndex(({ id }) => id === turnId)
  return evidenceIn(text, actsOf(items.slice(0, place + 1), seq))
}
