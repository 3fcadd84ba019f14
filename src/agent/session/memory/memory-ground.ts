/** The memory as a run has it: a folder of its file tools, and the notes that its model is told. Loaded with the first run. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import type { MemoryGround } from '../run/told/told-memory.ts'
import { memoryPlace } from './memory-place.ts'
import { toldNotes } from './memory-index-of.ts'
import type { MemoryStore } from './memory-store.ts'
import type { Recall } from './recall/recall.ts'
import { SHORT_HASH } from './note-change.ts'
import type { MemoryHome, ProjectMemory } from './project-memory.ts'
import { noteTexts } from './note-texts.ts'

export interface MemoryGroundOptions {
  readonly memory: ProjectMemory
  readonly home: MemoryHome
  readonly store: MemoryStore
  readonly blobs: Pick<BlobStore, 'get'>
  /** Loaded with the first question. */
  readonly recall: () => Promise<Recall>
  /** Root of the workspace. */
  readonly root: () => string | undefined
  readonly now: () => number
}

export function memoryGround({
  memory,
  home,
  store,
  blobs,
  recall,
  root,
  now,
}: MemoryGroundOptions): MemoryGround {
  return {
    place: memoryPlace({ memory, store }),
    recall: async (question, signal) => {
      if (!(await memory.isOn(home)))
        return fail('not_permitted', 'Remembering is switched off; nothing was looked through.')
      return (await recall()).find(question, { isAgents: true, signal })
    },
    revision: () => memory.revision,
    texts: async (paths) => noteTexts(await memory.notes(home), paths, store),
    now: async () => {
      if (!(await memory.isOn(home))) return undefined
      const notes = await toldNotes(await memory.notes(home), { store, blobs, root: root() })
      return { notes: notes.map((note) => ({ ...note, hash: note.hash.slice(0, SHORT_HASH) })), now: now() }
    },
  }
}
