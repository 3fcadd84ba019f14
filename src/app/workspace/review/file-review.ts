/**
 * Parts of a changed file that can be accepted or rejected, and the file after that. Text goes hunk by
 * hunk; content that is no text, too different, or hidden goes as a whole, and permission bits are
 * an item of their own. Pure.
 */
import type { FileEdit, ReviewedFile } from '../../../agent/protocol/calls/files.ts'
import type { TreeChange } from '../../../sandbox/contract/contract.ts'
import { DIFF_CHARS } from '../../limits.ts'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { hasSecretValues } from '../editor/mask-env.ts'
import { utf8Text } from '../file-content.ts'
import { contentKey, hunksOf, placeOf, withoutHunks, type Hunk } from './hunks.ts'
import { review as t } from '../../language/en/review.ts'

/** Both contents; undefined where the file is not there. */
export interface FileBytes {
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

export interface ReviewItem {
  readonly key: string
  readonly kind: 'hunk' | 'whole' | 'mode'
  /** e.g. `lines 3-5`, `the whole file`, `permission bits 644 → 755`. */
  readonly what: string
  /** The hunk, for items of that kind. */
  readonly hunk: Hunk | undefined
}

export interface FileReview {
  readonly change: TreeChange
  /** At least one, in the order of the file. */
  readonly items: readonly ReviewItem[]
  /** Undefined where the file goes as a whole. */
  readonly texts: { readonly before: string; readonly after: string } | undefined
  /** Why it goes as a whole; '' where that is plain. */
  readonly note: string
  /** Why nothing of it can be rejected here; '' where it can. */
  readonly fixed: string
}

/** `large`: it was not even read, or there are too many files; undefined: it could not be read. */
export function reviewFile(change: TreeChange, bytes: FileBytes | 'large' | undefined): FileReview {
  const { path, before, after } = change
  const mode = modeItem(change)
  const make = (items: readonly ReviewItem[], note: string, texts?: FileReview['texts']): FileReview => {
    const all = [...items, ...mode]
    return {
      change,
      items: all.length > 0 ? all : [wholeItem(change)],
      texts,
      note,
      fixed: fixedReason(change),
    }
  }
  if (before?.kind === 'symlink' || after?.kind === 'symlink') return make([wholeItem(change)], t.isLink)
  const isSame = before !== undefined && before.hash === after?.hash
  if (isSame) return make([], t.onlyBits)
  // Their values must not be on the screen, nor in what is kept or quoted of a review.
  if (hasSecretValues(path)) return make([wholeItem(change)], '')
  if (bytes === undefined) return make([wholeItem(change)], t.notRead)
  if (bytes === 'large') {
    const sizes = t.bytesBeforeNow(formatBytes(before?.size ?? 0), formatBytes(after?.size ?? 0))
    return make([wholeItem(change)], t.tooLargeOrMany(sizes))
  }
  const texts = textsOf(bytes)
  if (!texts) return make([wholeItem(change)], t.notText)
  const sizes = t.charactersBeforeNow(formatNumber(texts.before.length), formatNumber(texts.after.length))
  if (texts.before.length + texts.after.length > DIFF_CHARS)
    return make([wholeItem(change)], t.tooLarge(sizes))
  const hunks = hunksOf(texts.before, texts.after)
  if (!hunks) return make([wholeItem(change)], t.tooDifferent(sizes))
  if (hunks.length === 0) return make([wholeItem(change)], t.emptyFile)
  // The same lines in two files are two hunks.
  const items = hunks.map((hunk): ReviewItem => ({
    key: `${contentKey(path)}:${hunk.key}`,
    kind: 'hunk',
    what: change.change === 'modified' ? placeOf(hunk) : 'the whole file',
    hunk,
  }))
  return make(items, '', texts)
}

/**
 * The edits that put these items back to what they were; the files must still be what was compared. Undefined where
 * it cannot be done, as `fixed` of the review says.
 */
export function rejectEdits(
  { change, items, texts, fixed }: FileReview,
  bytes: FileBytes,
  keys: ReadonlySet<string>,
): readonly FileEdit[] | undefined {
  if (fixed !== '') return undefined
  const { path } = change
  const { before, after } = bytes
  const rejects = (item: ReviewItem) => keys.has(item.key)
  const content = items.filter(({ kind }) => kind !== 'mode')
  const mode = items.some((item) => item.kind === 'mode' && rejects(item)) ? change.before?.mode : undefined
  const data = rejectedContent({ content, texts, before, after, rejects })
  if (after === undefined) {
    if (!before || !content.some(rejects)) return []
    return [{ kind: 'file', path, data: before, ...modeOf(change.before?.mode) }]
  }
  if (change.after?.kind === 'symlink') return [{ kind: 'remove', path }]
  if (before === undefined) {
    return content.every(rejects) ? [{ kind: 'remove', path, over: { content: after } }] : []
  }
  if (data === after && mode === undefined) return []
  return [{ kind: 'file', path, data, over: { content: after }, ...modeOf(mode) }]
}

/**
 * The file as the last commit has it, with what was accepted and nothing else; where that has no text of it, as it was
 * where the comparison begins. Undefined where nothing is to be committed.
 */
export function acceptedFile(
  { change, items, texts }: FileReview,
  { before, after }: FileBytes,
  accepted: ReadonlySet<string>,
  committed?: Uint8Array,
): ReviewedFile | undefined {
  if (!items.some(({ key }) => accepted.has(key))) return undefined
  const rejects = (item: ReviewItem) => !accepted.has(item.key)
  const content = items.filter(({ kind }) => kind !== 'mode')
  const { path } = change
  if (after === undefined) return { path, content: undefined }
  if (change.after?.kind === 'symlink')
    return { path, content: { kind: 'symlink', target: utf8Text(after) ?? '' } }
  const isModeKept = items.some((item) => item.kind === 'mode' && rejects(item))
  const mode = (isModeKept ? change.before?.mode : change.after?.mode) ?? 0o644
  const onTop = texts && committed && onCommitted(texts.after, utf8Text(committed), content, rejects)
  const data = onTop ?? rejectedContent({ content, texts, before, after, rejects })
  return { path, content: { kind: 'file', data, mode } }
}

/**
 * Accepted changes, on top of another text than the review's first. Accepted lines that stand together
 * with others are left out with them.
 */
function onCommitted(
  after: string,
  committed: string | undefined,
  content: readonly ReviewItem[],
  rejects: (item: ReviewItem) => boolean,
): Uint8Array | undefined {
  const hunks = committed === undefined ? undefined : hunksOf(committed, after)
  if (!hunks) return undefined
  const isTaken = (hunk: Hunk) => {
    const touching = content.filter((item) => item.hunk && touch(item.hunk, hunk))
    return touching.length > 0 && !touching.some(rejects)
  }
  return new TextEncoder().encode(withoutHunks(after, hunks, (hunk) => !isTaken(hunk)))
}

/** Both have a line of the new text, or one took lines away where the other is. */
function touch(one: Hunk, other: Hunk): boolean {
  const start = Math.max(one.newStart, other.newStart)
  const end = Math.min(one.newStart + one.added.length, other.newStart + other.added.length)
  const isPoint = one.added.length === 0 || other.added.length === 0
  return isPoint ? start <= end : start < end
}

interface Rejection extends FileBytes {
  readonly content: readonly ReviewItem[]
  readonly texts: FileReview['texts']
  readonly rejects: (item: ReviewItem) => boolean
}

const NOTHING = new Uint8Array()

/** The content without the rejected items; `after` itself if there are none. */
function rejectedContent({ content, texts, before, after, rejects }: Rejection): Uint8Array {
  if (!content.some(rejects)) return after ?? NOTHING
  if (content.every(rejects)) return before ?? NOTHING
  if (!texts) return after ?? NOTHING
  const keys = new Set(content.filter(rejects).map(({ hunk }) => hunk))
  const hunks = content.flatMap(({ hunk }) => (hunk ? [hunk] : []))
  return new TextEncoder().encode(withoutHunks(texts.after, hunks, (hunk) => keys.has(hunk)))
}

const modeOf = (mode: number | undefined) => (mode === undefined ? {} : { mode })

function wholeItem({ path, before, after }: TreeChange): ReviewItem {
  const key = contentKey(JSON.stringify([path, before?.kind, before?.hash, after?.kind, after?.hash]))
  return { key, kind: 'whole', what: 'the whole file', hunk: undefined }
}

function modeItem({ path, before, after }: TreeChange): ReviewItem[] {
  if (!before || !after || before.mode === after.mode) return []
  const what = `permission bits ${before.mode.toString(8)} → ${after.mode.toString(8)}`
  return [{ key: contentKey(JSON.stringify([path, what])), kind: 'mode', what, hunk: undefined }]
}

/** Why nothing of it can be rejected here; '' where it can. */
function fixedReason({ before, after }: TreeChange): string {
  const isLink = before?.kind === 'symlink' || (before !== undefined && after?.kind === 'symlink')
  return isLink ? t.linkBack : ''
}

/** Undefined unless both are text that can be written back byte for byte. */
function textsOf({ before, after }: FileBytes): { before: string; after: string } | undefined {
  const old = utf8Text(before ?? NOTHING)
  const now = utf8Text(after ?? NOTHING)
  return old === undefined || now === undefined ? undefined : { before: old, after: now }
}
