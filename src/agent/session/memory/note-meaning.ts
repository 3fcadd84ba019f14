/** The part of a version that says what its text is about, for the list and the index. It always follows from the text. */
import { NOTE_HEAD_CHARS } from '../../limits.ts'
import type { NoteFile } from '../../memory/notes/note-file.ts'
import type { StoredVersion } from './memory-record.ts'

export type NoteMeaning = Pick<StoredVersion, 'type' | 'name' | 'description' | 'when' | 'head' | 'faults'>

export function meaningOf({ body, type, name, description, when, faults }: NoteFile): NoteMeaning {
  return {
    ...(type && { type }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(when !== undefined && { when }),
    head: body.slice(0, NOTE_HEAD_CHARS).replace(/[\uD800-\uDBFF]$/, ''),
    faults: faults.filter((fault) => fault === 'no YAML' || fault === 'no type'),
  }
}
