/** The memory with what a session says of it at its start, each made once: it is the same for every session that has these notes. */
import type { EventBody } from '../../protocol/events.ts'
import { memoryIndex } from './memory-index.ts'
import { ownLine, standsWhole } from './note-line.ts'
import { memoryRead, memoryText } from './told-memory.ts'
import type { MemoryNow } from './told-memory.ts'

export class PreparedMemory implements MemoryNow {
  readonly notes: MemoryNow['notes']
  readonly now: number
  readonly #texts = new Map<boolean, string>()
  #event: EventBody | undefined
  #toldWhole: ReadonlySet<string> | undefined

  constructor({ notes, now }: MemoryNow) {
    this.notes = notes
    this.now = now
  }

  /** The log's entry. */
  get event(): EventBody {
    return (this.#event ??= memoryRead(this))
  }

  /** Paths of the user's notes that stand in the text with all that they say. */
  get toldWhole(): ReadonlySet<string> {
    return (this.#toldWhole ??= toldWhole(this))
  }

  text(mayWrite: boolean): string {
    const text = this.#texts.get(mayWrite) ?? memoryText(this, { mayWrite })
    this.#texts.set(mayWrite, text)
    return text
  }

  /** The text depends on the time only as long as a note is later than that, as after a clock was set back. */
  isTrueAt(now: number): boolean {
    return now === this.now || this.notes.every(({ updatedAt }) => updatedAt <= Math.min(now, this.now))
  }
}

function toldWhole({ notes, now }: MemoryNow): ReadonlySet<string> {
  const short = notes.filter(({ origin, body }) => origin === 'user' && standsWhole(body))
  if (short.length === 0) return new Set()
  const lines = new Set(memoryIndex(notes, { now }).user)
  return new Set(short.flatMap((note) => (lines.has(ownLine(note, now)) ? [note.path] : [])))
}
