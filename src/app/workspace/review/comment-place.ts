/** Places comments in a review. Pure. */
import type { ReviewComment } from './comments.ts'
import type { FileReview, ReviewItem } from './file-review.ts'
import { splitLines } from './hunks.ts'
import type { CommentPlace } from './review-comments.svelte.ts'

/** All lines of a hunk: those that are there now, else those that were taken away. */
export function placeOfItem(path: string, { hunk }: ReviewItem): CommentPlace | undefined {
  if (!hunk) return undefined
  const isNew = hunk.added.length > 0
  const lines = isNew ? hunk.added : hunk.removed
  const start = isNew ? hunk.newStart : hunk.oldStart
  return {
    path,
    side: isNew ? 'new' : 'old',
    line: start + 1,
    last: start + lines.length,
    quote: lines.map(withoutEnd),
  }
}

/** Lines of a side, both included, in either order. */
export function placeOfLines(
  { change, texts }: FileReview,
  side: ReviewComment['side'],
  one: number,
  other: number,
): CommentPlace {
  const [line, last] = one < other ? [one, other] : [other, one]
  const lines = splitLines((side === 'new' ? texts?.after : texts?.before) ?? '')
  return { path: change.path, side, line, last, quote: lines.slice(line - 1, last).map(withoutEnd) }
}

/** Whether a comment is shown with this item: at the first one that does not end before it, else the last. */
export function isAt(
  comment: Pick<ReviewComment, 'path' | 'side' | 'line'>,
  path: string,
  item: ReviewItem,
  { items }: FileReview,
): boolean {
  if (comment.path !== path) return false
  const end = ({ hunk }: ReviewItem) => {
    if (!hunk) return -1
    return comment.side === 'new' ? hunk.newStart + hunk.added.length : hunk.oldStart + hunk.removed.length
  }
  const last = items.findLast(({ hunk }) => hunk !== undefined) ?? items.at(-1)
  return (items.find((each) => end(each) >= comment.line) ?? last) === item
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '')
}
