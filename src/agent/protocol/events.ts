/**
 * The session log's vocabulary. An event is on disk before anybody sees it; the screen, the transcript, the
 * conversation sent to the model and every export are reductions of these.
 *
 * How a turn is told: `request_started`, deltas, one `assistant_block` per finished block, then for each tool
 * call `permission_decided`, `tool_started`, `tool_output`, `tool_result`, and last `turn_committed`, which alone
 * makes the assistant message and the message with its results part of the conversation: they cannot come
 * apart on disk. A log that ends inside a turn is completed by `session/log/repair`.
 */
import { z } from 'zod'
import { agentEvents } from './events/agent-events.ts'
import { sessionEvents } from './events/session-events.ts'
import { memoryEvents } from './events/memory-events.ts'
import { messageEvents } from './events/message-events.ts'
import { runEvents } from './events/run-events.ts'
import { requestEvents } from './events/request-events.ts'
import { permissionEvents } from './events/permission-events.ts'
import { callEvents } from './events/call-events.ts'
import { hookEvents } from './events/hook-events.ts'
import { compactionEvents } from './events/compaction-events.ts'
import { replayEvents } from './events/replay-events.ts'
import { sideQueryEvents } from './events/side-query-events.ts'

/** Raised when the shape of stored events changes. */
export const LOG_VERSION = 1

/** Every event's shape: the schema for stored and imported logs. */
export const eventBody = z.discriminatedUnion('type', [
  ...sessionEvents,
  ...agentEvents,
  ...messageEvents,
  ...memoryEvents,
  ...runEvents,
  ...requestEvents,
  ...permissionEvents,
  ...callEvents,
  ...hookEvents,
  ...compactionEvents,
  ...sideQueryEvents,
  ...replayEvents,
])

/** An event before the log has numbered it. */
export type EventBody = z.infer<typeof eventBody>

/**
 * Stands in memory for a stored event of a type that only a later version knows: in its order, under its number,
 * and ignored by all but the screen. The log appends none; the stored event stays on disk as it is and is written
 * out by forks, recordings and backups (`session/shapes/stored-shape`).
 */
export interface OpaqueBody {
  readonly type: 'opaque'
  /** The type that it was stored with. */
  readonly kind: string
}
/** An event as readers have it. */
export type ReadBody = EventBody | OpaqueBody
export type EventType = ReadBody['type']

export interface EventStamp {
  /** Counts from 1 without holes within a thread. */
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** An event of the log's state: one that it has taken and not written yet, or one that was read. */
export type AcceptedEvent = ReadBody & Pick<EventStamp, 'at'>
export type AgentEvent = ReadBody & EventStamp
/** An event that belongs to a turn. */
export type TurnEvent = Extract<AgentEvent, { turnId: string }>
/** One member of the union, e.g. `EventOf<'tool_result'>`. */
export type EventOf<T extends EventType> = Extract<AgentEvent, { type: T }>
