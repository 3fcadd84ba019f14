/** The person's edits put onto what somebody else has made of the file meanwhile, where they do not meet. */
import { applyPatch, structuredPatch } from 'diff'
import { DIFF_CHARS } from '../../limits.ts'

/** `mine` itself where both changed the same lines, or the texts are too large: the person merges by hand. */
export function mergedText(base: string | undefined, mine: string, theirs: string): string {
  if (base === undefined || base.length + mine.length + theirs.length > DIFF_CHARS * 3) return mine
  const patch = structuredPatch('', '', base, mine, '', '', { context: 1, timeout: 200 })
  if (!patch) return mine
  const merged = applyPatch(theirs, patch)
  return merged === false ? mine : merged
}
