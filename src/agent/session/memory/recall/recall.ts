/** Finds notes and turns of the project's past sessions by the words of a question, without a model. */
import { fail, ok } from '../../../../sandbox/contract/errors.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { MEMORY } from '../../../../sandbox/contract/path.ts'
import { readNote } from '../../../memory/notes/note-file.ts'
import { rank } from '../../../memory/recall/rank.ts'
import type { Ranked } from '../../../memory/recall/rank.ts'
import { Shelf } from '../../../memory/recall/shelf.ts'
import type { RecallQuestion } from '../../../protocol/recall.ts'
import type { Recalled, RecalledNote, RecalledTurn } from '../../../protocol/calls/memory.ts'
import type { Session } from '../../log/session.ts'
import { storageFailure, toStorageError } from '../../store/storage-error.ts'
import type { MemoryStore } from '../memory-store.ts'
import type { CurrentNote, MemoryHome, ProjectMemory } from '../project-memory.ts'
import { isDecision, sideOf } from './log-turns.ts'
import type { PastTurn, PastTurns, Turns } from './past-turns.ts'
import type { ProjectSessions } from './project-sessions.ts'

export interface RecallOptions {
  readonly memory: Pick<ProjectMemory, 'home' | 'notes'>
  readonly store: Pick<MemoryStore, 'texts'>
  readonly sessions: Pick<ProjectSessions, 'of'>
  readonly turns: PastTurns
  readonly session: () => Pick<Session, 'id'> | undefined
}

export interface RecallCall {
  /** The model asks: what its conversation has of the open session is left out. */
  readonly isAgents?: boolean
  readonly signal?: AbortSignal | undefined
}

interface NoteShelf {
  readonly shelf: Shelf
  readonly text: string
}

export class Recall {
  readonly #options: RecallOptions
  /** By the hashes of their texts. */
  #notes = new Map<string, NoteShelf>()

  constructor(options: RecallOptions) {
    this.#options = options
  }

  async find(question: RecallQuestion, call: RecallCall = {}): Promise<Result<Recalled>> {
    const session = this.#options.session()
    const home = await this.#options.memory.home()
    if (!session || !home) return fail('not_found', 'No session is open; nothing was recalled.')
    try {
      return ok(await this.#find(question, { ...call, session: session.id, home }))
    } catch (error) {
      if (call.signal?.aborted) return fail('cancelled', 'It was stopped before anything was found.')
      return storageFailure(toStorageError(error, 'looking through past sessions'))
    }
  }

  async #find(
    question: RecallQuestion,
    { session, home, isAgents, signal }: RecallCall & { readonly session: string; readonly home: MemoryHome },
  ): Promise<Recalled> {
    const notes = await this.#noteShelves(question, home)
    const records = await this.#options.sessions.of(session, home)
    const turns = await this.#options.turns.of({
      ...{ sessions: records, key: home.key, side: sideOf(question), signal },
    })
    const accept = (shelf: Shelf, place: number): boolean => {
      const note = notes.get(shelf)
      if (note) return isWithin(question, note.note.version.at)
      const turn = turns.turnAt(place)
      if (!turn || (isAgents === true && isShown(turn, session, turns))) return false
      return isAsked(question, turn) && isWithin(question, turn.at)
    }
    const shelves = [...notes.keys(), turns.shelf]
    const ranked = rank(question.query, shelves, { limit: question.limit, accept })
    const found = await Promise.all(
      ranked.map((one) => {
        const note = notes.get(one.shelf)
        return note ? noteFound(one, note) : this.#turnFound(one, turns)
      }),
    )
    return { found: found.filter((one) => one !== undefined), cut: turns.cut }
  }

  /** None where the question is of turns alone. Texts that were read before are not read again. */
  async #noteShelves(
    { role, tool }: RecallQuestion,
    home: MemoryHome,
  ): Promise<ReadonlyMap<Shelf, { readonly note: CurrentNote; readonly text: string }>> {
    if (role !== undefined || tool !== undefined) return new Map()
    const notes = await this.#options.memory.notes(home)
    const known = this.#notes
    const unread = [...new Set(notes.map(({ version }) => version.hash))].filter((hash) => !known.has(hash))
    const texts = await this.#options.store.texts(unread)
    const held = new Map<string, NoteShelf>()
    const read = new Map(unread.map((hash, at) => [hash, texts[at]] as const))
    const found = notes.flatMap((note) => {
      const { hash } = note.version
      const shelf = known.get(hash) ?? held.get(hash) ?? shelfOf(read.get(hash))
      if (!shelf) return []
      held.set(hash, shelf)
      // One shelf for two notes of the same text would stand in the list once.
      return [[note, shelf] as const]
    })
    this.#notes = held
    return new Map(found.map(([note, { shelf, text }]) => [shelf, { note, text }]))
  }

  async #turnFound({ place, score, at: focus }: Ranked, turns: Turns): Promise<RecalledTurn | undefined> {
    const turn = turns.turnAt(place)
    const text = turn && (await this.#options.turns.text(turn))
    if (!turn || text === undefined) return undefined
    const { session, seq, at, role, tool } = turn
    const { id, title } = session
    return {
      kind: 'turn',
      id: `${id}:${seq}`,
      score,
      text,
      focus,
      at,
      session: { id, title },
      seq,
      role,
      ...(tool === undefined ? {} : { tool }),
    }
  }
}

function shelfOf(data: Uint8Array | undefined): NoteShelf | undefined {
  if (!data) return undefined
  const { name = '', description = '', body } = readNote(new TextDecoder().decode(data))
  const shelf = new Shelf()
  const text = [name, description, body].filter((part) => part !== '').join('\n')
  shelf.add(text)
  return { shelf, text }
}

function noteFound(
  { score, at: focus }: Ranked,
  { note, text }: { readonly note: CurrentNote; readonly text: string },
): RecalledNote {
  const { path, version } = note
  const { origin, at } = version
  return { kind: 'note', id: `${MEMORY}/${path}`, score, text, focus, at, path, origin }
}

/** The conversation has it still. */
function isShown({ session, seq }: PastTurn, open: string, { summarised }: Turns): boolean {
  return session.id === open && seq > summarised(open)
}

function isAsked({ role, tool }: RecallQuestion, turn: PastTurn): boolean {
  if (tool !== undefined && turn.tool?.toLowerCase() !== tool.toLowerCase()) return false
  return role === undefined || turn.role === role || (role === 'user' && isDecision(turn))
}

function isWithin({ after = -Infinity, before = Infinity }: RecallQuestion, at: number): boolean {
  return at >= after && at < before
}
