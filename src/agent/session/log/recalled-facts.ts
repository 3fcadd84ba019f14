/** The notes whose texts stand in the conversation, and how much of it was picked for messages of the user. */
import { isWithin, MEMORY, relativeTo } from '../../../sandbox/contract/path.ts'
import { isOfText, isRead, readVersion } from '../../memory/recall/known-texts.ts'
import type { KnownTexts } from '../../memory/recall/known-texts.ts'
import { toldVersion } from '../../memory/notes/told-memory.ts'
import type { AcceptedEvent, EventOf } from '../../protocol/events.ts'

export interface RecalledFacts {
  /** Versions of notes that the model was told whole, has written or has read, by path. */
  readonly notes: KnownTexts
  /** Versions for which a call was held, without that their texts were told, by path. */
  readonly atAct: KnownTexts
  /** Bytes that were told by picks in this session. */
  readonly bytes: number
  /** Paths of lessons that were told in this session: each once. */
  readonly lessons: ReadonlySet<string>
}

export const NOTHING_RECALLED: RecalledFacts = {
  notes: new Map(),
  atAct: new Map(),
  bytes: 0,
  lessons: new Set(),
}

/** The facts after the event; the same object if they have not changed. */
export function noteRecalled(before: RecalledFacts, event: AcceptedEvent): RecalledFacts {
  const { notes, atAct, bytes, lessons } = before
  switch (event.type) {
    case 'memory_recalled':
      if (event.notes.length === 0) return before
      return {
        ...before,
        notes: new Map([...notes, ...event.notes.map(({ path, hash }) => [path, hash] as const)]),
        bytes: bytes + event.bytes,
      }
    case 'memory_at_act':
      return {
        // They stand in the result of a call, and go with it.
        notes: new Map([
          ...notes,
          ...event.notes.map(({ path, hash }) => [path, readVersion(hash)] as const),
        ]),
        atAct: new Map([...atAct, ...event.others.map(({ path, hash }) => [path, hash] as const)]),
        bytes,
        lessons,
      }
    case 'lessons_told':
      return { ...before, lessons: new Set([...lessons, ...event.lessons]) }
    case 'memory_changed':
      return event.by === 'agent' && !event.aside ? { ...before, notes: withWritten(notes, event) } : before
    case 'tool_result':
      return event.seen === undefined ? before : withSeen(before, event.seen)
    // Results of calls that had begun for a discarded answer went with it.
    case 'request_discarded':
    case 'results_cleared':
    case 'spans_collapsed':
      return withoutRead(before)
    case 'conversation_compacted':
      // The texts have gone, and may be told again.
      return notes.size + atAct.size === 0 ? before : { ...NOTHING_RECALLED, bytes, lessons }
    case 'conversation_restored':
      return event.isUntold ? NOTHING_RECALLED : withoutRead(before)
    case 'recording_opened':
    case 'replay_ended':
      return NOTHING_RECALLED
    default:
      return before
  }
}

/** The agent has the text that it wrote in its own call. */
function withWritten(
  notes: KnownTexts,
  { path, hash, origin = 'unconfirmed' }: Pick<EventOf<'memory_changed'>, 'path' | 'hash' | 'origin'>,
): KnownTexts {
  const others = [...notes].filter(([name]) => name !== path)
  return new Map(hash === undefined ? others : [...others, [path, toldVersion(hash, origin)]])
}

type Seen = NonNullable<EventOf<'tool_result'>['seen']>

/** Notes that a file tool has shown whole. */
function withSeen(before: RecalledFacts, seen: Seen): RecalledFacts {
  const read = seen.flatMap(({ path, hash, lines }) => {
    const isWhole = lines === undefined || (lines.from <= 1 && lines.to >= lines.of)
    const name = relativeTo(path, MEMORY)
    if (!isWithin(path, MEMORY) || !isWhole || isOfText(before.notes.get(name), hash)) return []
    return [[name, readVersion(hash)] as const]
  })
  return read.length === 0 ? before : { ...before, notes: new Map([...before.notes, ...read]) }
}

/** Results of calls have gone, and with them what they showed. */
function withoutRead(before: RecalledFacts): RecalledFacts {
  const told = [...before.notes].filter(([, version]) => !isRead(version))
  if (told.length === before.notes.size && before.atAct.size === 0) return before
  return { ...before, notes: new Map(told), atAct: new Map() }
}
