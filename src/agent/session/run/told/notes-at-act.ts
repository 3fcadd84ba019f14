/**
 * Notes of the user before the calls that their rules speak of. A call is held once for each version of a note, until the conversation
 * has lost its text: the model reads the note and makes the call again, or another one. Unconfirmed notes hold nothing.
 */
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
    if (applying.length === 0) return undefined
    const unclaimed = applying.filter(({ note }) => !claimed.has(keyOf(note)))
    for (const { note } of unclaimed) claimed.add(keyOf(note))
    if (unclaimed.length === 0) return {}
    const whole = await this.#whole(unclaimed)
    if (whole.length === 0) return undefined
    const { told, others } = notesAtAct(whole, this.#options.now())
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
        if (!atAct || note.origin !== 'user') return []
        if (knowsText(known, note) || isOfText(held.get(note.path), note.hash)) return []
        const when = atAct.when.find((rule) => act.isNamedBy(rule))
        return when === undefined ? [] : [{ note, atAct, when }]
      })
      .toSorted(
        (a, b) =>
          Number(isOfAll(a.note.path)) - Number(isOfAll(b.note.path)) || b.note.updatedAt - a.note.updatedAt,
      )
  }

  /** With their whole texts; without those that have none, or are other ones by now. */
  async #whole(
    applying: readonly Applying[],
  ): Promise<readonly (ActNote & Pick<Applying, 'atAct' | 'when'>)[]> {
    const texts = await this.#options.memory?.texts(applying.map(({ note }) => note.path))
    return applying.flatMap(({ note, atAct, when }) => {
      const text = texts?.get(note.path)
      const body = text?.hash === note.hash ? readNote(text.text).body : ''
      return body === '' ? [] : [{ ...note, atAct, when, body }]
    })
  }
}

function toldOf({
  path,
  hash,
  body,
  updatedAt,
  atAct,
  when,
}: ActNote & Pick<Applying, 'atAct' | 'when'>): Told['notes'][number] {
  const { by, session } = atAct
  const title = oneLine(firstLine(body), TITLE_CHARS)
  return { path, hash, title, at: updatedAt, by, ...(session === undefined ? {} : { session }), when }
}

function keyOf({ path, hash }: Note): string {
  return `${hash} ${path}`
}
