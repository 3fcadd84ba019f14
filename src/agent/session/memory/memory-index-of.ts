/** The notes as the index and the list have them: with the files that have changed since, and the whole text of index files. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import type { MemoryNow } from '../../memory/notes/told-memory.ts'
import { countingRules } from '../../memory/at-act/act-rules.ts'
import { isIndex } from '../../memory/notes/note-path.ts'
import { readNote, titleOfNote } from '../../memory/notes/note-file.ts'
import type { MemoryStore } from './memory-store.ts'
import { isLesson } from './memory-record.ts'
import { staleFiles } from './note-evidence.ts'
import type { CurrentNote } from './project-memory.ts'

export interface IndexSources {
  readonly store: Pick<MemoryStore, 'texts'>
  readonly blobs: Pick<BlobStore, 'get'>
  /** Root of the workspace, by which notes are out of date. */
  readonly root: string | undefined
}

export type ToldNote = MemoryNow['notes'][number]

export async function toldNotes(
  notes: readonly CurrentNote[],
  { store, blobs, root }: IndexSources,
): Promise<readonly ToldNote[]> {
  const stale = await staleFiles(
    new Map(notes.map((note) => [note, note.version.evidence] as const)),
    blobs,
    root,
  )
  const indexes = notes.filter(({ path }) => isIndex(path))
  const texts = await store.texts(indexes.map(({ version }) => version.hash))
  const bodies = new Map(indexes.map((note, at) => [note, bodyOf(texts[at])] as const))
  return notes.map((note) => {
    const { path, version } = note
    const { origin, type, name, description, when, head, faults, hash, at, source } = version
    const body = bodies.get(note) ?? head
    const file = { body, ...(name !== undefined && { name }), faults }
    const rules = origin === 'user' ? countingRules(path, when ?? []) : []
    return {
      path,
      origin,
      ...(type && { type }),
      title: titleOfNote(file, path),
      ...(description !== undefined && { description }),
      body,
      updatedAt: at,
      ...(rules.length > 0 && { atAct: { when: rules, by: source.by } }),
      ...(isLesson(note.note) && { isLesson: true as const }),
      stale: stale.get(note) ?? [],
      hash,
    }
  })
}

function bodyOf(data: Uint8Array | undefined): string {
  return data === undefined ? '' : readNote(new TextDecoder().decode(data)).body
}
