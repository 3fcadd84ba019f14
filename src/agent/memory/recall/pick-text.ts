/**
 * Notes that belong to a message, as the model is told them: whole, within limits. Each stands in the frame of its origin, as in the
 * index, and gets no more trust than there.
 */
import { MEMORY } from '../../../sandbox/contract/path.ts'
import { PICK_NOTE_BYTES, PICK_NOTE_LINES } from '../../limits.ts'
import type { NoteOrigin, NoteType } from '../../protocol/calls/memory.ts'
import type { EventBody } from '../../protocol/events.ts'
import { MEMORY_RECALLED } from '../../protocol/text/memory-reminder.ts'
import { bytesOf, startOf } from '../notes/fit-lines.ts'
import { MEMORY_STANDING, UNCONFIRMED_STANDING } from '../notes/how-to.ts'
import { factsOf } from '../notes/note-line.ts'
import { oneLine } from '../notes/one-line.ts'
import { framed, toldVersion } from '../notes/told-memory.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const TITLE_CHARS = 80

export interface WholeNote {
  readonly path: string
  readonly origin: NoteOrigin
  readonly type?: NoteType
  readonly title: string
  /** All of it, without the frontmatter. */
  readonly body: string
  readonly updatedAt: number
  /** Files that have changed since. */
  readonly stale: readonly string[]
  readonly hash: string
}

export interface FittedNote extends WholeNote {
  /** The part of it that is told. */
  readonly told: string
}

/** The notes that fit into so many bytes, in their order; the last may be cut for want of room. */
export function fitNotes(notes: readonly WholeNote[], room: number): readonly FittedNote[] {
  let left = room
  return notes.flatMap((note): FittedNote[] => {
    const lines = note.body.split('\n').slice(0, PICK_NOTE_LINES).join('\n')
    const told = startOf(lines.toWellFormed(), Math.max(0, Math.min(left, PICK_NOTE_BYTES)))
    left -= bytesOf(told)
    return told === '' ? [] : [{ ...note, told }]
  })
}

/** The message to the model; undefined where there is nothing to tell. */
export function pickedNotesText(notes: readonly FittedNote[], now: number): string | undefined {
  if (notes.length === 0) return undefined
  const of = (origin: NoteOrigin) =>
    notes.filter((note) => note.origin === origin).map((note) => noteText(note, now))
  const parts = [
    `${MEMORY_RECALLED}\n${MEMORY_STANDING}`,
    framed('memory-notes', parted(of('user'))),
    framed('unconfirmed-memory', parted(of('unconfirmed')), UNCONFIRMED_STANDING),
  ]
  return `<system-reminder>\n${parts.filter((part) => part !== '').join('\n\n')}\n</system-reminder>`
}

/** The log's entry of what was told. */
export function notesTold(
  notes: readonly FittedNote[],
): Pick<Extract<EventBody, { type: 'memory_recalled' }>, 'notes' | 'bytes'> {
  return {
    notes: notes.map(({ path, hash, origin }) => ({ path, hash: toldVersion(hash, origin) })),
    bytes: notes.reduce((sum, { told }) => sum + bytesOf(told), 0),
  }
}

/** An empty line between notes. */
export function parted(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, at) => (at === 0 ? [text] : ['', text]))
}

/** A note of the user's goes by its path: an agent may have written its title. */
function noteText(note: FittedNote, now: number): string {
  const { path, origin, title, told, body } = note
  const file = `${MEMORY}/${path}`
  const name = origin === 'user' ? file : `${oneLine(title, TITLE_CHARS)} — ${file}`
  return [
    `# ${name} (${factsOf(note, now)})`,
    ...ageText(note.updatedAt, now),
    told,
    ...(told.length < body.length ? [`[Cut here. Read shows the rest of ${file}.]`] : []),
  ].join('\n')
}

function ageText(updatedAt: number, now: number): string[] {
  const days = Math.floor((now - updatedAt) / DAY_MS)
  if (!(days >= 1)) return []
  const age = days === 1 ? '1 day' : `${days} days`
  return [`${age} old: it says how things were then. Verify what it says of code before you rely on it.`]
}
