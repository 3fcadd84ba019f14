/**
 * The lines of a long output that name a failure: the model most likely looks for them, wherever they are.
 */
import { FAILURE_LINE_CHARS, FAILURE_LINES } from '../../limits.ts'
import { count, cutStart } from './result-budget.ts'

/** Words that compilers, test runners and shells write at a failure; counts of zero are left out. */
const FAILURE =
  /\b(?:error|errors|failed|failure|failures|fatal|exception|panic(?:ked)?|traceback|segmentation fault|not ok|undefined reference|command not found|cannot find|assertion)\b|\w(?:Error|Exception)\b|^\s*(?:✗|✖|×|FAIL)\s/i
const NONE =
  /\b(?:0|no|without|zero)\s+(?:\w+\s+)?(?:errors?|failed|failures?|exceptions?)\b|\b(?:errors?|failed|failures?)[:=]\s*0\b/i
/** A line of a stack, or of the place in the source. */
const CONTINUES = /^\s{2,}\S/
/** Lines after such a line that belong to it. */
const CONTINUED = 3

/** Each with its number, a line each; '' when there are none. `before`: only lines that begin before this character. */
export function failureLines(text: string, before: number): string {
  const shown: string[] = []
  const seen = new Set<string>()
  let [at, found, rest] = [0, 0, 0]
  for (const [index, line] of text.split('\n').entries()) {
    if (at >= before) break
    at += line.length + 1
    const isFailure = FAILURE.test(line) && !NONE.test(line)
    if (isFailure) rest = CONTINUED
    else if (rest > 0 && CONTINUES.test(line)) rest -= 1
    else rest = 0
    if (!isFailure && rest === 0) continue
    const known = line.trim()
    if (isFailure && seen.has(known)) rest = 0
    if (isFailure && !seen.has(known)) found += 1
    if ((isFailure && seen.has(known)) || shown.length >= FAILURE_LINES) continue
    seen.add(known)
    shown.push(`${index + 1}: ${cutStart(line, FAILURE_LINE_CHARS)}`)
  }
  if (shown.length === 0) return ''
  const more = shown.length >= FAILURE_LINES ? ` The first of ${count(found)} that differ:` : ''
  return [`Lines before that which name a failure, by number.${more}`, ...shown].join('\n')
}
