/** The memory as a run has it: a folder of its file tools, and the notes that its model is told. Loaded with the first run. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import type { MemoryGround } from '../run/told/told-memory.ts'
import { memoryPlace } from './memory-place.ts'
import { toldNotes } from './memory-index-of.ts'
import type { MemoryStore } from './memory-store.ts'
import { SHORT_HASH } from './note-change.ts'
import type { MemoryHome, ProjectMemory } from './project-memory.ts'

export interface MemoryGroundOptions {
  readonly memory: ProjectMemory
  readonly home: MemoryHome
  readonly store: MemoryStore
  readonly blobs: Pick<BlobStore, 'get'>
  /** Root of the workspace. */
  readonly root: () => string | undefined
  readonly now: () => number
}

export function memoryGround({ memory, home, store, blobs, root, now }: MemoryGroundOptions): MemoryGround {
  return {
    place: memoryPlace({ memory, store }),
    revision: () => memory.revision,
    now: async () => {
      if (!(await memory.isOn(home))) return undefined
      const notes = await toldNotes(await memory.notes(home), { store, blobs, root: root() })
      return { notes: notes.map((note) => ({ ...note, hash: note.hash.slice(0, SHORT_HASH) })), now: now() }
    },
  }
}
