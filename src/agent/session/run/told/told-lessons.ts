/** Tells the model lessons of earlier work whose task a message of the user resembles: each once a session, before the next request. */
import { orAborted } from '../../../or-aborted.ts'
import type { EventBody } from '../../../protocol/events.ts'
import { textOf } from '../../../protocol/text/text-of.ts'
import { lessonsTold } from '../../learning/lesson-text.ts'
import { pickLessons } from '../../learning/pick-lessons.ts'
import type { Thread } from '../../log/thread.ts'
import { tellModel } from '../run-opening.ts'
import type { MemoryGround } from './told-memory.ts'

export interface ToldLessonsOptions {
  readonly thread: Pick<Thread, 'facts'>
  /** The session's id: its own lessons are of what stands in the conversation. */
  readonly session: string
  readonly memory: Pick<MemoryGround, 'lessons'> | undefined
  /** The settings, which may be changed in the middle of a run. */
  readonly isOn: () => boolean
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** One for each run. */
export class ToldLessons {
  readonly #options: ToldLessonsOptions
  #said: readonly string[] = []

  constructor(options: ToldLessonsOptions) {
    this.#options = options
  }

  /** A message of the user is looked up before the next request. */
  note(event: EventBody): void {
    if (event.type !== 'user_message' || event.origin !== 'human') return
    const said = textOf(event)
    if (said.trim() !== '') this.#said = [...this.#said, said]
  }

  /** Within a run, which goes on whatever happens to the lessons. */
  async *beforeRequest(signal: AbortSignal): AsyncGenerator<EventBody, void> {
    const said = this.#said
    this.#said = []
    if (said.length > 0) yield* await orAborted(this.#events(said.join('\n')), signal, [])
  }

  async #events(said: string): Promise<readonly EventBody[]> {
    const { memory, thread, session, isOn, newId, now } = this.#options
    if (!memory || !isOn()) return []
    try {
      const all = await memory.lessons()
      const { lessons: told } = thread.facts.recalled
      const others = all.filter((one) => one.session !== session && !told.has(one.path))
      const picked = pickLessons(said, others)
      const lessons = picked.flatMap((path) => others.find((one) => one.path === path) ?? [])
      const text = lessonsTold(lessons, now())
      if (text === undefined) return []
      return [
        { type: 'lessons_told', candidates: all.length, lessons: [...picked] },
        ...tellModel([text], newId),
      ]
    } catch (error) {
      console.warn('The lessons could not be read:', error)
      return []
    }
  }
}
