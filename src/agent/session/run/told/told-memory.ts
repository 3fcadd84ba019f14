/** Tells the model of the notes of the memory: all at the start of a conversation, later those that are not as it was told. */
import type { PreparedMemory } from '../../../memory/notes/prepared-memory.ts'
import { memoryChange } from '../../../memory/notes/told-memory.ts'
import type { NoteShelves, NoteTexts } from '../../../memory/recall/note-shelves.ts'
import { orAborted } from '../../../or-aborted.ts'
import type { EventBody } from '../../../protocol/events.ts'
import type { AskRecall } from '../../../tools/memory/recall.ts'
import type { StoredLesson } from '../../learning/lesson-text.ts'
import type { Thread } from '../../log/thread.ts'
import type { Place } from '../../workspace/places/place.ts'
import { tellModel } from '../run-opening.ts'

/** The memory of a run, while it is on. */
export interface MemoryGround {
  readonly place: Place
  /** Notes and turns of past sessions, by their words. */
  readonly recall: AskRecall
  /** Equal as long as no change is known of, in this tab or in another. */
  readonly revision: () => number
  /** Undefined: it is switched off by now. Rejects where it cannot be read. */
  readonly now: () => Promise<PreparedMemory | undefined>
  readonly texts: NoteTexts
  /** Lessons of earlier work. Rejects where they cannot be read. */
  readonly lessons: () => Promise<readonly StoredLesson[]>
  /** Words of the notes that a message may pick. */
  readonly shelves: NoteShelves
}

export interface ToldMemoryOptions {
  readonly thread: Pick<Thread, 'facts'>
  readonly memory: MemoryGround | undefined
  /** The setting, which may be changed in the middle of a run. */
  readonly isOn: () => boolean
  /** The model has tools that write files. */
  readonly mayWrite: boolean
  readonly newId: () => string
}

/** One for each run. */
export class ToldMemory {
  readonly #options: ToldMemoryOptions
  #revision: number | undefined
  #latest: PreparedMemory | undefined

  constructor(options: ToldMemoryOptions) {
    this.#options = options
  }

  /** As it was read last, while no change is known of. */
  get latest(): PreparedMemory | undefined {
    const { memory, isOn } = this.#options
    return memory && isOn() && memory.revision() === this.#revision ? this.#latest : undefined
  }

  /** Reads the notes where they may have changed. None where they cannot be read: the conversation goes on without. */
  async changes(): Promise<readonly EventBody[]> {
    const { memory, thread, mayWrite, newId } = this.#options
    const revision = memory?.revision()
    if (!memory || this.#revision === revision) return []
    const now = await this.#now(memory)
    if (!now) return []
    this.#revision = revision
    this.#latest = now
    const known = thread.facts.memory
    const text = known ? memoryChange(known, now) : now.text(mayWrite)
    return text === undefined ? [] : [now.event, ...tellModel([text], newId)]
  }

  /** The same within a run. */
  async *beforeRequest(signal: AbortSignal): AsyncGenerator<EventBody, void> {
    yield* await orAborted(this.changes(), signal, [])
  }

  /** All of it, for a conversation that begins anew with a summary; undefined where nothing is told. */
  async again(): Promise<{ readonly text: string; readonly event: EventBody } | undefined> {
    const { memory, mayWrite } = this.#options
    const now = memory && (await this.#now(memory))
    return now && { text: now.text(mayWrite), event: now.event }
  }

  async #now(memory: MemoryGround): Promise<PreparedMemory | undefined> {
    if (!this.#options.isOn()) return undefined
    try {
      return await memory.now()
    } catch (error) {
      console.warn('The notes could not be read:', error)
      return undefined
    }
  }
}
