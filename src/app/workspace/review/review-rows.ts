/** A reviewed file as rows: each hunk with what is around it, and the gaps between. Pure. */
import { markWords, type DiffRow } from '../../chat/diff/diff-rows.ts'
import { DIFF_ROWS } from '../../limits.ts'
import { shownText } from '../../shown-text.ts'
import type { FileReview, ReviewItem } from './file-review.ts'
import { splitLines } from './hunks.ts'

export type LineRow = Exclude<DiffRow, { kind: 'gap' }>

export interface ReviewSection {
  /** Undefined for what both texts have. */
  readonly item: ReviewItem | undefined
  /** Lines of both texts that are left out before it. */
  readonly skipped: number
  readonly rows: readonly LineRow[]
  /** Rows that are too many to be shown. */
  readonly cut: number
}

/** Lines of context around a change, as git shows them. */
const CONTEXT_LINES = 3

export function sectionsOf({ items, texts }: FileReview): readonly ReviewSection[] {
  if (!texts) return []
  const now = splitLines(texts.after)
  const sections: ReviewSection[] = []
  const hunks = items.flatMap((item) => (item.hunk ? [{ item, hunk: item.hunk }] : []))
  let room = DIFF_ROWS
  const add = (item: ReviewItem | undefined, skipped: number, rows: readonly LineRow[]) => {
    const shown = rows.slice(0, Math.max(0, room))
    room -= shown.length
    if (item || skipped > 0 || shown.length > 0)
      sections.push({ item, skipped, rows: shown, cut: rows.length - shown.length })
  }
  /** Lines of the new text; the old one has the same lines `shift` further on. */
  const context = (from: number, to: number, shift: number, skipped: number) =>
    add(
      undefined,
      skipped,
      now.slice(from, to).map((line, index) => ({
        kind: 'same',
        before: from + index + shift + 1,
        after: from + index + 1,
        parts: plain(line),
      })),
    )
  let shownTo = 0
  for (const [index, { item, hunk }] of hunks.entries()) {
    const shift = hunk.oldStart - hunk.newStart
    const from = Math.max(shownTo, hunk.newStart - CONTEXT_LINES)
    context(from, hunk.newStart, shift, from - shownTo)
    add(item, 0, changedRows(item))
    const end = hunk.newStart + hunk.added.length
    const next = hunks[index + 1]?.hunk.newStart ?? now.length
    shownTo = Math.min(next, end + CONTEXT_LINES)
    context(end, shownTo, hunk.oldStart + hunk.removed.length - end, 0)
  }
  if (shownTo < now.length)
    sections.push({ item: undefined, skipped: now.length - shownTo, rows: [], cut: 0 })
  return sections
}

function changedRows({ hunk }: ReviewItem): readonly LineRow[] {
  if (!hunk) return []
  const removed = hunk.removed.map((line, index): DiffRow => ({
    kind: 'removed',
    before: hunk.oldStart + index + 1,
    after: undefined,
    parts: plain(line),
  }))
  const added = hunk.added.map((line, index): DiffRow => ({
    kind: 'added',
    before: undefined,
    after: hunk.newStart + index + 1,
    parts: plain(line),
  }))
  return markWords([...removed, ...added]).filter((row) => row.kind !== 'gap')
}

/** Row for row beside each other; undefined where one side has no line. */
export interface RowPair {
  readonly left: LineRow | undefined
  readonly right: LineRow | undefined
}

export function pairsOf(rows: readonly LineRow[]): readonly RowPair[] {
  const removed = rows.filter(({ kind }) => kind === 'removed')
  const added = rows.filter(({ kind }) => kind === 'added')
  if (removed.length + added.length === 0) return rows.map((row) => ({ left: row, right: row }))
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
    left: removed[index],
    right: added[index],
  }))
}

/** A line's text, with marks for an unusual or missing end and for characters that hide or reorder others. */
function plain(line: string): { readonly text: string; readonly changed: boolean }[] {
  const text = line.replace(/\r?\n$/, '')
  const end = line.endsWith('\r\n') ? '␍' : line.endsWith('\n') ? '' : ' ⦸'
  return [{ text: shownText(text) + end, changed: false }]
}
