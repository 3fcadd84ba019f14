/** A unified diff as the rows of a table. */
import { DIFF_EDIT_LINES, DIFF_MS } from '../../limits.ts'
import { shownText } from '../../shown-text.ts'
import { diffWordsWithSpace, parsePatch, structuredPatch, formatPatch } from 'diff'
import { chat as t } from '../../language/en/chat.ts'

interface DiffPart {
  readonly text: string
  readonly changed: boolean
}

export type DiffRow =
  | { readonly kind: 'gap'; readonly text: string }
  | {
      readonly kind: 'same' | 'added' | 'removed'
      readonly before: number | undefined
      readonly after: number | undefined
      readonly parts: readonly DiffPart[]
    }

/** Lines of context around a change, as git shows them. */
const CONTEXT_LINES = 3
/** Characters of a line in which changed words are marked. */
const WORD_DIFF_CHARS = 400

/** Undefined: the texts have so little in common that comparing them takes too long. */
export function makePatch(path: string, before: string, after: string): string | undefined {
  const limits = { context: CONTEXT_LINES, timeout: DIFF_MS, maxEditLength: DIFF_EDIT_LINES }
  const patch = structuredPatch(path, path, before, after, '', '', limits)
  return patch && formatPatch(patch)
}

/** Undefined when the text is not a patch, as when it was cut. */
export function diffRows(patch: string): readonly DiffRow[] | undefined {
  try {
    return parsePatch(patch).flatMap(({ hunks }) =>
      hunks.flatMap((hunk, index) => hunkRows(hunk, index === 0)),
    )
  } catch {
    return undefined // a patch that was cut at a limit; it is shown as text
  }
}

type Hunk = ReturnType<typeof parsePatch>[number]['hunks'][number]

function hunkRows(hunk: Hunk, first: boolean): DiffRow[] {
  let before = hunk.oldStart
  let after = hunk.newStart
  const rows: DiffRow[] = []
  if (!first || hunk.oldStart > 1) rows.push({ kind: 'gap', text: t.atLine(hunk.newStart) })
  for (const line of hunk.lines) {
    const parts = [{ text: shownText(line.slice(1)), changed: false }]
    if (line.startsWith('+')) rows.push({ kind: 'added', before: undefined, after: after++, parts })
    else if (line.startsWith('-')) rows.push({ kind: 'removed', before: before++, after: undefined, parts })
    else if (!line.startsWith('\\')) rows.push({ kind: 'same', before: before++, after: after++, parts })
  }
  return markWords(rows)
}

/** A removed line and the added line in its place show which of their words differ. */
export function markWords(rows: DiffRow[]): DiffRow[] {
  const kindAt = (index: number) => rows[index]?.kind
  for (let index = 0; index < rows.length - 1; index += 1) {
    if (kindAt(index) !== 'removed' || kindAt(index - 1) === 'removed') continue
    let removed = 0
    while (kindAt(index + removed) === 'removed') removed += 1
    let added = 0
    while (kindAt(index + removed + added) === 'added') added += 1
    // Only blocks of equal length pair up line by line; others would show noise.
    if (removed === added)
      for (let pair = 0; pair < removed; pair += 1) markPair(rows, index + pair, index + removed + pair)
  }
  return rows
}

function markPair(rows: DiffRow[], removed: number, added: number): void {
  const old = rows[removed]
  const now = rows[added]
  if (!old || !now || old.kind === 'gap' || now.kind === 'gap') return
  const before = old.parts[0]?.text ?? ''
  const after = now.parts[0]?.text ?? ''
  if (before.length + after.length > WORD_DIFF_CHARS) return
  const words = diffWordsWithSpace(before, after)
  const kept = words
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0)
  // Lines that share little are two lines, not one that changed.
  if (kept * 2 < Math.max(before.length, after.length)) return
  const side = (skip: 'added' | 'removed') =>
    words
      .filter((word) => !word[skip])
      .map((word) => ({ text: word.value, changed: word.added || word.removed }))
  rows[removed] = { ...old, parts: side('added') }
  rows[added] = { ...now, parts: side('removed') }
}
