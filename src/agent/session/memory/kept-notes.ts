/**
 * The notes as a run tells them, kept from one run to the next and read ahead of the first. The store's stamp says whether they are
 * still as they were read, whichever tab has changed one: it is looked at each time, and nothing else is read where it is the same.
 */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { PreparedMemory } from '../../memory/notes/prepared-memory.ts'
import type { NoteShelves } from '../../memory/recall/note-shelves.ts'
import { firstCandidates } from '../../memory/recall/pick-candidates.ts'
import type { EventBody } from '../../protocol/events.ts'
import { toldNotes } from './memory-index-of.ts'
import type { StoredLesson } from '../learning/lesson-text.ts'
import { isLesson } from './memory-record.ts'
import type { MemoryStore } from './memory-store.ts'
import { SHORT_HASH } from './note-change.ts'
import { noteTexts } from './note-texts.ts'
import type { CurrentNote, MemoryHome, ProjectMemory } from './project-memory.ts'

export interface KeptNotesOptions {
  readonly memory: Pick<ProjectMemory, 'isOn' | 'notes'>
  readonly store: Pick<MemoryStore, 'stamp' | 'texts'>
  readonly blobs: Pick<BlobStore, 'get'>
  /** Root of the workspace. */
  readonly root: () => string | undefined
  readonly now: () => number
  /** Words of the notes that a message may pick. */
  readonly shelves: NoteShelves
  /** Looks for secrets in what will be told, so that it is known to have none. */
  readonly check: (text: string, event: EventBody) => void
}

interface Kept {
  readonly key: string
  /** Read before the notes: these may be later, and are then read once more. */
  readonly stamp: unknown
  readonly read: Promise<ReadNotes | undefined>
}

interface ReadNotes {
  /** Lessons are told apart from notes; their texts are read with the first message. */
  readonly lessons: readonly CurrentNote[]
  texts?: Promise<readonly StoredLesson[]>
  readonly notes: readonly CurrentNote[]
  /** By which notes are out of date. */
  readonly root: string | undefined
  readonly told: PreparedMemory
}

export class KeptNotes {
  readonly #options: KeptNotesOptions
  #kept: Kept | undefined

  constructor(options: KeptNotesOptions) {
    this.#options = options
  }

  get shelves(): NoteShelves {
    return this.#options.shelves
  }

  /** The switch of the project. */
  async isOn(home: MemoryHome): Promise<boolean> {
    const { memory, store } = this.#options
    const kept = this.#find(home, await store.stamp())
    const isKnown = kept && (await kept.read.then(() => true).catch(() => false))
    return isKnown ? (await kept.read) !== undefined : memory.isOn(home)
  }

  /** As of now. Undefined: it is switched off. Rejects where it cannot be read. */
  async now(home: MemoryHome): Promise<PreparedMemory | undefined> {
    const stamp = await this.#options.store.stamp()
    const kept = this.#find(home, stamp)
    // A caller whose predecessor has failed tries for itself. Nothing is awaited where none is kept: two at once read once.
    const known = kept && (await kept.read.then((read) => ({ read })).catch(() => undefined))
    if (known && this.#isTrue(known.read)) return known.read?.told
    const read = known?.read ? this.#tell([...known.read.notes, ...known.read.lessons]) : this.#read(home)
    this.#kept = { key: home.key, stamp, read }
    return (await read)?.told
  }

  /** The same before it is needed: nothing is left to make of it then. */
  async prepare(home: MemoryHome): Promise<void> {
    const told = await this.now(home)
    if (!told) return
    const { check, shelves, store, memory } = this.#options
    check(told.text(true), told.event)
    await shelves.of(firstCandidates(told), async (paths) =>
      noteTexts(await memory.notes(home), paths, store),
    )
  }

  /** Lessons of the project, as of now. */
  async lessons(home: MemoryHome): Promise<readonly StoredLesson[]> {
    await this.now(home)
    const read = await this.#kept?.read
    if (read === undefined || read.lessons.length === 0) return []
    return (read.texts ??= this.#lessonTexts(read.lessons))
  }

  async #lessonTexts(lessons: readonly CurrentNote[]): Promise<readonly StoredLesson[]> {
    const texts = await this.#options.store.texts(lessons.map(({ version }) => version.hash))
    return lessons.flatMap(({ path, version: { at, source } }, index) => {
      const data = texts[index]
      return data
        ? [{ path, text: new TextDecoder().decode(data), updatedAt: at, session: source.session }]
        : []
    })
  }

  #find({ key }: MemoryHome, stamp: unknown): Kept | undefined {
    const kept = this.#kept
    return stamp !== undefined && kept?.key === key && kept.stamp === stamp ? kept : undefined
  }

  #isTrue(read: ReadNotes | undefined): boolean {
    if (read === undefined) return true
    const { root, now } = this.#options
    const isSameTree =
      read.root === root() || read.notes.every(({ version }) => version.evidence.length === 0)
    return isSameTree && read.told.isTrueAt(now())
  }

  async #read(home: MemoryHome): Promise<ReadNotes | undefined> {
    const { memory } = this.#options
    return (await memory.isOn(home)) ? this.#tell(await memory.notes(home)) : undefined
  }

  async #tell(all: readonly CurrentNote[]): Promise<ReadNotes> {
    const { store, blobs, root: rootNow, now } = this.#options
    const root = rootNow()
    const lessons = all.filter(({ note }) => isLesson(note))
    const notes = all.filter(({ note }) => !isLesson(note))
    const told = await toldNotes(notes, { store, blobs, root })
    const short = told.map((note) => ({ ...note, hash: note.hash.slice(0, SHORT_HASH) }))
    return { lessons, notes, root, told: new PreparedMemory({ notes: short, now: now() }) }
  }
}
