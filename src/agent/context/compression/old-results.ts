/** The second layer: old results of tools that can be asked again ("microcompact"). */
import { KEPT_RESULTS, SHORT_RESULT_TOKENS } from '../../limits.ts'
import { isRepeatable } from './repeatable.ts'
import type { PlacedResult } from './results.ts'

/** All but the newest, those that one of these says has the content, and those that are short. */
export function oldResults(results: readonly PlacedResult[]): readonly PlacedResult[] {
  const repeatable = results.filter(isRepeatable)
  const needed = new Set(repeatable.slice(-KEPT_RESULTS).map(({ shownBy }) => shownBy))
  return repeatable
    .slice(0, -KEPT_RESULTS)
    .filter(({ toolUseId, tokens }) => tokens > SHORT_RESULT_TOKENS && !needed.has(toolUseId))
}
