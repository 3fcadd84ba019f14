/** The prompt before the line. */
import { HOME, isWithin, relativeTo, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import type { LetterWidth } from './prompt-view.ts'

/** A directory as a person reads it. A name with control characters must not act on the terminal. */
export function directoryLabel(cwd: string): string {
  const clean = cwd.replace(/[\x00-\x1f\x7f-\x9f]/g, '?')
  if (clean === WORKSPACE_ROOT) return 'workspace'
  if (isWithin(clean, WORKSPACE_ROOT)) return `workspace/${relativeTo(clean)}`
  return isWithin(clean, HOME) ? `~/${relativeTo(clean, HOME)}`.replace(/\/\.$/, '') : clean
}

/** With colours; the sign is red after a command that failed. */
export function promptOf(
  cwd: string,
  exitCode: number,
  columns: number,
  width: LetterWidth,
): { prompt: string; promptWidth: number } {
  const letters = [...directoryLabel(cwd)]
  const room = Math.max(8, Math.floor(columns / 2))
  const label = letters.length > room ? `…${letters.slice(1 - room).join('')}` : letters.join('')
  const sign = exitCode === 0 ? '\x1b[35m$' : '\x1b[31m$'
  return { prompt: `\x1b[1;32m${label} ${sign}\x1b[0m `, promptWidth: textWidth(`${label} $ `, width) }
}

export function textWidth(text: string, width: LetterWidth): number {
  return [...text].reduce((sum, letter) => sum + width(letter.codePointAt(0) ?? 0), 0)
}
