/** The memory as a run has it: a folder of its file tools, and the notes that its model is told. Loaded with the first run. */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { MemoryGround } from '../run/told/told-memory.ts'
import type { KeptNotes } from './kept-notes.ts'
import { memoryPlace } from './memory-place.ts'
import type { MemoryPlaceOptions } from './memory-place.ts'
import type { Recall } from './recall/recall.ts'
import type { MemoryHome, ProjectMemory } from './project-memory.ts'
import { noteTexts } from './note-texts.ts'

export interface MemoryGroundOptions {
  readonly memory: MemoryPlaceOptions['memory'] & Pick<ProjectMemory, 'revision' | 'home'>
  /** As the run begins. Its project may become known only then, or be chosen by the user: then it is another. */
  readonly home: MemoryHome
  readonly store: MemoryPlaceOptions['store']
  readonly kept: KeptNotes
  readonly aside?: MemoryPlaceOptions['aside']
  /** Loaded with the first question. */
  readonly recall: () => Promise<Pick<Recall, 'find'>>
}

/** Begins to read the notes at once: the run has other things to prepare. */
export function memoryGround({
  memory,
  home,
  store,
  kept,
  recall,
  aside,
}: MemoryGroundOptions): MemoryGround {
  const { revision } = memory
  let first: ReturnType<KeptNotes['now']> | undefined = kept.now(home)
  // The caller that asks for them is told of the failure.
  first.catch(() => undefined)
  /** For the first message, with which the run begins. */
  let begins: MemoryHome | undefined = home
  const homeNow = async () => (await memory.home()) ?? home
  return {
    place: memoryPlace({ memory, store, aside }),
    recall: async (question, signal) => {
      if (!(await kept.isOn(await homeNow())))
        return fail('not_permitted', 'Remembering is switched off; nothing was looked through.')
      return (await recall()).find(question, { isAgents: true, signal })
    },
    revision: () => memory.revision,
    shelves: kept.shelves,
    lessons: async () => {
      const known = begins
      begins = undefined
      return kept.lessons(known ?? (await homeNow()))
    },
    texts: async (paths) => noteTexts(await memory.notes(), paths, store),
    now: async () => {
      const begun = memory.revision === revision ? first : undefined
      first = undefined
      return begun ?? kept.now(await homeNow())
    },
  }
}
