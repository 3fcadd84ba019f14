/**
 * Logs as they go into a recording: without what concerned only the connection and the disk of whoever recorded it,
 * and with short ids, so that a session of twenty steps fits a link. Ids stay where part of the log is not known: that part
 * may name them.
 */
import { NOTE_TAKER } from '../../protocol/events/agent-events.ts'
import { isMemoryText } from '../../protocol/text/memory-reminder.ts'
import { fieldsOf } from '../../../sandbox/page/fields.ts'
import { RECORDED_DELTAS } from '../../limits.ts'
import { isAllKnown } from '../shapes/stored-shape.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import { isUnsigned, unsignedSignature } from '../../model/unsigned-thinking.ts'
import type { AssistantBlock, ToolResultBlock } from '../../protocol/messages.ts'
import { noteCalls, withoutNoteCall } from './note-calls.ts'
import { recited } from './recited.ts'
import { allEvents, mapLogs } from './recording.ts'
import type { RecordedLogs } from './recording.ts'

/** Told of the sender's network, limits, cache or notes, or made again by a replay. */
const LEFT_OUT: ReadonlySet<AgentEvent['type']> = new Set([
  'tool_output',
  'limits_told',
  'request_silent',
  'request_retry',
  'response_cut',
  'cache_broken',
  'exit_decided',
  'compaction_started',
  'compaction_failed',
  'compaction_drafted',
  'compaction_dropped',
  'recording_opened',
  'session_forked',
  'replay_started',
  'replay_compared',
  'replay_ended',
  'memory_changed',
  'memory_recalled',
  'memory_at_act',
  'memory_learned',
  'lessons_told',
  'session_notes',
  'context_filled',
] as const)

/** Stands where the model was told the notes of whoever recorded it. */
const NOTES_LEFT_OUT =
  '<system-reminder>\nNotes of a memory stood here, which are not part of a recording.\n</system-reminder>'

/** Numbered anew from 1. */
export function slim(events: readonly AgentEvent[]): readonly AgentEvent[] {
  return slimLogs({ events, threads: [] }).events
}

/** All logs of a session, which share their short ids: a thread names a call of the one that started it. */
export function slimLogs(all: RecordedLogs): RecordedLogs {
  const logs = withoutNoteTakers(all)
  const calls = noteCalls(allEvents(logs))
  const kept = mapLogs(logs, (events) => keptOf(events).map((event) => withoutNoteCall(event, calls)))
  const ids = allEvents(kept).every(isAllKnown) ? new ShortIds() : undefined
  return mapLogs(kept, (events) => withShortIds(events, ids))
}

/** Agents that take notes were told all of them. */
function withoutNoteTakers({ events, threads }: RecordedLogs): RecordedLogs {
  const ids = new Set(
    events.flatMap((event) =>
      event.type === 'agent_started' && event.role === NOTE_TAKER ? [event.agent] : [],
    ),
  )
  if (ids.size === 0) return { events, threads }
  const isTheirs = (event: AgentEvent) =>
    (event.type === 'agent_started' || event.type === 'agent_ended') && ids.has(event.agent)
  return {
    events: events.filter((event) => !isTheirs(event)),
    threads: threads.filter(({ id }) => !ids.has(id)),
  }
}

function keptOf(events: readonly AgentEvent[]): AgentEvent[] {
  return mergeDeltas(withoutFailedAttempts(events).filter(({ type }) => !LEFT_OUT.has(type)))
}

function withShortIds(kept: readonly AgentEvent[], ids: ShortIds | undefined): AgentEvent[] {
  const numbers = new Map(kept.map(({ seq }, index) => [seq, index + 1]))
  return kept.map((event, index) => {
    const light = lighter(renumbered(event, kept, numbers))
    return { ...(ids?.shorten(light) ?? light), seq: index + 1 }
  })
}

/** With the new numbers of the events that it names. */
function renumbered(
  event: AgentEvent,
  kept: readonly AgentEvent[],
  numbers: ReadonlyMap<number, number>,
): AgentEvent {
  if (event.type === 'conversation_compacted') return recited(event, (seq) => numbers.get(seq))
  if (event.type !== 'conversation_restored') return event
  return { ...event, toSeq: kept.findLastIndex(({ seq }) => seq <= event.toSeq) + 1 }
}

/** Begun by an attempt; each has an end of its own, wherever that is. */
const GOES_ON: ReadonlySet<AgentEvent['type']> = new Set(['agent_started', 'side_query_started'] as const)

/** Drops the events of discarded attempts, which are no longer shown. */
function withoutFailedAttempts(events: readonly AgentEvent[]): AgentEvent[] {
  const kept: AgentEvent[] = []
  for (const event of events) {
    if (event.type !== 'request_discarded') {
      kept.push(event)
      continue
    }
    const began = kept.findLastIndex(
      (before) => before.type === 'request_started' && before.turnId === event.turnId,
    )
    if (began < 0) continue
    const rest = kept.splice(began).filter((after) => !isOfAttempt(after, event.turnId))
    kept.push(...rest)
  }
  return kept
}

function isOfAttempt(event: AgentEvent, turnId: string): boolean {
  return !GOES_ON.has(event.type) && 'turnId' in event && event.turnId === turnId
}

function lighter(event: AgentEvent): AgentEvent {
  switch (event.type) {
    case 'request_started': {
      const { prefix: _, prefixChange: __, ...rest } = event
      return { ...rest, requestId: '' }
    }
    case 'response_ended': {
      const { cache: _, requestId: __, ...rest } = event
      return rest
    }
    // Notes are the sender's own.
    case 'memory_read':
      return { ...event, notes: '' }
    case 'user_message':
      return { ...event, content: event.content.map(withoutNotes) }
    case 'conversation_compacted':
      return { ...event, notes: event.notes.map((text) => (isMemoryText(text) ? NOTES_LEFT_OUT : text)) }
    case 'tool_result':
      return event.outcome === 'held'
        ? { ...event, content: { ...event.content, content: event.content.content.map(withoutNotes) } }
        : event
    case 'assistant_block':
      return { ...event, content: unsigned(event.content) }
    default:
      return event
  }
}

function withoutNotes<Block extends { readonly type: string; readonly text?: string }>(block: Block): Block {
  return block.text !== undefined && isMemoryText(block.text) ? { ...block, text: NOTES_LEFT_OUT } : block
}

/** A signature proves thinking to the service that made it, for the key that asked: here it is only long. */
function unsigned(block: AssistantBlock): AssistantBlock {
  if (block.type !== 'thinking' || isUnsigned(block)) return block
  return { ...block, signature: unsignedSignature('content') }
}

type Delta = EventOf<'text_delta' | 'thinking_delta'>

/** Keeps at most `RECORDED_DELTAS` parts of each block; the others are joined to the one before. */
function mergeDeltas(events: readonly AgentEvent[]): AgentEvent[] {
  const counts = new Map<string, number>()
  for (const event of events)
    if (isDelta(event)) counts.set(keyOf(event), (counts.get(keyOf(event)) ?? 0) + 1)
  const merged: AgentEvent[] = []
  const taken = new Map<string, number>()
  for (const event of events) {
    const last = merged.at(-1)
    if (!isDelta(event)) {
      merged.push(event)
      continue
    }
    const key = keyOf(event)
    const number = taken.get(key) ?? 0
    taken.set(key, number + 1)
    const share = Math.ceil((counts.get(key) ?? 1) / RECORDED_DELTAS)
    if (number % share !== 0 && last && isDelta(last) && keyOf(last) === key) {
      merged[merged.length - 1] = { ...last, text: last.text + event.text }
    } else merged.push(event)
  }
  return merged
}

function isDelta(event: AgentEvent): event is Delta {
  return (event.type === 'text_delta' || event.type === 'thinking_delta') && isAllKnown(event)
}

function keyOf({ type, turnId, block }: Delta): string {
  return `${type} ${turnId} ${block}`
}

/** Ids that are unique in the world become ones that are unique in the recording. */
class ShortIds {
  readonly #ids = new Map<string, string>()

  shorten(event: AgentEvent): AgentEvent {
    const short = this.#shortFields(event)
    if (short.type === 'tool_result') return { ...short, content: this.#result(short.content) }
    if (short.type === 'assistant_block') return { ...short, content: this.#block(short.content) }
    if (short.type === 'run_paused' || short.type === 'results_cleared')
      return { ...short, toolUseIds: short.toolUseIds.map((id) => this.#short(id, 'c')) }
    return short
  }

  /** Only ids are changed, to other strings: it stays an event of its type. */
  #shortFields(event: AgentEvent): AgentEvent {
    const fields = fieldsOf(event)
    const ids: Record<string, string> = {}
    for (const [key, letter] of ID_FIELDS) {
      const id = fields[key]
      if (typeof id === 'string' && id !== '') ids[key] = this.#short(id, letter)
    }
    return { ...event, ...ids }
  }

  #result(content: ToolResultBlock): ToolResultBlock {
    return { ...content, tool_use_id: this.#short(content.tool_use_id, 'c') }
  }

  #block(content: AssistantBlock): AssistantBlock {
    if (content.type === 'tool_use' || content.type === 'server_tool_use')
      return { ...content, id: this.#short(content.id, 'c') }
    if (content.type === 'advisor_tool_result')
      return { ...content, tool_use_id: this.#short(content.tool_use_id, 'c') }
    return content
  }

  #short(id: string, letter: string): string {
    const key = `${letter} ${id}`
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const short = `${letter}${(this.#ids.size + 1).toString(36)}`
    this.#ids.set(key, short)
    return short
  }
}

const ID_FIELDS = [
  ['turnId', 't'],
  ['messageId', 'm'],
  ['runId', 'r'],
  ['toolUseId', 'c'],
  ['requestId', 'q'],
] as const
