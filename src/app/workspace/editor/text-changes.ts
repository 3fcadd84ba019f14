/** Turns one text into another in few pieces, so that cursors and folds in between stay in place. */
import { diffArrays } from 'diff'
import { DIFF_CHARS, FOLLOW_DIFF_MS } from '../../limits.ts'

export interface TextChange {
  /** Positions in the text before. */
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** By lines; one piece where the texts are large or have little in common. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start += 1
  if (start === before.length && start === after.length) return []
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const whole: TextChange = {
    from: start,
    to: before.length - end,
    insert: after.slice(start, after.length - end),
  }
  if (whole.to - whole.from + whole.insert.length > DIFF_CHARS) return [whole]
  // Whole lines, so that what is compared are the lines of both texts.
  const first = start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1
  const last = before.indexOf('\n', whole.to)
  const tail = last === -1 ? 0 : before.length - last
  const parts = diffArrays(
    lines(before.slice(first, before.length - tail)),
    lines(after.slice(first, after.length - tail)),
    { timeout: FOLLOW_DIFF_MS },
  )
  if (!parts) return [whole]
  const changes: TextChange[] = []
  let at = first
  let open: TextChange | undefined
  for (const { value, added, removed } of parts) {
    const text = value.join('')
    if (!added && !removed) {
      if (open) changes.push(open)
      open = undefined
      at += text.length
      continue
    }
    open ??= { from: at, to: at, insert: '' }
    if (added) open = { ...open, insert: open.insert + text }
    else {
      at += text.length
      open = { ...open, to: at }
    }
  }
  return open ? [...changes, open] : changes
}

/** Each with its line end. */
function lines(text: string): string[] {
  return text.split(/(?<=\n)/)
}
