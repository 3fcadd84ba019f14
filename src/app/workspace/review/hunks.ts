/** Two texts as hunks that are kept or put back one by one. Lines keep their ends, so that not a byte is made up. Pure. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { diffArrays } from 'diff'
import { DIFF_EDIT_LINES, DIFF_MS } from '../../limits.ts'

/** Lines that stand in the place of others; between two hunks there is at least one line that both texts have. */
export interface Hunk {
  /** Its content and its neighbours', not its place: it stays the same when something else of the file changes. */
  readonly key: string
  /** How many lines are before it in the old text, and which of them it takes away. */
  readonly oldStart: number
  readonly removed: readonly string[]
  /** The same of the new text. */
  readonly newStart: number
  readonly added: readonly string[]
}

/** With their ends; what follows the last end is a line, too. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** In order. Undefined: the texts have so little in common that comparing them takes too long. */
export function hunksOf(before: string, after: string): readonly Hunk[] | undefined {
  const old = splitLines(before)
  const now = splitLines(after)
  // All of it is new, or gone: nothing is to be found out.
  const parts =
    old.length === 0 || now.length === 0
      ? [
          { value: old, removed: true, added: false },
          { value: now, removed: false, added: true },
        ]
      : diffArrays(old, now, { timeout: DIFF_MS, maxEditLength: DIFF_EDIT_LINES })
  return parts && keyed(joined(parts), now)
}

interface Part {
  readonly value: readonly string[]
  readonly added: boolean
  readonly removed: boolean
}

type Unnamed = Omit<Hunk, 'key'>

function joined(parts: readonly Part[]): Unnamed[] {
  const hunks: { oldStart: number; removed: string[]; newStart: number; added: string[] }[] = []
  let oldAt = 0
  let newAt = 0
  let isOpen = false
  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      oldAt += value.length
      newAt += value.length
      isOpen = isOpen && value.length === 0
      continue
    }
    if (value.length === 0) continue
    if (!isOpen) hunks.push({ oldStart: oldAt, removed: [], newStart: newAt, added: [] })
    isOpen = true
    const hunk = hunks.at(-1)
    if (removed) {
      hunk?.removed.push(...value)
      oldAt += value.length
    } else {
      hunk?.added.push(...value)
      newAt += value.length
    }
  }
  return hunks
}

function keyed(hunks: readonly Unnamed[], now: readonly string[]): Hunk[] {
  const seen = new Map<string, number>()
  return hunks.map((hunk) => {
    const above = now[hunk.newStart - 1] ?? ''
    const below = now[hunk.newStart + hunk.added.length] ?? ''
    const digest = contentKey(JSON.stringify([above, hunk.removed, hunk.added, below]))
    const nth = seen.get(digest) ?? 0
    seen.set(digest, nth + 1)
    return { ...hunk, key: nth === 0 ? digest : `${digest}.${nth}` }
  })
}

/** A hash with enough bits that nobody finds another content with the same key. */
export function contentKey(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 16))
}

/**
 * The new text with the old lines again in these hunks. A line without an end is the last of its text, so that its hunk
 * is the last one: no two lines become one.
 */
export function withoutHunks(
  after: string,
  hunks: readonly Hunk[],
  isRejected: (hunk: Hunk) => boolean,
): string {
  const now = splitLines(after)
  const lines: string[] = []
  let at = 0
  for (const hunk of hunks) {
    for (const line of now.slice(at, hunk.newStart)) lines.push(line)
    for (const line of isRejected(hunk) ? hunk.removed : hunk.added) lines.push(line)
    at = hunk.newStart + hunk.added.length
  }
  for (const line of now.slice(at)) lines.push(line)
  return lines.join('')
}

/** e.g. `lines 3-5`, `2 lines after line 7`; as the agent is told, by the new text's numbers where it has lines there. */
export function placeOf({ newStart, added, removed }: Hunk): string {
  if (added.length === 0) {
    const count = removed.length === 1 ? '1 line' : `${removed.length} lines`
    return newStart === 0 ? `${count} removed at the beginning` : `${count} removed after line ${newStart}`
  }
  const first = newStart + 1
  const last = newStart + added.length
  return first === last ? `line ${first}` : `lines ${first}-${last}`
}
