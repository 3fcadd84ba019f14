/** A change of a file for the screen. The model knows what it changed. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff'
import { DIFF_CHANGED_LINES, PATCH_CHARS } from '../../limits.ts'
import type { ToolDisplay } from '../../protocol/events/call-events.ts'
import { count, cutStart } from '../results/result-budget.ts'

export function diffDisplay(path: string, before: string, after: string): ToolDisplay {
  const patch = structuredPatch(path, path, before, after, undefined, undefined, {
    context: 3,
    // A file that appears or goes whole costs nothing.
    maxEditLength: before === '' || after === '' ? Infinity : DIFF_CHANGED_LINES,
  })
  if (patch === undefined) {
    return {
      kind: 'summary',
      text: `${path}: ${count(before.length)} → ${count(after.length)} characters; too much changed for a diff.`,
    }
  }
  const lines = patch.hunks.flatMap((hunk) => hunk.lines)
  const text = formatPatch(patch, FILE_HEADERS_ONLY)
  return {
    kind: 'diff',
    path,
    patch: text.length > PATCH_CHARS ? `${cutStart(text, PATCH_CHARS)}\n` : text,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}
