/** Search results in ripgrep's look, which models know. */
import type { GrepLine, GrepResult } from '../../../sandbox/contract/contract.ts'
import { GREP_LINE_CHARS } from '../../limits.ts'
import { shown } from './paths.ts'
import { count, cutStart } from '../results/result-budget.ts'

/** `path:line:text` for matches, `path-line-text` for context, `--` between places that do not touch. */
export function contentText(
  lines: readonly GrepLine[],
  options: { numbers: boolean; gaps: boolean },
): string {
  const rows: string[] = []
  let last: GrepLine | undefined
  for (const line of lines) {
    const touches = last === undefined || (last.path === line.path && line.line === last.line + 1)
    if (options.gaps && !touches) rows.push('--')
    const mark = line.isMatch ? ':' : '-'
    const number = options.numbers ? `${line.line}${mark}` : ''
    rows.push(`${shown(line.path)}${mark}${number}${cutLine(line.text)}`)
    last = line
  }
  return rows.join('\n')
}

export function filesText(files: GrepResult['files']): string {
  return files.map(({ path }) => shown(path)).join('\n')
}

export function countText(files: GrepResult['files']): string {
  return files.map(({ path, matches }) => `${shown(path)}:${matches}`).join('\n')
}

export function moreText(shownEntries: number, total: number, offset: number): string {
  const end = offset + shownEntries
  if (offset === 0 && end >= total) return ''
  const next = end < total ? ` Go on with offset ${end}, or narrow the search.` : ''
  return `\n[Results ${offset + 1} to ${end} of ${count(total)}.${next}]`
}

function cutLine(text: string): string {
  const line = text.replace(/\r?\n$/, '')
  if (line.length <= GREP_LINE_CHARS) return line
  const part = cutStart(line, GREP_LINE_CHARS)
  return `${part}… [${count(line.length - part.length)} more characters]`
}
