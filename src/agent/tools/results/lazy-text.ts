/** Texts that stand for others: a comment like "rest unchanged", or a file that comes back much shorter. */
import { SHRINK_LINES, SHRINK_SHARE } from '../../limits.ts'
import { count } from './result-budget.ts'

const COMMENT = /^\s*(?:\/\/|#|\/\*+|<!--|--|;|\{\/\*|%|\*|""")\s*(.*)$/
const STANDS_FOR =
  /\b(?:rest of|remaining|existing|previous|other|original|same)\b.*\b(?:code|file|function|class|methods?|components?|implementation|imports?|module|styles?|tests?|content|lines|logic|fields|cases|here|before|above|unchanged|same)\b|\bunchanged\b|\bomitted for brevity\b|\bkeep (?:the )?(?:rest|existing)\b/i
const SAYS_SO = /\.{3}|…|\b(?:unchanged|remains?|stays?|the same|omitted)\b/i

/** The problem with replacing `before` by `after`, and what to do; undefined if there is none. */
export function lazyProblem(before: string, after: string): string | undefined {
  return placeholderProblem(before, after) ?? shrinkProblem(before, after)
}

/** A line that was not there before and stands for lines that are not written out. */
function placeholderProblem(before: string, after: string): string | undefined {
  const known = new Set(before.split('\n').map((line) => line.trim()))
  const lines = after.split('\n')
  const at = lines.findIndex((line) => {
    const comment = COMMENT.exec(line)?.[1]
    if (comment === undefined || known.has(line.trim())) return false
    return STANDS_FOR.test(comment) && SAYS_SO.test(comment)
  })
  if (at < 0) return undefined
  return `line ${at + 1} of the new text, ${JSON.stringify(lines[at]?.trim())}, stands for text that is not written out; as it is, that text would be lost. Write everything out, or change only the lines that differ with Edit.`
}

function shrinkProblem(before: string, after: string): string | undefined {
  const [had, has] = [linesIn(before), linesIn(after)]
  if (had < SHRINK_LINES || has > had * SHRINK_SHARE) return undefined
  return `it would shrink from ${count(had)} to ${count(has)} lines. If lines were left out by mistake, write all of them. If they are to go, take them out with Edit (an empty new_string deletes), or delete the file with Bash (rm) before you write it anew.`
}

function linesIn(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}
