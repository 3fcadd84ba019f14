/**
 * Full text over all sessions. Pieces of each log, of some ten kilobytes, have a signature in a store of its own, made when it is
 * first wanted and brought up to date before each search; a search looks at all signatures, and reads the few pieces
 * that may have what is looked for, the newest first. The text itself is stored once: in the log.
 */
import { SEARCH_FOUND, SEARCH_PIECES_READ, SEARCH_SNIPPET_CHARS } from '../../limits.ts'
import type { FoundRole, FoundText, FoundTexts } from '../../protocol/calls/session-search.ts'
import { complete, enqueue, eventRange, logName } from '../store/database.ts'
import type { Database, SearchPiece, SessionRecord, ThreadRecord } from '../store/database.ts'
import { entryOf } from './entries.ts'
import type { Entry } from './entries.ts'
import { OpenPiece } from './open-piece.ts'
import type { SearchedLog } from './open-piece.ts'
import { readRows } from './placed-events.ts'
import { parseQuery } from './query.ts'
import type { Query } from './query.ts'
import { bitsOf, GROUP, hasBits } from './signature.ts'

/** Rows read at once while a log is indexed, pieces that are written together, and read together. */
const ROWS = 100
const WRITTEN_TOGETHER = 50
const READ_TOGETHER = 16
/** Milliseconds after the last search for which the signatures are held: a tenth of the logs' size. */
const HELD_MS = 120_000

const WEIGHTS: Readonly<Record<FoundRole, number>> = { title: 8, user: 4, assistant: 3, tool: 1 }

interface Held {
  /** In order, of each log, by its name. */
  readonly pieces: Map<string, SearchPiece[]>
}

export class SessionSearch {
  readonly #database: Database
  #held: Promise<Held> | undefined
  #updating: Promise<unknown> = Promise.resolve()
  #release: ReturnType<typeof setTimeout> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  async search(question: string): Promise<FoundTexts> {
    const query = parseQuery(question)
    const { problems } = query
    if (!asksForSomething(query)) return { found: [], cut: false, problems }
    const held = await this.#upToDate()
    const records = (await this.#database.getAll('sessions')).filter(
      ({ deletedAt }) => deletedAt === undefined,
    )
    const titles = records.flatMap((record) => titleFound(record, query))
    const { found, cut } = await this.#read(candidates(held, records, query), query)
    const best = [...titles, ...found].toSorted((a, b) => score(b) - score(a))
    return { found: best.slice(0, SEARCH_FOUND), cut: cut || best.length > SEARCH_FOUND, problems }
  }

  /** The signatures of all logs as they are now. Calls wait for each other. */
  #upToDate(): Promise<Held> {
    clearTimeout(this.#release)
    this.#release = setTimeout(() => (this.#held = undefined), HELD_MS)
    const updated = this.#updating
      .catch(() => undefined)
      .then(async () => {
        this.#held ??= this.#load()
        const held = await this.#held
        for (const { id, lastSeq } of await this.#database.getAll('sessions'))
          await this.#update({ session: id, lastSeq }, held)
        for (const { session, id, lastSeq } of await this.#database.getAll('threads'))
          await this.#update({ session, thread: id, lastSeq }, held)
        return held
      })
    this.#updating = updated
    return updated
  }

  async #load(): Promise<Held> {
    const all = await this.#database.getAll('searchPieces')
    return { pieces: Map.groupBy(all, nameOf) }
  }

  async #update(log: SearchedLog, { pieces }: Held): Promise<void> {
    const { lastSeq } = log
    const name = nameOf(log)
    const known = pieces.get(name) ?? []
    const last = known.at(-1)
    if ((last?.to ?? 0) >= lastSeq) return
    // The last piece was not full: it is made anew, with what has come.
    const whole = last && !last.full ? known.slice(0, -1) : known
    const made: SearchPiece[] = []
    let written = 0
    const open = new OpenPiece(log, (whole.at(-1)?.to ?? 0) + 1)
    for (let next = open.from; ;) {
      const rows = await readRows(this.#database.transaction('events').store, eventRange(name, next), ROWS)
      const last = rows.at(-1)
      if (!last) break
      for (const { seq, event, row } of rows.flat()) if (seq >= next) made.push(...open.take(event, seq, row))
      if (made.length - written >= WRITTEN_TOGETHER) {
        await this.#write(made.slice(written))
        written = made.length
      }
      next = (last.at(-1)?.seq ?? next) + 1
    }
    made.push(...open.end())
    await this.#write(made.slice(written))
    pieces.set(name, [...whole, ...made])
  }

  /** Pieces of one log. */
  async #write(pieces: readonly SearchPiece[]): Promise<void> {
    const [first] = pieces
    if (!first || this.#database.isOutdated) return
    const transaction = this.#database.transaction(['searchPieces', 'sessions'], 'readwrite', {
      durability: 'relaxed',
    })
    const store = transaction.objectStore('searchPieces')
    await complete(transaction, async () => {
      // One that was removed meanwhile leaves nothing behind.
      if (!(await transaction.objectStore('sessions').getKey(first.session))) return
      for (const piece of pieces) enqueue(store.put(piece, [nameOf(piece), piece.from]))
    })
  }

  async #read(pieces: readonly SearchPiece[], query: Query): Promise<{ found: FoundText[]; cut: boolean }> {
    const found: FoundText[] = []
    for (let start = 0; start < pieces.length; start += READ_TOGETHER) {
      // Enough of the newest to choose the best of.
      if (start >= SEARCH_PIECES_READ || found.length >= SEARCH_FOUND * 2) return { found, cut: true }
      const { store } = this.#database.transaction('events')
      const read = await Promise.all(
        pieces.slice(start, start + READ_TOGETHER).map(async (piece) => {
          const name = nameOf(piece)
          const range = IDBKeyRange.bound([name, piece.from], [name, piece.row])
          const [rows, agent] = await Promise.all([
            readRows(store, range),
            piece.thread === undefined
              ? undefined
              : this.#database.get('threads', [piece.session, piece.thread]),
          ])
          return { piece, agent, events: rows.flat() }
        }),
      )
      for (const { piece, agent, events } of read) {
        const own = events.filter(({ seq }) => seq >= piece.from && seq <= piece.to)
        const place = placeOf(piece.session, agent)
        found.push(...own.flatMap(({ event, seq }) => foundIn(place, event, seq, query)))
      }
    }
    return { found, cut: false }
  }
}

/** Pieces that may have it, the newest first. */
function candidates({ pieces }: Held, records: readonly SessionRecord[], query: Query): SearchPiece[] {
  const bits = bitsOf([...query.terms, ...(query.file === undefined ? [] : [query.file])])
  const { after = -Infinity, before = Infinity, tool, role } = query
  const listed = new Set(records.map(({ id }) => id))
  return [...pieces.values()]
    .flat()
    .filter(
      (piece) =>
        listed.has(piece.session) &&
        piece.at >= after &&
        piece.since < before &&
        (tool === undefined || piece.tools.some((name) => name.toLowerCase() === tool)) &&
        (role === undefined || role === 'title' || piece.roles.includes(role)) &&
        role !== 'title' &&
        hasBits(piece.signature, bits),
    )
    .sort((a, b) => b.at - a.at)
}

/** The name of the log that it is of. */
function nameOf({ session, thread }: Pick<SearchPiece, 'session' | 'thread'>): string {
  return logName(session, thread)
}

function asksForSomething({ terms, tool, role, file, after, before }: Query): boolean {
  const isLong = terms.some((term) => term.length >= GROUP)
  return (
    isLong || [tool, role, file, after, before].some((filter) => filter !== undefined) || terms.length > 0
  )
}

function titleFound(record: SessionRecord, query: Query): FoundText[] {
  const { tool, file, role } = query
  if (tool !== undefined || file !== undefined || (role !== undefined && role !== 'title')) return []
  const { id, title, updatedAt } = record
  return matching({ seq: 0, at: updatedAt, role: 'title', files: [], text: title }, { session: id }, query)
}

type FoundPlace = Pick<FoundText, 'session' | 'agent'>

function placeOf(session: string, thread: ThreadRecord | undefined): FoundPlace {
  return { session, ...(thread && { agent: { id: thread.id, role: thread.role } }) }
}

function foundIn(place: FoundPlace, event: unknown, seq: number, query: Query): FoundText[] {
  const entry = entryOf(event)
  if (!entry) return []
  if (query.role !== undefined && entry.role !== query.role) return []
  if (query.tool !== undefined && entry.tool?.toLowerCase() !== query.tool) return []
  const { file } = query
  if (file !== undefined && !entry.files.some((path) => path.toLowerCase().includes(file))) return []
  return matching({ ...entry, seq }, place, query)
}

function matching(entry: Entry, place: FoundPlace, query: Query): FoundText[] {
  const { after = -Infinity, before = Infinity, terms } = query
  if (entry.at < after || entry.at >= before) return []
  const text = entry.text.toLowerCase()
  const places = terms.map((term) => text.indexOf(term))
  if (places.includes(-1)) return []
  const longest = terms.reduce(
    (best, term, index) => (term.length > (terms[best]?.length ?? 0) ? index : best),
    0,
  )
  // If lower case has another length than the text, the position is slightly off; that is harmless.
  const at = places[longest] ?? 0
  const { seq, role, tool } = entry
  return [
    {
      ...place,
      seq,
      at: entry.at,
      role,
      ...(tool === undefined ? {} : { tool }),
      ...snippet(entry.text, at, terms[longest]?.length ?? 0),
    },
  ]
}

function snippet(text: string, at: number, length: number): Pick<FoundText, 'before' | 'match' | 'after'> {
  const start = Math.max(0, at - SEARCH_SNIPPET_CHARS / 3)
  const end = at + length
  const oneLine = (part: string) => part.replace(/\s+/g, ' ')
  return {
    before: (start > 0 ? '…' : '') + oneLine(text.slice(start, at)),
    match: oneLine(text.slice(at, end)),
    after: oneLine(text.slice(end, end + SEARCH_SNIPPET_CHARS)),
  }
}

/** The author counts most; among equals, the newer one wins. */
function score({ role, at }: FoundText): number {
  return WEIGHTS[role] * 1e14 + at
}
