/** What the search says of itself, in words. */
import type { FoundText } from '../../../sandbox/contract.ts'
import { FIND_MAX_FILE_BYTES } from '../../../sandbox/limits.ts'
import { SEARCH_MATCHES, SEARCH_MS } from '../../limits.ts'
import { formatCount } from '../../ui/format.ts'

const MIB = 1024 * 1024

/** What was not searched; '' when all was. */
export function skippedText(counts: Omit<FoundText, 'files' | 'next' | 'searched'>): string {
  const parts = [
    counts.binary > 0 ? formatCount(counts.binary, 'binary file') : '',
    counts.tooLarge > 0 ? `${formatCount(counts.tooLarge, 'file')} over ${FIND_MAX_FILE_BYTES / MIB} MB` : '',
    counts.tooSlow > 0
      ? 'the rest of ' + formatCount(counts.tooSlow, 'file') + ' (the expression is too slow)'
      : '',
    counts.longLines > 0 ? 'the ends of ' + formatCount(counts.longLines, 'very long line') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `Not searched: ${parts.join(', ')}.`
}

/** Why there may be more than is shown; '' when there is not. */
export function endedText(status: string): string {
  if (status === 'full')
    return `Only the first ${SEARCH_MATCHES.toLocaleString('en')} matches are shown: narrow the search down.`
  if (status === 'late') return `The search was stopped after ${SEARCH_MS / 1000} seconds.`
  return status === 'cancelled' ? 'The search was stopped.' : ''
}

const NAMED = 3

export function replacedText(
  matches: number,
  files: number,
  kept: readonly { readonly path: string; readonly why: string }[],
): string {
  const done =
    matches === 0
      ? 'Nothing was replaced.'
      : `Replaced ${formatCount(matches, 'match', 'matches')} in ${formatCount(files, 'file')}.`
  if (kept.length === 0) return done
  const named = kept.slice(0, NAMED).map(({ path, why }) => `${path} (${why.replace(/\.$/, '')})`)
  const more = kept.length > NAMED ? ` and ${kept.length - NAMED} more` : ''
  return `${done} Left as it was: ${named.join(', ')}${more}.`
}
