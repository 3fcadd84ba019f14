/** Texts of notes, for those that a message picks. */
import type { NoteTexts } from '../../memory/recall/note-shelves.ts'
import type { MemoryStore } from './memory-store.ts'
import { SHORT_HASH } from './note-change.ts'
import type { CurrentNote } from './project-memory.ts'

export async function noteTexts(
  notes: readonly CurrentNote[],
  paths: readonly string[],
  store: Pick<MemoryStore, 'texts'>,
): ReturnType<NoteTexts> {
  const wanted = new Set(paths)
  const named = notes.filter(({ path }) => wanted.has(path))
  const texts = await store.texts(named.map(({ version }) => version.hash))
  return new Map(
    named.flatMap(({ path, version }, at) => {
      const data = texts[at]
      if (data === undefined) return []
      const text = new TextDecoder().decode(data)
      return [[path, { hash: version.hash.slice(0, SHORT_HASH), text }] as const]
    }),
  )
}
