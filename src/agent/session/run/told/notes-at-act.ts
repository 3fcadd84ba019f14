/**
 * Notes of the user before the calls that their rules speak of. A call is held once for each version of a note, until the conversation
 * has lost its text: the model reads the note and makes the call again, or another one. Unconfirmed notes hold nothing.
 */
import { ACT_NOTES } from '../../../limits.ts'
import type { PermissionCall } from '../../../permission/contract.ts'
import { NamedAct } from '../../../permission/act-rule.ts'
import { actText, notesAtAct } from '../../../memory/at-act/act-text.ts'
import type { ActNote } from '../../../memory/at-act/act-text.ts'
import { firstLine, readNote } from '../../../memory/notes/note-file.ts'
import { oneLine } from '../../../memory/notes/one-line.ts'
import type { PreparedMemory } from '../../../memory/notes/prepared-memory.ts'
import type { AtAct, MemoryNow } from '../../../memory/notes/told-memory.ts'
import { isOfText, knowsText } from '../../../memory/recall/known-texts.ts'
import type { EventBody } from '../../../protocol/events.ts'
import type { BeforeAct, CallIds, HeldCall } from '../../../tools/deps.ts'
import type { Thread } from '../../log/thread.ts'
import { isOfAll } from '../../memory/note-change.ts'
import type { MemoryGround } from './told-memory.ts'

const TITLE_CHARS = 80

export interface NotesAtActOptions {
  readonly thread: Pick<Thread, 'facts'>
  readonly memory: Pick<MemoryGround, 'now' | 'texts'> | undefined
  /** The memory as the model was told it last; undefined where it may have changed since. */
  readonly latest: () => PreparedMemory | undefined
  /** The setting, which may be changed in the middle of a run. */
  readonly isOn: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type Told = Extract<EventBody, { type: 'memory_at_act' }>
type Note = MemoryNow['notes'][number]

/** A note that applies, with the rule by which it does. */
interface Applying {
  readonly note: Note
  readonly atAct: AtAct
  readonly when: string
}

/** Texts that were read: empty where a note has none, or is another one by now. */
type Bodies = Map<Note, string>

/** One for each run. */
export class NotesAtAct {
  readonly #options: NotesAtActOptions

  constructor(options: NotesAtActOptions) {
    this.#options = options
  }

  /** For the calls of one answer: those that run side by side are told a note once. */
  forAnswer(): BeforeAct | undefined {
    if (!this.#options.memory) return undefined
    const claimed = new Set<string>()
    return async (call, ids) => {
      try {
        return await this.#held(call, ids, claimed)
      } catch (error) {
        console.warn('The notes before a call could not be read:', error)
        return undefined
      }
    }
  }

  async #held(call: PermissionCall, ids: CallIds, claimed: Set<string>): Promise<HeldCall | undefined> {
    const applying = await this.#applying(call)
    const bodies: Bodies = new Map()
    const isClaimed = ({ note }: Applying) => claimed.has(keyOf(note))
    const left = () => applying.filter((one) => !isClaimed(one) && bodies.get(one.note) !== '')
    const unread = () => left().filter(({ note }, at) => at < ACT_NOTES && !bodies.has(note))
    // A note may have no text, or be told with another call while it is read: then that of the next one is read.
    while (unread().length > 0) await this.#read(unread(), bodies)
    // Nothing is waited for before they are claimed: no other call is told the same.
    const own = left()
    if (own.length === 0) return applying.some(isClaimed) ? {} : undefined
    const held = this.#told(own, bodies, ids)
    for (const { note } of own) claimed.add(keyOf(note))
    return held
  }

  /** The first ones have their texts; the others are named. */
  #told(applying: readonly Applying[], bodies: Bodies, ids: CallIds): HeldCall {
    const whole = applying
      .slice(0, ACT_NOTES)
      .map(({ note, atAct, when }) => ({ ...note, by: atAct.by, when, body: bodies.get(note) ?? '' }))
    const { told, others: untold } = notesAtAct(whole, this.#options.now())
    const others = [...untold, ...applying.slice(ACT_NOTES).map(({ note }) => note)]
    const event: Told = {
      type: 'memory_at_act',
      ...ids,
      notes: told.map(({ note }) => toldOf(note)),
      others: others.map(({ path, hash }) => ({ path, hash })),
    }
    return { text: actText({ told, others }), event }
  }

  /** Notes that the conversation does not have as they are now, those of the project and the latest first. */
  async #applying(call: PermissionCall): Promise<readonly Applying[]> {
    const { memory, thread, latest, isOn } = this.#options
    if (!isOn()) return []
    const now = latest() ?? (await memory?.now())
    const act = new NamedAct(call)
    const { notes: known, atAct: held } = thread.facts.recalled
    return (now?.notes ?? [])
      .flatMap((note): Applying[] => {
        const { atAct } = note
        if (!atAct || note.origin !== 'user' || note.body === '') return []
        if (knowsText(known, note) || isOfText(held.get(note.path), note.hash)) return []
        const when = atAct.when.find((rule) => act.isNamedBy(rule))
        return when === undefined ? [] : [{ note, atAct, when }]
      })
      .toSorted(
        (a, b) =>
          Number(isOfAll(a.note.path)) - Number(isOfAll(b.note.path)) || b.note.updatedAt - a.note.updatedAt,
      )
  }

  async #read(applying: readonly Applying[], bodies: Bodies): Promise<void> {
    const texts = await this.#options.memory?.texts(applying.map(({ note }) => note.path))
    for (const { note } of applying) {
      const text = texts?.get(note.path)
      bodies.set(note, text?.hash === note.hash ? readNote(text.text).body : '')
    }
  }
}

function toldOf({
  path,
  hash,
  body,
  updatedAt,
  by,
  when,
}: ActNote & Pick<Told['notes'][number], 'by' | 'when'>): Told['notes'][number] {
  return { path, hash, title: oneLine(firstLine(body), TITLE_CHARS), at: updatedAt, by, when }
}

function keyOf({ path, hash }: Note): string {
  return `${hash} ${path}`
}
