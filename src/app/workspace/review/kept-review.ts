/** Stored state of a review: accepted items, unsent comments, and its look. Survives a reload. */
import { isRecord } from '../../../sandbox/page/fields.ts'
import { REVIEW_COMMENTS, REVIEW_KEPT_CHARS } from '../../limits.ts'
import { readReview, writeReview } from '../../tab-storage.ts'
import type { ReviewComment } from './comments.ts'

export interface KeptReview {
  /** Keys of items, oldest first. */
  readonly accepted: readonly string[]
  readonly comments: readonly ReviewComment[]
  /** The comment that is being written. */
  readonly writing: ReviewComment | undefined
  /** The commit message being written; '' for the proposed one. */
  readonly message: string
}

const NOTHING: KeptReview = { accepted: [], comments: [], writing: undefined, message: '' }

export function readKept(session: string): KeptReview {
  const stored = readReview(session)
  if (stored === undefined) return NOTHING
  try {
    return parseKept(JSON.parse(stored))
  } catch {
    return NOTHING // another version's, or cut
  }
}

/** False when not all is stored: the browser refuses, or the oldest accepted items had to go. */
export function writeKept(session: string, { accepted, comments, writing, message }: KeptReview): boolean {
  if (accepted.length + comments.length === 0 && !writing && message === '')
    return writeReview(session, undefined)
  const rest = JSON.stringify({ comments, writing, message })
  const room = REVIEW_KEPT_CHARS - rest.length
  const keyChars = (accepted[0]?.length ?? 0) + 16
  const fitting = room > 0 ? accepted.slice(-Math.max(1, Math.floor(room / keyChars))) : []
  const kept =
    room > 0 && writeReview(session, JSON.stringify({ accepted: fitting, comments, writing, message }))
  return kept && fitting.length === accepted.length
}

function parseKept(value: unknown): KeptReview {
  if (!isRecord(value)) return NOTHING
  const { accepted, comments, writing, message } = value
  return {
    accepted: Array.isArray(accepted) ? accepted.filter((key) => typeof key === 'string') : [],
    comments: Array.isArray(comments) ? comments.flatMap(parseComment).slice(0, REVIEW_COMMENTS) : [],
    writing: parseComment(writing)[0],
    message: typeof message === 'string' ? message : '',
  }
}

function parseComment(value: unknown): ReviewComment[] {
  if (!isRecord(value)) return []
  const { id, path, side, line, last, quote, text } = value
  if (typeof id !== 'string' || typeof path !== 'string' || typeof text !== 'string') return []
  if (typeof line !== 'number' || typeof last !== 'number' || !Array.isArray(quote)) return []
  const lines = quote.filter((each) => typeof each === 'string')
  return [{ id, path, side: side === 'old' ? 'old' : 'new', line, last, quote: lines, text }]
}
