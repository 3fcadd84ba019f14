/**
 * Text by which the model is told of the memory. It enters as a message in reminder tags and is data: it widens no permission
 * (ARCHITECTURE, invariant 6). A change is told before the next request, by an appended message, so that the prefix keeps its
 * bytes (invariant 2).
 */
import { MEMORY } from '../../../sandbox/contract/path.ts'
import type { NoteOrigin, NoteSource } from '../../protocol/calls/memory.ts'
import type { EventBody } from '../../protocol/events.ts'
import { MEMORY_BEGAN, MEMORY_CHANGED } from '../../protocol/text/memory-reminder.ts'
import { noteLines } from '../../protocol/text/note-lines.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import { MEMORY_HOW_TO, MEMORY_STANDING, MEMORY_UNWRITTEN, UNCONFIRMED_STANDING } from './how-to.ts'
import { memoryIndex } from './memory-index.ts'
import type { IndexNote, ToldIndex } from './memory-index.ts'
import { oneLine } from './one-line.ts'

/** Told last: versions of notes (`toldVersion`), by path. */
export type KnownNotes = ReadonlyMap<string, string>

/** For a note that is told before calls: its rules, and its writer. */
export interface AtAct {
  readonly when: readonly string[]
  readonly by: NoteSource['by']
}

export interface MemoryNow {
  /** `atAct`: only notes of the user have it. */
  readonly notes: readonly (IndexNote & { readonly hash: string; readonly atAct?: AtAct })[]
  readonly now: number
}

/** Names a note as the model was told it: once it is confirmed, the same text is told in another way. */
export function toldVersion(hash: string, origin: NoteOrigin): string {
  return origin === 'user' ? hash : `${hash} ${origin}`
}

/** Notes that one message names as gone. */
const GONE_NAMES = 50

/** The session's first word on the memory, also where it has no notes. */
export function memoryText({ notes, now }: MemoryNow, { mayWrite }: { readonly mayWrite: boolean }): string {
  const index = memoryIndex(notes, { now })
  const howTo = mayWrite ? MEMORY_HOW_TO : MEMORY_UNWRITTEN
  return reminder([MEMORY_BEGAN, howTo, MEMORY_STANDING], index)
}

/** Text to append if the notes differ from the conversation's record of them; undefined if they do not. */
export function memoryChange(before: KnownNotes, { notes, now }: MemoryNow): string | undefined {
  const changed = notes.filter(({ path, hash, origin }) => before.get(path) !== toldVersion(hash, origin))
  const there = new Set(notes.map(({ path }) => path))
  const gone = [...before.keys()].filter((path) => !there.has(path))
  if (changed.length === 0 && gone.length === 0) return undefined
  const index = memoryIndex(changed, { now })
  const isSilent = changed.length > 0 && index.user.length + index.unconfirmed.length === 0
  return reminder([MEMORY_CHANGED, isSilent ? 'They have no lines here.' : '', goneText(gone)], index)
}

/** The log's entry of which notes the model knows of. */
export function memoryRead({ notes }: MemoryNow): EventBody {
  return {
    type: 'memory_read',
    notes: noteLines(notes.map(({ path, hash, origin }) => ({ path, hash: toldVersion(hash, origin) }))),
  }
}

function goneText(gone: readonly string[]): string {
  if (gone.length === 0) return ''
  const names = gone.slice(0, GONE_NAMES).map(quotedFile)
  const more = gone.length > GONE_NAMES ? [`${gone.length - GONE_NAMES} more`] : []
  return `No longer kept: ${[...names, ...more].join(', ')}.`
}

function reminder(sentences: readonly string[], { user, unconfirmed, warning }: ToldIndex): string {
  const parts = [
    sentences.filter((sentence) => sentence !== '').join('\n'),
    framed('memory-notes', user),
    framed('unconfirmed-memory', unconfirmed, UNCONFIRMED_STANDING),
    warning ?? '',
  ]
  return `<system-reminder>\n${parts.filter((part) => part !== '').join('\n\n')}\n</system-reminder>`
}

/** Lines in their frame, which nothing in them ends; nothing without lines. */
export function framed(frame: string, lines: readonly string[], standing?: string): string {
  if (lines.length === 0) return ''
  const before = standing === undefined ? '' : `${standing}\n`
  return `${before}<${frame}>\n${untrustedText(lines.join('\n'))}\n</${frame}>`
}

/** Its name, which may not end the frame. */
export function quotedFile(path: string): string {
  return untrustedText(oneLine(`${MEMORY}/${path}`, 300)).replaceAll(/["<>]/g, (char) =>
    encodeURIComponent(char),
  )
}
