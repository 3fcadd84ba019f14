/** A verdict on the advisor's figures. */
import { usage as t } from '../language/en/usage.ts'

/** Runs before figures say anything. */
const ENOUGH_RUNS = 10
const RARELY = 0.1
/** Share of the runs that asked at all. */
const OFTEN_AT_LIMIT = 0.5
const ENOUGH_ASKED = 3

/** '' when there is nothing to be said. `calls`: one figure for each run; `limit`: times in a run. */
export function adviceVerdict(calls: readonly number[], limit: number): string {
  const asked = calls.filter((count) => count > 0)
  const atLimit = asked.filter((count) => count >= limit).length
  if (asked.length >= ENOUGH_ASKED && atLimit / asked.length >= OFTEN_AT_LIMIT) {
    return t.usedAll(atLimit, limit)
  }
  if (calls.length >= ENOUGH_RUNS && asked.length / calls.length < RARELY) return t.littleUsed
  return ''
}
