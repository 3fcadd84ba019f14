/** Keeps lessons of work among the notes of its project, and counts those that were told. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { readNote } from '../../memory/notes/note-file.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { Session } from '../log/session.ts'
import { currentOf } from '../memory/memory-record.ts'
import type { StoredNote } from '../memory/memory-record.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import { evidenceFor } from '../memory/note-evidence.ts'
import { meaningOf } from '../memory/note-meaning.ts'
import type { ProjectMemory } from '../memory/project-memory.ts'
import { contentHash } from '../store/content-hash.ts'
import { lessonOf } from './lesson-of.ts'
import { prunedLessons, withLesson, withUse } from './lesson-records.ts'
import type { NewLesson } from './lesson-records.ts'
import { lessonNote } from './lesson-text.ts'
import type { Lesson } from './lesson-of.ts'

export interface LessonKeeperOptions {
  readonly store: Pick<MemoryStore, 'put' | 'change'>
  readonly blobs: Pick<BlobStore, 'get'>
  readonly memory: Pick<ProjectMemory, 'renew'>
  /** Takes secrets out. */
  readonly clean: (text: string) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The session with the work. */
type Worked = Pick<Session, 'id' | 'events' | 'facts'>

export class LessonKeeper {
  readonly #options: LessonKeeperOptions

  constructor(options: LessonKeeperOptions) {
    this.#options = options
  }

  /**
   * Looks at a stretch of work: stores its lesson in the memory of that key, counts the lessons that were told in it, and drops those
   * that nobody needs. Resolves to the path of the lesson; undefined where there is none, or no room for it.
   */
  async learn(events: readonly AgentEvent[], key: string, session: Worked): Promise<string | undefined> {
    const { store, memory, now } = this.#options
    const outcome = lessonOf(await withTask(events, session))
    const lesson = outcome.kind === 'lesson' ? await this.#ready(outcome.lesson, session) : undefined
    // A look that is taken again counts none twice.
    const used = new Map(
      events.flatMap((event) =>
        event.type === 'lessons_told' ? event.lessons.map((path) => [path, event.at] as const) : [],
      ),
    )
    let before: readonly StoredNote[] = []
    let after: readonly StoredNote[] = []
    const changed = await store.change(key, ({ notes }) => {
      before = notes
      const counted = withUse(notes, used)
      after = lesson ? withLesson(counted, lesson, now()) : prunedLessons(counted, now())
      // The notes were read ahead, and need not be read again.
      return isEqual(before, after) ? fail('cancelled', 'Nothing has changed.') : ok(after)
    })
    if (!changed.ok) return undefined
    memory.renew()
    if (!lesson) return undefined
    const hash = hashIn(after, lesson.path)
    return hash === lesson.version.hash && hash !== hashIn(before, lesson.path) ? lesson.path : undefined
  }

  async #ready(lesson: Lesson, session: Worked): Promise<NewLesson | undefined> {
    const { store, blobs, clean, now } = this.#options
    const { path, text } = lessonNote(lesson, clean)
    const data = new TextEncoder().encode(text)
    const hash = await contentHash(data)
    const kept = await store.put([{ hash, data }])
    if (!kept.ok) return undefined
    const file = readNote(text)
    return {
      path,
      version: {
        hash,
        bytes: data.length,
        at: now(),
        origin: 'unconfirmed',
        source: { by: 'agent', lesson: true, session: session.id, messages: [lesson.messageId] },
        ...meaningOf(file),
        evidence: await evidenceFor(file.body, blobs, session.facts.root),
      },
    }
  }
}

/** Work that goes on without a new message, as after a crash, has its task further back. */
async function withTask(events: readonly AgentEvent[], session: Worked): Promise<readonly AgentEvent[]> {
  const begun = events.findIndex(({ type }) => type === 'run_started')
  const from = events[0]?.seq ?? 0
  if (from <= 1 || events.slice(0, Math.max(begun, 0)).some(isTask)) return events
  const all = await session.events(1)
  const task = all.findLast((event) => event.seq < from && isTask(event))
  return task ? all.filter(({ seq }) => seq >= task.seq) : events
}

function isTask(event: AgentEvent): boolean {
  return event.type === 'user_message' && event.origin === 'human'
}

function hashIn(notes: readonly StoredNote[], path: string): string | undefined {
  const note = notes.find((one) => one.path === path)
  return note && currentOf(note)?.hash
}

function isEqual(before: readonly StoredNote[], after: readonly StoredNote[]): boolean {
  return before.length === after.length && before.every((note, at) => note === after[at])
}
