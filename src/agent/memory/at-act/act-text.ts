/**
 * Notes of the user that apply to a call, as its result tells them before it has run: within limits, each with at least an even share of
 * the room. Those that have none are named.
 */
import { MEMORY } from '../../../sandbox/contract/path.ts'
import { ACT_NAMES, ACT_NOTES, ACT_TOKENS, CHARS_PER_TOKEN } from '../../limits.ts'
import type { NoteType } from '../../protocol/calls/memory.ts'
import { MEMORY_AT_ACT } from '../../protocol/text/memory-reminder.ts'
import { bytesOf, startOf } from '../notes/fit-lines.ts'
import { MEMORY_STANDING } from '../notes/how-to.ts'
import { factsOf } from '../notes/note-line.ts'
import { framed, quotedFile } from '../notes/told-memory.ts'
import { parted } from '../recall/pick-text.ts'

/** A note that is named alone. */
export interface NamedNote {
  readonly path: string
  readonly hash: string
}

export interface ActNote extends NamedNote {
  readonly type?: NoteType
  /** All of it, without the frontmatter. */
  readonly body: string
  readonly updatedAt: number
  /** Files that have changed since. */
  readonly stale: readonly string[]
}

export interface ToldAtAct<Note extends ActNote> {
  /** With their texts; none without one. */
  readonly told: readonly { readonly note: Note; readonly text: string }[]
  readonly others: readonly NamedNote[]
}

/** Bytes of a note below which telling its beginning says nothing. */
const LEAST_BYTES = 40

/** The first notes, in their order. A token is taken for four bytes, so that no script costs more than is thought. */
export function notesAtAct<Note extends ActNote>(notes: readonly Note[], now: number): ToldAtAct<Note> {
  const [first, others] = [notes.slice(0, ACT_NOTES), notes.slice(ACT_NOTES)]
  let left = ACT_TOKENS * CHARS_PER_TOKEN
  const told: { note: Note; text: string }[] = []
  const untold: NamedNote[] = []
  for (const [at, note] of first.entries()) {
    const text = noteText(note, now, Math.floor(left / (first.length - at)))
    if (text === undefined) untold.push(note)
    else {
      told.push({ note, text })
      left -= bytesOf(text)
    }
  }
  return { told, others: [...untold, ...others] }
}

/** The reminder behind the result of a call that was held. */
export function actText({ told, others }: ToldAtAct<ActNote>): string {
  const parts = [
    `${MEMORY_AT_ACT}\n${MEMORY_STANDING}`,
    framed('memory-notes', parted(told.map(({ text }) => text))),
    othersText(others),
  ]
  return `<system-reminder>\n${parts.filter((part) => part !== '').join('\n\n')}\n</system-reminder>`
}

function othersText(others: readonly NamedNote[]): string {
  if (others.length === 0) return ''
  const names = others.slice(0, ACT_NAMES).map(({ path }) => quotedFile(path))
  const more = others.length > ACT_NAMES ? [`${others.length - ACT_NAMES} more`] : []
  return `More that apply, to be read first: ${[...names, ...more].join(', ')}.`
}

/** Within the bytes; undefined where next to nothing of it would be told. */
function noteText(note: ActNote, now: number, room: number): string | undefined {
  const file = `${MEMORY}/${note.path}`
  const head = `# ${file} (${factsOf(note, now)})\n`
  const body = note.body.trimEnd().toWellFormed()
  if (bytesOf(head) + bytesOf(body) <= room) return body === '' ? undefined : head + body
  const end = `\n[Cut here. Read shows the rest of ${file}.]`
  const bytes = room - bytesOf(head) - bytesOf(end)
  return bytes < LEAST_BYTES ? undefined : head + startOf(body, bytes) + end
}
