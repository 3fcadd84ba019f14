/** One note as a line of the index. */
import { MEMORY } from '../../../sandbox/contract/path.ts'
import { MEMORY_LINE_CHARS, NOTE_INLINE_CHARS } from '../../limits.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import type { NoteType } from '../../protocol/calls/memory.ts'
import { firstLine } from './note-file.ts'
import { oneLine } from './one-line.ts'

/** Files that a line names. */
const STALE_NAMES = 3
const NAME_CHARS = 80
const TITLE_CHARS = 80

export interface NoteFacts {
  readonly path: string
  readonly type?: NoteType
  readonly title: string
  readonly description?: string
  /** Without its frontmatter. */
  readonly body: string
  readonly updatedAt: number
  /** Files that have changed since. */
  readonly stale: readonly string[]
}

/** A note of the user's by its text: an agent may have written its name and description. */
export function ownLine(note: NoteFacts, now: number): string {
  return line(`${link(note.path, note.path)}: ${ownText(note.body)}`, note, now)
}

/** One that nobody confirmed by its name and description, without its text. */
export function unconfirmedLine(note: NoteFacts, now: number): string {
  const { path, title, description } = note
  const more = description === undefined ? '' : ` — ${oneLine(description, NOTE_INLINE_CHARS)}`
  return line(`${link(oneLine(title, TITLE_CHARS), path)}${more}`, note, now)
}

function line(text: string, note: NoteFacts, now: number): string {
  return untrustedText(`- ${text} (${factsOf(note, now)})`.toWellFormed())
}

/** Whether the line of a note of the user's has all of its text. */
export function standsWhole(body: string): boolean {
  return body.length <= NOTE_INLINE_CHARS && !/\n[ \t]*\n/.test(body)
}

function ownText(body: string): string {
  return standsWhole(body)
    ? oneLine(body, NOTE_INLINE_CHARS)
    : `${oneLine(firstLine(body), MEMORY_LINE_CHARS)} Read it for the rest.`
}

/** Its type, its day, and what speaks against it. */
export function factsOf(
  { type, updatedAt, stale }: Pick<NoteFacts, 'type' | 'updatedAt' | 'stale'>,
  now: number,
): string {
  const known = [...(type === undefined ? [] : [type]), `written ${dayOf(Math.min(updatedAt, now))}`]
  if (stale.length === 0) return known.join(', ')
  const names = stale.slice(0, STALE_NAMES).map((name) => oneLine(name, NAME_CHARS))
  const more = stale.length > STALE_NAMES ? [`${stale.length - STALE_NAMES} more`] : []
  const have = stale.length === 1 ? 'has' : 'have'
  return `${known.join(', ')}; may be out of date: ${[...names, ...more].join(', ')} ${have} changed since`
}

/** The day in universal time. */
function dayOf(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? 'at an unknown time' : date.toISOString().slice(0, 10)
}

function link(text: string, path: string): string {
  const target = `${MEMORY}/${path}`
  return `[${text.replaceAll(/[[\]]/g, '')}](${/[\s()]/.test(target) ? `<${target}>` : target})`
}
