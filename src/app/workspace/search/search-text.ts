/** The search's own texts. */
import type { FoundText } from '../../../sandbox/contract/contract.ts'
import { FIND_MAX_FILE_BYTES } from '../../../sandbox/contract/limits.ts'
import { SEARCH_MATCHES, SEARCH_MS } from '../../limits.ts'
import { formatNumber } from '../../ui/format.ts'
import { search as t } from '../../language/en/search.ts'

const MIB = 1024 * 1024

/** Files that were not searched; '' when all were. */
export function skippedText(counts: Omit<FoundText, 'files' | 'next' | 'searched'>): string {
  const parts = [
    counts.binary > 0 ? t.binaryFiles(counts.binary) : '',
    counts.tooLarge > 0 ? t.filesOver(counts.tooLarge, FIND_MAX_FILE_BYTES / MIB) : '',
    counts.tooSlow > 0 ? t.tooSlow(counts.tooSlow) : '',
    counts.longLines > 0 ? t.longLines(counts.longLines) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : t.notSearched(parts.join(', '))
}

/** Why there may be more than is shown; '' when there is not. */
export function endedText(status: string): string {
  if (status === 'full') return t.onlyFirst(formatNumber(SEARCH_MATCHES))
  if (status === 'late') return t.stoppedAfter(SEARCH_MS / 1000)
  return status === 'cancelled' ? t.stopped : ''
}

const NAMED = 3

export function replacedText(
  matches: number,
  files: number,
  kept: readonly { readonly path: string; readonly why: string }[],
): string {
  const done = matches === 0 ? t.nothingReplaced : t.replaced(matches, files)
  if (kept.length === 0) return done
  const named = kept.slice(0, NAMED).map(({ path, why }) => `${path} (${why.replace(/\.$/, '')})`)
  const more = kept.length > NAMED ? t.andMore(kept.length - NAMED) : ''
  return `${done} ${t.leftAsItWas(`${named.join(', ')}${more}`)}`
}
