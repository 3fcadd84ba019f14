/**
 * Tells the model the notes that belong to a message of the user. A pick begins with the message. By words it is there before the
 * next request; that of a model is waited for by nothing, and is told before the first request that begins after it.
 */
import { candidatesOf } from '../../../memory/recall/pick-candidates.ts'
import type { PickNote } from '../../../memory/recall/pick-candidates.ts'
import { recentTools } from '../../../memory/recall/pick-manifest.ts'
import { pickByWords } from '../../../memory/recall/pick-by-words.ts'
import { knowsText } from '../../../memory/recall/known-texts.ts'
import { fitNotes, notesTold, pickedNotesText } from '../../../memory/recall/pick-text.ts'
import type { FittedNote } from '../../../memory/recall/pick-text.ts'
import type { PreparedMemory } from '../../../memory/notes/prepared-memory.ts'
import type { MemoryNow } from '../../../memory/notes/told-memory.ts'
import { readNote } from '../../../memory/notes/note-file.ts'
import { PICK_SESSION_BYTES } from '../../../limits.ts'
import { orAborted } from '../../../or-aborted.ts'
import type { EventBody } from '../../../protocol/events.ts'
import { textOf } from '../../../protocol/text/text-of.ts'
import type { Thread } from '../../log/thread.ts'
import type { PickedNotes, PickNotes } from '../../side-queries/note-picker.ts'
import { tellModel } from '../run-opening.ts'
import type { MemoryGround } from './told-memory.ts'

type PickGround = Pick<MemoryGround, 'now' | 'texts' | 'shelves'>

export interface RecalledNotesOptions {
  readonly thread: Pick<Thread, 'facts' | 'conversation'>
  readonly memory: PickGround | undefined
  /** The memory as the model was told it last: what is picked is looked at once more before it is told. */
  readonly latest?: () => PreparedMemory | undefined
  /** The setting, which may be changed in the middle of a run. */
  readonly isOn: () => boolean
  /** Asks a model; undefined: by words. */
  readonly picker: PickNotes | undefined
  /** Why no request may be made. */
  readonly overBudget: () => string | undefined | Promise<string | undefined>
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type Recalled = Extract<EventBody, { type: 'memory_recalled' }>

/** The pick for one message, under way or done. */
interface Picking {
  readonly done: Promise<void>
  /** Absent before they are known; 0: there is nothing to pick from, and nothing to tell of it. */
  candidates?: number
  picked?: PickedNotes
}

/** One for each run. */
export class RecalledNotes {
  readonly #options: RecalledNotesOptions
  readonly #by: Recalled['by']
  readonly #left = new AbortController()
  #open: readonly Picking[] = []

  constructor(options: RecalledNotesOptions) {
    this.#options = options
    this.#by = options.picker ? 'model' : 'words'
  }

  /** Each message of the user begins a pick, as long as there are notes and room. */
  note(event: EventBody): void {
    if (event.type !== 'user_message' || event.origin !== 'human') return
    const { memory, thread, isOn } = this.#options
    const { memory: index, recalled } = thread.facts
    const said = textOf(event)
    if (!memory || !isOn() || !index || index.size === 0 || said.trim() === '') return
    if (recalled.bytes >= PICK_SESSION_BYTES) return
    const picking: Picking = { done: Promise.resolve().then(() => this.#pick(picking, said, memory)) }
    this.#open = [...this.#open, picking]
  }

  /** Within a run, which goes on whatever happens to the notes. */
  async *beforeRequest(signal: AbortSignal): AsyncGenerator<EventBody, void> {
    for (const picking of this.#open) {
      if (this.#by === 'words') await orAborted(picking.done, signal, undefined)
      if (!picking.picked) continue
      const events = await orAborted(this.#events(picking, picking.picked), signal, undefined)
      if (!events) return
      this.#open = this.#open.filter((one) => one !== picking)
      yield* events
    }
  }

  /** The run has ended: picks that were not told stop, and are in the log as such. */
  dropped(): readonly EventBody[] {
    this.#left.abort()
    const open = this.#open
    this.#open = []
    return open.flatMap(({ candidates = 0, picked }) =>
      this.#event(candidates, picked?.problem ?? 'The run ended before anything could be told.'),
    )
  }

  async #pick(picking: Picking, said: string, memory: PickGround): Promise<void> {
    try {
      const now = this.#options.latest?.() ?? (await memory.now())
      const { facts } = this.#options.thread
      const notes = now
        ? candidatesOf(now, { index: facts.memory ?? new Map(), texts: facts.recalled.notes })
        : []
      picking.candidates = notes.length
      picking.picked = notes.length === 0 ? NONE : await this.#picked(said, notes, memory)
    } catch (error) {
      console.warn('No notes could be picked:', error)
      // It was told that there are some.
      picking.candidates ??= this.#options.thread.facts.memory?.size ?? 0
      picking.picked = { notes: [], problem: UNREADABLE }
    }
  }

  async #picked(
    said: string,
    notes: readonly PickNote[],
    memory: Omit<PickGround, 'now'>,
  ): Promise<PickedNotes> {
    const { picker, thread, overBudget } = this.#options
    if (!picker) {
      return { notes: pickByWords(said, await memory.shelves.of(notes, memory.texts)) }
    }
    const problem = await overBudget()
    if (problem !== undefined) return { notes: [], problem }
    const tools = recentTools(thread.conversation.messages)
    return picker({ said, notes, tools }, this.#left.signal)
  }

  /** Tells the notes as they are by now. */
  async #events({ candidates = 0 }: Picking, { notes, problem }: PickedNotes): Promise<readonly EventBody[]> {
    if (notes.length === 0) return this.#event(candidates, problem)
    try {
      const now = await this.#now()
      if (!now) return this.#event(candidates, 'The memory was switched off.')
      const told = await this.#fitting(notes, now)
      const text = pickedNotesText(told, this.#options.now())
      if (text === undefined) return this.#event(candidates, undefined)
      const event = { type: 'memory_recalled', by: this.#by, candidates, ...notesTold(told) } as const
      return [event, ...tellModel([text], this.#options.newId)]
    } catch (error) {
      console.warn('Notes that were picked could not be read:', error)
      return this.#event(candidates, UNREADABLE)
    }
  }

  async #now(): Promise<MemoryNow | undefined> {
    return this.#options.isOn() ? this.#options.memory?.now() : undefined
  }

  /** Without those that have changed since, that the model knows by now, or that have no room. */
  async #fitting(picked: readonly PickNote[], { notes }: MemoryNow): Promise<readonly FittedNote[]> {
    const { thread, memory } = this.#options
    const { recalled } = thread.facts
    const current = picked.flatMap(({ path, hash, origin }) => {
      const note = notes.find((one) => one.path === path && one.hash === hash && one.origin === origin)
      return note && !knowsText(recalled.notes, note) ? [note] : []
    })
    const texts = await memory?.texts(current.map(({ path }) => path))
    const whole = current.flatMap((note) => {
      const text = texts?.get(note.path)
      return text?.hash === note.hash ? [{ ...note, body: readNote(text.text).body }] : []
    })
    return fitNotes(whole, PICK_SESSION_BYTES - recalled.bytes)
  }

  /** The entry of a pick that tells nothing; none where there was nothing to pick from. */
  #event(candidates: number, problem: string | undefined): readonly EventBody[] {
    if (candidates === 0) return []
    const nothing = { notes: [], bytes: 0, ...(problem === undefined ? {} : { problem }) }
    return [{ type: 'memory_recalled', by: this.#by, candidates, ...nothing }]
  }
}

const NONE: PickedNotes = { notes: [] }
const UNREADABLE = 'The notes could not be read.'
