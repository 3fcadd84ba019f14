/** Pieces of a log, of some ten kilobytes, with what a search needs to know of each. */
import { SEARCH_PIECE_CHARS, SEARCH_SIGNATURE_BYTES } from '../../limits.ts'
import type { FoundRole } from '../../protocol/calls/session-search.ts'
import type { SearchPiece } from '../store/database.ts'
import { entryOf } from './entries.ts'
import { addText } from './signature.ts'

/** A log that is searched, and its last event. */
export interface SearchedLog extends Pick<SearchPiece, 'session' | 'thread'> {
  readonly lastSeq: number
}

/** Gathers a piece of a log. */
export class OpenPiece {
  readonly #log: SearchedLog
  from: number
  #to = 0
  #row = 0
  #chars = 0
  #since = Infinity
  #at = 0
  #signature = new Uint8Array(SEARCH_SIGNATURE_BYTES)
  readonly #tools = new Set<string>()
  readonly #roles = new Set<FoundRole>()

  constructor(log: SearchedLog, from: number) {
    this.#log = log
    this.from = from
  }

  /** A piece, when it is full with this event. `row` is the key of its row. */
  take(event: unknown, seq: number, row: number): SearchPiece[] {
    this.#to = seq
    this.#row = row
    const entry = entryOf(event)
    if (!entry) return []
    const text = [entry.text, ...entry.files].join('\n').toLowerCase()
    addText(this.#signature, text)
    this.#chars += text.length
    this.#since = Math.min(this.#since, entry.at)
    this.#at = Math.max(this.#at, entry.at)
    this.#roles.add(entry.role)
    if (entry.tool !== undefined) this.#tools.add(entry.tool)
    return this.#chars >= SEARCH_PIECE_CHARS ? [this.#close(true)] : []
  }

  end(): SearchPiece[] {
    return this.#to >= this.from ? [this.#close(false)] : []
  }

  #close(full: boolean): SearchPiece {
    const { session, thread } = this.#log
    const piece: SearchPiece = {
      session,
      ...(thread === undefined ? {} : { thread }),
      from: this.from,
      to: this.#to,
      row: this.#row,
      full,
      since: this.#since,
      at: this.#at,
      signature: this.#signature,
      tools: [...this.#tools],
      roles: [...this.#roles],
    }
    this.from = this.#to + 1
    this.#chars = 0
    this.#since = Infinity
    this.#at = 0
    this.#signature = new Uint8Array(SEARCH_SIGNATURE_BYTES)
    this.#tools.clear()
    this.#roles.clear()
    return piece
  }
}
