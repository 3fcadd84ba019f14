/** The user's comments at lines of a review, and the one message of them. Pure. */
import { untrustedText } from '../../../agent/protocol/text/untrusted-text.ts'
import { COMMENT_LINES } from '../../limits.ts'
import { review as t } from '../../language/en/review.ts'
import { fenced } from '../../ui/fenced.ts'

export interface ReviewComment {
  readonly id: string
  readonly path: string
  /** `old`: a line that was taken away, by its number before. */
  readonly side: 'old' | 'new'
  /** The first and the last line, from 1. */
  readonly line: number
  readonly last: number
  /** The lines as they were when the comment was written, without their ends. */
  readonly quote: readonly string[]
  readonly text: string
}

/** e.g. `line 3`, `lines 3-5`, `line 3 as it was before`. */
export function linesOf({ line, last, side }: Pick<ReviewComment, 'line' | 'last' | 'side'>): string {
  const lines = line === last ? t.line(line) : t.linesFromTo(line, last)
  return side === 'old' ? t.asBefore(lines) : lines
}

/** Text of files stays quoted, in a fence that it cannot end. */
export function commentsMessage(comments: readonly ReviewComment[]): string {
  const ordered = [...comments].sort((one, other) =>
    one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line,
  )
  const parts = ordered.map((comment, index) => {
    const { path, quote, text } = comment
    const shown = quote.slice(0, COMMENT_LINES)
    if (quote.length > shown.length) shown.push(t.moreLinesQuoted(quote.length - shown.length))
    const place = `${untrustedText(JSON.stringify(path))}, ${linesOf(comment)}`
    return `${index + 1}. ${place}:\n\n${fenced(untrustedText(shown.join('\n')))}\n\n${text.trim()}`
  })
  const begin = comments.length === 1 ? t.haveComment : t.haveComments(comments.length)
  return [begin, ...parts].join('\n\n')
}
