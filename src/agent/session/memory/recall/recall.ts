/** Finds notes and turns of the project's past sessions by the words of a question, without a model. */
import { fail, ok } from '../../../../sandbox/contract/errors.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { MEMORY } from '../../../../sandbox/contract/path.ts'
import { RECALL_FOUND_MOST } from '../../../limits.ts'
import { readNote } from '../../../memory/notes/note-file.ts'
import { rank } from '../../../memory/recall/rank.ts'
import type { Ranked, Scored } from '../../../memory/recall/rank.ts'
import { KeptShelf } from '../../../memory/recall/kept-shelf.ts'
import type { Shelved } from '../../../memory/recall/kept-shelf.ts'
import type { RecallQuestion } from '../../../protocol/recall.ts'
import { askedEvents } from '../../../protocol/text/cites.ts'
import type { Recalled, RecalledNote, RecalledTurn } from '../../../protocol/calls/memory.ts'
import type { Session } from '../../log/session.ts'
import { StorageError, storageFailure } from '../../store/storage-error.ts'
import type { MemoryStore } from '../memory-store.ts'
import type { CurrentNote, MemoryHome, ProjectMemory } from '../project-memory.ts'
import { citedTurns } from './cited-turns.ts'
import { isDecision, sideOf } from './log-turns.ts'
import type { PastTurn, PastTurns, Turns } from './past-turns.ts'
import type { ProjectSessions } from './project-sessions.ts'

export interface RecallOptions {
  readonly memory: Pick<ProjectMemory, 'home' | 'notes'>
  readonly store: Pick<MemoryStore, 'texts'>
  readonly sessions: Pick<ProjectSessions, 'of'>
  readonly turns: PastTurns
  readonly session: () => Pick<Session, 'id' | 'events'> | undefined
}

export interface RecallCall {
  /** The model asks: what its conversation has of the open session is left out. */
  readonly isAgents?: boolean
  readonly signal?: AbortSignal | undefined
}

export class Recall {
  readonly #options: RecallOptions
  readonly #notes = new KeptShelf()

  constructor(options: RecallOptions) {
    this.#options = options
  }

  async find(question: RecallQuestion, call: RecallCall = {}): Promise<Result<Recalled>> {
    const session = this.#options.session()
    const home = await this.#options.memory.home()
    if (!session || !home) return fail('not_found', 'No session is open; nothing was recalled.')
    try {
      const named = askedEvents(question.query)
      if (named) return await this.#named(named, session, home)
      return ok(await this.#find(question, { ...call, session: session.id, home }))
    } catch (error) {
      if (call.signal?.aborted) return fail('cancelled', 'It was stopped before anything was found.')
      if (error instanceof StorageError) return storageFailure(error)
      const reason = error instanceof Error ? error.message : String(error)
      return fail('internal', `Notes and past sessions could not be read: ${reason}`, {
        hint: 'Ask once more; if it happens again, reload the page.',
      })
    }
  }

  /** Events of the open session by their numbers. */
  async #named(
    seqs: readonly number[],
    session: Pick<Session, 'id' | 'events'>,
    home: MemoryHome,
  ): Promise<Result<Recalled>> {
    if (seqs.length > RECALL_FOUND_MOST)
      return fail(
        'invalid',
        `${seqs.length} events were asked for, and at most ${RECALL_FOUND_MOST} are shown at once.`,
        {
          hint: 'Ask for fewer.',
        },
      )
    const { sessions } = await this.#options.sessions.of(session.id, home)
    const title = sessions.find(({ id }) => id === session.id)?.title ?? ''
    return ok({ ...citedTurns(await session.events(1), seqs, { id: session.id, title }), cut: false })
  }

  async #find(
    question: RecallQuestion,
    { session, home, isAgents, signal }: RecallCall & { readonly session: string; readonly home: MemoryHome },
  ): Promise<Recalled> {
    const { shelf: noteShelf, notes } = await this.#shelvedNotes(question, home)
    const together = await this.#options.sessions.of(session, home)
    const turns = await this.#options.turns.of({
      of: together,
      key: home.key,
      side: sideOf(question),
      signal,
    })
    const accept = ({ shelf, place, isMatch }: Scored): boolean => {
      if (question.only !== undefined && !isMatch) return false
      if (shelf === noteShelf) {
        const note = notes.get(place)
        return note !== undefined && isWithin(question, note.version.at)
      }
      const turn = turns.turnAt(place)
      if (!turn || (isAgents === true && isShown(turn, session, turns))) return false
      return isAsked(question, turn) && isWithin(question, turn.at)
    }
    const ranked = rank(question.query, [noteShelf, turns.shelf], { limit: question.limit, accept })
    const found = await Promise.all(
      ranked.map((one) => {
        const note = one.shelf === noteShelf ? notes.get(one.place) : undefined
        return note ? this.#noteFound(one, note) : this.#turnFound(one, turns)
      }),
    )
    return { found: found.filter((one) => one !== undefined), cut: turns.cut }
  }

  /** None where the question is of turns alone. Texts that were read before are not read again. */
  async #shelvedNotes({ role, tool, only }: RecallQuestion, home: MemoryHome): Promise<Shelved<CurrentNote>> {
    const kept = this.#notes
    const isOfTurns = role !== undefined || tool !== undefined || only !== undefined
    if (isOfTurns) return { shelf: kept.shelf, notes: new Map() }
    const { memory, store } = this.#options
    return kept.of(await memory.notes(home), {
      hashOf: ({ version }) => version.hash,
      read: async (fresh) => {
        const texts = await store.texts(fresh.map(({ version }) => version.hash))
        return texts.map((data) => data && searchedText(data))
      },
    })
  }

  async #noteFound(
    { score, at: focus }: Ranked,
    { path, version }: CurrentNote,
  ): Promise<RecalledNote | undefined> {
    const { origin, at, hash } = version
    const [data] = await this.#options.store.texts([hash])
    if (!data) return undefined
    const text = searchedText(data)
    return { kind: 'note', id: `${MEMORY}/${path}`, score, text, focus, at, path, origin }
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

/** Its name and description before its text. */
function searchedText(data: Uint8Array): string {
  const { name = '', description = '', body } = readNote(new TextDecoder().decode(data))
  return [name, description, body].filter((part) => part !== '').join('\n')
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
