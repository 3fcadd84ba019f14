/**
 * Calls of file tools at `/memory`, and of the recall: notes and past sessions are the sender's own, so that of such a call a
 * recording has only that there was one, and its outcome.
 */
import { MEMORY } from '../../../sandbox/contract/path.ts'
import { isOfNotes } from '../../context/compression/of-notes.ts'
import { RECALL_TOOL } from '../../protocol/recall.ts'
import type { AgentEvent } from '../../protocol/events.ts'

/** Stands in place of a note, its path and its result. */
export const NOTE_LEFT_OUT = 'A note of the memory stood here, which is not part of a recording.'
const PATH_LEFT_OUT = `${MEMORY}/left-out.md`
/** Arguments that choose how a tool works: of a note they say nothing, and the input would not fit its schema without. */
const CHOICES: ReadonlySet<string> = new Set(['output_mode', 'type', 'edit_mode', 'cell_type', 'role'])

/** Names of the arguments that are paths. */
const PATHS = /path$/i

type Input = Readonly<Record<string, unknown>>

/** Ids of the calls in a log that were of notes. */
export function noteCalls(events: readonly AgentEvent[]): ReadonlySet<string> {
  const ids = events.flatMap((event) => {
    if (event.type === 'tool_started')
      return event.tool === RECALL_TOOL || isOfNotes(event.input) ? [event.toolUseId] : []
    if (event.type !== 'assistant_block' || event.content.type !== 'tool_use') return []
    const { name, id, input } = event.content
    return name === RECALL_TOOL || isOfNotes(input) ? [id] : []
  })
  return new Set(ids)
}

/** The event without what it says of a note; the same where it is of none of these calls. */
export function withoutNoteCall(event: AgentEvent, calls: ReadonlySet<string>): AgentEvent {
  if (event.type === 'assistant_block') {
    const { content } = event
    if (content.type !== 'tool_use' || !calls.has(content.id)) return event
    return { ...event, content: { ...content, input: leftOut(content.input) } }
  }
  return 'toolUseId' in event && event.toolUseId !== undefined && calls.has(event.toolUseId)
    ? withoutNote(event)
    : event
}

function withoutNote(event: AgentEvent): AgentEvent {
  switch (event.type) {
    case 'tool_started':
      return { ...event, input: leftOut(event.input), title: PATH_LEFT_OUT }
    case 'input_checked':
      return { ...event, details: [] }
    case 'permission_requested':
      return { ...event, title: PATH_LEFT_OUT, reason: NOTE_LEFT_OUT, suggestedRule: '' }
    case 'permission_decided':
    case 'call_classified':
      return { ...event, reason: NOTE_LEFT_OUT }
    case 'hook_ran': {
      const { reason: _, message: __, problem: ___, ...rest } = event
      return rest
    }
    case 'tool_result': {
      const { display: _, stored: __, seen: ___, ...rest } = event
      return { ...rest, content: { ...event.content, content: [{ type: 'text', text: NOTE_LEFT_OUT }] } }
    }
    default:
      return event
  }
}

/** Fits the same schema. */
function leftOut(input: Input): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, valueLeftOut(value, name)]))
}

function valueLeftOut(value: unknown, name: string): unknown {
  if (typeof value === 'string') {
    if (CHOICES.has(name)) return value
    return PATHS.test(name) ? PATH_LEFT_OUT : NOTE_LEFT_OUT
  }
  if (Array.isArray(value)) return value.map((item: unknown) => valueLeftOut(item, name))
  return typeof value === 'object' && value !== null ? leftOut({ ...value }) : value
}
