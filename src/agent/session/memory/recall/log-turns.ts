/** The turns of one log, put on a shelf by their words: read on from where it was read to, as they lie there. */
import { RECALL_DONE_CHARS, RECALL_TURN_CHARS } from '../../../limits.ts'
import type { Shelf } from '../../../memory/recall/shelf.ts'
import { RECALL_TOOL } from '../../../protocol/recall.ts'
import type { RecalledTurn } from '../../../protocol/calls/memory.ts'
import { entryOf } from '../../search/entries.ts'
import type { Entry } from '../../search/entries.ts'
import { readRows } from '../../search/placed-events.ts'
import { isFields } from '../../shapes/fields.ts'
import { eventRange } from '../../store/database.ts'
import type { Database } from '../../store/database.ts'

/** Rows read at once: some 30 kB each, and nothing else runs while their words are counted. */
const ROWS = 8
/** Tools whose results are the user's decisions. */
const ASKING: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

export interface Turn {
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Key of its row: the number of the last event there. */
  readonly row: number
  readonly role: RecalledTurn['role']
  readonly tool?: string
}

/** `said`: messages, answers, and what the user decided when asked. `done`: calls and their results. */
export type Side = 'said' | 'done'

/** A turn as the shelf has it: its place there is the turn's in this list. */
export interface ShelvedTurn extends Turn {
  readonly session: string
  /** Root of the import that the session had then; absent: none of the person's own. */
  readonly root?: string | undefined
}

/** The shelf of all logs' turns, and what stands there. */
export interface TurnShelf {
  readonly side: Side
  readonly shelf: Shelf
  /** By their places. Undefined: it is the project's no more. */
  readonly turns: (ShelvedTurn | undefined)[]
}

/** One log, as far as its turns stand on the shelf. */
export class LogTurns {
  readonly #shelf: TurnShelf
  readonly #session: string
  readonly #group: number
  /** Places of its turns. */
  #places: number[] = []
  /** Number of the last event that was read, and of the last one whose turn may be gone from the conversation. */
  #to: number
  summarised = 0
  /** Before each summary that stands. */
  readonly #summarisedBefore: number[] = []
  /** Number of the last event by which results alone have gone. */
  #cleared = 0
  #isReplay = false
  #root: string | undefined

  /** `after`: number of the last event that is not its own. */
  constructor(
    shelf: TurnShelf,
    log: { readonly session: string; readonly group: number; readonly after: number },
  ) {
    this.#shelf = shelf
    this.#session = log.session
    this.#group = log.group
    this.#to = log.after
  }

  get size(): number {
    return this.#places.length
  }

  async readOn(database: Database, lastSeq: number, signal?: AbortSignal): Promise<void> {
    while (this.#to < lastSeq) {
      signal?.throwIfAborted()
      const { store } = database.transaction('events')
      const rows = await readRows(store, eventRange(this.#session, this.#to + 1), ROWS)
      const events = rows.flat().filter(({ seq }) => seq > this.#to)
      if (events.length === 0) return
      for (const { event, seq, row } of events) {
        this.#to = seq
        this.#take(event, seq, row)
      }
    }
  }

  /** Its turns are found no more. */
  forget(): void {
    for (const place of this.#places) this.#shelf.turns[place] = undefined
    this.#places = []
  }

  #take(event: unknown, seq: number, row: number): void {
    if (!isFields(event)) return
    const { type } = event
    if (type === 'replay_started' || type === 'replay_ended') this.#isReplay = type === 'replay_started'
    if (type === 'conversation_compacted') {
      this.#summarisedBefore.push(this.summarised)
      this.summarised = seq
    }
    // The messages are in the conversation again.
    if (type === 'compaction_undone')
      this.summarised = Math.max(this.#summarisedBefore.pop() ?? this.summarised, this.#cleared)
    // Some results before it are no longer in the conversation; which ones, their turns do not tell.
    if (this.#shelf.side === 'done' && (type === 'spans_collapsed' || type === 'results_cleared'))
      this.summarised = this.#cleared = seq
    // Nothing is known of whose words these were.
    if (type === 'recording_opened') this.forget()
    if (type === 'workspace_imported')
      this.#root = event['origin'] === undefined ? String(event['root']) : undefined
    if (this.#isReplay) return
    const entry = turnOf(event)
    const { side, shelf, turns } = this.#shelf
    // A title is in no log.
    if (!entry || sideOf(entry) !== side || entry.role === 'title') return
    const { at, role, tool } = entry
    const place = shelf.add(entry.text, this.#group)
    turns[place] = {
      ...{ session: this.#session, root: this.#root, seq, at, row, role },
      ...(tool === undefined ? {} : { tool }),
    }
    this.#places.push(place)
  }
}

/** The text of a turn as it is searched and shown. */
export function turnOf(event: unknown): Entry | undefined {
  if (!isFields(event) || isThought(event)) return undefined
  const entry = entryOf(event)
  if (!entry || entry.tool === RECALL_TOOL) return undefined
  const text = sideOf(entry) === 'said' ? entry.text.slice(0, RECALL_TURN_CHARS) : ends(entry.text)
  return { ...entry, text: text.toWellFormed() }
}

function isThought({ type, content }: Readonly<Record<string, unknown>>): boolean {
  if (type !== 'assistant_block' || !isFields(content)) return false
  return content['type'] !== 'text' && content['type'] !== 'tool_use'
}

/** The side on which a turn stands, or those that a question asks for. */
export function sideOf(turn: {
  readonly role?: string | undefined
  readonly tool?: string | undefined
}): Side {
  const isTools = turn.role === 'tool' || (turn.role === undefined && turn.tool !== undefined)
  return isTools && !isDecision(turn) ? 'done' : 'said'
}

/** The user was asked, and has answered. */
export function isDecision({ tool }: { readonly tool?: string | undefined }): boolean {
  return tool !== undefined && ASKING.has(tool)
}

/** The beginning and the end: of a program's output these tell what it was and how it ended. */
function ends(text: string): string {
  if (text.length <= 2 * RECALL_DONE_CHARS) return text
  return `${text.slice(0, RECALL_DONE_CHARS)}\n…\n${text.slice(-RECALL_DONE_CHARS)}`
}
