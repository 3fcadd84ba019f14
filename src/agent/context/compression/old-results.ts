/** The second layer: old results of tools that can be asked again ("microcompact"). */
import { KEPT_RESULTS, SHORT_RESULT_TOKENS } from '../../limits.ts'
import type { PlacedResult } from './results.ts'

/**
 * Tools whose results are in the workspace or can be produced again; an answer of the user or an advisor
 * cannot.
 */
const REPEATABLE: ReadonlySet<string> = new Set([
  'Read',
  'Write',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'Bash',
  'BashOutput',
  'Grep',
  'Glob',
  'LS',
  'WebFetch',
  'Browser',
])

/** All but the newest, those that one of these says has the content, and those that are short. */
export function oldResults(results: readonly PlacedResult[]): readonly PlacedResult[] {
  const repeatable = results.filter(({ tool }) => REPEATABLE.has(tool))
  const needed = new Set(repeatable.slice(-KEPT_RESULTS).map(({ shownBy }) => shownBy))
  return repeatable
    .slice(0, -KEPT_RESULTS)
    .filter(({ toolUseId, tokens }) => tokens > SHORT_RESULT_TOKENS && !needed.has(toolUseId))
}
